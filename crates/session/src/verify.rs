//! Floyd's method on a PL/I program (King 1976, section 8): load it, prove its procedures, hand back verdicts as data.

mod outcome;
mod text;

pub use crate::outcome::value::Value;
pub use outcome::{ObligationOutcome, ObligationStatus, Step, VerifyOutcome};

use crate::error::{SessionError, with_excerpts};
use crate::job::{advice, internal};
use crate::languages::LANGUAGES;
use crate::options::{Backend, Integers};
use crate::outcome::{IncompleteReason, Place, SolverUse};
use crate::pli::{self, sharing};
use crate::table::Verb;
use effigy_base::budget::CancelToken;
use effigy_base::id::{Id, IdVec};
use effigy_exec::context::{Context, Job};
use effigy_exec::state::StackFrame;
use effigy_explore::convert;
use effigy_explore::machine::Nothing;
use effigy_floyd::{
    self, ConditionKind, FloydError, FloydOptions, Gap, Obligation, Status, UncutLoop, Verification,
};
use effigy_ir::program::{FuncId, Program};
use effigy_lang_pli::lower::{self, LowerOptions};
use effigy_lang_pli::{share, tree};
use effigy_solver::{BackEnd, SolverOptions, Statistics};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where queries go that were not decided, when no other folder is named.
pub const UNDECIDED: &str = "effigy-undecided";

/// The options of `verify`.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// The program, a `.pli` file.
    pub input: PathBuf,
    /// The procedure that is verified, with those whose contracts its proof uses; by default all.
    pub procedure: Option<String>,
    /// Rounds in which a loop without an assertion is executed; by default none. What holds then is not proved.
    pub unroll: Option<u32>,
    /// What integers are.
    pub integers: Integers,
    /// What decides queries.
    pub solver: Backend,
    /// The solver's program; by default looked up on the search path.
    pub program: Option<PathBuf>,
    /// Time of one query; a condition that takes longer is unknown.
    pub query_time: Option<Duration>,
    /// A folder for all queries.
    pub dump_queries: Option<PathBuf>,
    /// The folder for queries that were not decided, [`UNDECIDED`] by default; made when there are some.
    pub undecided: PathBuf,
    /// Wall time of the run; what is not decided by then is unknown.
    pub time: Option<Duration>,
    /// Ends the run and keeps what it has.
    pub cancel: CancelToken,
}

impl VerifyOptions {
    /// The default options for a program.
    pub fn new(input: impl Into<PathBuf>) -> Self {
        Self {
            input: input.into(),
            procedure: None,
            unroll: None,
            integers: Integers::Unbounded,
            solver: Backend::Auto,
            program: None,
            query_time: Some(Duration::from_secs(10)),
            dump_queries: None,
            undecided: PathBuf::from(UNDECIDED),
            time: None,
            cancel: CancelToken::new(),
        }
    }
}

/// Verifies the procedures of a program.
///
/// # Errors
/// When the program cannot be read, has no such procedure, or the solver is missing.
pub fn verify(options: &VerifyOptions) -> Result<VerifyOutcome, SessionError> {
    let started = Instant::now();
    let deadline = options.time.map(|limit| started + limit);
    let options = &VerifyOptions { cancel: options.cancel.part(deadline), ..options.clone() };
    let (source, program) = load(options)?;
    let solver = solver(options);
    // A solver that is chosen has to be there.
    effigy_solver::assemble(&solver).map_err(internal)?;
    let mut statistics = Statistics::default();
    let mut run = Run { options, outcome: VerifyOutcome::new(&options.input), written: 0 };
    let program = Arc::new(program);
    let mut pending = procedures(options, &source)?;
    let mut done = BTreeSet::new();
    while let Some(name) = pending.pop_first() {
        done.insert(name.clone());
        for verification in run.procedure((&source, &program), &solver, &name)? {
            statistics.add(&verification.statistics);
            for contract in &verification.contracts {
                let name = program.functions.get(*contract).map(|f| f.name.clone());
                pending.extend(name.filter(|name| !done.contains(name)));
            }
        }
    }
    let mut outcome = run.outcome;
    outcome.sort(&source);
    if outcome.counts()[1] > 0 {
        outcome.remarks.extend(advice(options.solver, options.integers, options.program.clone()));
    }
    outcome.solver = SolverUse {
        queries: statistics.queries(),
        cached: statistics.queries().saturating_sub(statistics.back_end_queries()),
        seconds: statistics.time().as_secs_f64(),
        ..SolverUse::default()
    };
    outcome.time = started.elapsed();
    Ok(outcome)
}

/// Reads the program and lowers it.
fn load(options: &VerifyOptions) -> Result<(tree::Program, Program), SessionError> {
    let path = &options.input;
    if LANGUAGES.refused(Verb::Verify, path).is_some() {
        let read = LANGUAGES.those(|row| row.verbs.contains(&Verb::Verify));
        return Err(SessionError::other_file("verify", &read));
    }
    let text = std::fs::read(path).map_err(|cause| SessionError::Unreadable {
        path: path.clone(),
        cause: cause.to_string(),
    })?;
    let (source, diagnostics) = effigy_lang_pli::parse(&path.to_string_lossy(), &text);
    pli::refuse(diagnostics)?;
    let integers = pli::integers(options.integers)?;
    let lowered =
        lower::lower(&source, &IdVec::new(), None, LowerOptions { integers, shared: true });
    let program = lowered.map_err(|diagnostics| {
        let text = String::from_utf8_lossy(&text);
        SessionError::Load { diagnostics: with_excerpts(diagnostics, &text) }
    })?;
    Ok((source, program))
}

/// The procedures to begin with.
fn procedures(
    options: &VerifyOptions,
    source: &tree::Program,
) -> Result<BTreeSet<String>, SessionError> {
    let names = source.procedures.iter().map(|(_, p)| p.name.clone());
    let Some(name) = &options.procedure else { return Ok(names.collect()) };
    match source.find(name).and_then(|id| source.procedures.get(id)) {
        Some(procedure) => Ok([procedure.name.clone()].into()),
        None => Err(SessionError::NoEntry { name: name.clone(), similar: names.collect() }),
    }
}

/// The options of the solver chain.
fn solver(options: &VerifyOptions) -> SolverOptions {
    let back_end = match options.solver {
        Backend::Auto => BackEnd::Auto,
        Backend::Embedded => BackEnd::Embedded,
        Backend::Z3 => BackEnd::Z3,
        Backend::Cvc5 => BackEnd::Cvc5,
        Backend::Bitwuzla => BackEnd::Bitwuzla,
    };
    SolverOptions {
        back_end,
        program: options.program.clone(),
        query_time: options.query_time,
        dump_queries: options.dump_queries.clone(),
        cancel: options.cancel.clone(),
        ..SolverOptions::default()
    }
}

/// A run in progress.
struct Run<'o> {
    options: &'o VerifyOptions,
    outcome: VerifyOutcome,
    /// Undecided queries written so far.
    written: usize,
}

impl Run<'_> {
    /// Verifies a procedure for parameters that are different variables. A caller by contract keeps them so; of any other
    /// procedure each way follows in which they are one.
    fn procedure(
        &mut self,
        (source, program): (&tree::Program, &Arc<Program>),
        solver: &SolverOptions,
        name: &str,
    ) -> Result<Vec<Verification>, SessionError> {
        let plain = self.begun(program, solver, name, &lower::start_of(name))?;
        self.outcome.procedures.push(name.to_owned());
        self.take(&plain, "")?;
        let mut all = vec![plain];
        let procedure = source.find(name).and_then(|id| source.procedures.get(id));
        let Some(procedure) = procedure else { return Ok(all) };
        let ways = share::ways(source, procedure);
        if all.iter().any(|verification| verification.by_contract) {
            if !ways.ways.is_empty() || ways.more {
                self.outcome.assumed.push(sharing::by_contract(procedure, &ways));
            }
            return Ok(all);
        }
        if ways.more {
            self.outcome.assumed.push(sharing::too_many(procedure, &ways));
        }
        for (number, way) in ways.ways.iter().enumerate() {
            let start = lower::start_of_way(name, number);
            let verification = self.begun(program, solver, name, &start)?;
            self.take(&verification, &way.name(procedure))?;
            all.push(verification);
        }
        Ok(all)
    }

    /// Takes over what was found of a procedure in a way in which parameters share; in the plain way, that has no name, all of it.
    fn take(&mut self, verification: &Verification, way: &str) -> Result<(), SessionError> {
        self.obligations(verification, way)?;
        for witness in &verification.witnesses {
            let witness = self.obligation(&verification.function, witness, way)?;
            self.outcome.witnesses.push(witness);
        }
        if way.is_empty() {
            verification.uncut.iter().for_each(|found| self.uncut(found));
        }
        for gap in &verification.gaps {
            self.incomplete(gap.reason.clone(), &gap.place);
        }
        Ok(())
    }

    /// The verification of a procedure that begins in this function.
    fn begun(
        &self,
        program: &Arc<Program>,
        solver: &SolverOptions,
        name: &str,
        start: &str,
    ) -> Result<Verification, SessionError> {
        let internal = |message: String| SessionError::Internal { message };
        let find = |name: &str| program.function_named(name).ok_or_else(|| internal(name.into()));
        let (entry, function): (FuncId, FuncId) = (find(start)?, find(name)?);
        let mut job = Job::new(program.clone(), Arc::new(Nothing), entry);
        job.solver = solver.clone();
        job.cancel = self.options.cancel.clone();
        let mut context = Context::new(job).map_err(|e| internal(e.to_string()))?;
        let floyd = FloydOptions { unroll: self.options.unroll };
        match effigy_floyd::verify(&mut context, function, &floyd) {
            Ok(verification) => Ok(verification),
            Err(FloydError::Solver(error)) => {
                Err(SessionError::Solver { message: error.to_string() })
            }
            Err(error) => {
                let place = StackFrame { function: name.to_owned(), ..StackFrame::default() };
                let gaps = vec![Gap { reason: error.to_string(), place }];
                Ok(Verification { function: name.to_owned(), gaps, ..Verification::default() })
            }
        }
    }

    /// Takes over the conditions of a procedure, where parameters share those that are not proved. One check on several paths is
    /// one condition.
    fn obligations(&mut self, verification: &Verification, way: &str) -> Result<(), SessionError> {
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let mut checks: BTreeMap<(Place, String), usize> = BTreeMap::new();
        for obligation in &verification.obligations {
            let mut outcome = self.obligation(&verification.function, obligation, way)?;
            if !way.is_empty() {
                if outcome.status == ObligationStatus::Proved {
                    continue;
                }
                // What holds where parameters are different variables only is not proved.
                let same = |known: &ObligationOutcome| {
                    known.status == ObligationStatus::Proved && known.is_of(&outcome)
                };
                self.outcome.obligations.retain(|known| !same(known));
            }
            if matches!(obligation.kind, ConditionKind::Check(_)) {
                let key = (outcome.place.clone(), outcome.condition.clone());
                match checks.get(&key).and_then(|at| self.outcome.obligations.get_mut(*at)) {
                    Some(known) => {
                        if outcome.status > known.status {
                            *known = ObligationOutcome { name: known.name.clone(), ..outcome };
                        }
                        continue;
                    }
                    None => checks.insert(key, self.outcome.obligations.len()),
                };
            }
            let count = names.entry(outcome.name.clone()).or_default();
            *count += 1;
            if *count > 1 {
                outcome.name = format!("{} ({count})", outcome.name);
            }
            self.outcome.obligations.push(outcome);
        }
        Ok(())
    }

    fn obligation(
        &mut self,
        procedure: &str,
        obligation: &Obligation,
        way: &str,
    ) -> Result<ObligationOutcome, SessionError> {
        let mut path: Vec<Step> = obligation
            .path
            .iter()
            .map(|step| Step {
                number: step.number,
                function: step.place.function.clone(),
                place: convert::place_of(&step.place),
            })
            .collect();
        path.dedup_by(|a, b| a.number == b.number && a.function == b.function);
        let numbers: Vec<String> = path.iter().map(|step| step.number.to_string()).collect();
        let (name, error) = match &obligation.kind {
            ConditionKind::Assertion => {
                (format!("{procedure} {}", numbers.join("-")), "assertion".to_owned())
            }
            ConditionKind::Proof => {
                (format!("{procedure} {}", numbers.join("-")), "prove".to_owned())
            }
            ConditionKind::Precondition(called) => (
                format!("{procedure} {}, call of {called}", numbers.join("-")),
                "precondition".to_owned(),
            ),
            ConditionKind::Check(kind) => {
                let line = obligation.place.line;
                (format!("{procedure} line {line}: {}", kind.name()), kind.name().to_owned())
            }
        };
        let name = if way.is_empty() { name } else { format!("{name}, {way}") };
        let mut outcome = ObligationOutcome {
            name,
            way: way.to_owned(),
            procedure: procedure.to_owned(),
            error,
            condition: obligation.text.clone(),
            place: convert::place_of(&obligation.place),
            path,
            bounded: obligation.bounded,
            ..ObligationOutcome::default()
        };
        match &obligation.status {
            Status::Proved if obligation.bounded => {
                let rounds = self.options.unroll.unwrap_or(0);
                outcome.status = ObligationStatus::Unknown;
                outcome.reason =
                    format!("it holds where loops without an ASSERT run at most {rounds} times");
            }
            Status::Proved => outcome.status = ObligationStatus::Proved,
            Status::Refuted(found) | Status::NotInductive(found) => {
                outcome.status = match &obligation.status {
                    Status::Refuted(_) => ObligationStatus::Refuted,
                    _ => ObligationStatus::NotInductive,
                };
                outcome.start = found.start.iter().map(text::value).collect();
                outcome.end = found.end.iter().map(text::value).collect();
                outcome.inputs = found.inputs.iter().map(text::input).collect();
            }
            Status::Unknown { reason, query } => {
                outcome.status = ObligationStatus::Unknown;
                outcome.reason.clone_from(reason);
                if let Some(query) = query {
                    outcome.query = Some(self.write(query)?);
                }
            }
        }
        Ok(outcome)
    }

    /// Writes a query that was not decided.
    fn write(&mut self, query: &str) -> Result<PathBuf, SessionError> {
        let folder = &self.options.undecided;
        self.written += 1;
        let path = folder.join(format!("undecided{:03}.smt2", self.written));
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, query));
        written.map_err(|cause| SessionError::Unwritable {
            path: path.clone(),
            cause: cause.to_string(),
        })?;
        Ok(path)
    }

    fn uncut(&mut self, found: &UncutLoop) {
        let number = found.number.map_or_else(String::new, |n| format!(" at statement {n}"));
        let in_function = &found.place.function;
        let reason = match (found.in_assertion, found.unrolled) {
            (true, false) => format!(
                "the quantifier{number} of {in_function} runs over machine integers without constant bounds; use `--ints unbounded`, or `--unroll`"
            ),
            (true, true) => format!("the quantifier{number} of {in_function} is unrolled"),
            (false, false) => format!(
                "the loop{number} of {in_function} has no inductive assertion; put an ASSERT into it, or use `--unroll`"
            ),
            (false, true) => format!(
                "the loop{number} of {in_function} has no inductive assertion; it is unrolled"
            ),
        };
        self.incomplete(reason, &found.place);
    }

    fn incomplete(&mut self, reason: String, at: &StackFrame) {
        let at = convert::place_of(at);
        let at =
            if at.is_unknown() { String::new() } else { Place { column: 0, ..at }.to_string() };
        let known = self.outcome.incomplete_because.iter_mut();
        let known = known.into_iter().find(|known| known.reason == reason && known.place == at);
        match known {
            Some(known) => known.count += 1,
            None => {
                let found = IncompleteReason { reason, count: 1, place: at };
                self.outcome.incomplete_because.push(found);
            }
        }
    }
}

/// The position of a procedure in the program, for order.
fn position(source: &tree::Program, name: &str) -> usize {
    source.find(name).map_or(usize::MAX, Id::index)
}
