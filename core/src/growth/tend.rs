//! Tends a parcel: its leaf takes in its rows, and so do the children that come of it.

use super::absorb::Absorb;
use super::parcel::{Ground, Harvest, Origin, Parcel};
use super::plot::{Event, Plot, Sprout};
use super::{Growth, Scratch, divide};
use crate::attempt::{At, Outcome, attempt};
use crate::leaf::Leaf;
use crate::predictors::Majority;
use crate::rows::Encoded;
use crate::schema::MISSING;
use riparian_dispatch::widest;

/// Lets the leaf of a parcel take in its rows; children that come of it take in theirs.
pub fn tend(parcel: Parcel<'_>, ground: &Ground<'_>, scratch: &mut Scratch) -> Harvest {
    let Parcel { mut leaf, rows, answers, origin, depth, fallback } = parcel;
    let first = match origin {
        Origin::Leaf(_) => None,
        Origin::New { .. } => {
            let learned = rows.iter().find(|row| ground.block.classes[**row as usize] != MISSING);
            learned.map(|row| ground.block.number(*row as usize))
        }
    };
    let mut peak = 0;
    let split = absorb_until_split((&mut leaf, &mut peak), depth, fallback, rows, answers, ground, scratch);
    let Some((done, growth, number)) = split else {
        return Harvest { origin, leaf, peak, first, plot: None };
    };
    let mut plot = Plot::of(depth, fallback, number);
    let mut work = plot.part(0, growth, rows, done as u32..rows.len() as u32, ground);
    while let Some((sprout, positions)) = work.pop() {
        let mine: Vec<u32> = positions.iter().map(|position| rows[*position as usize]).collect();
        let mut said = vec![0; if answers.is_empty() { 0 } else { mine.len() }];
        let Sprout { leaf, peak, depth, fallback, .. } = &mut plot.sprouts[sprout];
        let split = absorb_until_split((leaf, peak), *depth, *fallback, &mine, &mut said, ground, scratch);
        for (position, answer) in positions.iter().zip(&said) {
            answers[*position as usize] = *answer;
        }
        if let Some((done, growth, number)) = split {
            plot.events.push((number, Event::Split(sprout)));
            let remaining = positions[done..].iter().copied();
            work.extend(plot.part(sprout, growth, rows, remaining, ground));
        }
    }
    Harvest { origin, leaf, peak, first, plot: Some(Box::new(plot)) }
}

/// Lets a leaf take in rows until it splits: how many it took, the split, and the number of the row that made it.
fn absorb_until_split(
    (leaf, peak): (&mut Leaf, &mut usize),
    depth: u32,
    fallback: u32,
    rows: &[u32],
    answers: &mut [u32],
    ground: &Ground<'_>,
    scratch: &mut Scratch,
) -> Option<(usize, Growth, u64)> {
    let Ground { block, config, schema, may_branch, room } = ground;
    let may_grow = *may_branch && config.may_deepen(depth) && !leaf.frozen.is_frozen();
    scratch.bayes.forget();
    let mut done = 0;
    while done < rows.len() {
        let majority = Majority::of(leaf, fallback);
        let view = leaf.lens.as_ref().map(|lens| lens.view(block, &rows[done..]));
        let view = view.as_ref().map(Encoded::block);
        let seen: Vec<u32> = view.iter().flat_map(|view| 0..view.rows as u32).collect();
        done += widest(Absorb {
            leaf,
            block: view.as_ref().unwrap_or(block),
            rows: if view.is_some() { &seen } else { &rows[done..] },
            answers: if answers.is_empty() { &mut [] } else { &mut answers[done..] },
            majority,
            may_grow,
            config,
            schema,
            runs: &mut scratch.runs,
            bayes: &mut scratch.bayes,
        });
        if may_grow && u64::from(leaf.since) >= config.grace_period {
            leaf.since = 0;
            if *room == 0 {
                continue;
            }
            let number = block.number(rows[done - 1] as usize);
            let classes = schema.classes_known(block, number);
            // The limit on leaves has room for any split within a block: else the rows would have come one by one.
            let at = At { depth, time: number, classes, room: *room, installed: None };
            match attempt(leaf, config, schema, at, &mut scratch.attempt) {
                Outcome::Split(decision) => {
                    return Some((done, divide(leaf, &decision, number, config.faithful.inherit), number));
                }
                Outcome::Wait { numeric, nominal } => {
                    *peak = (*peak).max(leaf.bytes());
                    leaf.drop_columns(&numeric, &nominal);
                }
            }
        }
    }
    None
}
