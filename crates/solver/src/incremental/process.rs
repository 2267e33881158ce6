//! The process, and what it was told.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use effigy_base::budget::CancelToken;
use effigy_base::value::Value;
use effigy_term::smtlib::Datatype;
use effigy_term::{Term, TermStore};

use super::Entails;
use super::script::Script;
use crate::back_end::BackEnd;
use crate::options::SolverOptions;
use crate::process::pipe::{Launcher, Limits, Pipe};
use crate::process::sexpr::{Expressions, Place};
use crate::process::values;
use crate::process::{Dialect, garbage, shorten};
use crate::query::Why;

/// Options of Z3 for proofs with quantifiers: triggers only, and nothing that depends on chance. The older solver of
/// arithmetic needs a tenth of the time where indices of arrays are multiplied. The tactic is not used, since there are scopes;
/// the default one takes 20 ms to set up in older versions.
const SETTINGS: &[(&str, &str)] = &[
    ("global-declarations", "true"),
    ("auto_config", "false"),
    ("tactic.default_tactic", "smt"),
    ("type_check", "true"),
    ("model.v2", "true"),
    ("smt.mbqi", "false"),
    ("smt.arith.solver", "2"),
    ("smt.case_split", "3"),
    ("smt.delay_units", "true"),
    ("smt.qi.eager_threshold", "100"),
    ("smt.random_seed", "0"),
    ("sat.random_seed", "0"),
];

/// Units of Z3's own measure of work in a second of a question's limit. It does at least as many in a second of time on most
/// questions, so that the measure ends them and not the clock, and answers do not depend on what else the machine does.
const WORK: u32 = 2_000_000;

/// How many times its limit a question may take by the clock: work is measured too coarsely for some.
const CLOCK: u32 = 3;

/// What the process gets beyond that before it is killed: it works on what it is told before it is asked.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the process gets to write values.
const MODEL_TIME: Duration = Duration::from_secs(2);

/// Numbers the dumps of all workers, which may share a folder.
static DUMPS: AtomicU64 = AtomicU64::new(0);

/// A Z3 process that follows a path.
pub(super) struct Following {
    options: SolverOptions,
    settings: Vec<(String, String)>,
    datatypes: Vec<Datatype>,
    axioms: Vec<Term>,
    program: Option<PathBuf>,
    /// Why there is no program, once it was looked for.
    missing: Option<Why>,
    running: Option<(Pipe, Script)>,
    /// A process that was told to forget everything.
    idle: Option<Pipe>,
    /// Where what the process is sent is written too.
    dump: Option<File>,
    processes: u64,
    launcher: Launcher,
}

impl Following {
    pub fn new(options: &SolverOptions) -> Self {
        Self {
            options: options.clone(),
            settings: settings(),
            datatypes: Vec::new(),
            axioms: Vec::new(),
            program: None,
            missing: None,
            running: None,
            idle: None,
            dump: None,
            processes: 0,
            launcher: Launcher::default(),
        }
    }

    /// As new, but for the process.
    pub fn renew(&mut self) {
        if let Some((pipe, _)) = self.running.take() {
            self.idle = Some(pipe);
        }
        self.settings = settings();
        self.datatypes.clear();
        self.axioms.clear();
        self.dump = None;
        self.processes = 0;
    }

    pub fn stop_with(&mut self, cancel: CancelToken) {
        self.options.cancel = cancel;
    }

    pub fn set(&mut self, name: &str, value: &str) {
        self.settings.retain(|(known, _)| known != name);
        self.settings.push((name.to_owned(), value.to_owned()));
        self.running = None;
    }

    pub fn datatype(&mut self, datatype: Datatype) {
        if let Some((_, script)) = &self.running
            && script.has_sort(datatype.0)
        {
            self.running = None;
        }
        self.datatypes.push(datatype);
    }

    pub fn background(&mut self, axiom: Term) {
        self.axioms.push(axiom);
    }

    /// Whether there is no program to start.
    pub fn is_missing(&mut self) -> bool {
        if self.running.is_none() && self.program.is_none() && self.missing.is_none() {
            match locate(&self.options) {
                Ok(program) => self.program = Some(program),
                Err(why) => self.missing = Some(why),
            }
        }
        self.missing.is_some()
    }

    pub fn is_cancelled(&self) -> bool {
        self.options.cancel.is_cancelled()
    }

    pub fn axioms(&self) -> &[Term] {
        &self.axioms
    }

    pub fn has_no_axioms(&self) -> bool {
        self.axioms.is_empty()
    }

    /// Ends the process: what it was told has no meaning any more.
    pub fn forget(&mut self) {
        self.running = None;
    }

    pub fn processes(&self) -> u64 {
        self.processes
    }

    pub fn entails(
        &mut self,
        store: &TermStore,
        path: &[Term],
        goal: Term,
        limit: Duration,
    ) -> Entails {
        match self.ask(store, path, goal, limit) {
            Ok(answer) => answer,
            Err(why) => {
                // After what is left of its answer nothing that it says can be trusted.
                self.running = None;
                Entails::Unknown(why)
            }
        }
    }

    /// The values of terms after the last question, where the process gave any.
    pub fn values(&mut self, store: &TermStore, terms: &[Term]) -> Vec<Option<Value>> {
        match self.ask_values(store, terms) {
            Ok(values) => values,
            Err(_) => {
                self.running = None;
                vec![None; terms.len()]
            }
        }
    }

    fn ask_values(&mut self, store: &TermStore, terms: &[Term]) -> Result<Vec<Option<Value>>, Why> {
        let none = Ok(vec![None; terms.len()]);
        let known = |t: &Term| !store.features(*t).floats();
        let Some((pipe, script)) = self.running.as_mut().filter(|(_, s)| s.is_open()) else {
            return none;
        };
        if terms.is_empty() || !terms.iter().all(known) {
            return none;
        }
        let limits = Limits {
            deadline: Some(Instant::now() + MODEL_TIME),
            query_time: Some(MODEL_TIME),
            cancel: self.options.cancel.clone(),
        };
        let reply = pipe.ask(&script.values(store, terms), &limits)?;
        let Some(all) = Expressions::parse(&reply) else { return Err(garbage(&reply)) };
        let pairs = all.only().and_then(|list| all.list(list)).unwrap_or_default();
        if pairs.len() != terms.len() {
            // There is no model.
            return none;
        }
        let value = |(t, pair): (&Term, &Place)| match all.list(*pair) {
            Some([_, place]) => values::value(&all, *place, store.sort(*t)),
            _ => None,
        };
        Ok(terms.iter().zip(pairs).map(value).collect())
    }

    /// The idle process, as new; `None` where there is none, or it ended meanwhile: a new one answers as well then.
    fn reset(&mut self) -> Option<Pipe> {
        let mut pipe = self.idle.take()?;
        let limits = Limits {
            deadline: Some(Instant::now() + PATIENCE),
            query_time: None,
            cancel: self.options.cancel.clone(),
        };
        let reply = pipe.ask("(reset)\n", &limits).ok()?;
        reply.trim().is_empty().then_some(pipe)
    }

    /// A process that knows nothing: the idle one, or a new one.
    fn start(&mut self) -> Result<Pipe, Why> {
        if let Some(pipe) = self.reset() {
            return Ok(pipe);
        }
        let program = match &self.program {
            Some(program) => program.clone(),
            None => self.program.insert(locate(&self.options)?).clone(),
        };
        self.processes += 1;
        self.launcher.start(&program, Dialect::Z3.arguments(), &self.options.cancel)
    }

    /// The answer; `Err` when the process is of no use any more.
    fn ask(
        &mut self,
        store: &TermStore,
        path: &[Term],
        goal: Term,
        limit: Duration,
    ) -> Result<Entails, Why> {
        if self.options.cancel.is_cancelled() {
            return Ok(Entails::Unknown(Why::Cancelled));
        }
        if let Some(why) = &self.missing {
            return Ok(Entails::Unknown(why.clone()));
        }
        let (shared, sent) = self.running.as_ref().map_or((0, 0), |(_, s)| s.shared(path));
        if let Some(why) = refused(store, &path[shared..], goal, &self.axioms[sent..]) {
            return Ok(Entails::Unknown(why));
        }
        if self.running.is_none() {
            let pipe = self.start()?;
            self.running = Some((pipe, Script::new(&self.settings)));
            self.dump = self.options.dump_queries.as_deref().and_then(|to| new_dump(to).ok());
        }
        let clock = limit * CLOCK;
        let limits = Limits {
            deadline: Some(Instant::now() + clock + PATIENCE),
            query_time: Some(clock),
            cancel: self.options.cancel.clone(),
        };
        let Some((pipe, script)) = &mut self.running else { return Err(Why::Cancelled) };
        let work = work(limit);
        let text = script.question(store, &self.datatypes, &self.axioms, path, goal, work);
        // A dump that cannot be written is no reason to stop.
        self.dump.as_mut().map(|dump| dump.write_all(text.as_bytes()));
        let reply = pipe.ask(&text, &limits)?;
        match reply.trim() {
            "unsat" => Ok(Entails::Yes),
            "sat" => Ok(Entails::No),
            "unknown" => {
                let reason = pipe.ask("(get-info :reason-unknown)\n", &limits)?;
                let says = |words: &[&str]| words.iter().any(|word| reason.contains(word));
                Ok(Entails::Unknown(match () {
                    _ if says(&["timeout", "canceled", "resource"]) => Why::Work(limit),
                    _ => Why::Incomplete(shorten(&reason)),
                }))
            }
            "timeout" => Err(limits.passed()),
            _ => Err(garbage(&reply)),
        }
    }
}

/// The settings of a process that nobody set otherwise.
fn settings() -> Vec<(String, String)> {
    SETTINGS.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

/// How much work is done in a time.
fn work(limit: Duration) -> u32 {
    let units = limit.as_millis() * u128::from(WORK) / 1000;
    u32::try_from(units).unwrap_or(u32::MAX).max(1)
}

/// A file for what one process is sent.
fn new_dump(folder: &Path) -> io::Result<File> {
    std::fs::create_dir_all(folder)?;
    let number = DUMPS.fetch_add(1, Ordering::Relaxed) + 1;
    File::create(folder.join(format!("proof-{}-{number:06}.smt2", std::process::id())))
}

fn locate(options: &SolverOptions) -> Result<PathBuf, Why> {
    let missing =
        Why::NoBackEnd { theory: "proofs", advice: "Z3 decides more (pip install z3-solver)" };
    match options.back_end {
        BackEnd::Auto | BackEnd::Z3 => Dialect::Z3.locate(options).map_err(|_| missing),
        BackEnd::Embedded | BackEnd::Cvc5 | BackEnd::Bitwuzla => Err(missing),
    }
}

/// What cannot be written over several questions: a floating-point result is tied to its bits by an assertion.
fn refused(store: &TermStore, path: &[Term], goal: Term, axioms: &[Term]) -> Option<Why> {
    let floats = |t: &Term| store.features(*t).floats();
    path.iter().chain(axioms).chain([&goal]).any(floats).then_some(Why::NoBackEnd {
        theory: "floating-point operators in a proof",
        advice: "use functions with an SMT-LIB interpretation",
    })
}
