//! How a tree grows: leaves take in their rows, a split that is granted becomes children, and what has grown on many
//! leaves at once is brought together in the order of the rows.

mod absorb;
mod divide;
mod kept;
mod parcel;
mod plot;
mod record;
mod replace;
mod replay;
mod scratch;
mod standing;
mod tend;
mod tree;
mod unfolded;

pub use absorb::{Absorb, Count};
pub use divide::{Growth, divide, divide_by};
pub use kept::Kept;
pub use parcel::{Ground, Harvest, Origin, Parcel};
pub use plot::Plot;
pub use record::Record;
pub use replace::{Replacement, replace};
pub use scratch::Scratch;
pub use standing::Standing;
pub use tend::tend;
pub use tree::{Child, Tree};
pub use unfolded::Unfolded;
