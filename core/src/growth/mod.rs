//! How a tree grows: a split that is granted, the children that come of it, and the tree that they become part of.

mod divide;
mod kept;
mod record;
mod replace;
mod tree;
mod unfolded;

pub use divide::{Growth, divide, divide_by};
pub use kept::Kept;
pub use record::Record;
pub use replace::{Replacement, replace};
pub use tree::{Child, Tree};
pub use unfolded::Unfolded;
