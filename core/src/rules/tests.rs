use super::*;
use crate::criteria::Criterion;
use crate::tree::Test;

const RACE: Race = Race { delta: 1e-7, tau: 0.05, min_gain: 1e-12 };

fn rule(text: &str) -> Rule {
    Rule::parse(text, RACE).expect("a rule")
}

/// A leaf of two classes at the root that has seen so many rows of one column.
fn seen(criterion: Criterion, n: f64) -> Moment {
    Moment { criterion, classes: 2, rows: n, own_rows: n, own: n, depth: 0, time: n as u64, columns: 1 }
}

fn bound(text: &str, moment: &Moment, branches: usize) -> Bound {
    rule(text).bound(moment, branches).expect("a race")
}

/// The verdict where no candidate is looked at once more.
fn decide(rule: Rule, contest: &Contest) -> Verdict {
    struct Nothing;
    impl Evidence for Nothing {
        fn settled(&mut self, test: Test) -> Test {
            test
        }
        fn branches(&mut self, _: Test) -> Vec<Vec<f64>> {
            Vec::new()
        }
    }
    rule.decide(contest, &mut Nothing)
}

fn width(text: &str, criterion: Criterion, n: f64) -> f64 {
    bound(text, &seen(criterion, n), 2).lead
}

#[track_caller]
fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() <= 1e-12 * wanted.abs(), "{found} is not {wanted}");
}

#[test]
fn the_bound_of_a_thousand_rows() {
    // sqrt(ln(1000) / 2000) = 0.05877
    let rule = |text| Rule::parse(text, Race { delta: 1e-3, ..RACE }).expect("a rule");
    let moment = seen(Criterion::Entropy, 1000.0);
    let lead = |text, moment: &Moment| rule(text).bound(moment, 2).expect("a race").lead;
    near(lead("hoeffding", &moment), 0.05876970001191999);
    // 2 sqrt(ln(2000) / 1000), of the leaf's own rows
    let inherited = Moment { rows: 1000.0, ..seen(Criterion::Entropy, 500.0) };
    near(lead("hoeffding:2", &inherited), 2.0 * (2000f64.ln() / 1000.0).sqrt());
}

#[test]
fn two_classes_tie_from_3224_rows_on() {
    assert!(width("hoeffding", Criterion::Entropy, 3223.0) >= 0.05);
    assert!(width("hoeffding", Criterion::Entropy, 3224.0) < 0.05);
}

#[test]
fn the_bounds_of_mdt() {
    // z of 1e-7 is 5.199338; with tau = 0.15 a tie is called from 601 rows on
    let error = Criterion::Misclassification;
    near(width("normal", error, 0.5), 5.199_337_582_192_816);
    assert!((width("normal", error, 500.0) - 0.164_417).abs() < 1e-6);
    assert!(width("normal", error, 600.0) >= 0.15 && width("normal", error, 601.0) < 0.15);
}

#[test]
fn widths_worked_by_hand() {
    // ln(1/1e-7) = 16.118095650958319
    const LOG: f64 = 16.118_095_650_958_32;
    near(width("rutkowski", Criterion::Gini, 200.0), 8.0 * (LOG / 400.0).sqrt());
    // C = 6 (2 lg(200 e) + lg 400) + 2
    let lg = |x: f64| x.log2();
    let c = 6.0 * (2.0 * lg(200.0 * std::f64::consts::E) + lg(400.0)) + 2.0;
    near(width("rutkowski", Criterion::Entropy, 200.0), c * (LOG / 400.0).sqrt());
    near(width("jaworski", Criterion::Gini, 200.0), (8.0 * LOG / 200.0).sqrt());
    near(width("jaworski", Criterion::Misclassification, 200.0), (2.0 * LOG / 200.0).sqrt());
    // Q(2) = 5 * 4 - 16 + 4 = 8
    near(width("normal", Criterion::Gini, 200.0), 5.199_337_582_192_816 * (16.0f64 / 200.0).sqrt());
}

#[test]
fn theorem_4_shares_delta_out_over_depths_rows_columns_and_cuts() {
    let moment = Moment { depth: 3, time: 1000, columns: 5, ..seen(Criterion::Gini, 100.0) };
    near(moment.log_of_share(0.1), (4.0 * 5.0 * 1000.0 * 5.0 * 100.0 / 0.1f64).ln());
    // A share too small for a number: 300 ln 10 more than of a delta of 1
    let tiny = moment.log_of_share(1e-300) - 300.0 * 10f64.ln();
    assert!((tiny - (4.0 * 5.0 * 1000.0 * 5.0 * 100.0f64).ln()).abs() < 1e-10);
}

#[test]
fn theorems_1_to_3_worked_by_hand() {
    // At the root, 100 rows of one column: delta / (1 * 2 * 100 * 1 * 100)
    let log = |factor: f64| (factor * 20_000.0 / 1e-7).ln();
    let entropy = 100f64.ln() * (0.02 * log(4.0)).sqrt() + 0.02;
    near(width("theorem", Criterion::Entropy, 100.0), 2.0 * entropy * 2.0 / std::f64::consts::LN_2);
    near(width("theorem", Criterion::Gini, 100.0), 2.0 * ((0.08 * log(2.0)).sqrt() + 0.4));
    near(width("theorem", Criterion::KearnsMansour, 100.0), 2.0 * (4.0 * (0.01 * log(8.0)).sqrt()));
    // The width itself, not twice, must be below tau.
    let bound = bound("theorem", &seen(Criterion::Gini, 100.0), 2);
    assert_eq!(bound.lead, 2.0 * bound.tie);
    // c sqrt(ln(m^2 h^2 t d) / m)
    near(width("practical:0.25", Criterion::Gini, 100.0), 2.0 * 0.25 * (100f64.powi(3).ln() / 100.0).sqrt());
    assert_eq!(width("practical", Criterion::Gini, 1.0), f64::INFINITY);
}

#[test]
fn a_width_that_is_not_stated_for_a_criterion_is_never_enough() {
    for (text, criterion) in [
        ("rutkowski", Criterion::Misclassification),
        ("normal", Criterion::Entropy),
        ("jaworski", Criterion::GainRatio),
        ("tight", Criterion::KearnsMansour),
        ("theorem", Criterion::Misclassification),
    ] {
        let bound = bound(text, &seen(criterion, 1e9), 2);
        assert_eq!(bound, Bound::of(f64::INFINITY), "{text} {criterion:?}");
    }
}

#[test]
fn the_narrowest_proved_width_is_ours_or_that_of_a_theorem_or_infinite() {
    let proved = |criterion| rule("hoeffding").proved(&seen(criterion, 100.0), 2);
    assert_eq!(proved(Criterion::Gini), width("tight", Criterion::Gini, 100.0));
    assert_eq!(proved(Criterion::KearnsMansour), width("theorem", Criterion::KearnsMansour, 100.0));
    assert_eq!(proved(Criterion::GainRatio), f64::INFINITY);
}

#[test]
fn ours_is_narrower_and_counts_branches() {
    for n in [50.0, 500.0, 5000.0, 1e6] {
        for criterion in [Criterion::Entropy, Criterion::Gini] {
            assert!(width("tight", criterion, n) < width("theorem", criterion, n), "{criterion:?} {n}");
        }
        let moment = Moment { classes: 4, ..seen(Criterion::Gini, n) };
        let branches = |b| bound("tight", &moment, b).lead;
        near(branches(12) - branches(2), 10.0 * 0.75 / n);
        // With more than two classes or branches there is no other theorem.
        assert_eq!(bound("theorem", &moment, 2), bound("tight", &moment, 2));
    }
}

#[test]
fn rules_are_written_as_they_are_read() {
    for text in [
        "hoeffding",
        "hoeffding:2",
        "normal",
        "practical:0.25",
        "rutkowski",
        "jaworski",
        "hybrid",
        "theorem",
        "tight",
        "iadem",
        "iadem:0.2",
    ] {
        assert_eq!(rule(text).text(), text);
    }
    for wrong in ["hoeffding:3", "practical:-1", "practical:x", "tight:2", "hoefding", ""] {
        assert!(Rule::parse(wrong, RACE).is_err(), "{wrong}");
    }
    for delta in [0.5, 0.9] {
        assert!(Rule::parse("normal", Race { delta, ..RACE }).expect("a rule").check().is_err());
    }
}

fn entry(column: u32, gain: f64, branches: usize) -> Entry {
    Entry { column, gain, merit: gain, branches, test: Test::Cut { slot: column, cut: 0.0 } }
}

fn entered(mut contest: Contest, gains: &[f64]) -> Contest {
    for (column, gain) in gains.iter().enumerate() {
        contest.enter(entry(column as u32, *gain, 2));
    }
    contest
}

fn contest(gains: &[f64], n: f64) -> Contest {
    entered(Contest::new(seen(Criterion::Entropy, n), true, None), gains)
}

#[test]
fn a_single_column_competes_with_the_null_split() {
    assert_eq!(decide(rule("hoeffding"), &contest(&[0.1], 200.0)), Verdict::Wait);
    assert!(matches!(
        decide(rule("hoeffding"), &contest(&[0.3], 200.0)),
        Verdict::Split(Decision { reason: Reason::Bound, .. })
    ));
}

#[test]
fn the_null_split_wins_over_a_gain_of_nothing_even_in_a_tie() {
    assert_eq!(decide(rule("hoeffding"), &contest(&[0.0, 0.0], 1e6)), Verdict::Wait);
    assert_eq!(decide(rule("hoeffding"), &contest(&[], 1e6)), Verdict::Wait);
    assert!(matches!(
        decide(rule("hoeffding"), &contest(&[1e-9, 1e-9], 1e6)),
        Verdict::Split(Decision { reason: Reason::Tie, .. })
    ));
}

#[test]
fn without_a_null_split_anything_but_nothing_may_split() {
    let without =
        |gains: &[f64], n: f64| entered(Contest::new(seen(Criterion::Entropy, n), false, None), gains);
    let any = Rule::parse("hoeffding", Race { min_gain: 0.0, ..RACE }).expect("a rule");
    let is_tie = |contest: &Contest| {
        matches!(decide(any, contest), Verdict::Split(Decision { reason: Reason::Tie, .. }))
    };
    // A loss leads if all others lose more, and in a tie it splits.
    let losses = without(&[-2e-17, -1e-17], 1e6);
    assert_eq!((losses.ranks().best, losses.ranks().second), (-1e-17, -2e-17));
    assert!(is_tie(&losses));
    // Exactly nothing does not, and neither does a loss where a gain is asked for.
    assert_eq!(decide(any, &without(&[0.0, -1e-17], 1e6)), Verdict::Wait);
    assert_eq!(decide(rule("hoeffding"), &losses), Verdict::Wait);
    // Alone, a column runs against nothing.
    let alone = without(&[0.3], 200.0);
    assert_eq!(alone.ranks().second, 0.0);
    assert!(matches!(decide(any, &alone), Verdict::Split(Decision { reason: Reason::Bound, .. })));
    assert_eq!(decide(any, &without(&[], 1e6)), Verdict::Wait);
}

#[test]
fn hopeless_means_that_no_gain_could_have_won() {
    let mut hopeless = 0;
    for name in RULES {
        for n in [1.0, 2.0, 200.0, 3000.0, 4000.0, 1e6] {
            for classes in [2, 3] {
                for limit in [0.01, 0.1, 0.3, 1.0] {
                    let moment = Moment { classes, ..seen(Criterion::Gini, n) };
                    let nobody = Contest::new(moment, true, None);
                    if !rule(name).is_hopeless(&nobody.moment, limit) {
                        continue;
                    }
                    hopeless += 1;
                    for branches in 2..6 {
                        let mut contest = nobody.clone();
                        contest.enter(entry(0, limit, branches));
                        assert_eq!(decide(rule(name), &contest), Verdict::Wait, "{name} {n} {branches}");
                    }
                }
            }
        }
    }
    assert!(hopeless > 100);
}
