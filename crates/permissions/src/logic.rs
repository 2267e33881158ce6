//! The solver, and the facts that are kept apart in its questions.

use crate::state::State;
use crate::terms::Terms;
use effigy_base::budget::CancelToken;
use effigy_solver::Entails;
use effigy_solver::Incremental;
use effigy_term::Term;
use rustc_hash::FxHashSet;
use std::time::Duration;

/// The longest that a question may take whose answer only saves work. What has an answer has it sooner, and what has none
/// takes all of it.
const BRIEF: Duration = Duration::from_millis(5);

/// As [`BRIEF`], of a question that had no answer on a path before, and of whether a side of a branch can be.
pub(crate) const BRIEFER: Duration = Duration::from_millis(1);

/// The longest that an obligation may take from all facts, and from those that are needed, before one way may take longer.
const FIRST: Duration = Duration::from_secs(1);

/// The solver of a prover, and what is known of facts for its questions.
pub(crate) struct Logic {
    pub(crate) solver: Incremental,
    /// Ends the proof of the member that is looked at.
    pub(crate) cancel: CancelToken,
    /// Sorts and instances of domains whose axioms are in the background.
    pub(crate) known: FxHashSet<String>,
    /// Obligations that were shown for any value of what is bound around.
    pub(crate) shown: FxHashSet<Term>,
    /// Facts that follow from the rest of a path: they are left out of a question at first.
    pub(crate) spare: FxHashSet<Term>,
    /// Facts that only bring a value to the solver's notice.
    pub(crate) mentions: FxHashSet<Term>,
    /// Goals that brief questions did not decide.
    undecided: FxHashSet<Term>,
}

impl Logic {
    /// A solver that was never asked or renewed.
    pub(crate) fn new(solver: Incremental, cancel: CancelToken) -> Self {
        Self {
            solver,
            cancel,
            known: FxHashSet::default(),
            shown: FxHashSet::default(),
            spare: FxHashSet::default(),
            mentions: FxHashSet::default(),
            undecided: FxHashSet::default(),
        }
    }

    /// Forgets what belongs to one attempt at a member.
    pub(crate) fn start_member(&mut self) {
        self.shown.clear();
        self.spare.clear();
        self.mentions.clear();
        self.undecided.clear();
    }

    /// A fact that was learned under a condition. Of an obligation that was shown it stays known that it was, and of what is spare.
    pub(crate) fn fact_under(
        &mut self,
        terms: &mut Terms<'_>,
        condition: Term,
        fact: Term,
    ) -> Term {
        let conditional = terms.implies(condition, fact);
        for known in [&mut self.shown, &mut self.spare] {
            if known.contains(&fact) {
                known.insert(conditional);
            }
        }
        conditional
    }

    /// Those of the facts that do not follow from the others.
    pub(crate) fn needed(&self, facts: &[Term]) -> Vec<Term> {
        facts.iter().copied().filter(|fact| !self.spare.contains(fact)).collect()
    }

    /// Whether the path condition has the goal as a consequence that takes little time to find.
    pub(crate) fn holds(&mut self, terms: &mut Terms<'_>, s: &State, goal: Term) -> bool {
        let limit = if self.undecided.contains(&goal) { BRIEFER } else { BRIEF };
        let holds = self.holds_within(terms, s, goal, limit);
        if !holds && terms.as_bool(goal).is_none() {
            self.undecided.insert(goal);
        }
        holds
    }

    /// From here on this token ends the proof.
    pub(crate) fn stop_with(&mut self, cancel: CancelToken) {
        self.solver.stop_with(cancel.clone());
        self.cancel = cancel;
    }

    /// As [`Logic::holds`], in a time.
    pub(crate) fn holds_within(
        &mut self,
        terms: &mut Terms<'_>,
        s: &State,
        goal: Term,
        limit: Duration,
    ) -> bool {
        match terms.as_bool(goal) {
            Some(true) => return true,
            Some(false) if s.facts.is_empty() => return false,
            _ => {}
        }
        let facts = self.needed(&s.facts);
        self.solver.entails(terms, &facts, goal, limit) == Entails::Yes
    }

    /// What the solver says of an obligation: from the facts that are needed, and, where that is not enough, from all. Each way
    /// has a short time before one of them has all of it, since what the one does not find the other mostly finds at once.
    pub(crate) fn entails(
        &mut self,
        terms: &mut Terms<'_>,
        facts: &[Term],
        goal: Term,
        limit: Duration,
    ) -> Entails {
        let needed = self.needed(facts);
        if needed.len() == facts.len() {
            return self.solver.entails(terms, facts, goal, limit);
        }
        let mut answer = Entails::No;
        for limit in [limit.min(FIRST), limit] {
            for facts in [&needed[..], facts] {
                answer = self.solver.entails(terms, facts, goal, limit);
                if !matches!(answer, Entails::Unknown(_)) || self.cancel.is_cancelled() {
                    return answer;
                }
            }
            if limit <= FIRST {
                break;
            }
        }
        answer
    }
}
