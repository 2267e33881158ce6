//! PL/I programs: from their text to a program with an entry.

pub(crate) mod sharing;

use crate::compile::Compiled;
use crate::error::{SessionError, with_excerpts};
use crate::load::Loaded;
use crate::options::{self, ExploreOptions};
use crate::outcome::RunOutcome;
use crate::wp::WpOutcome;
use effigy_base::assumption::Assumption;
use effigy_base::id::IdVec;
use effigy_base::source::Diagnostic;
use effigy_lang_pli::lower::{Integers, LowerOptions, START, lower, start_of, ways_of};
use effigy_lang_pli::share::{self, Ways};
use effigy_lang_pli::tree::Program;
use effigy_lang_pli::{Scope, parse, parse_call};

/// Reads a program, and the call that the options give.
pub(crate) fn load(compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError> {
    let program = read(compiled)?;
    let lowering =
        LowerOptions { integers: integers(options.integers)?, shared: options.call.is_none() };
    let none = IdVec::new();
    let (lowered, start, entry) = match &options.call {
        Some(text) => {
            let call = parse_call(&program, Scope::Terminal(&none), text)
                .map_err(|diagnostics| SessionError::Load { diagnostics })?;
            let lowered = lower(&program, &call.variables, Some(&call.item), lowering);
            (lowered, START.to_owned(), text.clone())
        }
        None => {
            let name = procedure(&program, options.entry.as_deref())?;
            let start = match ways(&program, &name).ways.as_slice() {
                [] => start_of(&name),
                _ => ways_of(&name),
            };
            (lower(&program, &none, None, lowering), start, name)
        }
    };
    let lowered = lowered.map_err(|diagnostics| of_lowering(diagnostics, compiled))?;
    Loaded::alone(lowered, &start, entry)
}

/// The ways in which parameters of a procedure are one variable.
pub(crate) fn ways(program: &Program, procedure: &str) -> Ways {
    let procedure = program.find(procedure).and_then(|id| program.procedures.get(id));
    procedure.map_or_else(Ways::default, |procedure| share::ways(program, procedure))
}

/// Says what a run took for granted of the parameters and STATIC variables of its entry, and leaves the inputs that choose how
/// parameters share where they do.
pub(crate) fn show(
    outcome: &mut RunOutcome,
    compiled: &Compiled,
    options: &ExploreOptions,
) -> Result<(), SessionError> {
    if let Some(entry) = entry_of(compiled, options)? {
        sharing::hide(outcome, &entry.ways);
        outcome.assumes.extend(entry.assumed);
    }
    Ok(())
}

/// The same of traces.
pub(crate) fn show_traces(
    outcome: &mut WpOutcome,
    compiled: &Compiled,
    options: &ExploreOptions,
) -> Result<(), SessionError> {
    if let Some(entry) = entry_of(compiled, options)? {
        outcome.traces.iter_mut().for_each(|trace| sharing::hide_in_trace(trace, &entry.ways));
        outcome.assumes.extend(entry.assumed);
    }
    Ok(())
}

/// The procedure that a run begins at.
struct Entry {
    /// The inputs that choose how its parameters share.
    ways: Vec<String>,
    /// What is taken for granted of it.
    assumed: Vec<Assumption>,
}

/// The procedure that a run begins at; `None` where a call is given.
fn entry_of(compiled: &Compiled, options: &ExploreOptions) -> Result<Option<Entry>, SessionError> {
    if options.call.is_some() {
        return Ok(None);
    }
    let program = read(compiled)?;
    let name = procedure(&program, options.entry.as_deref())?;
    let found = program.find(&name).and_then(|id| program.procedures.get(id));
    Ok(found.map(|procedure| {
        let ways = share::ways(&program, procedure);
        Entry {
            assumed: sharing::assumed(&program, procedure, &ways),
            ways: ways.ways.iter().map(|way| way.name(procedure)).collect(),
        }
    }))
}

/// The checked tree of a program.
pub(crate) fn read(compiled: &Compiled) -> Result<Program, SessionError> {
    let path = compiled.source.to_string_lossy();
    let bytes = std::fs::read(&compiled.source);
    let bytes = bytes.unwrap_or_else(|_| compiled.module_text.clone().into_bytes());
    let (program, diagnostics) = parse(&path, &bytes);
    refuse(diagnostics)?;
    Ok(program)
}

pub(crate) fn refuse(diagnostics: Vec<Diagnostic>) -> Result<(), SessionError> {
    if diagnostics.is_empty() { Ok(()) } else { Err(SessionError::Load { diagnostics }) }
}

/// What lowering a program alone can see.
pub(crate) fn of_lowering(diagnostics: Vec<Diagnostic>, compiled: &Compiled) -> SessionError {
    SessionError::Load { diagnostics: with_excerpts(diagnostics, &compiled.module_text) }
}

/// The procedure to begin at: the named one, else the first.
fn procedure(program: &Program, name: Option<&str>) -> Result<String, SessionError> {
    let found = match name {
        Some(name) => program.find(name),
        None => program.procedures.ids().next(),
    };
    let found = found.and_then(|id| program.procedures.get(id)).map(|p| p.name.clone());
    found.ok_or_else(|| SessionError::NoEntry {
        name: name.unwrap_or_default().to_owned(),
        similar: program.procedures.iter().map(|(_, p)| p.name.clone()).collect(),
    })
}

/// What integers are to the front end.
pub(crate) fn integers(integers: options::Integers) -> Result<Integers, SessionError> {
    match integers {
        options::Integers::Unbounded => Ok(Integers::Unbounded),
        options::Integers::Fixed(32) => Ok(Integers::Fixed),
        options::Integers::Fixed(width) => Err(SessionError::Width { width }),
    }
}
