//! The decisions of a path: what a work item is made of.

use std::rc::Rc;
use std::sync::Arc;

/// An answer that a path got where its program alone did not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Several alternatives were feasible; the path took this one.
    Took(u32),
    /// Only this alternative was feasible.
    Forced(u32),
    /// The value that a term was compared with next.
    Value(u128),
}

/// A question with its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What was asked: depends on the kind of question and the structure of its terms alone, so that it is the same in
    /// every worker and in every run of the program ([`crate::machine::Context::question_of`]).
    pub question: u64,
    /// The answer.
    pub answer: Decision,
}

impl Choice {
    /// The side that was taken, when the choice is a fork of the tree.
    pub fn side(&self) -> Option<u32> {
        match self.answer {
            Decision::Took(side) => Some(side),
            Decision::Forced(_) | Decision::Value(_) => None,
        }
    }
}

/// A part of the tree: the decisions that lead to its root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkItem {
    /// The decisions, last one first.
    pub choices: Vec<Choice>,
    /// The feasible sides of each fork among the decisions, in order of the path.
    pub open: Arc<[Arc<[u32]>]>,
}

const CHUNK: usize = 64;

#[derive(Debug)]
struct Chunk {
    items: Vec<Choice>,
    before: Option<Rc<Chunk>>,
}

/// An append-only list of choices that shares its past with the lists it was cloned from.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    sealed: Option<Rc<Chunk>>,
    tail: Vec<Choice>,
    /// How many choices are in sealed chunks.
    before: usize,
}

impl Trail {
    /// Appends a choice.
    pub fn push(&mut self, choice: Choice) {
        if self.tail.len() == CHUNK {
            let items = std::mem::take(&mut self.tail);
            let before = self.sealed.take();
            self.before += items.len();
            self.sealed = Some(Rc::new(Chunk { items, before }));
        }
        self.tail.push(choice);
    }

    /// How many choices it has.
    pub fn len(&self) -> usize {
        self.before + self.tail.len()
    }

    /// Whether nothing was chosen.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All choices, last one first: the order in which a replayed prefix is popped.
    pub fn reversed(&self) -> impl Iterator<Item = Choice> {
        let chunks = std::iter::successors(self.sealed.as_deref(), |c| c.before.as_deref());
        let sealed = chunks.flat_map(|chunk| chunk.items.iter().rev());
        self.tail.iter().rev().chain(sealed).copied()
    }
}

impl Drop for Chunk {
    /// Unlinks the chain in a loop: long paths would overflow the stack otherwise.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(chunk) = next {
            match Rc::try_unwrap(chunk) {
                Ok(mut owned) => next = owned.before.take(),
                Err(_) => break,
            }
        }
    }
}
