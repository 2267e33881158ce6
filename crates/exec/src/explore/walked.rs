//! What of an execution tree is walked, by its leaves, and what is still open.

use crate::data::trail::{Choice, Decision, WorkItem};
use std::sync::Arc;

/// The walked part of a tree. Parts that are walked to their ends take no memory.
#[derive(Debug, Default)]
pub struct Walked {
    forks: Vec<Fork>,
    /// Places in `forks` that are free again.
    free: Vec<usize>,
    root: Part,
    /// How many forks were met.
    met: u64,
}

/// What is known of the part of the tree below a side of a fork.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    /// Nothing: it is open.
    #[default]
    Unknown,
    /// It begins with this fork.
    Fork(usize),
    /// It is walked to its ends.
    Done,
}

#[derive(Debug)]
struct Fork {
    /// The fork before it, and which of that fork's open sides leads here.
    parent: Option<(usize, usize)>,
    /// The choices between the two that opened no fork.
    before: Vec<Choice>,
    /// The question that the fork answers.
    question: u64,
    /// The feasible sides.
    open: Arc<[u32]>,
    /// What lies below each of them.
    below: Vec<Part>,
}

impl Walked {
    /// Nothing is walked.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a leaf: its choices, first one first, and the feasible sides of the forks among them. `false`, and nothing
    /// is added, when it lies in a part that is walked already, or does not fit the leaves before it.
    pub fn add(&mut self, trail: &[Choice], open: &[Arc<[u32]>]) -> bool {
        if !fits(trail, open) {
            return false;
        }
        // The part that the choices so far lead to, and where the choices since the last fork begin.
        let mut at: Option<(usize, usize)> = None;
        let mut since = 0;
        let mut forks = open.iter();
        for (index, choice) in trail.iter().enumerate() {
            let Some(side) = choice.side() else { continue };
            let Some(open) = forks.next() else { return false };
            let before = trail.get(since..index).unwrap_or_default();
            let fork = match self.part(at) {
                Part::Done => return false,
                Part::Fork(id) if self.forks[id].is(before, choice.question, open) => id,
                Part::Fork(_) => return false,
                Part::Unknown => {
                    let below = vec![Part::Unknown; open.len()];
                    let (before, question) = (before.to_vec(), choice.question);
                    self.grow(Fork { parent: at, before, question, open: open.clone(), below })
                }
            };
            let Some(place) = open.iter().position(|s| *s == side) else { return false };
            at = Some((fork, place));
            since = index + 1;
        }
        let new = self.part(at) == Part::Unknown;
        if new {
            self.finish(at);
        }
        new
    }

    fn part(&self, at: Option<(usize, usize)>) -> Part {
        at.map_or(self.root, |(fork, place)| self.forks[fork].below[place])
    }

    fn set(&mut self, at: Option<(usize, usize)>, part: Part) {
        match at {
            None => self.root = part,
            Some((fork, place)) => self.forks[fork].below[place] = part,
        }
    }

    /// Puts a new fork into a part of which nothing is known.
    fn grow(&mut self, fork: Fork) -> usize {
        let at = fork.parent;
        self.met += 1;
        let id = match self.free.pop() {
            Some(id) => {
                self.forks[id] = fork;
                id
            }
            None => {
                self.forks.push(fork);
                self.forks.len() - 1
            }
        };
        self.set(at, Part::Fork(id));
        id
    }

    /// A part is walked, and so is the one above it when it was the last one there.
    fn finish(&mut self, mut at: Option<(usize, usize)>) {
        loop {
            self.set(at, Part::Done);
            let Some((fork, _)) = at else { break };
            if self.forks[fork].below.iter().any(|part| *part != Part::Done) {
                break;
            }
            at = self.forks[fork].parent;
            self.forks[fork].before = Vec::new();
            self.free.push(fork);
        }
    }

    /// How many forks the tree has above its leaves.
    pub fn forks(&self) -> u64 {
        self.met
    }

    /// The parts that are open.
    pub fn open(&self) -> Vec<WorkItem> {
        match self.root {
            Part::Unknown => return vec![WorkItem::default()],
            Part::Done => return Vec::new(),
            Part::Fork(_) => {}
        }
        let mut items = Vec::new();
        let mut pending = vec![self.root];
        while let Some(part) = pending.pop() {
            let Part::Fork(id) = part else { continue };
            for (place, below) in self.forks[id].below.iter().enumerate() {
                match below {
                    Part::Unknown => items.push(self.item(id, place)),
                    Part::Fork(_) => pending.push(*below),
                    Part::Done => {}
                }
            }
        }
        items
    }

    /// The part below a side of a fork.
    fn item(&self, fork: usize, place: usize) -> WorkItem {
        let mut choices = Vec::new();
        let mut open = Vec::new();
        let mut at = Some((fork, place));
        while let Some((id, place)) = at {
            let fork = &self.forks[id];
            let took =
                |side: &u32| Choice { question: fork.question, answer: Decision::Took(*side) };
            choices.extend(fork.open.get(place).map(took));
            choices.extend(fork.before.iter().rev());
            open.push(fork.open.clone());
            at = fork.parent;
        }
        open.reverse();
        WorkItem { choices, open: open.into() }
    }
}

impl Fork {
    fn is(&self, before: &[Choice], question: u64, open: &[u32]) -> bool {
        self.question == question && self.before == before && *self.open == *open
    }
}

/// Whether each fork of a trail has its sides, the one that was taken among them.
fn fits(trail: &[Choice], open: &[Arc<[u32]>]) -> bool {
    let taken: Vec<u32> = trail.iter().filter_map(Choice::side).collect();
    taken.len() == open.len() && taken.iter().zip(open).all(|(side, open)| open.contains(side))
}
