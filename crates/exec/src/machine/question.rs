//! Questions and their answers. An instruction that stopped at a fork is executed again, and a worker comes to a state
//! by the answers on the way to it: both give answers that were found before. Each answer carries the identity of its
//! question, so that none is ever given to another one.

use crate::data::question::{Given, Kind};
use crate::data::stop::{Alternative, Ending, Stop};
use crate::data::trail::{Choice, Decision};
use crate::machine::Context;
use crate::state::State;
use effigy_term::print::infix;
use effigy_term::{Term, TermStore};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

impl Context {
    /// The identity of the question that the sides of a fork answer.
    pub fn question_of(&self, alternatives: &[Alternative]) -> u64 {
        self.identity(Kind::Side, alternatives.iter().map(|a| a.constraint))
    }

    /// The identity of a question.
    pub(crate) fn identity(&self, kind: Kind, terms: impl IntoIterator<Item = Term>) -> u64 {
        let mut hasher = FxHasher::default();
        kind.hash(&mut hasher);
        for term in terms {
            self.store.structural_hash(term).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The answer to a question, when it was found before.
    ///
    /// # Errors
    /// Ends the path when the answer that is next answers another question.
    pub(crate) fn given(
        &mut self,
        state: &mut State,
        kind: Kind,
        terms: &[Term],
        question: u64,
    ) -> Result<Option<Given>, Stop> {
        let (choice, earlier) = match state.answers.choices.get(state.answers.cursor) {
            Some(choice) => (*choice, true),
            None => match state.answers.prefix.last() {
                Some(choice) => (*choice, false),
                None => return Ok(None),
            },
        };
        if choice.question != question {
            return Err(self.diverged(state, kind, terms));
        }
        if earlier {
            state.answers.cursor += 1;
            return Ok(Some(Given::Earlier(choice.answer)));
        }
        state.answers.prefix.pop();
        Ok(Some(Given::Replayed(choice.answer)))
    }

    /// The answer to a question about a term: the one that was found before, or what `find` finds.
    ///
    /// # Errors
    /// Those of `find`, and as for [`Context::given`].
    pub(crate) fn answer(
        &mut self,
        state: &mut State,
        kind: Kind,
        term: Term,
        find: impl FnOnce(&mut Self, &mut State) -> Result<u128, Stop>,
    ) -> Result<u128, Stop> {
        let question = self.identity(kind, [term]);
        match self.given(state, kind, &[term], question)? {
            None => {
                let value = find(self, state)?;
                self.answered(state, question, Decision::Value(value))?;
                Ok(value)
            }
            Some(Given::Earlier(Decision::Value(value))) => Ok(value),
            Some(Given::Replayed(answer @ Decision::Value(value))) => {
                state.record(question, answer);
                Ok(value)
            }
            Some(_) => Err(self.diverged(state, kind, &[term])),
        }
    }

    /// Notes an answer that was found just now and opened no fork.
    ///
    /// # Errors
    /// `Stop::Pause` when the instruction is to be executed again, which stress asks for.
    pub(crate) fn answered(
        &mut self,
        state: &mut State,
        question: u64,
        answer: Decision,
    ) -> Result<(), Stop> {
        state.record(question, answer);
        match self.job.stress.reexecute && self.repeatable {
            true => Err(Stop::Pause),
            false => Ok(()),
        }
    }

    /// The end of a path that was given an answer which does not fit what it asks.
    pub(crate) fn diverged(&mut self, state: &State, kind: Kind, terms: &[Term]) -> Stop {
        let asked: Vec<String> = terms.iter().take(4).map(|t| shortened(&self.store, *t)).collect();
        let place = self.place(state);
        Stop::End(Ending::Internal(format!(
            "a path that is taken up again was given the answer to another question where it asks {}: {}; in {} at {}:{}",
            kind.text(),
            asked.join(", "),
            place.function,
            place.file,
            place.line,
        )))
    }
}

/// A term's text, when it is not long.
fn shortened(store: &TermStore, term: Term) -> String {
    match store.size(&[term]) {
        ..=50 => infix(store, term),
        nodes => format!("a term of {nodes} nodes"),
    }
}

impl State {
    /// Notes an answer that opened no fork.
    pub(crate) fn record(&mut self, question: u64, answer: Decision) {
        let choice = Choice { question, answer };
        self.history.trail.push(choice);
        self.answers.choices.push(choice);
        self.answers.cursor = self.answers.choices.len();
    }
}
