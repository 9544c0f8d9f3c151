//! The learning state as bytes, and its digest. Equal digests mean equal futures.
//!
//! One walk writes every number that a later row could depend on, in an order that the stream alone decides; the digest is the
//! SHA-256 of that walk. Column names, thread counts and capacities are not part of it: they change nothing that is learned.

mod read;
mod write;

pub use read::from_bytes;

use crate::learner::Learner;
use sha2::{Digest, Sha256};

/// First bytes of every model.
const MAGIC: &[u8; 8] = b"riparian";
/// Version of the layout.
const VERSION: u64 = 1;

/// The learning state, followed by what is only reported.
pub fn to_bytes(learner: &Learner) -> Vec<u8> {
    let mut bytes = write::state(learner);
    bytes.extend(learner.block_rows.to_le_bytes());
    bytes
}

/// SHA-256 over the complete learning state, in hexadecimal; `awaited` are columns declared nominal that have not come yet.
pub fn digest(learner: &Learner, awaited: &[String]) -> String {
    let mut hash = Sha256::new_with_prefix(write::state(learner));
    awaited.iter().for_each(|name| hash.update(format!("{}:{name}", name.len())));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
