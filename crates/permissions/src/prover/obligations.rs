//! Obligations: how they are decided, and what a failure says.

use super::{Exit, Prover, SIDES};
use crate::reason::Reason;
use crate::report::{Failure, Status};
use crate::state::{Blame, Joined, State, Stop};
use crate::values::values;
use effigy_lang_viper::tree::{Expr, Place};
use effigy_solver::{Entails, Why};
use effigy_term::Term;
use std::rc::Rc;
use std::time::Duration;

/// The longest that an obligation may take in a ghost operation that is tried.
const ATTEMPT: Duration = Duration::from_millis(50);

/// The longest that an obligation may take where the options say nothing.
const OBLIGATION: Duration = Duration::from_secs(10);

/// The longest that an obligation may take on one side of a branch that was joined.
const SIDE: Duration = Duration::from_secs(1);

/// How many branches that were joined are taken apart for one obligation.
const MOST_SIDES: usize = 3;

impl Prover<'_> {
    /// What the solver says of an obligation, asked again with all that the heap says where that may help.
    fn decide(&mut self, s: &mut State, goal: Term) -> Entails {
        if self.terms.as_bool(goal) == Some(true) {
            self.embedded += 1;
            return Entails::Yes;
        }
        let limit = match self.inferring {
            Some(1..) => ATTEMPT,
            _ => self.options.solver.query_time.unwrap_or(OBLIGATION),
        };
        let answer = self.logic.entails(&mut self.terms, &s.facts, goal, limit);
        if answer == Entails::Yes || self.logic.cancel.is_cancelled() {
            return answer;
        }
        let answer = match self.chunks().consolidate(s) {
            true => self.logic.entails(&mut self.terms, &s.facts, goal, limit),
            false => answer,
        };
        match answer {
            Entails::Yes => answer,
            _ if matches!(self.inferring, Some(1..)) => answer,
            _ => {
                let joined = s.joined.clone();
                self.decide_sides(s, &joined, goal, limit.min(SIDE), MOST_SIDES).unwrap_or(answer)
            }
        }
    }

    /// What the solver says of an obligation on both sides of the branch that was joined last, and of those before where that
    /// is not enough: a join forgets nothing, but its two sides are easier to think about. Afterwards the state is that of the
    /// side without a proof. `None` where no branch is left.
    fn decide_sides(
        &mut self,
        s: &mut State,
        joined: &[Rc<Joined>],
        goal: Term,
        limit: Duration,
        most: usize,
    ) -> Option<Entails> {
        let (last, before) = joined.split_last().filter(|_| most > 0)?;
        let not = self.terms.not(last.condition);
        for (index, condition) in [last.condition, not].into_iter().enumerate() {
            let mut side = s.clone();
            side.assume_branch(condition);
            side.chosen.push((last.taken, (last.place, SIDES[index].to_owned())));
            let mut answer = self.logic.entails(&mut self.terms, &side.facts, goal, limit);
            if answer != Entails::Yes {
                let others = [before, &last.inside[index]].concat();
                let further = self.decide_sides(&mut side, &others, goal, limit, most - 1);
                answer = further.unwrap_or(answer);
            }
            if answer != Entails::Yes {
                *s = side;
                return Some(answer);
            }
        }
        Some(Entails::Yes)
    }

    /// Shows an obligation; afterwards it is a fact.
    pub(crate) fn show(
        &mut self,
        s: &mut State,
        goal: Term,
        blame: Blame,
        reason: Reason,
    ) -> Result<(), Stop> {
        if self.logic.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.trusting {
            return Ok(());
        }
        self.obligations += 1;
        let answer = self.decide(s, goal);
        if answer != Entails::Yes {
            return Err(self.fail(s, blame, reason, answer));
        }
        if !self.terms.scope.is_empty() && !s.facts.contains(&goal) {
            self.logic.shown.insert(goal);
        }
        s.assume(&self.terms, goal);
        Ok(())
    }

    /// An obligation that cannot be met, unless the path is none.
    pub(crate) fn unreachable(&mut self, s: &mut State, blame: Blame, reason: Reason) -> Stop {
        if self.trusting {
            return Stop::Dead;
        }
        if let Some(1..) = self.inferring {
            return self.fail(s, blame, reason, Entails::No);
        }
        let falsehood = self.terms.bool(false);
        self.obligations += 1;
        match self.decide(s, falsehood) {
            Entails::Yes => Stop::Dead,
            answer => self.fail(s, blame, reason, answer),
        }
    }

    /// Keeps a failure.
    pub(crate) fn fail(
        &mut self,
        s: &State,
        blame: Blame,
        reason: Reason,
        answer: Entails,
    ) -> Stop {
        if self.logic.cancel.is_cancelled() {
            return Stop::Cancelled;
        }
        let (mut counterexample, mut candidate) = (Vec::new(), Vec::new());
        match &answer {
            _ if self.inferring > Some(0) => {}
            Entails::No => counterexample = values(&mut self.terms, &mut self.logic, s),
            Entails::Unknown(Why::Incomplete(_)) => {
                candidate = values(&mut self.terms, &mut self.logic, s)
            }
            _ => {}
        }
        let status = match answer {
            Entails::No | Entails::Yes => Status::Refuted,
            Entails::Unknown(Why::Incomplete(_)) => {
                Status::Unknown("the solver found neither a proof nor values against it".to_owned())
            }
            Entails::Unknown(why) => Status::Unknown(why.to_string()),
        };
        let mut message = reason.message;
        // Nothing is asked for attempts, which nobody sees.
        if let Some(object) = reason.receiver
            && !matches!(self.inferring, Some(1..))
        {
            message.push_str(self.chunks().object_hint(s, reason.resource, object));
        }
        let chunks = match reason.resource {
            Some(resource) => self.in_words().chunk_lines(s, resource),
            None => Vec::new(),
        };
        self.failures.push(Failure {
            id: match &self.renamed {
                Some(id) if reason.id == "assertion.false" => id.to_string(),
                _ => format!("{}:{}", blame.error, reason.id),
            },
            place: blame.place,
            conjunct: reason.place,
            message,
            status,
            chunks,
            path: s.path(),
            counterexample,
            candidate,
            is_run: false,
            states: self.history.of(&self.in_words(), s, reason.place),
            visit: s.past,
        });
        Stop::Failed
    }

    pub(crate) fn unsupported(&mut self, s: &State, e: &Expr, blame: Blame, what: &str) -> Stop {
        let blame = Blame { error: "feature.unsupported", place: blame.place };
        let reason = Reason::new("feature.unsupported", e.place, what);
        let why = effigy_solver::Why::Incomplete(what.to_owned());
        self.fail(s, blame, reason, effigy_solver::Entails::Unknown(why))
    }

    /// Refuses what the prover cannot follow.
    pub(crate) fn unfollowed(&mut self, s: &State, what: String, place: Place) -> Stop {
        let what = format!("{what} is not supported");
        let blame = Blame { error: "feature.unsupported", place };
        let reason = Reason::new("feature.unsupported", place, what.clone());
        let why = effigy_solver::Why::Incomplete(what);
        self.fail(s, blame, reason, Entails::Unknown(why))
    }

    /// Refuses a jump to a label that was not found: what is behind it was not executed.
    pub(crate) fn ended(&mut self, s: &State, exit: &Exit, place: Place) -> Result<(), Stop> {
        let Exit::Jump(label) = exit else { return Ok(()) };
        Err(self.unfollowed(s, format!("a jump to the label `{label}` out of a script"), place))
    }
}
