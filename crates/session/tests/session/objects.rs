//! Findings in object programs: the heap that a person is shown, run in the concrete semantics of the theorems, fails in
//! the same way at the same line.

use crate::theorems::reference::{Cell, Fault, Object, Outcome, Run, Value, default};
use effigy_lang_oo::tree::{LocalId, MethodId, Program, Type};
use effigy_session::explore::explore;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::{ExploreOptions, Integers};
use effigy_session::outcome::{Datum, Finding, FindingKind, Heap, HeapSlot, HeapValue, Replay};
use effigy_session::progress::Silent;
use effigy_session::replay::replay;
use num_bigint::BigInt;
use std::path::Path;

/// The width of integers.
const WIDTH: u32 = 32;

/// Transitions of the reference, at most.
const FUEL: u32 = 10_000;

/// The state that a finding shows.
struct Shown<'a> {
    program: &'a Program,
    entry: MethodId,
    finding: &'a Finding,
    heap: &'a Heap,
}

impl Shown<'_> {
    /// The value of a cell; the default of its type when the finding does not show it.
    fn cell(&self, cell: &Cell, ty: &Type) -> Value {
        let shown = match cell {
            Cell::This => self.variable("this"),
            Cell::Parameter(id) => self.variable(&self.local(*id)),
            Cell::Global(id) => self.variable(&self.program.globals[*id].name),
            Cell::Unknown(name, 1) => self.variable(name),
            Cell::Unknown(name, count) => self.variable(&format!("{name}#{count}")),
            Cell::Field(object, field) => self.slot(*object, &self.program.fields[*field].name),
            Cell::Length(object) => self.slot(*object, "length"),
            Cell::Element(object, _, index) => self.slot(*object, &format!("[{index}]")),
        };
        shown.unwrap_or_else(|| default(ty))
    }

    fn local(&self, id: LocalId) -> String {
        self.program.methods[self.entry].locals[id].name.clone()
    }

    /// A variable of the heap, or a number among the inputs.
    fn variable(&self, name: &str) -> Option<Value> {
        let input = self.finding.inputs.iter().find(|input| input.name == name);
        match input.and_then(|input| input.value.as_ref()) {
            Some(Datum::Integer(value)) => Some(Value::Int(value.clone())),
            _ => named(&self.heap.variables, name),
        }
    }

    fn slot(&self, object: Object, name: &str) -> Option<Value> {
        let Object::Old(number) = object else { panic!("{object:?} is not from before the run") };
        named(&self.heap.objects[number as usize - 1].slots, name)
    }
}

fn named(slots: &[HeapSlot], name: &str) -> Option<Value> {
    let slot = slots.iter().find(|slot| slot.name == name)?;
    Some(match &slot.value {
        HeapValue::Integer(digits) => Value::Int(digits.parse::<BigInt>().unwrap()),
        HeapValue::Truth(truth) => Value::Bool(*truth),
        HeapValue::Null => Value::Nil,
        HeapValue::Object(index) => Value::Object(Object::Old(*index as u64 + 1)),
    })
}

/// The error of the paper that a kind of finding is.
fn fault(kind: FindingKind) -> Fault {
    match kind {
        FindingKind::Nil => Fault::Nil,
        FindingKind::OutOfBounds => Fault::ArrayOutOfBounds,
        FindingKind::DivisionByZero => Fault::DivisionByZero,
        FindingKind::Assertion => Fault::Assertion,
        other => panic!("{other:?} is no error of an object program"),
    }
}

/// The options in the first line of an example: `// effigy explore --entry C.m --ints 32 --max-steps 9`.
fn options(file: &Path, text: &str) -> ExploreOptions {
    let mut options = ExploreOptions::new(file);
    (options.integers, options.all_findings) = (Integers::Fixed(WIDTH), true);
    let mut words = text.lines().next().unwrap_or_default().split_whitespace().skip(3);
    while let (Some(option), Some(value)) = (words.next(), words.next()) {
        match option {
            "--entry" => options.entry = Some(value.to_owned()),
            "--max-steps" => options.budget.steps = Some(value.parse().unwrap()),
            "--ints" => assert_eq!(value, WIDTH.to_string()),
            other => panic!("{}: {other}", file.display()),
        }
    }
    options
}

/// Runs every finding of an example on its heap; how many there are.
fn reproduced(file: &Path) -> usize {
    let text = std::fs::read_to_string(file).unwrap();
    let (program, errors) = effigy_lang_oo::parse("", text.as_bytes());
    assert!(errors.is_empty(), "{}: {errors:?}", file.display());
    let options = options(file, &text);
    let outcome = explore(LANGUAGES, &options, &mut Silent).unwrap_or_else(|e| panic!("{e}"));
    let entry = options.entry.as_deref().map_or(program.main, |name| program.method_named(name));
    let entry = entry.unwrap_or_else(|| panic!("{} has no entry", file.display()));
    for finding in &outcome.findings {
        let heap = finding.heap.as_ref().unwrap();
        let shown = Shown { program: &program, entry, finding, heap };
        let initial = |cell: &Cell, ty: &Type| shown.cell(cell, ty);
        let run = Run::new(&program, Some(WIDTH), FUEL, &initial).method(entry);
        let expected = Outcome::Fault(fault(finding.kind), finding.place.line);
        assert_eq!(run, expected, "{}: {heap:?}", file.display());
    }
    outcome.findings.len()
}

#[test]
fn heaps_of_findings_fail_in_the_concrete_semantics() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/oo");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let findings: usize = files.filter(|file| file.is_file()).map(|file| reproduced(&file)).sum();
    assert!(findings >= 15, "only {findings} findings");
}

#[test]
fn a_stopped_run_begins_no_test() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/oo/ring.oo");
    let options = options(&file, &std::fs::read_to_string(&file).unwrap());
    let outcome = explore(LANGUAGES, &options, &mut Silent).unwrap_or_else(|e| panic!("{e}"));
    let test = outcome.tests.first().unwrap();
    assert_eq!(replay(LANGUAGES, &options, &test.case).unwrap(), Replay::Confirmed);
    options.cancel.cancel();
    let stopped = replay(LANGUAGES, &options, &test.case).unwrap();
    assert!(matches!(stopped, Replay::NotRun { .. }), "{stopped:?}");
}
