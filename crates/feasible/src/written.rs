//! Violation witnesses of what a run found: the program is run once more on the values of each finding's test, and what its calls
//! of `__VERIFIER_nondet_*` return is noted.

use super::conditions::{calls, statement};
use super::places::declare;
use super::waypoints::{ANY_NUMBER, is_signed};
use effigy_base::budget::CancelToken;
use effigy_base::sort::Sort;
use effigy_compile::languages::C;
use effigy_exec::route::{NOTE, noted_run};
use effigy_explore::job::{internal, job};
use effigy_explore::random_testing::inputs_of_test;
use effigy_explore::table::Languages;
use effigy_formats::test_comp::{Case, Value};
use effigy_formats::time::now;
use effigy_formats::witness::{NewWitness, hash, write};
use effigy_ir::function::{Callee, Function, Inst, InstKind, Operand};
use effigy_ir::program::{FuncId, Program};
use effigy_outcome::error::SessionError;
use effigy_outcome::options::ExploreOptions;
use effigy_outcome::{Ending, Finding, FindingKind, RunOutcome, StackFrame};
use std::collections::HashMap;

/// Most instructions of a run whose calls are noted.
const MOST_STEPS: u64 = 1 << 30;

/// A witness of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The number of the finding's test.
    pub test: usize,
    /// The text of the witness.
    pub text: String,
}

/// A witness for each finding of a C program that has a test.
///
/// # Errors
/// For a program that is not in C, and when it cannot be read again.
pub fn witnesses(
    languages: Languages,
    options: &ExploreOptions,
    outcome: &RunOutcome,
) -> Result<Vec<Written>, SessionError> {
    check_language(languages, options)?;
    let found: Vec<&Finding> = outcome.findings.iter().filter(|f| f.test.is_some()).collect();
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let options = ExploreOptions { stores: true, ..options.clone() };
    let compiled = languages.compile(&options)?;
    let mut loaded = compiled.load(&options)?;
    let notes = note_calls(&mut loaded.program);
    let job = job(loaded, &compiled, &options);
    let contents = std::fs::read(&options.input).map_err(|cause| SessionError::Unreadable {
        path: options.input.clone(),
        cause: cause.to_string(),
    })?;
    let text = String::from_utf8_lossy(&contents).into_owned();
    let ends: HashMap<_, _> = calls(&text).into_iter().collect();
    let file = options.input.file_name().map(|name| name.to_string_lossy().into_owned());
    let file = file.unwrap_or_default();
    let mut written = Vec::new();
    for finding in found {
        let Some(test) = finding.test.and_then(|number| outcome.test(number)) else { continue };
        let given = inputs_of_test(&test.case, &options.symbolic_arguments);
        let noted = noted_run(&job, given, MOST_STEPS).map_err(internal)?;
        let mut returns = Vec::new();
        for note in noted {
            // What is in another file, such as a header, has no place in the witness.
            let own = note.place.file.rsplit('/').next() == Some(file.as_str());
            let Some((line, column)) = ends.get(&(note.place.line, note.place.column)) else {
                continue;
            };
            if own {
                let signed =
                    notes.get(&note.marker).and_then(|callee| is_signed(callee)).unwrap_or(true);
                returns.push((*line, *column, number(note.value, note.width, signed)));
            }
        }
        let place = target(finding);
        let start = statement(&text, (place.place.line, place.place.column)).0;
        let number = test.case.number;
        let identity = hash(format!("{}{number}{}", hash(&contents), finding.site).as_bytes());
        let witness = NewWitness {
            file: file.clone(),
            text: contents.clone(),
            identity: bytes(&identity),
            time: now(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            specification: specification(finding).to_owned(),
            returns,
            target: start,
        };
        written.push(Written { test: number, text: write(&witness) });
    }
    Ok(written)
}

/// The tests of a C program as those of a suite of Test-Comp, and the numbers of those that the format has no place for: they
/// have arguments, standard input, or inputs that no `__VERIFIER_nondet_*` makes.
///
/// # Errors
/// For a program that is not in C, and when it cannot be read again.
pub fn suite(
    languages: Languages,
    options: &ExploreOptions,
    outcome: &RunOutcome,
) -> Result<(Vec<Case>, Vec<usize>), SessionError> {
    check_suite(languages, options)?;
    let (mut cases, mut other) = (Vec::new(), Vec::new());
    if outcome.tests.is_empty() {
        return Ok((cases, other));
    }
    // What is left when a run's time is up is written all the same.
    let options = ExploreOptions { cancel: CancelToken::new(), ..options.clone() };
    let compiled = languages.compile(&options)?;
    let mut loaded = compiled.load(&options)?;
    let notes = note_calls(&mut loaded.program);
    let job = job(loaded, &compiled, &options);
    for test in &outcome.tests {
        let case = &test.case;
        let given = inputs_of_test(case, &options.symbolic_arguments);
        let noted = noted_run(&job, given, MOST_STEPS).map_err(internal)?;
        let of_calls = noted.len() == case.objects.len();
        if !of_calls || case.stdin.is_some() || !case.arguments.is_empty() {
            other.push(case.number);
            continue;
        }
        let values = noted.iter().filter_map(|note| {
            let callee = notes.get(&note.marker)?;
            let kind = callee.strip_prefix(ANY_NUMBER)?.to_owned();
            let signed = is_signed(callee).unwrap_or(true);
            Some(Value { kind, bits: note.value, width: note.width, signed })
        });
        let error = matches!(test.ending, Ending::Failed { kind: FindingKind::ErrorCall, .. });
        cases.push(Case { number: case.number, values: values.collect(), error });
    }
    Ok((cases, other))
}

/// Whether there are suites of programs in the language.
///
/// # Errors
/// For a program that is not in C.
pub fn check_suite(languages: Languages, options: &ExploreOptions) -> Result<(), SessionError> {
    match languages.of(options).filter(|language| *language != C) {
        None => Ok(()),
        Some(language) => Err(SessionError::Suite { language: language.title() }),
    }
}

/// Whether there are witnesses of programs in the language.
///
/// # Errors
/// For a program that is not in C.
pub fn check_language(languages: Languages, options: &ExploreOptions) -> Result<(), SessionError> {
    match languages.of(options).filter(|language| *language != C) {
        None => Ok(()),
        Some(language) => Err(SessionError::Witness { language: language.title() }),
    }
}

/// Puts a note behind each call that makes a number; gives for each marker the function that is called.
fn note_calls(program: &mut Program) -> HashMap<FuncId, String> {
    let functions: Vec<FuncId> =
        program.functions.iter().filter(|(_, f)| f.defined).map(|(id, _)| id).collect();
    let mut markers: HashMap<(Sort, String), FuncId> = HashMap::new();
    for function in functions {
        let Ok(body) = program.body(function) else { continue };
        let mut body = Function::clone(&body);
        let mut changed = false;
        let blocks: Vec<_> = body.blocks.ids().collect();
        for block in blocks {
            let insts = std::mem::take(&mut body.blocks[block].insts);
            let mut with_notes = Vec::with_capacity(insts.len());
            for inst in insts {
                let made = made_number(program, &body, &inst);
                let loc = inst.loc;
                with_notes.push(inst);
                let Some((value, sort, callee)) = made else { continue };
                let count = markers.len();
                let marker = *markers
                    .entry((sort, callee))
                    .or_insert_with(|| declare(program, &format!("{NOTE}{count}"), vec![sort]));
                let kind = InstKind::Call {
                    results: Vec::new(),
                    callee: Callee::Function(marker),
                    args: vec![value],
                    arg_sorts: vec![sort],
                };
                with_notes.push(Inst { kind, loc });
                changed = true;
            }
            body.blocks[block].insts = with_notes;
        }
        if changed {
            program.replace(function, body);
        }
    }
    markers.into_iter().map(|((_, callee), marker)| (marker, callee)).collect()
}

/// The number that an instruction gets from a call that makes one, and the function that is called.
fn made_number(program: &Program, body: &Function, inst: &Inst) -> Option<(Operand, Sort, String)> {
    let InstKind::Call { results, callee: Callee::Function(callee), .. } = &inst.kind else {
        return None;
    };
    let callee = &program.functions.get(*callee)?.name;
    is_signed(callee)?;
    let &[result] = results.as_slice() else { return None };
    let sort = body.regs.get(result)?.sort;
    matches!(sort, Sort::Bool | Sort::BitVec(1..=128)).then_some((
        Operand::Reg(result),
        sort,
        callee.clone(),
    ))
}

/// The number that bits stand for.
fn number(bits: u128, width: u32, signed: bool) -> i128 {
    let shift = 128 - width.clamp(1, 128);
    match signed {
        true => ((bits << shift) as i128) >> shift,
        false => bits as i128,
    }
}

/// The call, or the operation, at which a run violates its property.
fn target(finding: &Finding) -> StackFrame {
    let reports = finding.stack.iter().position(|frame| frame.function == "reach_error");
    let caller = reports.and_then(|at| finding.stack.get(at + 1));
    let own = || StackFrame { function: finding.function.clone(), place: finding.place.clone() };
    caller.cloned().unwrap_or_else(own)
}

/// The property that a finding violates, as the competition writes it.
fn specification(finding: &Finding) -> &'static str {
    let reports = finding.stack.iter().any(|frame| frame.function == "reach_error");
    match finding.kind {
        _ if reports => "CHECK( init(main()), LTL(G ! call(reach_error())) )",
        FindingKind::ErrorCall => "CHECK( init(main()), LTL(G ! call(reach_error())) )",
        FindingKind::Overflow => "CHECK( init(main()), LTL(G ! overflow) )",
        FindingKind::InvalidFree | FindingKind::DoubleFree => {
            "CHECK( init(main()), LTL(G valid-free) )"
        }
        FindingKind::OutOfBounds | FindingKind::UseAfterFree | FindingKind::Null => {
            "CHECK( init(main()), LTL(G valid-deref) )"
        }
        FindingKind::Leak => "CHECK( init(main()), LTL(G valid-memtrack) )",
        _ => "CHECK( init(main()), LTL(G def-behavior) )",
    }
}

/// The first bytes of a hash.
fn bytes(hash: &str) -> [u8; 16] {
    let mut bytes = [0; 16];
    for (at, byte) in bytes.iter_mut().enumerate() {
        let digits = hash.get(2 * at..2 * at + 2).unwrap_or_default();
        *byte = u8::from_str_radix(digits, 16).unwrap_or_default();
    }
    bytes
}

#[cfg(test)]
mod tests;
