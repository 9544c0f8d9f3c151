//! How many bytes a structure holds on the heap, what the allocator adds included.
//!
//! Bytes are counted from what is stored, never from what happens to be reserved: a budget acts on them, and a tree
//! that was saved and read back must act as if it had never stopped. So every list has the room that growing one by
//! one gives it.

/// What an allocation of `size` bytes takes: an eight-byte header, rounded up to sixteen, thirty-two at least.
pub fn block_bytes(size: usize) -> usize {
    if size == 0 { 0 } else { (size + 8).next_multiple_of(16).max(32) }
}

/// Bytes behind a list that has no room to spare, without what its elements own.
pub fn box_bytes<T>(list: &[T]) -> usize {
    block_bytes(size_of_val(list))
}

/// Adds to a list that grows by an eighth at a time: little is kept in reserve.
pub fn push_tight<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(tight_room(list.len() + 1) - list.len());
    }
    list.push(item);
}

/// Room of a list of `len` elements that grew by an eighth at a time.
pub fn tight_room(len: usize) -> usize {
    let mut room = ROOMS[ROOMS.partition_point(|room| *room < len).min(ROOMS.len() - 1)];
    while room < len {
        room = wider(room);
    }
    room
}

const fn wider(room: usize) -> usize {
    room + room / 8 + 4
}

/// The rooms of short lists and of long ones, up to ninety million elements.
const ROOMS: [usize; 128] = {
    let mut rooms = [0; 128];
    let mut at = 1;
    while at < rooms.len() {
        rooms[at] = wider(rooms[at - 1]);
        at += 1;
    }
    rooms
};

/// Bytes behind a list that grows by an eighth at a time, without what its elements own.
pub fn tight_bytes<T>(len: usize) -> usize {
    block_bytes(tight_room(len) * size_of::<T>())
}

/// Bytes behind a hash map of so many entries that came one by one: buckets, one control byte each, and a group of
/// sixteen.
pub fn map_bytes<K, V>(len: usize) -> usize {
    let buckets = match len {
        0 => return 0,
        1..=3 => 4,
        4..=7 => 8,
        // A map is at most seven eighths full.
        _ => (len * 8).div_ceil(7).next_power_of_two(),
    };
    block_bytes(buckets * (size_of::<(K, V)>() + 1) + 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn room_is_what_growing_one_by_one_gives() {
        let (mut list, mut map) = (Vec::new(), HashMap::new());
        for n in 0..5000u64 {
            assert_eq!(list.capacity(), tight_room(n as usize));
            push_tight(&mut list, n);
            map.insert(n, n);
            let buckets = (map_bytes::<u64, u64>(map.len()) - 24) / 17;
            assert!(map.capacity() <= buckets && map.capacity() * 2 + 8 > buckets, "{n}");
        }
    }
}
