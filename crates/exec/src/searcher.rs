//! Which of the pending states runs next.

use crate::code::Inst;
use crate::guides::Guide;
use crate::state::State;
use crate::trail::Decision;
use effigy_term::{Term, Trace};
use std::collections::VecDeque;
use std::sync::Arc;

/// A search strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Search {
    /// Depth first: the first side of the newest fork.
    Dfs,
    /// Breadth first: the oldest state.
    Bfs,
    /// A random walk down the tree: shallow states are likelier.
    RandomPath,
    /// States about to run code that never ran; otherwise depth first and random path in turn. While many states are
    /// pending it goes depth first, so that there are no more.
    #[default]
    Coverage,
}

impl Search {
    /// All strategies with their names.
    pub const ALL: [(&str, Search); 4] = [
        ("dfs", Search::Dfs),
        ("bfs", Search::Bfs),
        ("random-path", Search::RandomPath),
        ("coverage", Search::Coverage),
    ];
}

/// The pending states of a worker.
pub struct Searcher {
    search: Search,
    /// States on the paths of inputs that are known to fail; they come first.
    guided: Vec<(State, Arc<Guide>)>,
    /// States about to run code that never ran; empty for other strategies than coverage.
    fresh: Vec<State>,
    states: VecDeque<State>,
    random: u64,
    turn: bool,
}

/// Pending states above which no random choice makes more of them.
const MANY: usize = 500;

/// How many states a random choice looks at.
const SAMPLE: usize = 32;

impl Searcher {
    /// No states yet.
    pub fn new(search: Search, seed: u64) -> Self {
        let random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let (guided, fresh, states) = (Vec::new(), Vec::new(), VecDeque::new());
        Self { search, guided, fresh, states, random, turn: false }
    }

    /// The number of pending states.
    pub fn len(&self) -> usize {
        self.states.len() + self.fresh.len() + self.guided.len()
    }

    /// Whether nothing is pending.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the sides of a fork, first side first, or a state that was interrupted.
    pub fn push(&mut self, children: Vec<State>) {
        for state in children.into_iter().rev() {
            if self.search == Search::Coverage && enters_new_code(&state) {
                self.fresh.push(state);
            } else {
                self.states.push_back(state);
            }
        }
    }

    /// Adds a state on the path of an input that is known to fail.
    pub(crate) fn lead(&mut self, state: State, guide: Arc<Guide>) {
        self.guided.push((state, guide));
    }

    /// Takes a state for which something holds, if there is one, of those that no guide leads.
    pub(crate) fn find(&mut self, mut holds: impl FnMut(&State) -> bool) -> Option<State> {
        if let Some(at) = self.fresh.iter().position(&mut holds) {
            return Some(self.fresh.remove(at));
        }
        let at = self.states.iter().position(holds)?;
        self.states.remove(at)
    }

    /// Takes the state that runs next, with the guide that leads it.
    pub(crate) fn next_led(&mut self) -> Option<(State, Option<Arc<Guide>>)> {
        match self.guided.pop() {
            Some((state, guide)) => Some((state, Some(guide))),
            None => Some((self.pop()?, None)),
        }
    }

    /// Takes the state that runs next of those that no guide leads.
    pub fn pop(&mut self) -> Option<State> {
        if let Some(state) = self.fresh.pop() {
            return Some(state);
        }
        match self.search {
            Search::Dfs => self.states.pop_back(),
            Search::Bfs => self.states.pop_front(),
            Search::RandomPath => self.random_path(),
            Search::Coverage => {
                self.turn = !self.turn;
                if self.turn || self.states.len() > MANY {
                    self.states.pop_back()
                } else {
                    self.random_path()
                }
            }
        }
    }

    fn random_path(&mut self) -> Option<State> {
        let count = self.states.len();
        if count <= 1 {
            return self.states.pop_back();
        }
        let picks: Vec<usize> = (0..SAMPLE.min(count)).map(|_| self.random(count)).collect();
        let least = picks.iter().map(|i| self.states[*i].depth).min()?;
        let weight = |depth: u64| 1u64 << 40u64.saturating_sub(depth - least);
        let total: u64 = picks.iter().map(|i| weight(self.states[*i].depth)).sum();
        let mut at = self.random(total as usize) as u64;
        for pick in &picks {
            let here = weight(self.states[*pick].depth);
            if at < here {
                return self.states.swap_remove_back(*pick);
            }
            at -= here;
        }
        self.states.pop_back()
    }

    /// A number below `bound` (xorshift).
    fn random(&mut self, bound: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % bound.max(1) as u64) as usize
    }

    /// Takes the state nearest to the root, to give its work away.
    pub fn give(&mut self) -> Option<State> {
        let shallow = (0..self.states.len()).min_by_key(|i| self.states[*i].depth);
        match shallow {
            Some(index) => self.states.remove(index),
            None => self.fresh.pop().or_else(|| self.guided.pop().map(|(state, _)| state)),
        }
    }
}

impl Trace for Searcher {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Searcher { search: _, guided, fresh, states, random: _, turn: _ } = self;
        guided.iter().for_each(|(state, _)| state.trace(visit));
        fresh.trace(visit);
        states.trace(visit);
    }
}

/// Whether the side of the branch that the state takes next was never taken.
fn enters_new_code(state: &State) -> bool {
    let code = &state.top.code;
    let Some(Decision::Took(side)) = state.choices.last().map(|c| c.answer) else { return false };
    let target = match code.insts.get(state.top.at as usize) {
        Some(Inst::Branch { then, otherwise, .. }) => {
            [*then, *otherwise].get(side as usize).copied()
        }
        Some(Inst::Switch { entry, .. }) => {
            code.switches[*entry as usize].targets.get(side as usize).copied()
        }
        _ => None,
    };
    target.is_some_and(|t| !code.covered.get(t))
}

#[cfg(test)]
mod tests;
