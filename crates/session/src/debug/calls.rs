//! Sessions about PL/I programs: calls typed at the terminal, variables in array objects.

mod evaluate;

use super::data::{DebugError, Shown};
use super::face::Face;
use super::pli::Pli;
use super::{Debugger, Moment, WalkedTree};
use crate::compile::Compiled;
use crate::error::SessionError;
use crate::job::{internal, job};
use crate::load::Loaded;
use crate::options::ExploreOptions;
use crate::pli;
use effigy_base::id::{Id, IdVec};
use effigy_base::source::{Diagnostic, Severity};
use effigy_exec::context::Context;
use effigy_exec::slot::Slot;
use effigy_explore::machine::Nothing;
use effigy_lang_pli::lower::{LowerOptions, Piece, append_fragment, lower};
use effigy_lang_pli::tree::{Argument, Bounds, Shape, Storage, VarId, Variable};
use effigy_lang_pli::{Names, Scope, Span, parse_call};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The variables of the terminal with their objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Terminal {
    pub variables: IdVec<VarId, Variable>,
    pub handles: Vec<u64>,
    /// The integers that the present call passes by reference.
    pub passed: Vec<VarId>,
}

/// Loads a program, which then waits for a call.
pub(super) fn load(
    compiled: &Compiled,
    options: &ExploreOptions,
) -> Result<Debugger, SessionError> {
    let program = pli::read(compiled)?;
    let lowering = LowerOptions { integers: pli::integers(options.integers)?, shared: false };
    let lowered = lower(&program, &IdVec::new(), None, lowering)
        .map_err(|diagnostics| pli::of_lowering(diagnostics, compiled))?;
    let loaded = Loaded {
        program: lowered,
        entry: effigy_ir::program::FuncId::from_index(0),
        name: String::new(),
        environment: Arc::new(Nothing),
        targets: Vec::new(),
    };
    let context = Context::new(job(loaded, compiled, options)).map_err(internal)?;
    let path: Arc<str> = compiled.source.to_string_lossy().into();
    Ok(Debugger::new(context, Face::Pli(Box::new(Pli::new(program, lowering, path)))))
}

impl Debugger {
    /// Calls a procedure: `SUM ("A", 3, 5)`, with or without CALL before it. The path condition is what was assumed at
    /// the terminal, and execution stands before the first statement.
    ///
    /// # Errors
    /// What is wrong with the call.
    pub fn call(&mut self, text: &str) -> Result<(), DebugError> {
        let home = self.home();
        let Face::Pli(pli) = &mut self.face else {
            let why = "this program has an entry of its own: `restart` begins it anew";
            return Err(DebugError::NotHere(why.to_owned()));
        };
        let scope = Scope::Terminal(&home.terminal.variables);
        let fragment = parse_call(&pli.program, scope, text).map_err(DebugError::Typed)?;
        let title = Names::new(&pli.program, &fragment.variables).call(&fragment.item);
        let mut moment = home.clone();
        let terminal = Rc::make_mut(&mut moment.terminal);
        terminal.variables = fragment.variables.clone();
        terminal.passed.clear();
        for argument in &fragment.item.arguments {
            if let Argument::Variable(id) = argument
                && !terminal.passed.contains(id)
            {
                terminal.passed.push(*id);
            }
        }
        self.make_objects(&mut moment);
        let args = places(&moment.terminal);
        let piece = Piece::Call(&fragment.item);
        let function = self.append(&fragment.variables, piece)?;
        moment.home = Some(Rc::new(Moment { home: None, ..home }));
        moment.tree = Rc::new(RefCell::new(WalkedTree::new(format!("CALL {title}"))));
        moment.state.history.statements = 0;
        self.context
            .stepping()
            .begin(&mut moment.state, function, &args)
            .map_err(|_| DebugError::NoValue("the call cannot be performed".to_owned()))?;
        self.now = moment;
        self.begin()
    }

    /// The terminal as the next call finds it. A call that ended without a decision on symbolic values has left its
    /// results in the variables; one under a path condition leaves them to be looked at until the next call.
    fn home(&mut self) -> Moment {
        let Some(home) = &self.now.home else { return self.now.clone() };
        let mut next = (**home).clone();
        let ended = matches!(&self.now.at, super::At::Ended(effigy_exec::stop::Ending::Exit(_)));
        if ended && self.now.state.path.condition.len() == next.state.path.condition.len() {
            next.state.memory = self.now.state.memory.clone();
            next.state.inputs = self.now.state.inputs.clone();
            next.terminal = self.now.terminal.clone();
        }
        next
    }

    /// Makes the objects of the terminal's variables that have none: an array is symbolic, an integer is not set.
    fn make_objects(&mut self, moment: &mut Moment) {
        let Face::Pli(pli) = &self.face else { return };
        let integer = pli.options.integers.sort();
        let Some(scalar) = integer.scalar() else { return };
        let variables: Vec<Variable> =
            moment.terminal.variables.iter().map(|(_, v)| v.clone()).collect();
        let known = moment.terminal.handles.len();
        for variable in variables.iter().skip(known) {
            let state = &mut moment.state;
            let handle = if variable.shape == Shape::Integer {
                state.memory.arrays.create(scalar, scalar)
            } else {
                let sort = effigy_base::sort::Sort::Array { index: scalar, element: scalar };
                let values = self.context.input(state, &variable.name, sort);
                state.memory.arrays.create_from(&self.context.store, values).unwrap_or(0)
            };
            Rc::make_mut(&mut moment.terminal).handles.push(handle);
        }
    }

    /// The integers that the present call passed by reference, with their values.
    pub(super) fn passed_values(&mut self) -> Vec<Shown> {
        let terminal = self.now.terminal.clone();
        let state = self.now.state.clone();
        let mut shown = Vec::new();
        for id in &terminal.passed {
            let handle = terminal.handles.get(id.index()).copied().unwrap_or(0);
            let value = self.result_of_element(&state, Slot::word(handle), Slot::word(0));
            let name = terminal.variables.get(*id).map(|v| v.name.clone()).unwrap_or_default();
            shown.push(Shown { name, value });
        }
        shown
    }

    /// The variables of the terminal with their values.
    pub fn terminal(&mut self) -> Vec<Shown> {
        let terminal = self.now.terminal.clone();
        let state = self.now.state.clone();
        let mut shown = Vec::new();
        for ((_, variable), handle) in terminal.variables.iter().zip(&terminal.handles) {
            let handle = Slot::word(*handle);
            let value = match variable.shape {
                Shape::Integer => self.element_text(&state, handle, Slot::word(0)),
                Shape::Array(_) => self.array_text(&state, handle, None, &variable.name),
            };
            shown.push(Shown { name: variable.name.clone(), value });
        }
        shown
    }

    /// Adds a function for what was typed to the program.
    fn append(
        &mut self,
        variables: &IdVec<VarId, Variable>,
        piece: Piece<'_>,
    ) -> Result<effigy_ir::program::FuncId, DebugError> {
        let Face::Pli(pli) = &self.face else {
            return Err(DebugError::NotHere("this is no PL/I program".to_owned()));
        };
        let added = self
            .context
            .stepping()
            .grow(|lowered| append_fragment(lowered, &pli.program, variables, piece, pli.options));
        match added {
            Some(Ok(function)) => Ok(function),
            Some(Err(diagnostics)) => Err(DebugError::Typed(diagnostics)),
            None => Err(DebugError::NoValue("the program is in use elsewhere".to_owned())),
        }
    }
}

/// Where the variables of the terminal are, as arguments.
fn places(terminal: &Terminal) -> Vec<Slot> {
    let mut args = Vec::new();
    for ((_, variable), handle) in terminal.variables.iter().zip(&terminal.handles) {
        args.push(Slot::word(*handle));
        match variable.shape {
            Shape::Integer => args.push(Slot::word(0)),
            Shape::Array(_) => args.extend([Slot::word(1), Slot::word(0), Slot::word(0)]),
        }
    }
    args
}

/// A new array of the terminal.
fn array(name: &str) -> Variable {
    Variable {
        name: name.to_owned(),
        shape: Shape::Array(Bounds::Argument),
        storage: Storage::Automatic,
        initial: Vec::new(),
        span: Span::default(),
    }
}

/// What stands on the left and on the right of the first single `=` or `←`.
pub(super) fn split_assignment(text: &str) -> Option<(&str, &str)> {
    if let Some(parts) = text.split_once('←') {
        return Some(parts);
    }
    let bytes = text.as_bytes();
    let at = (1..bytes.len()).find(|i| {
        let around = (bytes.get(i - 1).copied(), bytes.get(i + 1).copied());
        bytes.get(*i) == Some(&b'=')
            && around.1 != Some(b'=')
            && !around.0.is_some_and(|b| b"=!<>~^".contains(&b) || b >= 0x80)
    })?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

fn problem(text: &str, message: String) -> DebugError {
    DebugError::Typed(vec![Diagnostic {
        severity: Severity::Error,
        message,
        path: "command".to_owned(),
        line: 1,
        column: 1,
        excerpt: text.to_owned(),
    }])
}
