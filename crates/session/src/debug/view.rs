//! Looking at an execution: path condition, forks, the stack, results.

use super::data::{Activation, Fork, ForkKind, Line, Possible, Shown, Side};
use super::face::Face;
use super::{At, Debugger};
use effigy_exec::code::Inst;
use effigy_exec::stop::{Alternative, Ending, Feasible};
use effigy_term::conjunction::{minimal, under};

impl Debugger {
    /// The path condition without what is implied by the rest of it; `true` when it says nothing.
    pub fn path_condition(&mut self) -> String {
        let conjuncts = minimal(&mut self.context.store, &self.now.state.path.condition);
        let style = self.face.style();
        let texts: Vec<String> = conjuncts.iter().map(|t| self.text(*t)).collect();
        style.conjunction(&texts)
    }

    pub(super) fn fork_view(&mut self, alternatives: &[Alternative]) -> Fork {
        let state = &self.now.state;
        let code = &state.stack.top.code;
        let failure = |entry: u32| code.failures.get(entry as usize).cloned();
        let kind = match code.insts.get(state.stack.top.at as usize) {
            Some(Inst::Branch { .. } | Inst::Switch { .. }) => ForkKind::Branch,
            Some(Inst::Check { entry, .. }) => match failure(*entry) {
                Some((kind, message)) => ForkKind::Check { kind, message },
                None => ForkKind::Branch,
            },
            Some(Inst::Assert { entry, prove, .. }) => {
                let text = failure(*entry).map(|(_, text)| text).unwrap_or_default();
                ForkKind::Assertion { text, prove: *prove }
            }
            _ => ForkKind::Value,
        };
        let mut side = |a: &Alternative| Side {
            condition: self.text(a.constraint),
            possible: match &a.feasible {
                Feasible::Yes(_) => Possible::Yes,
                Feasible::No => Possible::No,
                Feasible::Unknown(why) => Possible::Unknown(why.clone()),
            },
        };
        Fork { kind, sides: alternatives.iter().map(&mut side).collect() }
    }

    /// The activations of the user's functions, innermost first.
    pub fn activations(&self) -> Vec<Activation> {
        let mut found = Vec::new();
        for frame in self.now.state.stack() {
            self.face.activations(&self.context, frame, &mut found);
        }
        found
    }

    /// The variables of an activation of [`Debugger::activations`], in the order of the source.
    pub fn variables(&mut self, activation: usize) -> Vec<Shown> {
        let state = self.now.state.clone();
        let level = self.level_of(activation);
        self.variables_of(&state, level)
    }

    /// Which frame of the stack an activation belongs to.
    pub(super) fn level_of(&self, activation: usize) -> usize {
        let mut found = Vec::new();
        for (level, frame) in self.now.state.stack().enumerate() {
            self.face.activations(&self.context, frame, &mut found);
            if found.len() > activation {
                return level;
            }
        }
        0
    }

    /// The source: the listing of a program whose statements have numbers, else the file in which execution stands.
    pub fn listing(&self) -> Vec<Line> {
        let spot = &self.now.spot;
        match &self.face {
            Face::Pli(pli) => pli.listing(spot),
            Face::Native(native) => (1..)
                .zip(native.text(&spot.file).iter())
                .map(|(number, text)| Line {
                    number: Some(number),
                    text: text.clone(),
                    current: number == spot.line,
                })
                .collect(),
        }
    }

    /// Names that can be typed here: procedures that can be called, and variables.
    pub fn names(&mut self) -> Vec<String> {
        let mut names = match &self.face {
            Face::Pli(pli) => pli.procedures(),
            Face::Native(_) => Vec::new(),
        };
        let terminal = self.terminal().into_iter();
        let here = if self.activations().is_empty() { Vec::new() } else { self.variables(0) };
        names.extend(terminal.chain(here).map(|shown| shown.name));
        names.sort();
        names.dedup();
        names
    }

    /// The results of the present call so far: what it passed by reference, and what it returned.
    pub fn results(&mut self) -> Vec<Shown> {
        let mut results = self.passed_values();
        if let Some((slot, sort)) = self.now.returned {
            let term = self.context.term(slot, sort);
            let condition = &self.now.state.path.condition;
            let term = under(&mut self.context.store, condition, term);
            let value = self.text(term);
            results.push(Shown { name: "RETURN".to_owned(), value });
        }
        results
    }

    /// How the execution ended, in a few words.
    pub(super) fn result_text(&mut self) -> String {
        let At::Ended(ending) = self.now.at.clone() else { return String::new() };
        if !self.face.is_pli() || !matches!(ending, Ending::Exit(_)) {
            return effigy_explore::convert::ending(&ending).detail();
        }
        let results = self.results();
        if let Some(value) = results.iter().find(|r| r.name == "RETURN") {
            return format!("returns {}", value.value);
        }
        let parts: Vec<String> =
            results.iter().map(|r| format!("{} = {}", r.name, r.value)).collect();
        if parts.is_empty() { "returns".to_owned() } else { parts.join(", ") }
    }
}
