//! The work list: inputs that wait to be expanded.

use crate::expand::Prediction;
use effigy_exec::guides::GivenBytes;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::time::Duration;

/// An input that waits to be expanded. The one that ran most that was new comes first. Most run nothing new: of equals the one
/// comes first whose side of a decision fewer inputs before it were made for, so that no loop keeps the search for itself. Where there
/// were about as many, it is the one for whose side fewer were made behind the side of its parent, so that sides that are needed
/// together meet; then the one that was made first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Item {
    pub(crate) score: u64,
    before: Reverse<(u32, u64, u64)>,
    order: Reverse<u64>,
    pub(crate) list: List,
    pub(crate) origin: Origin,
    pub(crate) input: Vec<GivenBytes>,
}

/// Where an input comes from.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Origin {
    pub(crate) generation: u64,
    pub(crate) bound: usize,
    pub(crate) predicted: Option<Prediction>,
    /// The side that was asked for; none for a seed.
    pub(crate) site: Option<u64>,
    /// The same of its parent.
    pub(crate) after: Option<u64>,
    /// The number of the seed that it comes from.
    pub(crate) seed: usize,
    /// How often it was expanded in part.
    pub(crate) parts: u64,
    /// The least orderly of the steps from the seed to it.
    pub(crate) steps: Steps,
    /// Half of the score of its parent where this one is no seed.
    pub(crate) behind: u64,
}

/// Where an input comes from that is to be changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Base {
    /// How many steps it is away from a seed.
    pub(crate) generation: u64,
    /// The number of that seed.
    pub(crate) seed: usize,
    pub(crate) steps: Steps,
}

/// The input that another one is made of, and where what is made comes from.
pub(crate) type Parent = (Arc<[u8]>, Base);

impl Base {
    /// The same of an input that is made of this one by such a step.
    pub(crate) fn changed(self, step: Steps) -> Base {
        Base { generation: self.generation + 1, steps: self.steps.max(step), ..self }
    }
}

/// How an input was made of a seed, the most orderly way first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Steps {
    /// By solvers alone; a seed itself, too.
    #[default]
    Solved,
    /// By changes in order, one at a time.
    Swept,
    /// By chance, many changes at a time.
    Chance,
}

/// The lists of inputs that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum List {
    /// What solvers alone made of seeds: short and few, and what they lead to would wait behind all that chance finds.
    Solved,
    /// Of these the ones that run nothing new behind one that does: what takes two new sides comes first here.
    Behind,
    /// All others.
    Changed,
}

/// The first list has half of the time, the others a quarter each: their times are multiplied by these before they are compared.
const PARTS: [u32; 3] = [1, 2, 2];

/// The inputs that wait, in lists of which each has its part of the time.
#[derive(Default)]
pub(crate) struct WorkList {
    lists: [BinaryHeap<Item>; 3],
    spent: [Duration; 3],
    made: u64,
    /// How many inputs were made for each side of a decision in the program, and for each behind each other one.
    sites: FxHashMap<u64, u64>,
    pairs: FxHashMap<(Option<u64>, u64), u64>,
    /// The edges that inputs ran which solvers alone made.
    ran: FxHashSet<u32>,
}

impl WorkList {
    pub(crate) fn push(&mut self, score: u64, origin: Origin, input: Vec<GivenBytes>) {
        let before = origin.site.map_or((0, 0, 0), |site| {
            let of_pair = self.pairs.entry((origin.after, site)).or_default();
            let of_site = self.sites.entry(site).or_default();
            let counted = |made: &mut u64| std::mem::replace(made, *made + 1);
            let (of_pair, of_site) = (counted(of_pair), counted(of_site));
            // About as many: not four times as many.
            ((u64::BITS - of_site.leading_zeros()) / 2, of_pair, of_site)
        });
        self.made += 1;
        let (list, score) = match origin.steps {
            _ if origin.behind > score => (List::Behind, origin.behind),
            Steps::Solved => (List::Solved, score),
            Steps::Swept | Steps::Chance => (List::Changed, score),
        };
        let (before, order) = (Reverse(before), Reverse(self.made));
        self.lists[list as usize].push(Item { score, before, order, list, origin, input });
    }

    /// How many of the edges no input ran yet that was made in this way. What chance ran before counts as new for what solvers make:
    /// where two new sides together are needed, the input of chance that took one of them may be far from the other.
    pub(crate) fn new_edges(&mut self, steps: Steps, covered: &[u32]) -> u64 {
        match steps {
            Steps::Solved => covered.iter().filter(|edge| self.ran.insert(**edge)).count() as u64,
            Steps::Swept | Steps::Chance => 0,
        }
    }

    /// The next input to expand, from the list that had the least of its part of the time.
    pub(crate) fn pop(&mut self) -> Option<Item> {
        let there = (0..self.lists.len()).filter(|list| !self.lists[*list].is_empty());
        let list = there.min_by_key(|list| self.spent[*list] * PARTS[*list])?;
        self.lists[list].pop()
    }

    /// Notes how long an input of a list took.
    pub(crate) fn took(&mut self, list: List, time: Duration) {
        self.spent[list as usize] += time;
    }

    pub(crate) fn len(&self) -> usize {
        self.lists.iter().map(BinaryHeap::len).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::{List, Origin, Steps, WorkList};
    use std::time::Duration;

    #[test]
    fn of_equals_a_side_comes_first_that_was_seldom_asked_for_at_all_or_behind_its_parents() {
        let mut work = WorkList::default();
        let sides = [(None, 1), (None, 1), (None, 1), (Some(2), 1), (Some(2), 3)];
        for (bound, (after, site)) in sides.into_iter().enumerate() {
            let origin = Origin { bound, site: Some(site), after, ..Origin::default() };
            work.push(0, origin, Vec::new());
        }
        let order: Vec<usize> =
            std::iter::from_fn(|| work.pop()).map(|item| item.origin.bound).collect();
        assert_eq!(order, [0, 4, 1, 3, 2]);
    }

    #[test]
    fn each_list_has_its_part_of_the_time() {
        let mut work = WorkList::default();
        let behind = Origin { behind: 50, ..Origin::default() };
        let changed = Origin { steps: Steps::Swept, ..Origin::default() };
        for score in 0..10 {
            work.push(score, Origin::default(), Vec::new());
            work.push(score, behind, Vec::new());
            work.push(1000 + score, changed, Vec::new());
        }
        let (mut lists, mut scores) = (Vec::new(), Vec::new());
        while let Some(item) = work.pop() {
            // Changed ones take twice as long.
            let time = if item.list == List::Changed { 2 } else { 1 };
            work.took(item.list, Duration::from_secs(time));
            lists.push(item.list);
            scores.push(item.score);
        }
        let of = |list: List| lists[..10].iter().filter(|it| **it == list).count();
        assert_eq!([List::Solved, List::Behind, List::Changed].map(of), [5, 3, 2]);
        assert_eq!((scores[..3].to_vec(), scores.len()), (vec![9, 50, 1009], 30));
        assert!(work.is_empty());
    }

    #[test]
    fn an_edge_is_new_once_to_what_solvers_make() {
        let mut work = WorkList::default();
        assert_eq!(work.new_edges(Steps::Solved, &[1, 2]), 2);
        assert_eq!(work.new_edges(Steps::Chance, &[3]), 0);
        assert_eq!(work.new_edges(Steps::Solved, &[1, 2, 3]), 1);
        assert_eq!(work.new_edges(Steps::Solved, &[1, 2, 3]), 0);
    }

    #[test]
    fn of_equals_the_side_that_was_asked_for_least_comes_first() {
        let mut work = WorkList::default();
        for (number, site) in [7, 7, 7, 8, 9, 8].into_iter().enumerate() {
            let origin = Origin { site: Some(site), bound: number, ..Origin::default() };
            work.push(5, origin, Vec::new());
        }
        work.push(6, Origin { bound: 6, ..Origin::default() }, Vec::new());
        let order = std::iter::from_fn(|| work.pop()).map(|item| item.origin.bound);
        assert_eq!(order.collect::<Vec<_>>(), [6, 0, 3, 4, 1, 5, 2]);
    }
}
