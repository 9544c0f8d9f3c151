//! Whether any of the rows that are about to be learned might be refused. Then the tree must be kept as it was before
//! the first of them, so that it can be restored.
//!
//! Only the names of columns and classes are learned without asking whether there is room. So the floor grows by these
//! names; whatever else makes it grow takes it to the last part of the budget at most.

use super::room::LAST;
use crate::bytes::tight_bytes;
use crate::learner::Learner;
use crate::rows::encode::{Labelling, new_classes};
use crate::schema::{Column, Schema};

impl Learner {
    /// True if the names of columns and classes that the first `rows` rows of a lesson bring might not fit beside the
    /// tree, which may have grown by then; `targets` are the columns of the rows.
    pub fn may_refuse(&self, targets: &[Option<usize>], lesson: &Labelling<'_>, rows: usize) -> bool {
        let Some(limit) = self.config.upkeep.budget() else { return false };
        let Schema { columns, classes: known, numeric, nominal, .. } = &self.schema;
        let new = targets.iter().flatten().filter(|column| columns[**column].slot.is_none()).count();
        let more = |now: usize, then: usize| then.saturating_sub(now);
        // Of either kind.
        let slots =
            |slots: &Vec<u32>| more(tight_bytes::<u32>(slots.len()), tight_bytes::<u32>(slots.len() + new));
        let seen = numeric.len() + nominal.len();
        let columns = more(tight_bytes::<Column>(seen), tight_bytes::<Column>(seen + new));
        let classes = new_classes(lesson, rows, known, limit);
        let classes = classes.map_or(0, |then| more(known.bytes_at(u64::MAX), then.bytes_at(u64::MAX)));
        let floor = self.floor(self.as_of(u64::MAX), self.tree.shape.len(), self.tree.shape.leaf_count());
        floor.max(limit - limit / LAST) + columns + slots(numeric) + slots(nominal) + classes > limit
    }
}
