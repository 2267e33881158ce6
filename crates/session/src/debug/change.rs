//! What a person asks of a state and does to it: expressions, assignments, assumptions.

use super::calls::split_assignment;
use super::data::DebugError;
use super::face::Face;
use super::typed::{self, Meaning};
use super::value::UNSET;
use super::{At, Debugger};
use effigy_base::sort::Sort;
use effigy_exec::state::State;
use effigy_exec::stop::{Ending, Stop};
use effigy_term::Term;
use std::rc::Rc;

/// What became of an assumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assumed {
    /// It was added to the path condition; this is what it says of the inputs.
    Added(String),
    /// The path condition implied it before.
    Implied(String),
}

impl Debugger {
    /// The value of what was typed - an expression, a condition, or the name of an array - as text.
    ///
    /// # Errors
    /// What is wrong with it, or why it has no value here.
    pub fn evaluate(&mut self, text: &str) -> Result<String, DebugError> {
        let state = self.now.state.clone();
        match self.face {
            Face::Pli(_) => self.pli_text(&state, 0, text),
            Face::Native(_) => self.native_text(&state, text),
        }
    }

    /// As [`Debugger::evaluate`] in another state; `None` when it has no value.
    pub(super) fn text_at(&mut self, state: &State, level: usize, text: &str) -> Option<String> {
        let value = match self.face {
            Face::Pli(_) => self.pli_text(state, level, text),
            Face::Native(_) => self.native_text(state, text),
        };
        value.ok().filter(|v| v != UNSET)
    }

    fn native_text(&mut self, state: &State, text: &str) -> Result<String, DebugError> {
        let level = self.level_of(0);
        let expression = typed::parse(text, &self.face.style())?;
        let meaning = self.meaning(state, level, &expression)?;
        Ok(match meaning {
            Meaning::Value(typed) => self.typed_text(typed),
            place => self.meaning_text(state, level, &place, 3),
        })
    }

    /// Whether what was typed is true on this path; `None` when that depends on the inputs.
    ///
    /// # Errors
    /// What is wrong with it, or why it has no value here.
    pub fn decide(&mut self, text: &str) -> Result<Option<bool>, DebugError> {
        let mut state = self.now.state.clone();
        let condition = self.condition(&mut state, text)?;
        if let Some(known) = self.context.store.as_bool(condition) {
            return Ok(Some(known));
        }
        let negation = self.context.store.not(condition);
        let possible = |this: &mut Self, term| {
            !matches!(this.context.feasible(&state, term), effigy_exec::stop::Feasible::No)
        };
        Ok(match (possible(self, condition), possible(self, negation)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        })
    }

    fn condition(&mut self, state: &mut State, text: &str) -> Result<Term, DebugError> {
        match self.face {
            Face::Pli(_) => self.pli_condition(state, text),
            Face::Native(_) => {
                let level = self.level_of(0);
                let expression = typed::parse(text, &self.face.style())?;
                self.value_as(state, level, &expression, Sort::Bool)
            }
        }
    }

    /// Adds a predicate to the path condition: evaluated with the current values of the variables, if it is consistent
    /// with the path condition (King 1976, section 6).
    ///
    /// # Errors
    /// What is wrong with it; or it contradicts the path condition, which then stays as it is.
    pub fn assume(&mut self, text: &str) -> Result<Assumed, DebugError> {
        if let At::Ended(_) = self.now.at {
            return Err(DebugError::Ended("go back before you assume something"));
        }
        let mut state = self.now.state.clone();
        let condition = self.condition(&mut state, text)?;
        let said = self.text(condition);
        let before = state.path.condition.len();
        match self.context.stepping().suppose(&mut state, condition) {
            Ok(()) => {}
            Err(Stop::End(Ending::Assumed)) => return Err(DebugError::Contradiction(said)),
            Err(Stop::End(ending)) => {
                return Err(DebugError::Unknown(effigy_explore::convert::ending(&ending).detail()));
            }
            Err(_) => return Err(DebugError::Unknown("the assumption forks".to_owned())),
        }
        let negation = self.context.store.not(condition);
        let implied = state.path.condition.len() == before
            || matches!(
                self.context.feasible(&self.now.state, negation),
                effigy_exec::stop::Feasible::No
            );
        if implied {
            return Ok(Assumed::Implied(said));
        }
        self.now.state = state;
        if let Some(start) = &mut self.now.start {
            Rc::make_mut(start).path.condition.push(condition);
            Rc::make_mut(start).path.model = None;
        }
        if let At::Fork(_) = self.now.at {
            self.now.at = At::Within;
        }
        Ok(Assumed::Added(said))
    }

    /// Performs an assignment. At a fork the statement begins anew, with the new value. Gives what was assigned and its
    /// value.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn assign(&mut self, text: &str) -> Result<(String, String), DebugError> {
        if let (At::Within | At::Fork(_), Some(start)) = (&self.now.at, self.now.start.clone()) {
            self.now.state = (*start).clone();
            self.now.at = At::Before;
        }
        match self.face {
            Face::Pli(_) => self.pli_assign(text),
            Face::Native(_) => self.native_assign(text),
        }
    }

    fn native_assign(&mut self, text: &str) -> Result<(String, String), DebugError> {
        let (target, value) = split_assignment(text).ok_or_else(|| {
            DebugError::NotHere("an assignment is written as in `x = 5`".to_owned())
        })?;
        let mut state = self.now.state.clone();
        let level = self.level_of(0);
        let style = self.face.style();
        let meaning = self.meaning(&state, level, &typed::parse(target, &style)?)?;
        let old = self.read(&state, level, &meaning)?;
        let sort = self.context.store.sort(old.term);
        let new = self.value_as(&state, level, &typed::parse(value, &style)?, sort)?;
        let slot = self.context.slot(new);
        match meaning {
            Meaning::Place(address, _) => {
                let poked = self.context.stepping().poke(&mut state, address, slot, sort);
                poked.map_err(|_| DebugError::NoValue("it cannot be written".to_owned()))?;
            }
            Meaning::Register(src, _) => {
                let is_constant = src.0 & effigy_exec::code::Src::CONST != 0;
                if is_constant || level > 0 {
                    let why = "the compiler keeps it as a constant here; it cannot be set";
                    return Err(DebugError::NotHere(why.to_owned()));
                }
                state.stack.top.set(src.0, slot);
            }
            Meaning::Value(_) => {
                return Err(DebugError::NotHere(format!("`{target}` cannot be assigned")));
            }
        }
        self.now.state = state;
        let shown = typed::Typed { term: new, ..old };
        Ok((target.trim().to_owned(), self.typed_text(shown)))
    }
}
