//! Which columns a leaf no longer looks at.
//!
//! A leaf that has dropped columns sees rows without them: its observers stand closer together and know nothing of
//! it. Slots are the columns of the tree, places those that the leaf still has.

use crate::bytes::{block_bytes, box_bytes};
use crate::rows::{Block, Encoded, Lesson, Values};

/// The slots that were dropped, ascending.
#[derive(Clone, Default, Debug)]
pub struct Lens {
    /// Numeric slots.
    pub numeric: Box<[u32]>,
    /// Nominal slots.
    pub nominal: Box<[u32]>,
}

/// The slot at a place, when these slots were dropped.
pub fn slot_at(dropped: &[u32], place: usize) -> usize {
    dropped.iter().fold(place, |slot, dropped| slot + usize::from(*dropped as usize <= slot))
}

/// The place of a slot, when these slots were dropped, and not this one.
pub fn place_of(dropped: &[u32], slot: usize) -> usize {
    slot - dropped.partition_point(|dropped| (*dropped as usize) < slot)
}

/// More slots that are dropped, given by their places.
pub fn drop_places(dropped: &[u32], places: &[usize]) -> Box<[u32]> {
    let more = places.iter().map(|place| slot_at(dropped, *place) as u32);
    let mut all: Vec<u32> = dropped.iter().copied().chain(more).collect();
    all.sort_unstable();
    all.into()
}

impl Lens {
    /// Bytes on the heap, its own included.
    pub fn bytes(&self) -> usize {
        block_bytes(size_of::<Lens>()) + box_bytes(&self.numeric) + box_bytes(&self.nominal)
    }

    /// Some rows of a block as the leaf sees them.
    pub fn view(&self, block: &Block<'_>, rows: &[u32]) -> Encoded {
        let kept = |width: usize, dropped: &[u32]| -> Vec<usize> {
            (0..width).filter(|slot| dropped.binary_search(&(*slot as u32)).is_err()).collect()
        };
        let (numeric, nominal) =
            (kept(block.numeric_width, &self.numeric), kept(block.nominal_width, &self.nominal));
        let mut view = Encoded {
            values: Values {
                rows: rows.len(),
                numeric_width: numeric.len(),
                nominal_width: nominal.len(),
                categories: block.categories,
                gaps: block.gaps,
                ..Values::default()
            },
            lesson: Lesson {
                before: block.before,
                settled_classes: block.settled_classes,
                ..Lesson::default()
            },
        };
        for index in rows {
            let row = block.row(*index as usize);
            view.values.numbers.extend(numeric.iter().map(|slot| row.numbers[*slot]));
            view.values.codes.extend(nominal.iter().map(|slot| row.codes[*slot]));
            view.lesson.classes.push(row.class);
            view.lesson.weights.push(row.weight);
        }
        view
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_slots_are_each_others_inverse() {
        let dropped = [0, 3, 4, 9];
        let slots: Vec<usize> = (0..8).map(|place| slot_at(&dropped, place)).collect();
        assert_eq!(slots, [1, 2, 5, 6, 7, 8, 10, 11]);
        for (place, slot) in slots.into_iter().enumerate() {
            assert_eq!(place_of(&dropped, slot), place);
        }
        assert_eq!(*drop_places(&dropped, &[0, 2]), [0, 1, 3, 4, 5, 9]);
    }
}
