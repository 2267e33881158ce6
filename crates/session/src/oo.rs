//! Object programs: from their text to a program with an entry, and initial states as objects.

mod heap;

use crate::compile::Compiled;
use crate::error::{SessionError, with_excerpts};
use crate::front_end::ObjectCount;
use crate::load::Loaded;
use crate::options::ExploreOptions;
use crate::options::Integers;
use crate::outcome::{Datum, Heap, Input, RunOutcome};
use crate::pli::refuse;
use effigy_ir::field::NULL;
use effigy_lang_oo::lower::{self, LowerOptions, lower, start_of};
use effigy_lang_oo::tree::{MethodId, Program, Type};

/// Reads a program, and chooses its entry.
pub(crate) fn load(compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError> {
    let program = read(compiled)?;
    let method = entry(&program, options.entry.as_deref())?;
    let name = program.method_name(method);
    let lowered = lower(&program, lowering(options.integers));
    let lowered = lowered.map_err(|diagnostics| SessionError::Load {
        diagnostics: with_excerpts(diagnostics, &compiled.module_text),
    })?;
    Loaded::alone(lowered, &start_of(&name), name)
}

/// The checked tree of a program.
pub(crate) fn read(compiled: &Compiled) -> Result<Program, SessionError> {
    let path = compiled.source.to_string_lossy();
    let bytes = std::fs::read(&compiled.source);
    let bytes = bytes.unwrap_or_else(|_| compiled.module_text.clone().into_bytes());
    let (program, diagnostics) = effigy_lang_oo::parse(&path, &bytes);
    refuse(diagnostics)?;
    Ok(program)
}

/// What integers are to the front end.
pub(crate) fn lowering(integers: Integers) -> LowerOptions {
    LowerOptions {
        integers: match integers {
            Integers::Unbounded => lower::Integers::Unbounded,
            Integers::Fixed(width) => lower::Integers::Fixed(width),
        },
    }
}

/// The method to begin at: the named one, else the main program, else the only one.
pub(crate) fn entry(program: &Program, name: Option<&str>) -> Result<MethodId, SessionError> {
    let found = match name {
        Some(name) => program.method_named(name),
        None if program.methods.len() == 1 => program.methods.iter().next().map(|(id, _)| id),
        None => program.main,
    };
    found.ok_or_else(|| SessionError::NoEntry {
        name: name.unwrap_or("main").to_owned(),
        similar: program.methods.iter().map(|(id, _)| program.method_name(id)).collect(),
    })
}

/// Reads the inputs of tests and findings as objects with fields.
pub(crate) fn show(
    outcome: &mut RunOutcome,
    compiled: &Compiled,
    options: &ExploreOptions,
) -> Result<(), SessionError> {
    let program = read(compiled)?;
    let entry = entry(&program, options.entry.as_deref())?;
    let variables = variables(&program, Some(entry));
    let heap = |inputs: &[(&str, &Datum)]| heap(&program, &variables, options.integers, inputs);
    for leaf in &mut outcome.leaves {
        for (name, value) in &mut leaf.values {
            *value = result(&variables, name, value).into();
        }
    }
    for test in &mut outcome.tests {
        let inputs = test.case.objects.iter();
        let inputs: Vec<_> =
            inputs.filter_map(|o| Some((o.name.as_str(), o.value.as_ref()?))).collect();
        test.heap = Some(heap(&inputs));
    }
    for finding in &mut outcome.findings {
        let inputs = finding.inputs.iter();
        let inputs: Vec<_> =
            inputs.filter_map(|i| Some((i.name.as_str(), i.value.as_ref()?))).collect();
        let shown = heap(&inputs);
        finding.inputs.retain(|input| !is_shown(&shown, input));
        finding.heap = Some(shown);
    }
    Ok(())
}

/// Counts the objects of an initial heap.
pub(crate) fn object_count(
    compiled: &Compiled,
    options: &ExploreOptions,
) -> Result<ObjectCount, SessionError> {
    let program = read(compiled)?;
    let entry = entry(&program, options.entry.as_deref())?;
    let variables = variables(&program, Some(entry));
    let integers = options.integers;
    Ok(Box::new(move |inputs| heap(&program, &variables, integers, inputs).objects.len()))
}

pub(crate) use heap::{heap, variables};

/// What a result says for people: a reference to a known object by name.
pub(crate) fn result(variables: &[(String, Type)], name: &str, text: &str) -> String {
    let is_reference = variables.iter().any(|(n, ty)| n == name && ty.is_reference());
    match text.parse::<u128>() {
        Ok(NULL) if is_reference => "null".to_owned(),
        Ok(number) if is_reference && number % 2 == 1 => format!("new#{}", number / 2 + 1),
        _ => text.to_owned(),
    }
}

/// Whether an input is part of the picture of the heap.
fn is_shown(heap: &Heap, input: &Input) -> bool {
    matches!(input.value, Some(Datum::Array { .. }))
        || heap.variables.iter().any(|variable| variable.name == input.name)
}
