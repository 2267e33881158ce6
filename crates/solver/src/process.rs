//! The SMT-LIB process back end: any SMT-LIB 2.6 solver over a pipe.
//!
//! One process serves many queries. It is reset between them, except that Z3 answers queries about integers and
//! quantifiers one after the other in scopes of their own, which takes a quarter of the time. A process that hangs, dies or writes rubbish costs that
//! query an `Unknown` with its reason, and a new one is started for the next.

mod lambda;
pub(crate) mod pipe;
mod program;
mod reads;
mod script;
pub(crate) mod sexpr;
pub(crate) mod values;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use effigy_base::budget::CancelToken;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::value::Value;
use effigy_term::smtlib;
use effigy_term::{Evaluator, Model, Term, TermStore};

use crate::error::SolverError;
use crate::options::SolverOptions;
use crate::query::{Answer, Query, Solver, Why};
use crate::statistics::{LayerStatistics, Statistics};
use lambda::Lambda;
use pipe::{Launcher, Limits, Pipe};
use sexpr::Expressions;

/// What a solver that was told its time limit gets beyond it before it is killed.
const GRACE: Duration = Duration::from_millis(500);

/// Which solver is at the other end: how it is started and told its time limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// Z3.
    Z3,
    /// cvc5.
    Cvc5,
    /// Bitwuzla.
    Bitwuzla,
}

impl Dialect {
    fn program(self) -> &'static str {
        match self {
            Dialect::Z3 => "z3",
            Dialect::Cvc5 => "cvc5",
            Dialect::Bitwuzla => "bitwuzla",
        }
    }

    /// The program that the options ask for, or the usual one.
    ///
    /// # Errors
    /// When it is not there.
    pub fn locate(self, options: &SolverOptions) -> Result<PathBuf, SolverError> {
        let program = match &options.program {
            Some(path) if path.components().count() > 1 => {
                Some(path.clone()).filter(|path| path.is_file())
            }
            Some(name) => program::find(name),
            None => program::find(Path::new(self.program())),
        };
        let missing = || options.program.clone().unwrap_or_else(|| self.program().into());
        program.ok_or_else(|| SolverError::ProgramMissing(missing()))
    }

    pub fn arguments(self) -> &'static [&'static str] {
        match self {
            // A process that outlives its run, or is busy when its time is over, must not take all memory: in MB.
            Dialect::Z3 => &["-in", "-smt2", "-memory:4096"],
            Dialect::Cvc5 => &["--lang=smt2", "--incremental", "--quiet"],
            Dialect::Bitwuzla => &[],
        }
    }

    pub fn time_limit(self, limit: Duration) -> String {
        let milliseconds = limit.as_millis().max(1);
        match self {
            Dialect::Z3 => format!("(set-option :timeout {milliseconds})\n"),
            Dialect::Cvc5 => format!("(set-option :tlimit-per {milliseconds})\n"),
            Dialect::Bitwuzla => format!("(set-option :time-limit-per {milliseconds})\n"),
        }
    }
}

/// A solver process.
pub(crate) struct Process {
    dialect: Dialect,
    program: PathBuf,
    /// Whether answers must not depend on earlier queries: each query gets a process of its own, or one that was reset.
    fresh: bool,
    pipe: Option<Pipe>,
    /// Whether the process holds the scope of an earlier query, not yet left.
    in_scope: bool,
    query_time: Option<Duration>,
    cancel: CancelToken,
    counters: LayerStatistics,
    launcher: Launcher,
}

impl Process {
    /// A back end whose process starts with the first query.
    ///
    /// # Errors
    /// When the program is not there.
    pub fn new(
        dialect: Dialect,
        options: &SolverOptions,
        fresh: bool,
    ) -> Result<Self, SolverError> {
        let program = dialect.locate(options)?;
        Ok(Self {
            dialect,
            program,
            fresh,
            pipe: None,
            in_scope: false,
            query_time: options.query_time,
            cancel: options.cancel.clone(),
            counters: LayerStatistics::default(),
            launcher: Launcher::default(),
        })
    }

    fn decide(&mut self, store: &mut TermStore, assertions: &[Term]) -> Result<Answer, Why> {
        let assertions = &reads::without_writes(store, assertions);
        let scoped = self.dialect == Dialect::Z3
            && !self.fresh
            && assertions.iter().any(|t| {
                let features = store.features(*t);
                features.integers() || features.quantifiers()
            });
        if scoped {
            // What it cannot decide in a scope, it may decide with all of its methods.
            match self.ask(store, assertions, true) {
                Err(Why::Incomplete(_)) => {}
                answer => return answer,
            }
        }
        self.ask(store, assertions, false)
    }

    fn ask(
        &mut self,
        store: &mut TermStore,
        assertions: &[Term],
        scoped: bool,
    ) -> Result<Answer, Why> {
        let mut text = String::new();
        let continued = scoped && self.in_scope && self.pipe.is_some();
        let pipe = match &mut self.pipe {
            Some(pipe) => {
                text.push_str(if continued { "(pop 1)\n" } else { "(reset)\n" });
                pipe
            }
            none => {
                let arguments = self.dialect.arguments();
                none.insert(self.launcher.start(&self.program, arguments, &self.cancel)?)
            }
        };
        let limits = Limits {
            deadline: self.query_time.map(|limit| Instant::now() + limit + GRACE),
            query_time: self.query_time,
            cancel: self.cancel.clone(),
        };
        if !continued {
            text.push_str(
                "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n",
            );
            if let Some(limit) = self.query_time {
                text.push_str(&self.dialect.time_limit(limit));
            }
        }
        self.in_scope = scoped;
        if scoped {
            text.push_str("(push 1)\n");
        }
        text.push_str(&script::named(store, assertions, !scoped));
        text.push_str("(check-sat)\n");
        let reply = pipe.ask(&text, &limits)?;
        match reply.trim() {
            "sat" => model(pipe, store, assertions, &limits).map(Answer::Sat),
            "unsat" => {
                let reply = pipe.ask("(get-unsat-core)\n", &limits)?;
                script::core(&reply).map(Answer::Unsat).ok_or_else(|| garbage(&reply))
            }
            "unknown" => Err(self.incomplete(&limits)),
            "timeout" => Err(limits.passed()),
            _ => Err(garbage(&reply)),
        }
    }

    fn incomplete(&mut self, limits: &Limits) -> Why {
        let reason =
            self.pipe.as_mut().map(|pipe| pipe.ask("(get-info :reason-unknown)\n", limits));
        match reason {
            Some(Ok(reason)) if reason.contains("timeout") || reason.contains("canceled") => {
                limits.passed()
            }
            Some(Ok(reason)) => Why::Incomplete(shorten(&reason)),
            Some(Err(why)) => why,
            None => Why::Incomplete(String::new()),
        }
    }
}

/// The values that the process gives to the variables of the assertions.
fn model(
    pipe: &mut Pipe,
    store: &TermStore,
    assertions: &[Term],
    limits: &Limits,
) -> Result<Model, Why> {
    let variables = smtlib::symbols(store, assertions);
    if variables.is_empty() {
        return Ok(Model::new());
    }
    let names: Vec<&str> = variables.iter().map(|(_, symbol)| symbol.as_str()).collect();
    let reply = pipe.ask(&format!("(get-value ({}))\n", names.join(" ")), limits)?;
    let expressions = Expressions::parse(&reply).ok_or_else(|| garbage(&reply))?;
    let pairs = expressions
        .only()
        .and_then(|list| expressions.list(list))
        .ok_or_else(|| garbage(&reply))?;
    if pairs.len() != variables.len() {
        return Err(garbage(&reply));
    }
    let mut model = Model::new();
    let mut lambdas = Vec::new();
    for ((variable, _), pair) in variables.iter().zip(pairs) {
        let Some([_, place]) = expressions.list(*pair) else { return Err(garbage(&reply)) };
        let sort = store.sort(*variable);
        if let Some(value) = values::value(&expressions, *place, sort) {
            model.set(*variable, value);
            continue;
        }
        let lambda = match sort {
            Sort::Array { index: Scalar::Int, element } => {
                Lambda::parse(&expressions, *place, element)
            }
            _ => None,
        };
        lambdas.push((*variable, lambda.ok_or_else(|| garbage(&reply))?));
    }
    match lambdas.is_empty() {
        true => Ok(model),
        false => tabulated(store, assertions, model, &lambdas),
    }
}

/// The model with arrays for functions, as far as the assertions read them.
fn tabulated(
    store: &TermStore,
    assertions: &[Term],
    model: Model,
    lambdas: &[(Term, Lambda<'_>)],
) -> Result<Model, Why> {
    let numbers: Vec<i128> =
        model.iter().filter_map(|(_, value)| i128::try_from(value.as_int()?).ok()).collect();
    for above in [false, true] {
        let mut candidate = model.clone();
        for (variable, lambda) in lambdas {
            if let Some(array) = lambda.tabulate(&numbers, above) {
                candidate.set(*variable, Value::Array(array));
            }
        }
        let mut evaluator = Evaluator::new();
        if assertions.iter().all(|t| evaluator.truth(store, *t, &candidate) == Some(true)) {
            return Ok(candidate);
        }
    }
    Err(Why::Incomplete("an array of the model is no finite table".to_owned()))
}

pub(crate) fn garbage(reply: &str) -> Why {
    Why::ProcessGarbage(shorten(reply))
}

/// The first line of a reply, cut to a readable length.
pub(crate) fn shorten(reply: &str) -> String {
    reply.trim().lines().next().unwrap_or("nothing").chars().take(200).collect()
}

impl Solver for Process {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        let start = Instant::now();
        self.counters.queries += 1;
        let answer = match self.cancel.is_cancelled() {
            true => Err(Why::Cancelled),
            false => self.decide(store, query.assertions),
        };
        let keep = match &answer {
            Ok(_) => true,
            Err(Why::Incomplete(_)) => true,
            Err(_) => false,
        };
        // Z3 keeps nothing over a reset.
        if (self.fresh && self.dialect != Dialect::Z3) || !keep {
            self.pipe = None;
        }
        self.counters.hits += u64::from(answer.is_ok());
        self.counters.time += start.elapsed();
        answer.unwrap_or_else(Answer::Unknown)
    }

    fn collected(&mut self, _: &TermStore) {}

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.add_layer("process", self.counters);
    }
}
