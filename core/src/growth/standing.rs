//! What naive Bayes has made of the leaves that rows come back to, while rows are learned one by one.

use crate::predictors::Bayes;

/// The state of naive Bayes for leaves by their ids, until the shape of the tree changes. A few of them: a leaf takes
/// the place of another.
#[derive(Default)]
pub struct Standing {
    ids: Vec<u32>,
    states: Vec<Bayes>,
}

const PLACES: usize = 128;

impl Standing {
    /// The state for a leaf; it knows nothing yet if the leaf was not the last at its place.
    pub fn of(&mut self, id: u32) -> &mut Bayes {
        let place = id as usize % PLACES;
        if self.ids.len() <= place {
            self.ids.resize(place + 1, u32::MAX);
            self.states.resize_with(place + 1, Bayes::default);
        }
        if self.ids[place] != id {
            self.ids[place] = id;
            self.states[place].forget();
        }
        &mut self.states[place]
    }

    /// The state for a leaf, if there is one.
    pub fn known(&mut self, id: u32) -> Option<&mut Bayes> {
        let place = id as usize % PLACES;
        (self.ids.get(place) == Some(&id)).then(|| &mut self.states[place])
    }

    /// Forgets all leaves.
    pub fn clear(&mut self) {
        self.ids.fill(u32::MAX);
    }
}
