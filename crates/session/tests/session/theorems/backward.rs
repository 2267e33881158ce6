//! Path conditions backwards: traces of a program, and whether runs of the reference agree with them.

use super::case::{OPTIONS, parsed};
use super::driver::Tally;
use super::forward::{self, Leaf, fault, satisfies};
use super::generate;
use super::reference::{Outcome, Run};
use super::states::{self, Inputs, WIDTH};
use super::traces;
use effigy_backward::unfolding::{Ended, Ending, UnfoldOptions, Unfolding};
use effigy_exec::context::Context;
use effigy_exec::stop::Feasible;
use effigy_lang_oo::lower::{TRACE, lower_trace};
use effigy_lang_oo::parse_trace;
use effigy_lang_oo::tree::{Program, Trace};
use effigy_solver::{Answer, Query};
use effigy_term::{Model, Term};
use effigy_testkit::Rng;
use std::rc::Rc;

/// States of a trace: random ones, a model of its condition, and others near it.
const STATES: usize = 8;

/// A random trace, parsed, lowered, and unfolded.
pub struct TraceCase {
    text: String,
    program: Rc<Program>,
    trace: Trace,
    pub context: Context,
    inputs: Inputs,
    /// The traces in the engine's sense: the whole trace, and its beginnings up to each error.
    unfolded: Vec<Ended>,
}

impl TraceCase {
    /// Reads a trace about the declarations of the generator.
    pub fn new(text: String) -> Self {
        let program = Rc::new(parsed(&generate::declarations()));
        let trace = parse_trace(&program, "random.trace", text.as_bytes())
            .unwrap_or_else(|errors| panic!("{}\nin\n{text}", errors[0]));
        let lowered = lower_trace(&program, &trace, OPTIONS)
            .unwrap_or_else(|errors| panic!("{}\nin\n{text}", errors[0]));
        let mut context = forward::context(lowered, TRACE);
        let lowered = context.job.program.clone();
        let inputs = Inputs::of_trace(&program, &lowered, &trace, &mut context.store);
        let options = UnfoldOptions { prune: false, ..UnfoldOptions::default() };
        let unfolded = unfold(&mut context, options);
        Self { text, program, trace, context, inputs, unfolded }
    }

    /// Random states, and states near one that satisfies path(rho), if there is one.
    pub fn states(&self, rng: &mut Rng) -> Vec<Model> {
        let store = &self.context.store;
        let mut states: Vec<Model> =
            (0..STATES / 2).map(|_| self.inputs.random(rng, store)).collect();
        let whole = self.unfolded.iter().find(|ended| ended.ending == Ending::Returned);
        if let Some(Feasible::Yes(model)) = whole.map(|ended| &ended.feasible) {
            states.push((**model).clone());
            let near = |_| self.inputs.changed(rng, store, model);
            states.extend((1..STATES / 2).map(near));
        }
        states
    }

    /// The trace runs from a state if and only if the state satisfies path(rho), and then has the values of V o sigma; it
    /// runs into an error if and only if the state satisfies the condition of the beginning that ends in the error.
    ///
    /// Gives whether it runs.
    ///
    /// # Errors
    /// What differs.
    pub fn agrees(&mut self, state: &Model) -> Result<bool, String> {
        let (program, inputs) = (self.program.clone(), &self.inputs);
        let initial = |cell: &_, ty: &_| inputs.cell(state, cell, ty);
        let (run, ended) = traces::run(&program, &self.trace, Some(WIDTH), &initial);
        let outcome = ended.err().unwrap_or(Outcome::Returned(None));
        let met: Vec<&Ended> = self
            .unfolded
            .iter()
            .filter(|ended| satisfies(&self.context, &ended.condition, state))
            .collect();
        match (outcome, met.as_slice()) {
            (Outcome::Assumed, []) => Ok(false),
            (Outcome::Returned(_), [one]) if one.ending == Ending::Returned => {
                self.same_values(&run, &one.outputs, state).map(|()| true)
            }
            (Outcome::Fault(expected, line), [one])
                if matches!(&one.ending, Ending::Finding { kind, .. }
                    if fault(*kind) == expected && one.place.line == line) =>
            {
                Ok(false)
            }
            (outcome, met) => {
                let met: Vec<_> = met.iter().map(|ended| (&ended.ending, &ended.place)).collect();
                Err(self.failed(&format!("the run ends in {outcome:?}, not in {met:?}"), state))
            }
        }
    }

    /// Compares the variables of a final configuration with their values backwards.
    fn same_values(
        &self,
        run: &Run<'_>,
        outputs: &[(String, Term)],
        state: &Model,
    ) -> Result<(), String> {
        for (id, expected) in run.globals() {
            let global = &self.program.globals[*id];
            let output = outputs.iter().find(|(name, _)| *name == global.name);
            let (name, term) = output.unwrap_or_else(|| panic!("no output {}", global.name));
            let value = forward::evaluate(&self.context, *term, state);
            let value = states::in_run(&value, &global.ty);
            if value != *expected {
                let what = format!("{name} is {value:?} backwards, {expected:?} in the run");
                return Err(self.failed(&what, state));
            }
        }
        Ok(())
    }

    fn failed(&self, what: &str, state: &Model) -> String {
        let state = self.inputs.describe(state);
        format!("{what}\nof the trace\n{}\nin the state\n{state}", self.text)
    }
}

/// The traces of a program in order.
fn unfold(context: &mut Context, options: UnfoldOptions) -> Vec<Ended> {
    let program = context.job.program.clone();
    let unfolding = Unfolding::new(&program, context.job.entry, options);
    let mut unfolding = unfolding.expect("the entry has a body");
    let mut traces = Vec::new();
    while let Some(ended) = unfolding.advance(&mut context.store, context.solver.as_mut()) {
        traces.push(ended);
    }
    assert_eq!(unfolding.stopped(), None);
    traces
}

/// Compares the path conditions of a program forwards and backwards.
///
/// # Errors
/// What differs.
pub fn same_conditions(context: &mut Context, leaves: &[Leaf]) -> Result<Tally, String> {
    let options = UnfoldOptions {
        branches: Some(forward::DEPTH),
        steps: Some(forward::STEPS),
        ..UnfoldOptions::default()
    };
    let traces = unfold(context, options);
    let whole = |ended: &&Ended| !matches!(ended.ending, Ending::Bounded(_));
    let traces: Vec<&Ended> = traces.iter().filter(whole).collect();
    let leaves: Vec<&Leaf> = leaves.iter().filter(|leaf| leaf.outcome.is_some()).collect();
    if traces.len() != leaves.len() {
        return Err(format!("{} leaves, {} traces", leaves.len(), traces.len()));
    }
    let mut tally = Tally::default();
    for (number, (leaf, trace)) in leaves.into_iter().zip(traces).enumerate() {
        let ending = match &trace.ending {
            Ending::Finding { kind, .. } => Outcome::Fault(fault(*kind), trace.place.line),
            Ending::Returned => Outcome::Returned(None),
            other => return Err(format!("trace {number} ends in {other:?}")),
        };
        if leaf.outcome.as_ref() != Some(&ending) {
            let expected = &leaf.outcome;
            return Err(format!("trace {number} ends in {ending:?}, the leaf in {expected:?}"));
        }
        let conditions = [&leaf.state.path.condition, &trace.condition];
        let [one, other] = conditions.map(|all| context.store.and_all(all));
        let different = context.store.xor(one, other);
        never(context, &[different])
            .map_err(|answer| format!("the conditions of {number} differ: {answer:?}"))?;
        for (name, slot, sort) in leaf.state.history.outputs.iter() {
            let output = trace.outputs.iter().find(|(n, _)| n == name);
            let Some((_, backwards)) = output else { return Err(format!("no output {name}")) };
            let forwards = context.term(*slot, *sort);
            let different = context.store.distinct(forwards, *backwards);
            let mut assertions = leaf.state.path.condition.clone();
            assertions.push(different);
            never(context, &assertions)
                .map_err(|answer| format!("{name} differs in {number}: {answer:?}"))?;
        }
        tally.compare(!leaf.returned());
    }
    Ok(tally)
}

/// Whether a conjunction is unsatisfiable; else what the solver says.
fn never(context: &mut Context, assertions: &[Term]) -> Result<(), Answer> {
    if assertions.iter().any(|term| context.store.as_bool(*term) == Some(false)) {
        return Ok(());
    }
    match context.solver.check(&mut context.store, &Query::new(assertions)) {
        Answer::Unsat(_) => Ok(()),
        answer => Err(answer),
    }
}
