//! Backward symbolic execution (de Boer and Bonsangue 2021, section 4): the traces of a program, or one given trace, with
//! their path conditions by weakest preconditions.

use crate::compile::Compiled;
use crate::error::SessionError;
use crate::job::{advice, internal, solver};
use crate::languages::{LANGUAGES, OO};
use crate::load::Loaded;
use crate::oo;
use crate::options::ExploreOptions;
use crate::options::Integers;
use crate::outcome::Datum;
pub use crate::outcome::traces::{Satisfiable, TraceEnding, TraceLine, TraceOutcome, WpOutcome};
use effigy_backward::lines;
use effigy_backward::unfolding::{Bound, Ended, Ending, UnfoldOptions, Unfolding};
use effigy_base::budget::resident_memory;
use effigy_base::source::Diagnostic;
use effigy_exec::heap::is_known;
use effigy_exec::stop::Feasible;
use effigy_explore::convert;
use effigy_explore::machine::datum;
use effigy_ir::program::BodyError;
use effigy_ir::program::Program as Lowered;
use effigy_lang_oo::lower::{TRACE, lower_trace, start_of};
use effigy_lang_oo::tree::{Program, Type};
use effigy_lang_oo::{UNCHECKED, parse_trace};
use effigy_solver::{Solver, Statistics};
use effigy_term::print::{Style, infix_in};
use effigy_term::{Model, Term, TermStore, conjunction, smtlib};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What to calculate.
#[derive(Clone, Debug)]
pub struct WpOptions {
    /// The program, its entry, integers, budgets and solver, as for exploring.
    pub explore: ExploreOptions,
    /// A file with one trace of an object program, whose condition is calculated instead of those of the program.
    pub trace: Option<PathBuf>,
    /// Most traces. What lies beyond is not unfolded, and said so. Default: 1000.
    pub traces: Option<u64>,
    /// Whether traces that no initial state leads along are given up as soon as that is decided. Default: yes. Without,
    /// they are listed as unsatisfiable.
    pub prune: bool,
}

impl WpOptions {
    /// The traces that are calculated when nothing else is said.
    pub const DEFAULT_TRACES: u64 = 1000;

    /// The defaults for a program.
    pub fn new(input: impl Into<PathBuf>) -> Self {
        let explore = ExploreOptions::new(input);
        Self { explore, trace: None, traces: Some(Self::DEFAULT_TRACES), prune: true }
    }
}

/// Unfolds a program, or takes the given trace, and calculates the path conditions.
///
/// # Errors
/// When the program or the trace cannot be read or started, or the solver is missing.
pub fn wp(options: &WpOptions) -> Result<WpOutcome, SessionError> {
    let started = Instant::now();
    let deadline = options.explore.budget.time.map(|limit| started + limit);
    let cancel = options.explore.cancel.part(deadline);
    let explore = &ExploreOptions { cancel, ..options.explore.clone() };
    let compiled = LANGUAGES.compile(explore)?;
    let (loaded, objects) = match &options.trace {
        Some(path) => given_trace(&compiled, explore, path)?,
        None => (compiled.load(explore)?, objects(&compiled, explore)?),
    };
    let mut outcome = WpOutcome {
        program: explore.input.to_string_lossy().into_owned(),
        entry: loaded.name.clone(),
        is_given: options.trace.is_some(),
        assumes: convert::asked_for(&compiled, explore),
        ..WpOutcome::default()
    };
    let mut solver = effigy_solver::assemble(solver(explore)).map_err(internal)?;
    let unfold = UnfoldOptions {
        statements: explore.budget.steps.filter(|_| !compiled.language.is_compiled()),
        steps: match compiled.language.is_compiled() {
            true => explore.budget.steps.or(UnfoldOptions::default().steps),
            false => UnfoldOptions::default().steps,
        },
        branches: explore.budget.depth,
        traces: if options.trace.is_some() { Some(1) } else { options.traces },
        prune: options.prune && options.trace.is_none(),
        cancel: explore.cancel.clone(),
        ..UnfoldOptions::default()
    };
    let unfolding = Unfolding::new(&loaded.program, loaded.entry, unfold);
    let mut run = Run {
        store: TermStore::new(),
        solver: solver.as_mut(),
        style: compiled.front_end.style(),
        integers: explore.integers,
        objects,
    };
    let mut unfolding = unfolding.map_err(|error| refused(error, &loaded))?;
    while let Some(ended) = unfolding.advance(&mut run.store, run.solver) {
        let number = outcome.traces.len() + 1;
        let mut trace = run.outcome(number, &loaded, &unfolding, &ended);
        // A given trace that fails on all initial states has none.
        if outcome.is_given && matches!(trace.ending, TraceEnding::Finding { .. }) {
            trace.condition = vec!["false".to_owned()];
            trace.conjunction = "false".to_owned();
            trace.satisfiable = Satisfiable::No;
        }
        outcome.traces.push(trace);
    }
    outcome.pruned = unfolding.pruned();
    // The sides on which a step of a given trace fails are not that trace.
    let stopped = unfolding.stopped().filter(|bound| !outcome.is_given || *bound != Bound::Traces);
    outcome.stopped = stopped.map(reason);
    let mut statistics = Statistics::default();
    run.solver.statistics(&mut statistics);
    outcome.solver.queries = statistics.queries();
    outcome.solver.cached = statistics.queries().saturating_sub(statistics.back_end_queries());
    outcome.solver.seconds = statistics.time().as_secs_f64();
    if outcome.is_undecided() && !compiled.language.is_compiled() {
        outcome.remarks.extend(advice(explore.solver, explore.integers, explore.z3.clone()));
    }
    compiled.front_end.show_traces(&mut outcome, &compiled, explore)?;
    outcome.peak_mb = resident_memory() >> 20;
    outcome.time = started.elapsed();
    Ok(outcome)
}

/// What is known of the objects of a program.
struct Objects {
    program: Program,
    /// The variables of the initial state.
    variables: Vec<(String, Type)>,
}

impl Objects {
    /// The variables of a trace as it declares them, but for those of the program.
    fn declarations(&self, lowered: &Lowered, variables: &[lines::Variable]) -> Vec<String> {
        let declared = variables.iter().filter_map(|variable| {
            let ty = self.type_of(lowered, variable)?;
            Some(format!("{} {}", self.program.type_name(&ty), variable.name))
        });
        // What accesses demand is among the tests of a printed trace.
        std::iter::once(UNCHECKED.to_owned()).chain(declared).collect()
    }

    /// Assignments of null to variables, which the machine knows as 0.
    fn nulls(&self, lowered: &Lowered, variables: &[lines::Variable]) -> HashMap<String, String> {
        let is_reference = |variable: &&lines::Variable| {
            self.type_of(lowered, variable).is_some_and(|ty| ty.is_reference())
        };
        let references = variables.iter().filter(is_reference).map(|variable| &variable.name);
        references.map(|name| (format!("{name} := 0"), format!("{name} := null"))).collect()
    }

    fn type_of(&self, lowered: &Lowered, variable: &lines::Variable) -> Option<Type> {
        let name = &lowered.functions.get(variable.function)?.display;
        let name = name.strip_prefix(&start_of("")).unwrap_or(name);
        let mut methods = self.program.methods.iter();
        let method = methods.find(|(id, _)| self.program.method_name(*id) == *name);
        let Some((_, method)) = method else {
            let given = self.variables.iter().find(|(name, _)| *name == variable.name);
            return given.map(|(_, ty)| ty.clone());
        };
        if variable.source == "this" {
            return method.class.map(Type::Class);
        }
        let mut locals = method.locals.iter();
        locals.find(|(_, local)| local.name == variable.source).map(|(_, local)| local.ty.clone())
    }
}

fn objects(compiled: &Compiled, options: &ExploreOptions) -> Result<Option<Objects>, SessionError> {
    if compiled.language != OO {
        return Ok(None);
    }
    let program = oo::read(compiled)?;
    let entry = oo::entry(&program, options.entry.as_deref())?;
    let variables = oo::variables(&program, Some(entry));
    Ok(Some(Objects { program, variables }))
}

/// The function that performs the steps of a trace in a file.
fn given_trace(
    compiled: &Compiled,
    options: &ExploreOptions,
    path: &Path,
) -> Result<(Loaded, Option<Objects>), SessionError> {
    if compiled.language != OO {
        return Err(SessionError::other_file("--trace", &[OO]));
    }
    let text = std::fs::read(path).map_err(|cause| SessionError::Unreadable {
        path: path.to_owned(),
        cause: cause.to_string(),
    })?;
    let program = oo::read(compiled)?;
    let name = path.to_string_lossy().into_owned();
    let failed = |diagnostics: Vec<Diagnostic>| SessionError::Load { diagnostics };
    let trace = parse_trace(&program, &name, &text).map_err(failed)?;
    let lowered = lower_trace(&program, &trace, oo::lowering(options.integers)).map_err(failed)?;
    let loaded = Loaded::alone(lowered, TRACE, name)?;
    let mut variables = oo::variables(&program, None);
    let locals = trace.locals.iter();
    variables.extend(locals.map(|(_, local)| (local.name.clone(), local.ty.clone())));
    Ok((loaded, Some(Objects { program, variables })))
}

/// The option that lifts a bound.
fn reason(bound: Bound) -> String {
    match bound {
        Bound::Statements | Bound::Steps => "the budget --max-steps was used up",
        Bound::Branches => "the budget --max-depth was used up",
        Bound::Traces => "there are more than --max-traces traces",
        Bound::Stopped(reason) => reason.text(),
    }
    .to_owned()
}

/// A program that has no traces.
fn refused(error: BodyError, loaded: &Loaded) -> SessionError {
    match error {
        BodyError::Invalid(diagnostic) => SessionError::Load { diagnostics: vec![*diagnostic] },
        BodyError::Unsupported { what } => {
            SessionError::NoTraces { name: loaded.name.clone(), why: what }
        }
    }
}

/// A calculation in progress. The chain of solvers belongs to the store.
struct Run<'s> {
    store: TermStore,
    solver: &'s mut dyn Solver,
    style: Style,
    integers: Integers,
    objects: Option<Objects>,
}

impl Run<'_> {
    fn outcome(
        &mut self,
        number: usize,
        loaded: &Loaded,
        unfolding: &Unfolding<'_>,
        ended: &Ended,
    ) -> TraceOutcome {
        let text = lines::lines(&loaded.program, unfolding.trace(), &self.style);
        let declarations = match &self.objects {
            Some(objects) => objects.declarations(&loaded.program, &text.variables),
            None => Vec::new(),
        };
        let nulls = match &self.objects {
            Some(objects) => objects.nulls(&loaded.program, &text.variables),
            None => HashMap::new(),
        };
        let lines = text.lines.into_iter().map(|line| TraceLine {
            text: nulls.get(&line.text).cloned().unwrap_or(line.text),
            statement: line.statement,
            place: convert::place_of(&line.place),
        });
        let mut conjuncts = conjunction::minimal(&mut self.store, &ended.condition);
        conjuncts.retain(|t| !is_known(&mut self.store, *t));
        let script = smtlib::ScriptOptions::default();
        let text = |t: &Term| infix_in(&self.store, *t, &self.style);
        let condition: Vec<String> = conjuncts.iter().map(text).collect();
        TraceOutcome {
            number,
            declarations,
            lines: lines.collect(),
            steps: unfolding.trace().len(),
            conjunction: self.style.conjunction(&condition),
            condition,
            smtlib: smtlib::script(&self.store, &ended.condition, script),
            size: self.store.size(&ended.condition),
            satisfiable: self.satisfiable(ended),
            ending: match &ended.ending {
                Ending::Returned => TraceEnding::Returned,
                Ending::Finding { kind, message } => {
                    TraceEnding::Finding { kind: *kind, message: message.clone() }
                }
                Ending::Unsupported(what) => TraceEnding::Unsupported(what.clone()),
                Ending::Bounded(bound) => TraceEnding::Bounded(reason(*bound)),
            },
            place: convert::place_of(&ended.place),
            function: ended.place.function.clone(),
            values: ended
                .outputs
                .iter()
                .map(|(name, term)| {
                    let term = conjunction::under(&mut self.store, &ended.condition, *term);
                    (name.clone(), self.result(name, term))
                })
                .collect(),
        }
    }

    fn result(&self, name: &str, term: Term) -> String {
        let text = infix_in(&self.store, term, &self.style);
        match &self.objects {
            Some(objects) => oo::result(&objects.variables, name, &text),
            None => text,
        }
    }

    fn satisfiable(&mut self, ended: &Ended) -> Satisfiable {
        match &ended.feasible {
            Feasible::No => Satisfiable::No,
            Feasible::Unknown(why) => Satisfiable::Unknown(why.clone()),
            Feasible::Yes(model) => {
                let (store, condition) = (&mut self.store, &ended.condition);
                let model = effigy_solver::smallest(store, self.solver, condition, model);
                let inputs = self.inputs(condition, &model);
                let heap = self.objects.as_ref().map(|objects| {
                    let inputs: Vec<(&str, &Datum)> =
                        inputs.iter().map(|(name, value)| (name.as_str(), value)).collect();
                    oo::heap(&objects.program, &objects.variables, self.integers, &inputs)
                });
                Satisfiable::Yes { inputs, heap }
            }
        }
    }

    /// The values of the inputs that a condition speaks of.
    fn inputs(&mut self, condition: &[Term], model: &Model) -> Vec<(String, Datum)> {
        let mut inputs = Vec::new();
        for conjunct in condition {
            for variable in self.store.variables(*conjunct).iter().copied() {
                let Some(info) = self.store.as_variable(variable) else { continue };
                let zero = effigy_base::value::Value::zero(info.sort);
                let value = datum(model.get(variable).unwrap_or(&zero));
                if let Some(value) = value
                    && !inputs.iter().any(|(name, _)| *name == info.name)
                {
                    inputs.push((info.name.clone(), value));
                }
            }
        }
        inputs
    }
}
