//! Proofs with permissions: load a program, prove its members, hand back verdicts as data.

mod cache;
mod confirm;
mod convert;
mod key;
mod load;
mod outcome;
mod source;
mod summary;
mod walk;

pub use effigy_outcome::summary::proof::{
    HeapSummary, MemberSummary, PortionSummary, ProofSummary, StateSummary, TextErrorSummary,
};
pub use load::{Objects, ProofFrontEnd, ProofLanguages, Reading, Viper};
pub use outcome::{
    FailureOutcome, MemberOutcome, Portion, ProofStatus, ProveOutcome, StateOutcome, StepOutcome,
    TextError,
};
pub use walk::{Answer, ProofWalks, VisitOutcome, Walk};

use self::cache::Cache;
use self::key::Keys;
use self::source::Source;
use effigy_base::budget::CancelToken;
pub use effigy_lang_viper::ParseOptions;
use effigy_lang_viper::tree::Program;
use effigy_outcome::error::SessionError;
use effigy_outcome::options::Backend;
pub use effigy_permissions::MemberKind;
use effigy_permissions::Options;
use effigy_solver::{BackEnd, SolverOptions};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long an obligation may take when nothing else is said.
pub const DEFAULT_QUERY_TIME: Duration = Duration::from_secs(10);

/// What to do where there is no Z3.
const NO_Z3: &str = "Z3 is not there, and what needs a search is unknown without it: `pip install z3-solver`, or Debian's \
                     package `z3`; `--z3 PATH` where it has another name";

/// The options of `prove`.
#[derive(Clone, Debug)]
pub struct ProveOptions {
    /// The programs, each by itself.
    pub inputs: Vec<PathBuf>,
    /// The members that are proved, by name; all when it is empty.
    pub only: Vec<String>,
    /// Members that are proved at a time. Default: one a core.
    pub workers: Option<usize>,
    /// What decides obligations.
    pub solver: Backend,
    /// The solver's program; by default looked up on the search path.
    pub program: Option<PathBuf>,
    /// Time of one obligation; one that takes longer is unknown.
    pub query_time: Option<Duration>,
    /// A folder for all queries.
    pub dump_queries: Option<PathBuf>,
    /// Wall time of the run; members that are not proved by then are unknown.
    pub time: Option<Duration>,
    /// Wall time of one member; one that is not proved by then is unknown, and the others go on.
    pub member_time: Option<Duration>,
    /// Memory of the run in bytes; as for the time.
    pub memory: Option<u64>,
    /// Whether branches are joined where both sides end with the same permissions. Default: yes. No effect on what is
    /// proved, but for what a limit cuts.
    pub joins: bool,
    /// Whether the states on the path to each failure are kept.
    pub states: bool,
    /// Whether members that were proved before, and on which nothing changed since, count as proved. Default: yes; a run
    /// that writes its queries proves everything.
    pub cache: bool,
    /// Where that is kept; by default `effigy` in the user's cache folder.
    pub cache_folder: Option<PathBuf>,
    /// How Viper programs are read.
    pub reading: ParseOptions,
    /// Ends the run and keeps what it has.
    pub cancel: CancelToken,
}

impl ProveOptions {
    /// The default options for programs.
    pub fn new(inputs: Vec<PathBuf>) -> Self {
        Self {
            inputs,
            only: Vec::new(),
            workers: None,
            solver: Backend::Auto,
            program: None,
            query_time: Some(DEFAULT_QUERY_TIME),
            dump_queries: None,
            time: None,
            member_time: None,
            memory: None,
            joins: true,
            states: false,
            cache: true,
            cache_folder: None,
            reading: ParseOptions::default(),
            cancel: CancelToken::new(),
        }
    }

    /// What a proof depends on beside the program: the tool, and the options that change what it does.
    fn about(&self) -> Vec<String> {
        // Another build may prove otherwise, whatever its version says.
        let binary = std::env::current_exe().and_then(std::fs::metadata).ok();
        let stamp = binary.map(|about| (about.len(), about.modified().ok()));
        vec![
            env!("CARGO_PKG_VERSION").to_owned(),
            format!("{stamp:?}"),
            format!("{:?} {:?} joins {}", self.solver, self.program, self.joins),
            format!("exact amounts {}", self.reading.exact_amounts),
        ]
    }

    fn prover(&self) -> Options {
        let back_end = match self.solver {
            Backend::Auto => BackEnd::Auto,
            Backend::Embedded => BackEnd::Embedded,
            Backend::Z3 => BackEnd::Z3,
            Backend::Cvc5 => BackEnd::Cvc5,
            Backend::Bitwuzla => BackEnd::Bitwuzla,
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Options {
            workers: self.workers.unwrap_or_else(cores).max(1),
            solver: SolverOptions {
                back_end,
                program: self.program.clone(),
                query_time: self.query_time,
                dump_queries: self.dump_queries.clone(),
                cancel: self.cancel.clone(),
                ..SolverOptions::default()
            },
            cancel: self.cancel.clone(),
            member_time: self.member_time,
            joins: self.joins,
            exact_amounts: self.reading.exact_amounts,
            states: self.states,
            walk: false,
            only: self.only.clone(),
        }
    }
}

/// A member of a program that is to be proved.
struct Wanted {
    kind: MemberKind,
    name: String,
    place: effigy_lang_viper::tree::Place,
}

/// Proves the members of programs. A program whose text is wrong is in [`ProveOutcome::errors`], and the others are proved.
///
/// # Errors
/// When a file cannot be read, is of none of the languages, or no program has a member of a name that was asked for.
pub fn prove(
    languages: ProofLanguages,
    options: &ProveOptions,
) -> Result<ProveOutcome, SessionError> {
    let started = Instant::now();
    let deadline = options.time.map(|limit| started + limit);
    let cancel = options.cancel.bounded(deadline, options.memory);
    let options = &ProveOptions { cancel, ..options.clone() };
    let mut outcome = ProveOutcome::default();
    let mut sources = Vec::new();
    for input in &options.inputs {
        outcome.programs.push(input.to_string_lossy().into_owned());
        sources.extend(languages.load(input, options, &mut outcome)?);
    }
    if outcome.errors.is_empty() {
        selection(options, &sources)?;
    }
    let caching = options.cache && options.dump_queries.is_none();
    let mut cache = caching.then(|| Cache::open(options.cache_folder.as_deref()));
    for source in &sources {
        one(source, options, cache.as_mut(), &mut outcome);
    }
    outcome.remarks.extend(cache.and_then(|cache| cache.save().err()));
    if outcome.needs_solver() && lacks_solver(options) {
        outcome.remarks.push(NO_Z3.to_owned());
    }
    outcome.time = started.elapsed();
    Ok(outcome)
}

/// Checks that each name which was asked for is there.
fn selection(options: &ProveOptions, sources: &[Source]) -> Result<(), SessionError> {
    let names = || sources.iter().flat_map(|source| wanted(&source.program, &[]));
    match options.only.iter().find(|only| !names().any(|member| member.name == **only)) {
        None => Ok(()),
        Some(name) => Err(SessionError::NoMember {
            name: name.clone(),
            there: names().map(|member| member.name).collect(),
        }),
    }
}

/// The members of a program that are to be proved, by kind.
fn wanted(program: &Program, only: &[String]) -> Vec<Wanted> {
    let member = |kind, name: &str, place| Wanted { kind, name: name.to_owned(), place };
    let functions =
        program.functions.iter().map(|(_, f)| member(MemberKind::Function, &f.name, f.place));
    let predicates =
        program.predicates.iter().map(|(_, p)| member(MemberKind::Predicate, &p.name, p.place));
    let methods = program.methods.iter().map(|(_, m)| member(MemberKind::Method, &m.name, m.place));
    let all = functions.chain(predicates).chain(methods);
    all.filter(|member| only.is_empty() || only.contains(&member.name)).collect()
}

/// Proves a program and adds what came out.
fn one(
    source: &Source,
    options: &ProveOptions,
    mut cache: Option<&mut Cache>,
    outcome: &mut ProveOutcome,
) {
    let wanted = wanted(&source.program, &options.only);
    outcome.assumes.extend(convert::assumptions(source));
    let keys = match &cache {
        Some(_) => keys(source, &wanted, options),
        None => vec![None; wanted.len()],
    };
    let known =
        |key: &Option<u128>| matches!((&cache, key), (Some(cache), Some(key)) if cache.has(*key));
    let mut members = Vec::new();
    let mut rest = Vec::new();
    for (member, key) in wanted.iter().zip(keys) {
        match known(&key) {
            true => members.push(convert::cached(member, source)),
            false => rest.push((member, key)),
        }
    }
    if !rest.is_empty() {
        let only = rest.iter().map(|(member, _)| member.name.clone());
        let mut prover = options.prover();
        prover.only = if members.is_empty() { options.only.clone() } else { only.collect() };
        let mut report = effigy_permissions::prove(&source.program, &prover);
        for member in &mut report.members {
            confirm::confirm(&source.program, member, &options.cancel);
        }
        // Who asked the run to stop knows best why.
        let because = |own| options.cancel.reason().map_or(own, |reason| reason.text().to_owned());
        let stopped = report.stopped.map(because);
        let member = |member| convert::member(member, source, stopped.as_deref());
        members.extend(report.members.iter().map(member));
        for (member, key) in &rest {
            let mut answers =
                members.iter().filter(|m| m.kind == member.kind && m.name == member.name);
            match (answers.next(), &mut cache, key) {
                // A member that has no answer is not proved, whatever the reason.
                (None, ..) => members.push(convert::unanswered(member, source, stopped.as_deref())),
                (Some(m), Some(cache), Some(key)) if m.status == ProofStatus::Proved => {
                    cache.add(*key);
                }
                _ => {}
            }
        }
        let statistics = &report.statistics;
        outcome.obligations += statistics.obligations;
        outcome.embedded += statistics.embedded;
        outcome.queries += statistics.queries;
        outcome.solver_time += statistics.solver_time;
        outcome.stopped = outcome.stopped.take().or(stopped);
    }
    members.sort_by(|a, b| a.place.place.cmp(&b.place.place));
    outcome.members.extend(members);
}

/// The keys of members; none for those that share their name, since the prover is asked by name.
fn keys(source: &Source, wanted: &[Wanted], options: &ProveOptions) -> Vec<Option<u128>> {
    let mut keys = Keys::new(&source.program, &options.about());
    let alone = |member: &Wanted| wanted.iter().filter(|m| m.name == member.name).count() == 1;
    let key = |member: &Wanted| keys.key(member.kind, &member.name).filter(|_| alone(member));
    wanted.iter().map(key).collect()
}

/// Whether the solver that was asked for is Z3 and is missing.
fn lacks_solver(options: &ProveOptions) -> bool {
    let program = options.program.clone();
    let solver = SolverOptions { back_end: BackEnd::Z3, program, ..SolverOptions::default() };
    matches!(options.solver, Backend::Auto | Backend::Z3)
        && effigy_solver::assemble(&solver).is_err()
}

#[cfg(test)]
mod tests;
