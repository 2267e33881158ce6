//! A random program, parsed, lowered, and with its inputs.

use super::forward::{self, Leaf};
use super::generate::{self, Language};
use super::reference::{Outcome, Run};
use super::states::{Inputs, WIDTH};
use effigy_exec::context::Context;
use effigy_lang_oo::lower::{Integers, LowerOptions, lower, start_of};
use effigy_lang_oo::parse;
use effigy_lang_oo::tree::{MethodId, Program};
use effigy_term::Model;
use effigy_testkit::Rng;
use std::rc::Rc;

/// How traces are lowered.
pub const OPTIONS: LowerOptions = LowerOptions { integers: Integers::Fixed(WIDTH) };

/// Transitions of the reference, at most.
const FUEL: u32 = 4_000;

/// A program.
pub struct Case {
    text: String,
    program: Rc<Program>,
    entry: MethodId,
    /// The width of integers; unbounded without.
    width: Option<u32>,
    pub context: Context,
    pub inputs: Inputs,
}

impl Case {
    /// A random program on small machine integers.
    pub fn random(rng: &mut Rng, language: Language) -> Self {
        Self::with_integers(rng, language, Some(WIDTH))
    }

    /// A random program on integers of a width, or unbounded ones.
    pub fn with_integers(rng: &mut Rng, language: Language, width: Option<u32>) -> Self {
        let generated = generate::program(rng, language);
        let program = Rc::new(parsed(&generated.text));
        let entry = program.method_named(generated.entry).expect("the entry is in the text");
        let integers = width.map_or(Integers::Unbounded, Integers::Fixed);
        let lowered = lower(&program, LowerOptions { integers })
            .unwrap_or_else(|errors| panic!("{}\nin\n{}", errors[0], generated.text));
        let mut context = forward::context(lowered, &start_of(generated.entry));
        let lowered = context.job.program.clone();
        let inputs = Inputs::of_method(&program, &lowered, (entry, width), &mut context.store);
        Self { text: generated.text, program, entry, width, context, inputs }
    }

    /// How the run from a state ends.
    pub fn outcome(&self, state: &Model) -> Outcome {
        let initial = |cell: &_, ty: &_| self.inputs.cell(state, cell, ty);
        Run::new(&self.program, self.width, FUEL, &initial).method(self.entry)
    }

    /// Compares a leaf with the run from a state that satisfies its condition.
    pub fn agrees(&mut self, leaf: &Leaf, number: usize, state: &Model) -> Result<(), String> {
        let program = self.program.clone();
        let (inputs, context) = (&self.inputs, &mut self.context);
        let initial = |cell: &_, ty: &_| inputs.cell(state, cell, ty);
        let mut run = Run::new(&program, self.width, FUEL, &initial);
        let problem = match (run.method(self.entry), &leaf.outcome) {
            (Outcome::Unfinished, _) => return Ok(()),
            (Outcome::Returned(value), Some(Outcome::Returned(_))) => {
                forward::same_end(context, &leaf.state, inputs, state, &run, value.as_ref()).err()
            }
            (outcome, Some(expected)) if outcome == *expected => None,
            (outcome, expected) => Some(format!("the run ends in {outcome:?}, it in {expected:?}")),
        };
        match problem {
            None => Ok(()),
            Some(problem) => Err(self.failed(&format!("leaf {number}: {problem}"), Some(state))),
        }
    }

    /// What is wrong, with the program and the state.
    pub fn failed(&self, what: &str, state: Option<&Model>) -> String {
        let state = state.map(|state| self.inputs.describe(state)).unwrap_or_default();
        let entry = self.program.method_name(self.entry);
        format!("{what}\nfrom {entry} in\n{}\nin the state\n{state}", self.text)
    }
}

/// A program without errors.
pub fn parsed(text: &str) -> Program {
    let (program, errors) = parse("random.oo", text.as_bytes());
    match errors.first() {
        None => program,
        Some(error) => panic!("{error}\nin\n{text}"),
    }
}
