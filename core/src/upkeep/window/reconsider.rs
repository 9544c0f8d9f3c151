//! Splits whose advantage is gone: by the rows of the window, every split is compared with the best one.
//!
//! CVFDT's aim (Hulten, Spencer & Domingos, 2001). A node whose best split now leads the installed one by more than the
//! bound gets that split; one whose split no longer gains what it takes to describe it becomes a leaf again. What was
//! below is given up: its rows are still there, and the new leaves begin with them.

use super::super::provisional::is_due_again;
use crate::attempt::{At, Decision, Worth, favourite, is_worth_it, moment};
use crate::growth::{Unfolded, divide};
use crate::leaf::Leaf;
use crate::learner::{Bench, Learner};
use crate::rules::{Bound, Reason};

/// What a node is to become.
enum Fate {
    Leaf,
    Split(Decision),
}

impl Learner {
    /// Looks at the splits above a leaf, from the root on, until one of them falls; tells whether one did.
    pub(in crate::upkeep) fn reconsider(&mut self, id: u32, at: At, bench: &mut Bench) -> bool {
        for node in self.tree.shape.path_to(id) {
            let kept = self.keeper.kept_mut().and_then(|kept| kept.at_mut(node));
            let Some(kept) = kept else { continue };
            if !is_due_again(kept, &self.config) {
                continue;
            }
            kept.since = 0;
            self.freshen(node, bench);
            if let Some(fate) = self.fate(node, at, bench) {
                self.fell(node, fate, at.time, bench);
                bench.scratch.standing.clear();
                return true;
            }
        }
        false
    }

    /// What becomes of a split; None if it stands.
    fn fate(&self, node: u32, at: At, bench: &mut Bench) -> Option<Fate> {
        let (kept, installed) = (self.keeper.kept_at(node)?, self.tree.shape.test(node)?);
        let room = at.room.saturating_add(self.tree.shape.leaves_below(node) - 1);
        let at = At { depth: self.tree.shape.seat(node).depth, room, ..at };
        let stands = Worth::of(kept, self.config.criterion, installed).merit;
        let best = favourite(kept, &self.config, &self.schema, at, &mut bench.scratch.attempt);
        if let Some(best) = best.filter(|best| best.test != installed) {
            let Worth { merit, branches, .. } = Worth::of(kept, self.config.criterion, best.test);
            // A rule that has no lead goes with no window: see the table of pairs.
            let bound = self.config.rule.bound(&moment(kept, &self.config, at), branches);
            if let Some(Bound { lead, .. }) = bound.filter(|bound| merit - stands > bound.lead) {
                let (reason, gain, second, bound) = (Reason::Bound, merit, stands, lead);
                return Some(Fate::Split(Decision { reason, gain, second, bound, ..best }));
            }
        }
        (!is_worth_it(kept, self.config.criterion, installed)).then_some(Fate::Leaf)
    }

    /// Takes away what is below a node; it becomes the leaf that it was, or has leaves that count the rows of the window.
    fn fell(&mut self, node: u32, fate: Fate, row: u64, bench: &mut Bench) {
        let Some(kept) = self.keeper.kept_at(node).cloned() else { return };
        let turns = self.tree.shape.turns_to(node);
        let Fate::Split(decision) = fate else {
            self.rebuild(|nodes| nodes[node as usize] = Unfolded::Leaf(Leaf { since: 0, ..kept }));
            return self.unasked(self.tree.shape.at_end_of(&turns));
        };
        let growth = divide(&kept, &decision, row, false);
        self.rebuild(|nodes| Unfolded::split(nodes, node as usize, growth, Some(kept)));
        // The node has another number now, and the same turns lead there.
        self.fill(self.tree.shape.at_end_of(&turns), bench);
    }
}
