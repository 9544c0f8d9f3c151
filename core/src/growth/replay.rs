//! Brings harvests in: the changes of shape are made in the order of the rows that caused them, so that ids come out as if
//! the rows had come one by one.

use super::parcel::{Harvest, Origin};
use super::plot::Event;
use super::{Plot, Tree};
use crate::leaf::Leaf;

/// What made a change of shape, by the number of the harvest.
#[derive(Clone, Copy)]
enum Source {
    /// A category that is new to a node.
    New(usize),
    /// A change below a leaf.
    Plot(usize, Event),
}

/// A harvest that is being brought in.
struct Sheaf {
    origin: Origin,
    /// The leaf, until it is in the tree.
    leaf: Leaf,
    /// Its node; a leaf that is new may never get one.
    root: u32,
    plot: Option<Box<Plot>>,
}

impl Tree {
    /// Brings harvests of one block in; gives the nodes that took in rows, and those that came of them.
    pub fn replay(&mut self, harvests: Vec<Harvest>) -> Vec<u32> {
        let mut events: Vec<(u64, Source)> = Vec::new();
        for (number, harvest) in harvests.iter().enumerate() {
            events.extend(harvest.first.map(|row| (row, Source::New(number))));
        }
        for (number, harvest) in harvests.iter().enumerate() {
            let changes = harvest.plot.iter().flat_map(|plot| &plot.events);
            events.extend(changes.map(|(row, event)| (*row, Source::Plot(number, *event))));
        }
        let mut sheaves: Vec<Sheaf> = Vec::with_capacity(harvests.len());
        for Harvest { origin, leaf, plot, .. } in harvests {
            let mut sheaf = Sheaf { origin, leaf, root: u32::MAX, plot };
            if let Origin::Leaf(id) = origin {
                sheaf.root = id;
                *self.leaf_mut(id) = std::mem::take(&mut sheaf.leaf);
            }
            sheaves.push(sheaf);
        }
        events.sort_by_key(|(row, _)| *row);
        for (_, source) in events {
            match source {
                Source::New(number) => sheaves[number].take_root(self),
                Source::Plot(number, event) => sheaves[number].apply(event, self),
            }
        }
        let below = sheaves.iter().filter_map(|sheaf| sheaf.plot.as_ref()).flat_map(|plot| &plot.ids[1..]);
        let nodes = sheaves.iter().map(|sheaf| &sheaf.root).chain(below);
        nodes.filter(|id| **id != u32::MAX).copied().collect()
    }
}

impl Sheaf {
    /// The first row that is learned makes the leaf of a category that is new.
    fn take_root(&mut self, tree: &mut Tree) {
        if let Origin::New { parent, code } = self.origin {
            self.root = tree.sprout(parent, code, std::mem::take(&mut self.leaf));
        }
    }

    fn apply(&mut self, event: Event, tree: &mut Tree) {
        if let Some(plot) = &mut self.plot {
            plot.ids[0] = self.root;
            plot.apply(event, tree);
        }
    }
}
