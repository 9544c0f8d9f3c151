use super::*;

#[test]
fn steps_that_were_read_go_on_as_if_they_had_all_their_room() {
    const MOST: usize = 100;
    let stored = |steps: &Steps<2>| {
        let mut list = Vec::new();
        steps.store(&mut list);
        (list, steps.bytes())
    };
    let read = |steps: &Steps<2>| {
        Steps::<2>::restore(&stored(steps).0, steps.classes(), MOST).expect("it was stored")
    };
    let mut kept = Steps::<2>::new(1);
    let mut again = kept.clone();
    for n in 0..4000u32 {
        let (key, turn) = (f64::from(n.wrapping_mul(2654435761) >> 8), n % 700);
        for steps in [&mut kept, &mut again] {
            match (turn, steps.len()) {
                (0..200, 0..MOST) => steps.insert(steps.below(key), key, MOST),
                (0..350, 1..) => steps.add(n as usize % steps.len(), n as usize % steps.classes(), 0.5),
                (350..600, 4..) => {
                    steps.remove(n as usize % steps.len());
                    steps.give_back();
                }
                (600, _) if steps.classes() < 4 => steps.insert_class(n as usize % 2),
                (601, 10..) => steps.make_room(40),
                (602, _) => {
                    steps.fuse(|key| (key / 1e6).ceil());
                    steps.give_back();
                }
                _ => {}
            }
        }
        assert_eq!(stored(&again), stored(&kept), "{n}");
        again = if n % 3 == 0 { read(&again) } else { again };
    }
}

#[test]
fn steps_that_were_read_have_no_room_to_spare() {
    let mut steps = Steps::<0>::new(2);
    (0..20).for_each(|n| steps.insert(n, n as f64, 100));
    let mut list = Vec::new();
    steps.store(&mut list);
    let mut again = Steps::<0>::restore(&list, 2, 100).expect("it was stored");
    // Two totals, the key and two weights of each step, and how much room there was.
    assert_eq!((again.data.len(), steps.data.len()), (2 + 3 * 20 + 1, 2 + 3 * 32));
    again.insert(20, 20.0, 100);
    assert_eq!((again.data.len(), again.bytes()), (2 + 3 * 32, steps.bytes()));
}
