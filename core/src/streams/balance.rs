//! Classes that take turns: rows are drawn until one of the class whose turn it is comes up.

use super::Walk;

/// Whose turn it is, if anybody's. Class 1 begins, as in MOA.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    balanced: bool,
    next: u32,
}

impl Turns {
    pub(super) fn new(balanced: bool) -> Turns {
        Turns { balanced, next: 1 }
    }

    /// Whether a row of this class is wanted; if it is, the other class comes next.
    pub(super) fn accept(&mut self, class: u32) -> bool {
        let wanted = !self.balanced || class == self.next;
        if wanted {
            self.next = 1 - self.next;
        }
        wanted
    }

    /// Leads over whose turn it is.
    pub(super) fn walk(&mut self, walk: &mut Walk) {
        walk.whole(&mut self.next, 1);
    }
}
