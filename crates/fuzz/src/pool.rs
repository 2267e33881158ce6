//! Inputs that ran something new: what random mutations begin with, and what is kept of a search.

use crate::work::Base;
use effigy_base::random::Random;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Inputs among which one is picked.
const CANDIDATES: usize = 4;

/// The share of the newest inputs that half of the candidates come from.
const NEWEST: u64 = 8;

/// Edges among which one is picked, and the shortest inputs that are kept of each.
const EDGES: usize = 8;
const SHORTEST: usize = 4;

/// An input that ran something new.
#[derive(Debug)]
struct Kept {
    bytes: Arc<[u8]>,
    base: Base,
    /// How often it was picked.
    picked: u64,
}

/// An edge of the native program.
#[derive(Debug, Default)]
struct Edge {
    /// The numbers of the shortest inputs that run it, the shortest first.
    inputs: Vec<usize>,
    /// How often it was picked.
    picked: u64,
}

/// All of them, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    kept: Vec<Kept>,
    edges: Vec<Edge>,
    /// The place of an edge by its number.
    places: FxHashMap<u32, usize>,
}

impl Pool {
    pub(crate) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Adds an input that runs these edges.
    pub(crate) fn add(&mut self, bytes: &[u8], base: Base, covered: &[u32]) {
        let number = self.kept.len();
        self.kept.push(Kept { bytes: bytes.into(), base, picked: 0 });
        for edge in covered {
            let place = *self.places.entry(*edge).or_insert(self.edges.len());
            if place == self.edges.len() {
                self.edges.push(Edge::default());
            }
            let Some(Edge { inputs, .. }) = self.edges.get_mut(place) else { continue };
            let is_shorter = |other: &usize| self.kept[*other].bytes.len() <= bytes.len();
            let at = inputs.partition_point(is_shorter);
            if at < SHORTEST {
                inputs.insert(at, number);
                inputs.truncate(SHORTEST);
            }
        }
    }

    /// One at random: half of the time one for an edge, so that each edge has its turns, however many inputs come to others.
    pub(crate) fn pick(&mut self, random: &mut Random) -> Option<(Arc<[u8]>, Base)> {
        let of_edge = if random.below(2) == 0 { self.pick_for_edge(random) } else { None };
        let number = of_edge.or_else(|| self.pick_any(random))?;
        let kept = self.kept.get_mut(number)?;
        kept.picked += 1;
        Some((kept.bytes.clone(), kept.base))
    }

    /// A short input for an edge that was picked seldom.
    fn pick_for_edge(&mut self, random: &mut Random) -> Option<usize> {
        let count = self.edges.len() as u64;
        let some: [usize; EDGES] = std::array::from_fn(|_| random.below(count));
        let seldom =
            some.into_iter().min_by_key(|at| self.edges.get(*at).map(|edge| edge.picked))?;
        let edge = self.edges.get_mut(seldom)?;
        edge.picked += 1;
        random.pick(&edge.inputs).copied()
    }

    /// Rather a new one, and one that was picked seldom.
    fn pick_any(&self, random: &mut Random) -> Option<usize> {
        let count = self.kept.len() as u64;
        let mut best: Option<usize> = None;
        for candidate in 0..CANDIDATES {
            let among = if candidate % 2 == 0 { count } else { (count / NEWEST).max(1) };
            let at = self.kept.len().checked_sub(1 + random.below(among))?;
            if best.is_none_or(|best| self.kept[at].picked < self.kept[best].picked) {
                best = Some(at);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;
    use crate::work::{Base, Steps};
    use effigy_base::random::Random;

    #[test]
    fn an_edge_that_few_inputs_come_to_has_its_turns() {
        let (mut pool, mut random) = (Pool::default(), Random::new(1));
        pool.add(b"rare and long", Base::default(), &[1, 7]);
        pool.add(b"rare", Base::default(), &[1, 7]);
        for number in 0..1000u32 {
            pool.add(format!("common {number}").as_bytes(), Base::default(), &[1, 2]);
        }
        let mut rare = 0;
        for _ in 0..3000 {
            let kept = pool.pick(&mut random);
            rare += u32::from(kept.is_some_and(|(bytes, _)| bytes.starts_with(b"rare")));
        }
        // Of half of the picks a third is for the edge 7, and one of the inputs for the edge 1 is short.
        assert!((300..1500).contains(&rare), "{rare}");
    }

    #[test]
    fn the_shortest_inputs_of_an_edge_are_kept_for_it() {
        let (mut pool, mut random) = (Pool::default(), Random::new(1));
        for length in (1..=9).chain([3]).rev() {
            pool.add(&vec![b'x'; length], Base::default(), &[7]);
        }
        for _ in 0..100 {
            let number = pool.pick_for_edge(&mut random).expect("the edge has inputs");
            assert!(pool.kept[number].bytes.len() <= 3, "{number}");
        }
    }

    #[test]
    fn inputs_without_edges_are_picked_too() {
        let (mut pool, mut random) = (Pool::default(), Random::new(1));
        assert!(pool.pick(&mut random).is_none());
        let only = Base { generation: 3, seed: 2, steps: Steps::Swept };
        pool.add(b"only", only, &[]);
        let (bytes, base) = pool.pick(&mut random).expect("there is one");
        assert_eq!((&*bytes, base), (&b"only"[..], only));
    }

    #[test]
    fn what_is_new_has_its_turns_until_it_had_as_many_as_others() {
        let (mut pool, mut random) = (Pool::default(), Random::new(1));
        for number in 0..100 {
            pool.add(format!("{number}").as_bytes(), Base::default(), &[]);
        }
        for _ in 0..5000 {
            pool.pick(&mut random);
        }
        pool.add(b"new", Base::default(), &[]);
        let picked = |pool: &mut Pool, random: &mut Random, wanted: &[u8]| {
            let picks = (0..300).filter_map(|_| pool.pick(random));
            picks.filter(|(bytes, _)| **bytes == *wanted).count()
        };
        let new = picked(&mut pool, &mut random, b"new");
        // About every sixth pick, since most candidates come from the newest; the others had 50 each.
        assert!((25..=60).contains(&new), "{new}");
        let mut pool = Pool::default();
        for edge in 0..100 {
            pool.add(format!("{edge}").as_bytes(), Base::default(), &[edge]);
        }
        for _ in 0..10_000 {
            pool.pick_for_edge(&mut random);
        }
        pool.add(b"edge", Base::default(), &[100]);
        let number = pool.kept.len() - 1;
        let picks = (0..300).filter(|_| pool.pick_for_edge(&mut random) == Some(number));
        // With the edge among eight in every twelfth pick.
        let new = picks.count();
        assert!((12..=60).contains(&new), "{new}");
    }
}
