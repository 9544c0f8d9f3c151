//! What has this leaf seen? Class weights, observers and the attempt clock. Knows nothing of rules.

mod branches;
mod frozen;
mod lens;
mod score;

pub use branches::{branches, present};
pub use frozen::Frozen;
pub use lens::{Lens, slot_at};
pub use score::{Right, Score};

use crate::bytes::box_bytes;
use crate::counts::{effective, left_of};
use crate::observers::{Alone, Nominal, Numeric, Observer};
use crate::rows::{Block, Row};
use crate::tree::Test;

/// What a leaf knows of one class.
#[derive(Clone, Copy)]
pub struct Tally {
    /// The class.
    pub class: u32,
    /// Its weight, inherited at creation plus own.
    pub votes: f64,
    /// Weight of its rows that arrived after creation.
    pub own: f64,
}

/// The statistics of one leaf.
#[derive(Clone, Default)]
pub struct Leaf {
    /// The classes present, ascending. Observers know them by their place in this list.
    pub tallies: Box<[Tally]>,
    /// Sum of the votes; of those since it was thawed, if it was ever frozen.
    pub weight: f64,
    /// Sum of squared weights, inherited share plus own.
    pub weight_sq: f64,
    /// Sum of squared weights of own rows.
    pub own_sq: f64,
    /// Who would have been right, if the predictor keeps score.
    pub score: Score,
    /// Rows since the last attempt.
    pub since: u32,
    /// Whether its observers were given up to save memory.
    pub frozen: Frozen,
    /// Numeric columns.
    pub numeric: Numeric,
    /// Nominal columns.
    pub nominal: Nominal,
    /// Columns that it no longer looks at, if there are any.
    pub lens: Option<Box<Lens>>,
}

/// A row this much heavier than all others together leaves them less than half of their digits.
const HEAVY: f64 = 1e5;

/// True if sums of such weights are exact: multiples of a millionth (2^-20), and not too many.
fn adds_exactly(weight: f64) -> bool {
    weight < 4_294_967_296.0 && (weight * 1_048_576.0).fract() == 0.0
}

impl Leaf {
    /// A leaf that knows nothing.
    pub fn new(observer: Observer) -> Leaf {
        Leaf { numeric: Numeric::new(observer), ..Leaf::default() }
    }

    /// A leaf that inherits class weights (ascending codes); `spread` is the squared weight per unit of weight.
    pub fn with_votes(numeric: Numeric, votes: &[(u32, f64)], spread: f64) -> Leaf {
        let kept = votes.iter().filter(|(_, votes)| *votes > 0.0);
        let tallies = kept.map(|(class, votes)| Tally { class: *class, votes: *votes, own: 0.0 });
        let mut leaf = Leaf::with_tallies(numeric, tallies.collect());
        leaf.weight = leaf.voted();
        leaf.weight_sq = leaf.weight * spread;
        leaf
    }

    /// A leaf that knows these classes (ascending codes) and nothing else.
    pub fn with_tallies(numeric: Numeric, tallies: Box<[Tally]>) -> Leaf {
        let mut leaf = Leaf { tallies, numeric, ..Leaf::default() };
        leaf.open_classes();
        leaf
    }

    /// The same leaf as if it were frozen: its class weights, and no observers.
    pub fn without_observers(&self) -> Leaf {
        let frozen = if self.frozen.is_frozen() { self.frozen } else { Frozen::new(0) };
        let mut leaf = Leaf { tallies: self.tallies.clone(), frozen, ..Leaf::default() };
        leaf.open_classes();
        leaf
    }

    /// Number of classes present.
    #[inline(always)]
    pub fn classes(&self) -> usize {
        self.tallies.len()
    }

    /// Number of classes with weight, inherited weight included. A window may leave a class without any.
    pub fn classes_with_weight(&self) -> usize {
        self.tallies.iter().filter(|tally| tally.votes > 0.0).count()
    }

    /// Weight of all votes.
    pub fn voted(&self) -> f64 {
        // Not `sum`, which makes -0 of nothing.
        self.tallies.iter().fold(0.0, |sum, tally| sum + tally.votes)
    }

    /// Classes with their votes.
    pub fn votes(&self) -> impl Iterator<Item = (u32, f64)> {
        self.tallies.iter().map(|tally| (tally.class, tally.votes))
    }

    /// Class weights of the rows that arrived after creation.
    pub fn own(&self) -> impl Iterator<Item = f64> {
        self.tallies.iter().map(|tally| tally.own)
    }

    /// Effective number of rows that arrived after creation; none if none did.
    pub fn own_rows(&self) -> f64 {
        effective(self.own().sum(), self.own_sq)
    }

    /// The place of a class, if the leaf knows it.
    #[inline(always)]
    pub fn place(&self, class: u32) -> Option<usize> {
        match self.tallies.get(class as usize) {
            Some(found) if found.class == class => Some(class as usize),
            _ => self.tallies.binary_search_by_key(&class, |tally| tally.class).ok(),
        }
    }

    /// The place of a class; a new one is made where it belongs.
    #[inline(always)]
    pub fn place_for(&mut self, class: u32) -> usize {
        match self.place(class) {
            Some(place) => place,
            None => self.insert_class(class),
        }
    }

    #[cold]
    fn insert_class(&mut self, class: u32) -> usize {
        let place = self.tallies.partition_point(|tally| tally.class < class);
        let mut tallies = self.tallies.to_vec();
        tallies.insert(place, Tally { class, votes: 0.0, own: 0.0 });
        self.tallies = tallies.into();
        self.numeric.insert_class(place);
        self.nominal.insert_class(place);
        place
    }

    /// Counts one row whose class stands at `place`: all that a leaf keeps but its numeric columns.
    #[inline(always)]
    pub fn count(&mut self, place: usize, row: &Row<'_>) {
        let w = row.weight;
        let tally = &mut self.tallies[place];
        tally.votes += w;
        tally.own += w;
        self.weight += w;
        self.weight_sq += w * w;
        self.own_sq += w * w;
        self.since = self.since.saturating_add(1);
        if self.frozen.is_frozen() {
            return;
        }
        if !row.codes.is_empty() {
            self.nominal.observe(place, row.codes, w);
        }
        if row.numbers.len() > self.numeric.width() {
            self.numeric.widen(row.numbers);
        }
    }

    /// Learns one row of a block; its class stands at `place`.
    #[inline(always)]
    pub fn observe(&mut self, place: usize, row: &Row<'_>, block: &Block<'_>) {
        self.count(place, row);
        self.numeric.observe(place, block, row.index as u32);
    }

    /// Takes back a row that was counted, and who was right about it; false if a column could not take it back exactly.
    /// There must be no inherited votes.
    pub fn forget(&mut self, row: &Row<'_>, right: Right) -> bool {
        let Some(place) = self.place(row.class) else { return false };
        let w = row.weight;
        let exact = adds_exactly(self.weight) && adds_exactly(w);
        let less = |held: &mut f64, w: f64| *held = left_of(*held, w).unwrap_or(0.0);
        let tally = &mut self.tallies[place];
        less(&mut tally.own, w);
        tally.votes = tally.own;
        less(&mut self.weight, w);
        less(&mut self.weight_sq, w * w);
        less(&mut self.own_sq, w * w);
        self.score.forget(right, w);
        let known = self.nominal.forget(place, row.codes, w);
        // Beside a far heavier row light ones were rounded away.
        let known = known && (exact || w <= HEAVY * self.weight);
        match &mut self.numeric {
            Numeric::Gaussian(normals) => normals.forget(place, row.numbers, w) && known,
            numeric => numeric.forget(row.numbers, place, w) && known,
        }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        box_bytes(&self.tallies) + self.observed_bytes()
    }

    /// Bytes of the observers on the heap.
    pub fn observed_bytes(&self) -> usize {
        self.numeric.bytes() + self.nominal.bytes() + self.lens.as_ref().map_or(0, |lens| lens.bytes())
    }

    /// Numeric slots that it no longer looks at.
    fn without_numeric(&self) -> &[u32] {
        self.lens.as_ref().map_or(&[], |lens| &lens.numeric)
    }

    /// Nominal slots that it no longer looks at.
    fn without_nominal(&self) -> &[u32] {
        self.lens.as_ref().map_or(&[], |lens| &lens.nominal)
    }

    /// True if the leaf has seen a value of the numeric column at this place.
    pub fn has_numbers(&self, place: usize) -> bool {
        self.numeric.is_seen(place, self.classes())
    }

    /// True if the leaf has seen a value of the nominal column at this place.
    pub fn has_categories(&self, place: usize) -> bool {
        (0..self.classes()).any(|class| self.nominal.totals(class)[place] > 0.0)
    }

    /// Columns that it has seen a value of.
    pub fn columns_seen(&self) -> usize {
        (0..self.numeric.width()).filter(|at| self.has_numbers(*at)).count()
            + (0..self.nominal.width()).filter(|at| self.has_categories(*at)).count()
    }

    /// The numeric slot that stands at a place among its observers.
    #[inline(always)]
    pub fn numeric_slot(&self, place: usize) -> usize {
        lens::slot_at(self.without_numeric(), place)
    }

    /// The nominal slot that stands at a place among its observers.
    #[inline(always)]
    pub fn nominal_slot(&self, place: usize) -> usize {
        lens::slot_at(self.without_nominal(), place)
    }

    /// The place of a numeric slot among its observers.
    pub fn numeric_place(&self, slot: u32) -> usize {
        lens::place_of(self.without_numeric(), slot as usize)
    }

    /// The place of a nominal slot among its observers.
    pub fn nominal_place(&self, slot: u32) -> usize {
        lens::place_of(self.without_nominal(), slot as usize)
    }

    /// What it has observed of a numeric slot, if it looks at it.
    pub fn observed(&self, slot: u32) -> Option<Alone> {
        let place = self.numeric_place(slot);
        let looks = !self.without_numeric().contains(&slot) && place < self.numeric.width();
        looks.then(|| Alone::of(&self.numeric, self.classes(), place))
    }

    /// True if it has seen a value of the column of a test.
    pub fn observes(&self, test: Test) -> bool {
        match test {
            Test::Cut { slot, .. } | Test::Intervals { slot, .. } => {
                let place = self.numeric_place(slot);
                !self.without_numeric().contains(&slot)
                    && place < self.numeric.width()
                    && self.has_numbers(place)
            }
            Test::One { slot, .. } | Test::Many { slot } => {
                let place = self.nominal_place(slot);
                !self.without_nominal().contains(&slot)
                    && place < self.nominal.width()
                    && self.has_categories(place)
            }
        }
    }

    /// Looks no longer at the columns at these places, and gives up what it knows of them.
    pub fn drop_columns(&mut self, numeric: &[usize], nominal: &[usize]) {
        if numeric.is_empty() && nominal.is_empty() {
            return;
        }
        self.lens = Some(Box::new(Lens {
            numeric: lens::drop_places(self.without_numeric(), numeric),
            nominal: lens::drop_places(self.without_nominal(), nominal),
        }));
        self.numeric.remove(numeric);
        self.nominal.remove(nominal);
    }

    /// Gives up what was observed to save memory. The votes stay.
    pub fn freeze(&mut self) {
        self.frozen = Frozen::new(self.observed_bytes());
        (self.numeric, self.nominal, self.lens) = (Numeric::default(), Nominal::default(), None);
        (self.score, self.since) = (Score::default(), 0);
        self.open_classes();
    }

    /// Tells empty observers which classes there are.
    pub fn open_classes(&mut self) {
        for place in 0..self.classes() {
            self.numeric.insert_class(place);
            self.nominal.insert_class(place);
        }
    }

    /// Begins to observe again, with nothing but the votes.
    pub fn thaw(&mut self, observer: Observer) {
        self.frozen = Frozen::default();
        (self.numeric, self.nominal) = (Numeric::new(observer), Nominal::default());
        self.open_classes();
        self.tallies.iter_mut().for_each(|tally| tally.own = 0.0);
        // The bound must not count rows that nobody has observed.
        (self.weight, self.weight_sq, self.own_sq, self.since) = (0.0, 0.0, 0.0, 0);
    }

    /// Numbers stored: what the leaf's bytes are for.
    pub fn numbers(&self) -> usize {
        3 * self.classes() + 6 + self.numeric.numbers() + self.nominal.numbers()
    }
}
