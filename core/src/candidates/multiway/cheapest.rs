//! Which of many places is the cheapest, while their costs change: a tournament.
//!
//! Every inner node holds the winner of the two below, so that a change costs one match per level at most and nothing is
//! ever stale. Of equal costs the lowest place wins.

/// Places with costs; a place that is not for sale costs infinitely much.
#[derive(Default)]
pub struct Cheapest {
    costs: Vec<f64>,
    /// Node 1 is the final; the match of node `i` is between the winners of `2 i` and `2 i + 1`.
    winners: Vec<u32>,
    size: usize,
}

impl Cheapest {
    /// Begins anew with a cost for each place, from place 0 on.
    pub fn begin(&mut self, costs: impl Iterator<Item = f64>) {
        self.costs.clear();
        self.costs.extend(costs);
        self.size = self.costs.len().next_power_of_two();
        self.costs.resize(self.size, f64::INFINITY);
        self.winners.clear();
        self.winners.resize(self.size, 0);
        self.winners.extend(0..self.size as u32);
        for node in (1..self.size).rev() {
            self.play(node);
        }
    }

    /// Changes the cost of a place.
    pub fn set(&mut self, place: usize, cost: f64) {
        self.costs[place] = cost;
        let mut node = (self.size + place) / 2;
        while node > 0 {
            let before = self.winners[node];
            self.play(node);
            // Who won there before and wins again costs what it did: above all is as it was.
            if self.winners[node] == before && before != place as u32 {
                break;
            }
            node /= 2;
        }
    }

    /// Takes a place off the market.
    pub fn remove(&mut self, place: usize) {
        self.set(place, f64::INFINITY);
    }

    /// The cheapest place; nothing if none is for sale.
    pub fn place(&self) -> Option<usize> {
        let place = *self.winners.get(1)? as usize;
        (self.costs[place] < f64::INFINITY).then_some(place)
    }

    fn play(&mut self, node: usize) {
        let (low, high) = (self.winners[2 * node], self.winners[2 * node + 1]);
        let high_wins = self.costs[high as usize] < self.costs[low as usize];
        self.winners[node] = if high_wins { high } else { low };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::multiway::testing::random;

    #[test]
    fn the_lowest_of_equals_wins() {
        let mut market = Cheapest::default();
        market.begin([3.0, 1.0, 2.0, 1.0, 1.0].into_iter());
        let mut order = Vec::new();
        while let Some(place) = market.place() {
            order.push(place);
            market.remove(place);
        }
        assert_eq!(order, [1, 3, 4, 2, 0]);
    }

    #[test]
    fn one_place_and_none() {
        let mut market = Cheapest::default();
        assert_eq!(market.place(), None);
        market.begin([5.0].into_iter());
        assert_eq!(market.place(), Some(0));
        market.remove(0);
        assert_eq!(market.place(), None);
        market.begin(std::iter::empty());
        assert_eq!(market.place(), None);
    }

    #[test]
    fn changes_are_seen_at_once() {
        let mut draw = random(1);
        let mut market = Cheapest::default();
        for size in 2..40 {
            let mut costs: Vec<f64> = (0..size).map(|_| draw(6) as f64).collect();
            market.begin(costs.iter().copied());
            for _ in 0..100 {
                let place = draw(size) as usize;
                costs[place] = draw(6) as f64;
                market.set(place, costs[place]);
                let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
                assert_eq!(market.place(), costs.iter().position(|cost| *cost == least));
            }
        }
    }
}
