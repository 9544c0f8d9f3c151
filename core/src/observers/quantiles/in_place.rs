//! A value for a full list of at most sixteen tuples, each of which stays in its slot.
//!
//! The same as counting the value, putting a new tuple among the others and deleting the cheapest; but the new one takes
//! the slot of the one that goes, and only the order changes. All that is asked of the tuples is asked of all of them
//! at once, in no order.

use super::order::Order;

/// Counts a value in a list without room: values, masses, what is open behind each, and a word with the order.
#[inline(always)]
pub fn observe(data: &mut [f64], x: f64, w: f64) {
    let len = data.len() / 3;
    let (values, rest) = data.split_at_mut(len);
    let (masses, rest) = rest.split_at_mut(len);
    let (behind, word) = rest.split_at_mut(len);
    let order = Order(word[0].to_bits());
    let (mut at, mut same) = (0, 0);
    for value in &*values {
        at += u64::from(*value < x);
        same |= u64::from(*value == x);
    }
    let at = at as usize;
    if same > 0 {
        masses[order.slot(at)] += w;
        return;
    }
    // The ends must stay, unless the new tuple is one.
    let first = if at > 0 { order.slot(0) } else { usize::MAX } as u64;
    let last = if at < len { order.slot(len - 1) } else { usize::MAX } as u64;
    // Costs are never negative: their bits are ordered as they are.
    let mut least = i64::MAX;
    for slot in 0..len {
        let cost = (masses[slot] + behind[slot]).to_bits() as i64;
        let cost = if (slot as u64 == first) | (slot as u64 == last) { i64::MAX } else { cost };
        least = if cost < least { cost } else { least };
    }
    let (mut found, mut equal) = (0, 0);
    for slot in 0..len {
        let cost = (masses[slot] + behind[slot]).to_bits() as i64;
        let cheap = (cost == least) & (slot as u64 != first) & (slot as u64 != last);
        found |= if cheap { slot as u64 } else { 0 };
        equal += u64::from(cheap);
    }
    let cost = f64::from_bits(least as u64);
    let mut victim = usize::from(at > 0);
    if equal == 1 {
        victim = order.place(found as usize);
    } else {
        while masses[order.slot(victim)] + behind[order.slot(victim)] != cost {
            victim += 1;
        }
    }
    let slot = order.slot(victim);
    let mass = masses[slot];
    let moved = usize::from(victim < at);
    let after = order.remove(victim).insert(at - moved, slot);
    values[slot] = x;
    masses[slot] = w;
    behind[slot] = if at > 0 { behind[order.slot(at - 1)] } else { 0.0 };
    behind[after.slot(victim - moved)] = cost;
    masses[after.slot(victim - moved + 1)] += mass;
    word[0] = f64::from_bits(after.0);
}
