//! Expressions, conditions and assignments that are typed about a PL/I program.

use super::super::Debugger;
use super::super::data::DebugError;
use super::super::face::Face;
use super::super::pli::{Function, Key};
use super::super::value::UNSET;
use super::{array, places, problem, split_assignment};
use effigy_base::id::{Id, IdVec};
use effigy_base::sort::Sort;
use effigy_base::source::Diagnostic;
use effigy_exec::code::Named;
use effigy_exec::slot::Slot;
use effigy_exec::state::State;
use effigy_exec::stop::{Alternative, Feasible, Stop};
use effigy_lang_pli::lower::Piece;
use effigy_lang_pli::tree::{ProcId, Shape, VarId, Variable};
use effigy_lang_pli::{
    Assignment, Fragment, Names, Scope as Known, parse_assignment, parse_condition,
    parse_expression,
};
use effigy_term::print::Style;
use effigy_term::read::{Expression, Scope, Signs, Typed, parse, term};
use effigy_term::{Term, TermStore};
use std::rc::Rc;

/// The variables that a typed text may name.
#[derive(Clone)]
struct Place {
    procedure: Option<ProcId>,
    variables: IdVec<VarId, Variable>,
}

impl Place {
    fn scope(&self) -> Known<'_> {
        match self.procedure {
            Some(id) => Known::Procedure(id),
            None => Known::Terminal(&self.variables),
        }
    }
}

impl Debugger {
    /// The variables that can be named: those of the procedure that a frame executes, or those of the terminal.
    fn place(&self, state: &State, level: usize) -> Place {
        let Face::Pli(pli) = &self.face else {
            return Place { procedure: None, variables: IdVec::new() };
        };
        let frame = state.stack().nth(level);
        match frame.and_then(|frame| pli.procedure(&self.context, frame)) {
            Some(id) if !matches!(self.now.at, super::super::At::Ended(_)) => {
                let variables = pli.program.procedures.get(id).map(|p| p.variables.clone());
                Place { procedure: Some(id), variables: variables.unwrap_or_default() }
            }
            _ => self.at_terminal(),
        }
    }

    /// The variables that can be named in a state.
    pub(in super::super) fn pli_names(&self, state: &State, level: usize) -> Vec<String> {
        let place = self.place(state, level);
        place.variables.iter().map(|(_, variable)| variable.name.clone()).collect()
    }

    fn at_terminal(&self) -> Place {
        Place { procedure: None, variables: self.now.terminal.variables.clone() }
    }

    /// The value of a typed text; what the procedure does not know may be known at the terminal.
    pub(in super::super) fn pli_text(
        &mut self,
        state: &State,
        level: usize,
        text: &str,
    ) -> Result<String, DebugError> {
        let place = self.place(state, level);
        let here = self.text_in(state, level, &place, text);
        let Err(DebugError::Typed(_)) = &here else { return here };
        let terminal = self.at_terminal();
        let there = self.text_in(state, level, &terminal, text);
        match there.or(here) {
            Err(DebugError::Typed(why)) => {
                let printed = self.printed(state, level, text, None);
                printed.map(|term| self.text(term)).map_err(|_| DebugError::Typed(why))
            }
            known => known,
        }
    }

    /// The term of a text in the notation in which terms are printed.
    pub(in super::super) fn printed(
        &mut self,
        state: &State,
        level: usize,
        text: &str,
        sort: Option<Sort>,
    ) -> Result<Term, DebugError> {
        let place = self.place(state, level);
        let expression = parse(text, &Style::KING)?;
        let mut state = state.clone();
        term(&mut Printed { debugger: self, state: &mut state, level, place }, &expression, sort)
    }

    fn text_in(
        &mut self,
        state: &State,
        level: usize,
        place: &Place,
        text: &str,
    ) -> Result<String, DebugError> {
        let name = text.trim().trim_end_matches(';').trim();
        let known = place.variables.iter().find(|(_, v)| v.name.eq_ignore_ascii_case(name));
        if let Some((id, variable)) = known.map(|(id, v)| (id, v.clone())) {
            return Ok(self.variable_text(state, level, place, id, &variable));
        }
        let mut copy = state.clone();
        let function = match self.compiled(place, text, false) {
            Ok(function) => function,
            Err(of_value) => match self.compiled(place, text, true) {
                Ok(function) => function,
                Err(of_condition) => {
                    let relates = text.contains(['<', '>', '=', '&', '|', '¬', '≥', '≤', '≠']);
                    return Err(if relates { of_condition } else { of_value });
                }
            },
        };
        let value = self.run(&mut copy, level, place, function)?;
        Ok(self.text(value))
    }

    fn variable_text(
        &mut self,
        state: &State,
        level: usize,
        place: &Place,
        id: VarId,
        variable: &Variable,
    ) -> String {
        if place.procedure.is_some() {
            let shown = self.variables_of(state, level);
            let found = shown.into_iter().find(|s| s.name == variable.name);
            return found.map_or_else(|| UNSET.to_owned(), |s| s.value);
        }
        let handle = self.now.terminal.handles.get(id.index()).copied().unwrap_or(0);
        match variable.shape {
            Shape::Integer => self.element_text(state, Slot::word(handle), Slot::word(0)),
            Shape::Array(_) => self.array_text(state, Slot::word(handle), None, &variable.name),
        }
    }

    /// The function of an expression or a condition; an unknown name at the terminal is an error.
    fn compiled(
        &mut self,
        place: &Place,
        text: &str,
        condition: bool,
    ) -> Result<Function, DebugError> {
        let key: Key = (place.procedure, place.variables.len(), condition, text.to_owned());
        let Face::Pli(pli) = &self.face else {
            return Err(DebugError::NotHere("this is no PL/I program".to_owned()));
        };
        if let Some(function) = pli.typed.get(&key) {
            return Ok(*function);
        }
        let known = |variables: &IdVec<VarId, Variable>| -> Result<(), DebugError> {
            match variables.iter().nth(place.variables.len()) {
                Some((_, new)) if place.procedure.is_none() => {
                    let names: Vec<&str> =
                        place.variables.iter().map(|(_, v)| v.name.as_str()).collect();
                    Err(problem(text, unknown(&new.name, &names)))
                }
                _ => Ok(()),
            }
        };
        let typed = |diagnostics: Vec<Diagnostic>| DebugError::Typed(diagnostics);
        let (id, sort) = if condition {
            let fragment = parse_condition(&pli.program, place.scope(), text).map_err(typed)?;
            known(&fragment.variables)?;
            (self.append(&fragment.variables, Piece::Truth(&fragment.item))?, Sort::Bool)
        } else {
            let sort = pli.options.integers.sort();
            let fragment = parse_expression(&pli.program, place.scope(), text).map_err(typed)?;
            known(&fragment.variables)?;
            (self.append(&fragment.variables, Piece::Value(&fragment.item))?, sort)
        };
        let function = Function { id, sort };
        if let Face::Pli(pli) = &mut self.face {
            pli.typed.insert(key, function);
        }
        Ok(function)
    }

    /// Runs the function of a typed text. Where its value exists only under a condition that the path does not decide,
    /// as an element within its bounds, that condition is taken for granted.
    fn run(
        &mut self,
        state: &mut State,
        level: usize,
        place: &Place,
        function: Function,
    ) -> Result<Term, DebugError> {
        let args = self.arguments(state, level, place);
        let mut first =
            |sides: &[Alternative]| sides.iter().position(|a| !matches!(a.feasible, Feasible::No));
        let values =
            self.context.stepping().call(state, function.id, &args, &mut first).map_err(failed)?;
        let value = values.first().copied().unwrap_or_default();
        Ok(self.context.term(value, function.sort))
    }

    /// Where the variables of a place are, as arguments.
    fn arguments(&mut self, state: &State, level: usize, place: &Place) -> Vec<Slot> {
        if place.procedure.is_none() {
            return places(&self.now.terminal);
        }
        let known = self.known_variables(state, level);
        let mut args = Vec::new();
        for (_, variable) in place.variables.iter() {
            let named = known.iter().find(|(v, _)| v.name == variable.name).map(|(v, _)| v.named);
            let slot = |src| super::super::typed::slot_of(state, level, src);
            let nothing = Slot::word(0);
            match (named, &variable.shape) {
                (Some(Named::Element(array, index)), _) => args.extend([slot(array), slot(index)]),
                (Some(Named::Array(array, Some(limits))), _) => {
                    args.extend([array, limits.low, limits.high, limits.known].map(slot));
                }
                (Some(Named::Array(array, None)), _) => {
                    args.extend([slot(array), Slot::word(1), nothing, nothing]);
                }
                (_, Shape::Integer) => args.extend([nothing; 2]),
                (_, Shape::Array(_)) => args.extend([nothing; 4]),
            }
        }
        args
    }

    /// The condition that was typed, as a term; what it evaluates may make inputs.
    pub(in super::super) fn pli_condition(
        &mut self,
        state: &mut State,
        text: &str,
    ) -> Result<Term, DebugError> {
        let place = self.place(state, 0);
        let (place, function) = match self.compiled(&place, text, true) {
            Ok(function) => (place, function),
            Err(error) => {
                let terminal = self.at_terminal();
                match self.compiled(&terminal, text, true) {
                    Ok(function) => (terminal, function),
                    Err(_) => {
                        let printed = self.printed(state, 0, text, Some(Sort::Bool));
                        return printed.map_err(|_| error);
                    }
                }
            }
        };
        self.run(state, 0, &place, function)
    }

    /// Performs a typed assignment: to a variable of the procedure, or to one of the terminal, which it may make.
    pub(in super::super) fn pli_assign(
        &mut self,
        text: &str,
    ) -> Result<(String, String), DebugError> {
        let mut state = self.now.state.clone();
        let place = self.place(&state, 0);
        if place.procedure.is_none() {
            self.declare_array(text);
        }
        let place = if place.procedure.is_none() { self.at_terminal() } else { place };
        let Face::Pli(pli) = &self.face else {
            return Err(DebugError::NotHere("this is no PL/I program".to_owned()));
        };
        let parsed = parse_assignment(&pli.program, place.scope(), text);
        let Fragment { variables, item } = parsed.map_err(DebugError::Typed)?;
        let place = Place { variables: variables.clone(), ..place };
        if place.procedure.is_none() {
            let mut moment = self.now.clone();
            Rc::make_mut(&mut moment.terminal).variables = variables.clone();
            self.make_objects(&mut moment);
            state = moment.state.clone();
            self.now.terminal = moment.terminal;
        }
        let target = match &item {
            Assignment::Value(target, value) => {
                let Face::Pli(pli) = &self.face else { return Err(DebugError::NoFork) };
                let name = Names::new(&pli.program, &variables).target(target);
                let id = self.append(&variables, Piece::Assign(target, value))?;
                let args = self.arguments(&state, 0, &place);
                let mut none = |_: &[Alternative]| None;
                self.context.stepping().call(&mut state, id, &args, &mut none).map_err(failed)?;
                name
            }
            Assignment::SymbolicArray(id, symbol) => {
                self.replace_array(&mut state, &place, *id, symbol)?
            }
        };
        self.now.state = state.clone();
        let value = self.text_in(&state, 0, &place, &target).unwrap_or_else(|_| UNSET.to_owned());
        Ok((target, value))
    }

    /// Makes an array of the terminal when what is assigned must be one.
    fn declare_array(&mut self, text: &str) {
        let Face::Pli(pli) = &self.face else { return };
        let Some((target, value)) = split_assignment(text) else { return };
        let target = target.trim().to_ascii_uppercase();
        let name = target.split('(').next().unwrap_or("").trim().to_owned();
        let symbolic = value.trim().starts_with('"') && !value.contains('(');
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_known = self.now.terminal.variables.iter().any(|(_, v)| v.name == name);
        let is_array = target.contains('(') || (symbolic && pli.is_array_somewhere(&name));
        if is_name && is_array && !is_known {
            let mut moment = self.now.clone();
            Rc::make_mut(&mut moment.terminal).variables.push(array(&name));
            self.make_objects(&mut moment);
            self.now = moment;
        }
    }

    fn replace_array(
        &mut self,
        state: &mut State,
        place: &Place,
        id: VarId,
        symbol: &str,
    ) -> Result<String, DebugError> {
        let name = place.variables.get(id).map(|v| v.name.clone()).unwrap_or_default();
        let handle = match place.procedure {
            None => self.now.terminal.handles.get(id.index()).copied(),
            Some(_) => {
                let known = self.known_variables(state, 0);
                let named = known.iter().find(|(v, _)| v.name == name).map(|(v, _)| v.named);
                match named {
                    Some(Named::Array(array, _)) => {
                        let slot = super::super::typed::slot_of(state, 0, array);
                        slot.concrete().map(|h| h as u64)
                    }
                    _ => None,
                }
            }
        };
        let sort = handle.and_then(|h| state.memory.arrays.get(h)).and_then(|object| {
            let (index, element) = (object.index().scalar()?, object.element().scalar()?);
            Some(Sort::Array { index, element })
        });
        let (Some(handle), Some(sort)) = (handle, sort) else {
            return Err(DebugError::NoValue(format!("{name} has no elements here")));
        };
        let values = self.context.input(state, symbol, sort);
        if let Some(object) = state.memory.arrays.get_mut(handle) {
            object.replace(values);
        }
        Ok(name)
    }
}

/// Texts in the notation of printed terms, over the variables of a place and the symbolic inputs.
struct Printed<'d, 's> {
    debugger: &'d mut Debugger,
    state: &'s mut State,
    level: usize,
    place: Place,
}

impl Scope for Printed<'_, '_> {
    type Error = DebugError;

    fn store(&mut self) -> &mut TermStore {
        &mut self.debugger.context.store
    }

    fn style(&self) -> Style {
        Style::KING
    }

    fn input(&mut self, of: &Expression) -> Option<Term> {
        self.debugger.input_of(self.state, of)
    }

    fn operand(&mut self, of: &Expression) -> Result<Option<Typed>, DebugError> {
        let (Expression::Name(name), place) = (of, self.place.clone()) else { return Ok(None) };
        let known = place.variables.iter().find(|(_, v)| v.name.eq_ignore_ascii_case(name));
        let Some((_, Variable { shape: Shape::Integer, .. })) = known else { return Ok(None) };
        let function = self.debugger.compiled(&place, name, false)?;
        let term = self.debugger.run(self.state, self.level, &place, function)?;
        Ok(Some(Typed { term, signs: Signs::Printed }))
    }
}

fn unknown(name: &str, known: &[&str]) -> String {
    match known.is_empty() {
        true => format!("there is no variable `{name}` yet; give it a value by `{name} = ...`"),
        false => format!("there is no variable `{name}`; there are {}", known.join(", ")),
    }
}

fn failed(stop: Stop) -> DebugError {
    match stop {
        Stop::End(ending) => DebugError::NoValue(effigy_explore::convert::ending(&ending).detail()),
        Stop::Fork(_) => DebugError::NoValue("its target depends on symbolic values".to_owned()),
        Stop::Pause => DebugError::Interrupted,
    }
}
