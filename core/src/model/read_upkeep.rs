//! What is kept to revise splits: provisional nodes, and the rows of a window.

use super::frame::reserve;
use super::page::{Page, Result};
use super::sections::Sections;
use crate::bytes::tight_room;
use crate::growth::Kept;
use crate::learner::Learner;
use crate::predictors::Right;
use crate::rows::clean;
use crate::schema::{MISSING, Schema};
use crate::tree::Test;
use crate::upkeep::Keeper;
use crate::upkeep::budget::Ledger;
use crate::upkeep::settings::Revise;
use crate::upkeep::window::Ring;
use std::num::NonZero;

/// No row weighs more: what comes from outside is refused beyond it.
const HEAVIEST_ROW: f64 = 1e15;

impl Page<'_, '_> {
    /// The size of a window.
    pub(super) fn rows(&mut self) -> Result<NonZero<u32>> {
        NonZero::new(self.small()?).ok_or_else(|| "model has a window of no rows".into())
    }

    /// How provisional splits are looked after.
    pub(super) fn revise(&mut self) -> Result<Revise> {
        let (patience, most, flags) = (self.whole()?, self.float()?, self.below(1 << 3, "choice")?);
        let flag = |bit: u32| flags >> bit & 1 == 1;
        Ok(Revise { patience, most, of_inner: flag(0), every_row: flag(1), fresh: flag(2) })
    }

    /// What inner nodes of a tree have kept.
    pub(super) fn kept(&mut self, learner: &Learner) -> Result<Kept> {
        let many = self.length(8)?;
        let (mut last, mut kept) = (None, Kept::default());
        for _ in 0..many {
            let id = self.below(learner.tree.shape.len(), "node")?;
            if last.is_some_and(|last| last >= id) || learner.tree.shape.node(id).is_leaf() {
                return Err(format!("model has a node {id} that cannot be provisional").into());
            }
            last = Some(id);
            let leaf = self.leaf(&learner.schema, learner.config.observer)?;
            if leaf.frozen.is_frozen() || leaf.lens.is_some() {
                return Err(
                    format!("model has a provisional node {id} that does not look at every column").into()
                );
            }
            kept.keep(id, leaf);
        }
        Ok(kept)
    }

    /// The rows of a window of at most so many.
    pub(super) fn ring(&mut self, learner: &Learner, most: usize) -> Result<Ring> {
        let inner = learner.tree.shape.len() - learner.tree.shape.leaf_count();
        if learner.keeper.kept().map_or(0, |kept| kept.all().len()) != inner {
            return Err("model has a window, and a node that does not count its rows".into());
        }
        let [rows, numeric, nominal] = [self.whole()?, self.whole()?, self.whole()?].map(|n| n as usize);
        let schema = &learner.schema;
        if rows > most || rows as u64 > learner.rows {
            return Err(format!("model has a window of {rows} rows, more than there can be").into());
        }
        if numeric > schema.numeric.len() || nominal > schema.nominal.len() {
            return Err("model has a window with more columns than there are".into());
        }
        let mut tested = (0..learner.tree.shape.len() as u32).filter_map(|id| learner.tree.shape.test(id));
        let within = |test: Test| match test {
            Test::Cut { slot, .. } | Test::Intervals { slot, .. } => (slot as usize) < numeric,
            Test::One { slot, .. } | Test::Many { slot } => (slot as usize) < nominal,
        };
        if !tested.all(within) {
            return Err("model has a window without a column that it tests".into());
        }
        self.holds(rows as u64, (8 * numeric + 4 * nominal + 13) as u64)?;
        let mut ring = Ring::default();
        let block = &mut ring.rows;
        (block.values.rows, block.values.numeric_width, block.values.nominal_width, block.values.gaps) =
            (rows, numeric, nominal, true);
        reserve(&mut block.values.numbers, tight_room(rows) * numeric)?;
        reserve(&mut block.values.codes, tight_room(rows) * nominal)?;
        reserve(&mut block.lesson.classes, tight_room(rows))?;
        reserve(&mut block.lesson.weights, tight_room(rows))?;
        reserve(&mut ring.right, tight_room(rows))?;
        for _ in 0..rows {
            self.remembered(schema, &mut ring)?;
        }
        ring.make_room();
        Ok(ring)
    }

    /// One of its rows.
    fn remembered(&mut self, schema: &Schema, ring: &mut Ring) -> Result<()> {
        let block = &mut ring.rows;
        let start = block.values.numbers.len();
        self.more_floats(block.values.numeric_width, &mut block.values.numbers)?;
        let is_kept = |x: f64| x.is_nan() || clean(x).to_bits() == x.to_bits();
        if let Some(x) = block.values.numbers[start..].iter().find(|x| !is_kept(**x)) {
            return Err(format!("model has a window with a number {x} that no row has").into());
        }
        for slot in 0..block.values.nominal_width {
            let code = self.small()?;
            if code != MISSING && code as usize >= schema.categories(slot).len() {
                return Err("model has a window with a category that its column does not have".into());
            }
            block.values.codes.push(code);
        }
        block.lesson.classes.push(self.below(schema.classes.len(), "class")?);
        let weight = self.float()?;
        if !(weight > 0.0 && weight <= HEAVIEST_ROW) {
            return Err(format!("model has a window with a row of weight {weight}").into());
        }
        block.lesson.weights.push(weight);
        let right = self.byte()?;
        if right > 3 {
            return Err(format!("model has a window with a row that was answered in a way {right}").into());
        }
        ring.right.push(Right { majority: right & 1 == 1, bayes: right >> 1 == 1 });
        Ok(())
    }
}

/// Reads what upkeep remembers into a learner that has its tree.
pub(super) fn upkeep(sections: &mut Sections<'_>, learner: &mut Learner) -> Result<()> {
    if learner.keeper.kept().is_some() {
        let mut page = Page::new(sections, "kept")?;
        let found = page.kept(learner)?;
        page.close()?;
        if let Some(kept) = learner.keeper.kept_mut() {
            *kept = found;
        }
    }
    if let Some(most) = learner.config.upkeep.window() {
        let mut page = Page::new(sections, "window")?;
        let found = page.ring(learner, most.get() as usize)?;
        if let Keeper::Window(window) = &mut learner.keeper {
            window.ring = found;
        }
        learner.recall();
        page.close()?;
    }
    Ok(())
}

/// Counts what a budget holds; `counts` is how often leaves were frozen and thawed, and the row of the last look at them.
pub(super) fn ledger(learner: &mut Learner, counts: [u64; 3]) -> Result<()> {
    let [freezes, thaws, looked] = counts;
    let found = Ledger { freezes, thaws, looked, ..Ledger::of(&learner.tree) };
    let has_budget = learner.config.upkeep.budget().is_some();
    if has_budget {
        learner.keeper = Keeper::Budget(found);
    }
    if !has_budget && learner.schema.closed.is_some() {
        return Err("model has categories that no budget has left out".into());
    }
    let is_untouched = Ledger { held: 0, observed: 0, ..found } == Ledger::default();
    if looked > learner.rows || (!has_budget && !is_untouched) {
        return Err("model has frozen leaves that no budget has frozen".into());
    }
    Ok(())
}
