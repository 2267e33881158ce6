//! The work list: inputs that wait to be expanded.

use crate::expand::Prediction;
use effigy_exec::guides::GivenBytes;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::time::Duration;

/// An input that waits to be expanded. The one that ran most that was new comes first. Most run nothing new: of equals the one
/// comes first whose side of a decision fewer inputs before it were made for, so that no loop keeps the search for itself; then
/// the one that was made first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Item {
    pub(crate) score: u64,
    before: Reverse<u64>,
    order: Reverse<u64>,
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
    /// The number of the seed that it comes from.
    pub(crate) seed: usize,
    /// How often it was expanded in part.
    pub(crate) parts: u64,
    /// The least orderly of the steps from the seed to it.
    pub(crate) steps: Steps,
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

/// The inputs that wait, those that solvers alone made of seeds by themselves: they are short and few, and what they lead to would wait
/// behind all that chance finds. Each of the two lists has half of the time.
#[derive(Default)]
pub(crate) struct WorkList {
    lists: [BinaryHeap<Item>; 2],
    spent: [Duration; 2],
    made: u64,
    /// How many inputs were made for each side of a decision in the program.
    sites: FxHashMap<u64, u64>,
    /// The edges that inputs ran which solvers alone made.
    ran: FxHashSet<u32>,
}

impl WorkList {
    pub(crate) fn push(&mut self, score: u64, origin: Origin, input: Vec<GivenBytes>) {
        let made = origin.site.map(|site| self.sites.entry(site).or_default());
        let before = made.map_or(0, |made| std::mem::replace(made, *made + 1));
        self.made += 1;
        let (before, order) = (Reverse(before), Reverse(self.made));
        let list = &mut self.lists[usize::from(origin.steps != Steps::Solved)];
        list.push(Item { score, before, order, origin, input });
    }

    /// How many of the edges no input ran yet that was made in this way. What chance ran before counts as new for what solvers make:
    /// where two new sides together are needed, the input of chance that took one of them may be far from the other.
    pub(crate) fn new_edges(&mut self, steps: Steps, covered: &[u32]) -> u64 {
        match steps {
            Steps::Solved => covered.iter().filter(|edge| self.ran.insert(**edge)).count() as u64,
            Steps::Swept | Steps::Chance => 0,
        }
    }

    /// The next input to expand.
    pub(crate) fn pop(&mut self) -> Option<Item> {
        let [alone, others] = &mut self.lists;
        let first = if self.spent[0] <= self.spent[1] { alone.pop() } else { others.pop() };
        first.or_else(|| alone.pop()).or_else(|| others.pop())
    }

    /// Notes how long an input took that was made so.
    pub(crate) fn took(&mut self, steps: Steps, time: Duration) {
        self.spent[usize::from(steps != Steps::Solved)] += time;
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
    use super::{Origin, Steps, WorkList};
    use std::time::Duration;

    #[test]
    fn what_solvers_made_alone_has_half_of_the_time() {
        let mut work = WorkList::default();
        for score in 0..10 {
            work.push(score, Origin::default(), Vec::new());
            work.push(
                1000 + score,
                Origin { steps: Steps::Swept, ..Origin::default() },
                Vec::new(),
            );
        }
        let mut scores = Vec::new();
        while let Some(item) = work.pop() {
            // The others take twice as long.
            let time = if item.origin.steps == Steps::Solved { 1 } else { 2 };
            work.took(item.origin.steps, Duration::from_secs(time));
            scores.push(item.score);
        }
        assert_eq!(scores[..7], [9, 1009, 8, 7, 1008, 6, 5]);
        assert_eq!(scores.len(), 20);
        assert!(work.is_empty());
    }
}
