//! Splits whose advantage is gone: by the rows of the window, every split is compared with the best one.
//!
//! CVFDT's aim (Hulten, Spencer & Domingos, 2001). A node whose best split now leads the installed one by more than the
//! bound gets that split; one whose split no longer gains what it takes to describe it becomes a leaf again. What was
//! below is given up: its rows are still there, and the new leaves begin with them.

use super::revise::is_due_again;
use super::{Bench, Learner};
use crate::attempt::{At, Decision, favourite, moment};
use crate::candidates::multiway::{Circumstances, Penalty};
use crate::config::Config;
use crate::growth::divide;
use crate::growth::{Tree, Unfolded};
use crate::leaf::{Leaf, branches};
use crate::rules::Reason;
use crate::tree::Test;

/// What a node is to become.
enum Fate {
    Leaf,
    Split(Decision),
}

impl Learner {
    /// Looks at the splits above a leaf, from the root on, until one of them falls; tells whether one did.
    pub(super) fn reconsider(&mut self, id: u32, at: At, bench: &mut Bench) -> bool {
        for node in self.tree.shape.path_to(id) {
            let Some(kept) = self.tree.kept_mut(node) else { continue };
            if !is_due_again(kept, &self.config) {
                continue;
            }
            kept.since = 0;
            self.freshen(node, bench);
            if let Some(fate) = self.fate(node, at, bench) {
                self.fell(node, fate, at.time, bench);
                bench.standing.clear();
                return true;
            }
        }
        false
    }

    /// What becomes of a split; nothing if it stands.
    fn fate(&self, node: u32, at: At, bench: &mut Bench) -> Option<Fate> {
        let (kept, installed) = (self.tree.kept(node)?, self.tree.shape.test(node)?);
        let room = at.room.saturating_add(self.tree.shape.leaves_below(node) - 1);
        let at = At { depth: self.tree.shape.seat(node).depth, room, ..at };
        let stands = Worth::of(kept, &self.config, installed).merit;
        let best = favourite(kept, &self.config, &self.schema, at, &mut bench.attempt);
        if let Some(best) = best.filter(|best| best.test != installed) {
            let Worth { merit, branches, .. } = Worth::of(kept, &self.config, best.test);
            let lead = self.config.rule.bound(&moment(kept, &self.config, at), branches).lead;
            if merit - stands > lead {
                let (reason, gain, second, bound) = (Reason::Bound, merit, stands, lead);
                return Some(Fate::Split(Decision { reason, gain, second, bound, ..best }));
            }
        }
        (!is_worth_it(kept, &self.config, installed)).then_some(Fate::Leaf)
    }

    /// Takes away what is below a node; it becomes the leaf that it was, or has leaves that count the rows of the window.
    fn fell(&mut self, node: u32, fate: Fate, row: u64, bench: &mut Bench) {
        let Some(kept) = self.tree.kept(node).cloned() else { return };
        let turns = self.tree.shape.turns_to(node);
        let mut nodes = std::mem::replace(&mut self.tree, Tree::new(Leaf::default())).unfold();
        let Fate::Split(decision) = fate else {
            nodes[node as usize] = Unfolded::Leaf(Leaf { since: 0, ..kept });
            self.tree = Tree::fold(nodes, 0);
            return self.unasked(self.tree.shape.at_end_of(&turns));
        };
        let growth = divide(&kept, &decision, row, false);
        Unfolded::split(&mut nodes, node as usize, growth, Some(kept));
        self.tree = Tree::fold(nodes, 0);
        // The node has another number now, and the same turns lead there.
        self.fill(self.tree.shape.at_end_of(&turns), bench);
    }
}

/// What a split is worth by a leaf's own rows.
#[derive(Default)]
struct Worth {
    gain: f64,
    /// What the gain counts for between columns.
    merit: f64,
    branches: usize,
    /// Branches that have weight.
    filled: usize,
}

impl Worth {
    /// Nothing if the leaf has no value of the column: it may have vanished from the window.
    fn of(leaf: &Leaf, config: &Config, test: Test) -> Worth {
        if !leaf.observes(test) {
            return Worth::default();
        }
        let parts = branches(leaf, test);
        let mut whole = vec![0.0; leaf.classes()];
        for (_, counts) in &parts {
            whole.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let left: f64 = parts.iter().map(|(_, counts)| config.criterion.mass(counts)).sum();
        let gain = (config.criterion.mass(&whole) - left) / leaf.own().sum::<f64>();
        let weights: Vec<f64> = parts.iter().map(|(_, counts)| counts.iter().sum()).collect();
        let filled = parts.iter().filter(|(_, counts)| counts.iter().any(|count| *count > 0.0)).count();
        Worth { gain, merit: config.criterion.merit(gain, &weights), branches: parts.len(), filled }
    }
}

/// Whether a split gains more than it takes to describe it: a cut is one of as many as there are rows, and a branch
/// more has class shares of its own. Without that, splits would come and go by chance.
pub(super) fn is_worth_it(leaf: &Leaf, config: &Config, test: Test) -> bool {
    let Worth { gain, filled, .. } = Worth::of(leaf, config, test);
    let rows = leaf.own_rows();
    if filled < 2 || rows < 2.0 {
        return false;
    }
    let cuts = match test {
        Test::Cut { .. } | Test::Intervals { .. } => rows as usize,
        Test::One { .. } | Test::Many { .. } => filled,
    };
    let classes = leaf.own().filter(|weight| *weight > 0.0).count();
    let at = Circumstances { criterion: config.criterion, classes, rows, pieces: cuts.max(filled) };
    gain > Penalty::Mdl.of(filled, &at)
}
