//! Terms as text that reads back.

use super::face::Face;
use super::typed::{inputs_of, parse};
use super::{DebugError, Debugger};
use effigy_term::Term;
use effigy_term::print::infix_in;
use effigy_term::read::read;

impl Debugger {
    /// What `show` prints, names without quotes: for a report of paths that are over, in which nothing is typed any more.
    pub fn plainly<T>(&mut self, show: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.plain, true);
        let shown = show(self);
        self.plain = before;
        shown
    }

    /// A term as the language writes it: over the inputs, whose names may also be those of variables. Where a variable of
    /// such a name has another value now, the text stands between quotes, which keep variables out.
    pub(super) fn text(&mut self, term: Term) -> String {
        let width = self.context.store.sort(term).width().filter(|_| self.face.is_pli());
        if let (Some(width @ 1..=128), Some(bits)) = (width, self.context.store.as_bits(term)) {
            let shift = 128 - width;
            return (((bits << shift) as i128) >> shift).to_string();
        }
        let text = infix_in(&self.context.store, term, &self.face.style());
        match !self.plain && self.means_another(term, &text) {
            true => format!("\"{text}\""),
            false => text,
        }
    }

    /// Whether the text of a term, typed here, means another one.
    fn means_another(&mut self, term: Term, text: &str) -> bool {
        if text.contains('"') || !self.names_a_variable(term) {
            return false;
        }
        let state = self.now.state.clone();
        let sort = self.context.store.sort(term);
        let style = self.face.style();
        let mut inputs = inputs_of(&state);
        inputs.extend_from(&self.context.store);
        let Ok(meant) = read(&mut self.context.store, text, &style, &inputs, Some(sort)) else {
            return false;
        };
        let level = self.level_of(0);
        let typed: Result<Term, DebugError> = match self.face {
            Face::Pli(_) => self.printed(&state, level, text, Some(sort)),
            Face::Native(_) => parse(text, &style)
                .and_then(|expression| self.value_as(&state, level, &expression, sort)),
        };
        typed.is_ok_and(|typed| typed != meant)
    }

    /// Whether an input that occurs in a term has the name of a variable.
    fn names_a_variable(&mut self, term: Term) -> bool {
        let variables = self.context.store.variables(term);
        let state = self.now.state.clone();
        let level = self.level_of(0);
        let known = match self.face {
            Face::Pli(_) => self.pli_names(&state, level),
            Face::Native(_) => {
                let known = self.known_variables(&state, level);
                known.into_iter().map(|(variable, _)| variable.name).collect()
            }
        };
        let is_known = |name: &str| {
            let name = name.split(['[', '(']).next().unwrap_or(name);
            known.iter().any(|known| known == name)
        };
        let store = &self.context.store;
        variables.iter().any(|v| store.as_variable(*v).is_some_and(|info| is_known(&info.name)))
    }
}
