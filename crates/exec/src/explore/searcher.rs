//! Which of the pending states runs next.

use crate::features::distance::{Aim, FAR, Ways, next_block};
use crate::features::guides::Guide;
use crate::state::State;
use effigy_base::random::Random;
use effigy_base::search::Search;
use effigy_term::{Term, Trace};
use std::collections::VecDeque;
use std::sync::Arc;

/// The orders that take turns in `Search::Auto`.
const IN_TURN: [Search; 4] = [Search::Coverage, Search::Checks, Search::Dfs, Search::RandomPath];

/// What an order looks for.
pub(crate) fn sought(search: Search) -> &'static [Aim] {
    match search {
        Search::Auto => &[Aim::Uncovered, Aim::Checks],
        Search::Coverage => &[Aim::Uncovered],
        Search::Checks => &[Aim::Checks],
        Search::Dfs | Search::Bfs | Search::RandomPath => &[],
    }
}

/// A pending state, with its distances and the versions of the maps that say them.
struct Waiting {
    state: State,
    near: [(u32, u32); 2],
}

/// The pending states of a worker.
pub struct Searcher {
    search: Search,
    /// Whether targets come before all else.
    directed: bool,
    /// States on the paths of inputs that are known to fail; they come first.
    guided: Vec<(State, Arc<Guide>)>,
    /// States about to run code that never ran; empty for strategies that do not look for it.
    fresh: Vec<State>,
    states: VecDeque<Waiting>,
    random: Random,
    turns: u64,
    /// Of the strategies in turn, the one that is first.
    first: usize,
}

/// Pending states above which no choice makes more of them.
const MANY: usize = 500;

/// The same, where only states that are near to a target are looked for.
const MANY_DIRECTED: usize = 8_000;

/// How many states a random choice looks at.
const SAMPLE: usize = 32;

/// How many states a strategy takes before it is another one's turn.
const ROUND: u64 = 32;

impl Searcher {
    /// No states yet. Workers of different numbers begin with different strategies where several take turns.
    pub fn new(search: Search, seed: u64, number: usize) -> Self {
        let random = Random::undrawn(seed.wrapping_add(number as u64));
        let (guided, fresh, states) = (Vec::new(), Vec::new(), VecDeque::new());
        let first = number % IN_TURN.len();
        Self { search, directed: false, guided, fresh, states, random, turns: 0, first }
    }

    /// From now on, states near to a target come first.
    pub(crate) fn direct(&mut self) {
        self.directed = true;
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
        let looks = matches!(self.search, Search::Auto | Search::Coverage) && !self.directed;
        for state in children.into_iter().rev() {
            if looks && enters_new_code(&state) {
                self.fresh.push(state);
            } else {
                self.states.push_back(Waiting { state, near: [(u32::MAX, FAR); 2] });
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
        let at = self.states.iter().position(|waiting| holds(&waiting.state))?;
        self.states.remove(at).map(|waiting| waiting.state)
    }

    /// Takes the state that runs next, with the guide that leads it.
    pub(crate) fn next_led(&mut self, ways: &Ways) -> Option<(State, Option<Arc<Guide>>)> {
        match self.guided.pop() {
            Some((state, guide)) => Some((state, Some(guide))),
            None => Some((self.pop(ways)?, None)),
        }
    }

    /// Takes the state that runs next of those that no guide leads.
    pub(crate) fn pop(&mut self, ways: &Ways) -> Option<State> {
        if let Some(state) = self.fresh.pop() {
            return Some(state);
        }
        self.turns += 1;
        let turn = self.turns.is_multiple_of(2);
        if self.directed {
            return self.directed(ways);
        }
        match self.strategy() {
            Search::Bfs => self.pop_front(),
            Search::RandomPath if self.search == Search::RandomPath => self.random_path(),
            _ if self.search != Search::Dfs && self.states.len() > MANY => self.pop_back(),
            Search::Coverage if turn => self.nearest(Aim::Uncovered, 0, ways),
            Search::Checks if turn => self.nearest(Aim::Checks, 1, ways),
            Search::Coverage | Search::Checks | Search::RandomPath => self.random_path(),
            Search::Dfs | Search::Auto => self.pop_back(),
        }
    }

    /// The strategy whose turn it is.
    fn strategy(&self) -> Search {
        match self.search {
            Search::Auto => {
                let round = (self.turns / ROUND) as usize + self.first;
                IN_TURN[round % IN_TURN.len()]
            }
            search => search,
        }
    }

    /// The state nearest to a target; each fourth time one at random, as what is near may lead nowhere. States from which
    /// there is no way come last.
    fn directed(&mut self, ways: &Ways) -> Option<State> {
        if self.states.len() > MANY_DIRECTED {
            return self.pop_back();
        }
        match self.turns.is_multiple_of(4) {
            true => self.random_path(),
            false => self.nearest(Aim::Targets, 0, ways),
        }
    }

    fn pop_back(&mut self) -> Option<State> {
        self.states.pop_back().map(|waiting| waiting.state)
    }

    fn pop_front(&mut self) -> Option<State> {
        self.states.pop_front().map(|waiting| waiting.state)
    }

    /// The newest of the states that are nearest to what is looked for.
    fn nearest(&mut self, aim: Aim, slot: usize, ways: &Ways) -> Option<State> {
        let Some(map) = ways.map(aim) else { return self.pop_back() };
        let mut best = (FAR, None);
        for (index, waiting) in self.states.iter_mut().enumerate().rev() {
            let (version, near) = &mut waiting.near[slot];
            if *version != map.version {
                (*version, *near) = (map.version, ways.distance(map, &waiting.state));
            }
            if *near < best.0 {
                best = (*near, Some(index));
            }
        }
        match best.1 {
            Some(index) => self.states.remove(index).map(|waiting| waiting.state),
            None => self.pop_back(),
        }
    }

    fn random_path(&mut self) -> Option<State> {
        let count = self.states.len();
        if count <= 1 {
            return self.pop_back();
        }
        let picks: Vec<usize> = (0..SAMPLE.min(count)).map(|_| self.random(count)).collect();
        let depth = |pick: usize| self.states[pick].state.history.depth;
        let least = picks.iter().map(|pick| depth(*pick)).min()?;
        let weight = |depth: u64| 1u64 << 40u64.saturating_sub(depth - least);
        let weights: Vec<u64> = picks.iter().map(|pick| weight(depth(*pick))).collect();
        let total: u64 = weights.iter().sum();
        let mut at = self.random(total as usize) as u64;
        for (pick, here) in picks.iter().zip(weights) {
            if at < here {
                return self.states.swap_remove_back(*pick).map(|waiting| waiting.state);
            }
            at -= here;
        }
        self.pop_back()
    }

    /// A number below `bound`.
    fn random(&mut self, bound: usize) -> usize {
        (self.random.number() % bound.max(1) as u64) as usize
    }

    /// Takes the state nearest to the root, to give its work away.
    pub fn give(&mut self) -> Option<State> {
        let shallow = (0..self.states.len()).min_by_key(|i| self.states[*i].state.history.depth);
        match shallow {
            Some(index) => self.states.remove(index).map(|waiting| waiting.state),
            None => self.fresh.pop().or_else(|| self.guided.pop().map(|(state, _)| state)),
        }
    }
}

impl Trace for Searcher {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Searcher {
            search: _,
            directed: _,
            guided,
            fresh,
            states,
            random: _,
            turns: _,
            first: _,
        } = self;
        guided.iter().for_each(|(state, _)| state.trace(visit));
        fresh.trace(visit);
        states.iter().for_each(|waiting| waiting.state.trace(visit));
    }
}

/// Whether the side of the branch that the state takes next was never taken.
fn enters_new_code(state: &State) -> bool {
    next_block(state).is_some_and(|block| !state.stack.top.code.covered.get(block))
}

#[cfg(test)]
mod tests;
