//! How many bytes a structure holds on the heap: capacity, not length, and what the allocator adds.

use std::collections::HashMap;

/// What an allocation of `size` bytes takes: an eight-byte header, rounded up to sixteen, thirty-two at least.
pub fn block_bytes(size: usize) -> usize {
    if size == 0 { 0 } else { (size + 8).next_multiple_of(16).max(32) }
}

/// Bytes behind a vector, without what its elements own.
pub fn vec_bytes<T>(vec: &Vec<T>) -> usize {
    block_bytes(vec.capacity() * size_of::<T>())
}

/// Bytes behind a boxed slice, without what its elements own.
pub fn box_bytes<T>(list: &[T]) -> usize {
    block_bytes(size_of_val(list))
}

/// Adds to a list that grows by an eighth at a time: little is kept in reserve.
pub fn push_tight<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 4);
    }
    list.push(item);
}

/// Bytes behind a hash map, without what its entries own: buckets, one control byte each, and a group of sixteen.
pub fn hash_map_bytes<K, V, S>(map: &HashMap<K, V, S>) -> usize {
    let buckets = match map.capacity() {
        0 => return 0,
        1..=3 => 4,
        4..=7 => 8,
        capacity => (capacity * 8 / 7).next_power_of_two(),
    };
    block_bytes(buckets * (size_of::<(K, V)>() + 1) + 16)
}
