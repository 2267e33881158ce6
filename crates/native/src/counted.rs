//! Native runs of many inputs, with coverage: what a fuzzer makes of its children, thousands a second.
//!
//! The program is compiled once more, for speed, with a counter for each edge ([`CountedProgram`]). Each thread that runs
//! inputs has [`Batches`] of its own, a server in a sandbox that takes a batch of inputs at a time. The server reads the
//! counters after each run and looks them up in a map of all that was covered, which the servers of a program share, so only
//! runs that show something new are told of, and those that end badly.
//!
//! A program that makes its own inputs (`effigy.h`, KLEE's intrinsics, the crate `effigy`) is refused.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use effigy_base::budget::CancelToken;
use effigy_base::comparison::Comparison;

use super::build::{Instrument, Recipe, counters};
use super::child::Finished;
use super::sandbox::Tools;
use super::server::{BatchNews, Plan, Server};
use super::{End, Failure, agree, observe};
use effigy_compile::languages::RUST;
use effigy_compile::rustc::Counters;
use effigy_compile::{CompileError, CompileOptions, Compiled, Input, Scratch, UserFiles, compile};
use effigy_outcome::error::SessionError;
use effigy_outcome::language::{Language, NativeBuild};
use effigy_outcome::options::ExploreOptions;
use exchange::{Exchange, INPUTS_ROOM, RawEnd, RawResult, Settings};

mod exchange;
#[cfg(test)]
mod tests;

/// The exit status of a Rust program that panics.
const PANICKED: i32 = 101;

const SIGABRT: i32 = 6;

/// Crashes whose text is kept for others like them.
const MOST_CRASHES: usize = 4096;

/// How an input comes to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As its standard input, which is a file and can be opened by its name.
    Stdin = 0,
    /// As its last argument, up to the first zero byte.
    Argument = 1,
}

/// The limits of each run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time that it may compute for; four times as long and a second more by the clock, so that a machine that is busy
    /// otherwise ends no run. Default one second.
    pub time: Duration,
    /// Bytes that it may map beside what the program has mapped at its start. Default 1 GiB.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: Duration::from_secs(1), memory: 1 << 30 }
    }
}

/// What is wanted of the runs of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Every run is told of, not only those that show something new or end badly.
    pub each: bool,
    /// Runs that are told of come with the list of all counters that they reached. Those with something new always do.
    pub lists: bool,
    /// What is covered is not remembered, and all of it counts as new: for an input that is made smaller or looked at.
    pub unseen: bool,
    /// Each run has a process of its own, and what it prints on standard error is kept.
    pub alone: bool,
    /// Runs that are told of come with what they compared, in place of lists, where the program tells it.
    pub compared: bool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedEnd {
    /// It exited with this status.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
    /// It was still running at the limit.
    TimedOut,
    /// It asked for more memory than it may have, and did not go on without.
    Memory,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedRun {
    /// How it ended.
    pub end: CountedEnd,
    /// What it fails with, in words: a panic or an assertion and its place, or a signal. `None` for an exit by itself,
    /// whatever the status is, and for runs that came to a limit.
    pub failure: Option<String>,
    /// What it printed on standard error: kept of runs that end badly.
    pub text: String,
    /// It crashed as an earlier run did that had a process of its own, in its counters and its signal: `failure` and `text`
    /// are those of that run.
    pub known: bool,
    /// Counters that no run before it had reached: of runs that exit those that exit count, of others the others.
    pub new_edges: u32,
    /// Classes of counts (1, 2, 3, 4-7, 8-15, 16-31, 32-127, more) of counters that no run before it had reached; new
    /// counters count here, too.
    pub new_classes: u32,
    /// How many counters it reached.
    pub edges: u32,
    /// Another number for another set of counters and classes.
    pub trace: u64,
    /// The counters that it reached, in ascending order: of runs with something new, and where lists are wished.
    pub covered: Option<Vec<u32>>,
    /// What it compared, in order, where that is wished: the first comparisons of each place.
    pub compared: Vec<Comparison>,
}

impl CountedRun {
    /// Whether it ended otherwise than by an exit of its own.
    pub fn is_bad(&self) -> bool {
        self.failure.is_some() || !matches!(self.end, CountedEnd::Exit(_))
    }
}

/// What a call of [`Batches::run`] came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchCounts {
    /// Runs that were made.
    pub runs: u64,
    /// Those of them that had a process of their own.
    pub alone: u64,
    /// Inputs without a result: the server broke twice at them, or they are longer than 16 MiB.
    pub lost: u64,
}

/// A program that is compiled with counters, and what its runs have covered. Shared by all threads.
#[derive(Debug)]
pub struct CountedProgram {
    program: PathBuf,
    user_files: UserFiles,
    language: Language,
    instrument: Instrument,
    way: Way,
    /// What each run is given beside its input.
    arguments: Vec<OsString>,
    limits: Limits,
    sandbox: bool,
    stack: u64,
    tools: Tools,
    seen: File,
    counters: usize,
    /// The server that told the number of counters.
    first: Mutex<Option<Running>>,
    /// They hold the program and the tools.
    _compiled: Option<Compiled>,
    _scratch: Scratch,
}

/// A server with its exchange.
#[derive(Debug)]
struct Running {
    server: Server,
    exchange: Exchange,
}

impl CountedProgram {
    /// Builds a compiled program again with counters, and sees whether it runs.
    ///
    /// # Errors
    /// When it cannot be built so, when it makes its own inputs, and when the machine cannot run it in a sandbox from a
    /// process that has loaded it.
    pub fn new(
        compiled: &Compiled,
        options: &ExploreOptions,
        way: Way,
    ) -> Result<CountedProgram, SessionError> {
        Self::with_limits(compiled, options, (way, Instrument::Counters), Limits::default())
    }

    /// The same of a program that also tells what it compares, which takes longer.
    ///
    /// # Errors
    /// See [`CountedProgram::new`].
    pub fn comparing(
        compiled: &Compiled,
        options: &ExploreOptions,
        way: Way,
    ) -> Result<CountedProgram, SessionError> {
        Self::with_limits(compiled, options, (way, Instrument::Comparisons), Limits::default())
    }

    /// The same with limits.
    ///
    /// # Errors
    /// See [`CountedProgram::new`].
    fn with_limits(
        compiled: &Compiled,
        options: &ExploreOptions,
        (way, instrument): (Way, Instrument),
        limits: Limits,
    ) -> Result<CountedProgram, SessionError> {
        if options.entry.as_deref().is_some_and(|entry| entry != "main") {
            return Err(uncounted("a native run starts at main, not at another function"));
        }
        if makes_inputs(&compiled.module_text) {
            return Err(uncounted("the program makes its own inputs"));
        }
        let scratch = Scratch::new()?;
        let cancel = &options.cancel;
        let (program, built) = match compiled.language.native() {
            NativeBuild::WithModule => {
                let compares = instrument == Instrument::Comparisons;
                let counters = counters(compares, &scratch, &compiled.cache, cancel);
                let built =
                    compile_counted(compiled.language, options, counters.map_err(uncounted)?)?;
                let missing = || uncounted("the compiler left no executable");
                (built.executable.clone().ok_or_else(missing)?, Some(built))
            }
            _ => {
                let recipe = Recipe { compiled, instrument, scratch: &scratch };
                (recipe.build().map_err(uncounted)?, None)
            }
        };
        let mut program = CountedProgram {
            program,
            user_files: compiled.user_files.clone(),
            language: compiled.language,
            instrument,
            way,
            arguments: options.program_arguments().into_iter().map(OsString::from_vec).collect(),
            limits,
            sandbox: options.replay_sandbox,
            stack: options.stack,
            tools: Tools::get(&scratch, &compiled.cache, cancel).map_err(uncounted)?,
            seen: exchange::seen_file().map_err(uncounted)?,
            counters: 0,
            first: Mutex::new(None),
            _compiled: built,
            _scratch: scratch,
        };
        let first = program.start(cancel).map_err(|failure| match failure {
            Failure::Stopped => uncounted(super::STOPPED),
            Failure::Broken(why) => uncounted(why),
        })?;
        program.counters = first.server.ready.unsigned_abs() as usize;
        program.first = Mutex::new(Some(first));
        Ok(program)
    }

    /// The bound of the counters' numbers. There is one for each edge that the compiler did not find to follow from others, and
    /// the bound is the next multiple of 4096.
    #[cfg(test)]
    pub fn counters(&self) -> usize {
        self.counters
    }

    /// What runs inputs, for one thread.
    pub fn batches(&self) -> Batches<'_> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).take();
        Batches { program: self, running: first, crashes: HashMap::new() }
    }

    fn start(&self, cancel: &CancelToken) -> Result<Running, Failure> {
        let broken = |e: std::io::Error| Failure::Broken(e.to_string());
        let exchange = Exchange::new().map_err(broken)?;
        let counted = [
            format!("exchange={}", exchange::path_of(&exchange.file)),
            format!("seen={}", exchange::path_of(&self.seen)),
            format!("way={}", self.way as i32),
        ];
        let plan = Plan {
            tools: &self.tools,
            program: &self.program,
            instrument: self.instrument,
            fork: true,
            shown: false,
            sandbox: self.sandbox,
            time: self.limits.time,
            memory: self.limits.memory,
            stack: self.stack,
            counted: Some(&counted.map(OsString::from)),
            arguments: &self.arguments,
            variables: &[],
        };
        Ok(Running { server: Server::start(&plan, cancel)?, exchange })
    }

    fn settings(&self, wish: Wish) -> Settings {
        let bits = [
            (wish.lists, exchange::WISH_LISTS),
            (wish.unseen, exchange::WISH_UNSEEN),
            (wish.alone, exchange::WISH_ALONE),
            (wish.compared, exchange::WISH_COMPARED),
        ];
        Settings {
            wish: bits.iter().filter(|(on, _)| *on).map(|(_, bit)| bit).sum(),
            milliseconds: u32::try_from(self.limits.time.as_millis()).unwrap_or(u32::MAX),
            suspicious: if self.language == RUST { PANICKED as u32 } else { u32::MAX },
        }
    }

    /// A run as it is told of.
    fn describe(&self, result: &RawResult, text: String, covered: Option<Vec<u32>>) -> CountedRun {
        let (status, signal) = match result.end {
            RawEnd::Exit(status) => (Some(status), None),
            RawEnd::Signal(signal) => (None, Some(signal)),
            RawEnd::Time | RawEnd::Memory => (None, None),
        };
        let no_memory = text.contains("memory allocation of ") && signal == Some(SIGABRT);
        let end = match result.end {
            RawEnd::Memory => CountedEnd::Memory,
            RawEnd::Signal(_) if no_memory => CountedEnd::Memory,
            RawEnd::Exit(status) => CountedEnd::Exit(status),
            RawEnd::Signal(signal) => CountedEnd::Signal(signal),
            RawEnd::Time => CountedEnd::TimedOut,
        };
        let mut failure = None;
        let quiet = matches!(end, CountedEnd::Exit(_)) && text.is_empty();
        let limited = matches!(end, CountedEnd::TimedOut | CountedEnd::Memory);
        if !quiet && !limited {
            let finished = Finished { status, signal, timed_out: false, text: text.clone() };
            let seen = observe::classify(&finished, &self.user_files);
            if let End::Fails(words) = agree::end(&seen, String::new(), &self.user_files) {
                failure = Some(words);
            }
        }
        CountedRun {
            end,
            failure,
            text,
            known: false,
            new_edges: result.new_edges,
            new_classes: result.new_classes,
            edges: result.covered,
            trace: result.trace,
            covered,
            compared: Vec::new(),
        }
    }
}

/// Compiles the program that the options name to a native program alone, which counts its edges.
fn compile_counted(
    language: Language,
    options: &ExploreOptions,
    counters: Counters,
) -> Result<Compiled, CompileError> {
    let mut input = Input::from_path(&options.input, &[language])
        .unwrap_or_else(|_| Input::File(options.input.clone(), language));
    if let Input::Package { package, .. } = &mut input {
        package.clone_from(&options.package);
    }
    let counters = Some(counters);
    compile(&input, &CompileOptions { counters, ..CompileOptions::of(options) })
}

/// Whether the module has functions that make inputs: those of C that it does not define, or those of the crate `effigy`.
fn makes_inputs(module: &str) -> bool {
    const OF_C: [&str; 3] = ["@effigy_", "@klee_", "@__VERIFIER_"];
    let asks =
        |line: &str| line.starts_with("declare ") && OF_C.iter().any(|start| line.contains(start));
    module.contains("@effigy_intrinsic_") || module.lines().any(asks)
}

fn uncounted(why: impl ToString) -> SessionError {
    SessionError::Uncounted { why: why.to_string() }
}

/// Runs inputs, one batch after the other, in a server of its own. A server that breaks is replaced.
#[derive(Debug)]
pub struct Batches<'p> {
    program: &'p CountedProgram,
    running: Option<Running>,
    /// What crashes printed that had a process of their own, by trace and signal.
    crashes: HashMap<(u64, i32), String>,
}

impl Batches<'_> {
    /// Runs all inputs and tells of those that show something new or end badly, with their places among the inputs, in
    /// their order.
    ///
    /// # Errors
    /// When the run was stopped; what was told of by then counts. When no server can be started.
    pub fn run(
        &mut self,
        inputs: &[Vec<u8>],
        wish: Wish,
        cancel: &CancelToken,
        heard: &mut dyn FnMut(usize, CountedRun),
    ) -> Result<BatchCounts, Failure> {
        let mut counts = BatchCounts::default();
        let (mut at, mut broke_at) = (0, None);
        while let Some(rest) = inputs.get(at..).filter(|rest| !rest.is_empty()) {
            if rest.first().is_some_and(|input| input.len() + 4 > INPUTS_ROOM) {
                (at, counts.lost) = (at + 1, counts.lost + 1);
                continue;
            }
            let mut heard = |index: usize, run: CountedRun| heard(at + index, run);
            let (done, failure) = self.batch(rest, wish, cancel, (&mut heard, &mut counts))?;
            at += done;
            match failure {
                None => {}
                Some(Failure::Stopped) => return Err(Failure::Stopped),
                Some(Failure::Broken(_)) if broke_at == Some(at) => {
                    (at, counts.lost) = (at + 1, counts.lost + 1);
                }
                Some(Failure::Broken(_)) => broke_at = Some(at),
            }
        }
        Ok(counts)
    }

    /// Runs one input in any process and answers all that it covers; nothing of it is remembered.
    ///
    /// # Errors
    /// See [`Batches::run`]; an input that breaks the server is an error, too.
    #[cfg(test)]
    pub fn look(&mut self, input: Vec<u8>, cancel: &CancelToken) -> Result<CountedRun, Failure> {
        let wish = Wish { each: true, lists: true, unseen: true, ..Wish::default() };
        let mut answer = None;
        self.run(&[input], wish, cancel, &mut |_, run| answer = Some(run))?;
        answer.ok_or_else(|| Failure::Broken("the input broke the server".to_owned()))
    }

    /// What a run printed that had a process of its own; otherwise what a crash like it printed.
    fn text_of(&mut self, result: &RawResult, own: Option<String>) -> String {
        let RawEnd::Signal(signal) = result.end else { return own.unwrap_or_default() };
        let crash = (result.trace, signal);
        match own {
            Some(text) => {
                if self.crashes.len() < MOST_CRASHES || self.crashes.contains_key(&crash) {
                    self.crashes.insert(crash, text.clone());
                }
                text
            }
            None => self.crashes.get(&crash).cloned().unwrap_or_default(),
        }
    }

    /// Runs some inputs from the first on; how many, and what went wrong after those.
    fn batch(
        &mut self,
        inputs: &[Vec<u8>],
        wish: Wish,
        cancel: &CancelToken,
        (heard, counts): (&mut dyn FnMut(usize, CountedRun), &mut BatchCounts),
    ) -> Result<(usize, Option<Failure>), Failure> {
        let program = self.program;
        let mut running = match self.running.take() {
            Some(running) => running,
            None => program.start(cancel)?,
        };
        let broken = |e: std::io::Error| Failure::Broken(e.to_string());
        let count = running.exchange.put(inputs, program.settings(wish)).map_err(broken)?;
        let mut texts = HashMap::new();
        let failure = program.wait(&mut running, &mut texts, cancel).err();
        let done = running.exchange.done().map_err(broken)? as usize;
        let results = running.exchange.results(done.min(count)).map_err(broken)?;
        let done = results.len();
        counts.runs += done as u64;
        counts.alone += texts.len() as u64;
        for (index, result) in results.iter().enumerate() {
            let Some(result) = result else {
                counts.lost += 1;
                continue;
            };
            let own = texts.remove(&(index as u32));
            let known = matches!(result.end, RawEnd::Signal(_)) && own.is_none();
            let text = self.text_of(result, own);
            let dull = result.new_classes == 0 && matches!(result.end, RawEnd::Exit(_));
            if dull && text.is_empty() && !wish.each {
                continue;
            }
            let list = running.exchange.list(result).map_err(broken)?;
            let (compared, list) = match wish.compared {
                true => (exchange::comparisons(&list.unwrap_or_default()), None),
                false => (Vec::new(), list),
            };
            let run = CountedRun { known, compared, ..program.describe(result, text, list) };
            if wish.each || run.new_classes > 0 || run.is_bad() {
                heard(index, run);
            }
        }
        if failure.is_none() {
            self.running = Some(running);
        }
        Ok((done, failure))
    }
}

impl CountedProgram {
    /// Has a batch run to its end; keeps what was printed by runs that had processes of their own.
    fn wait(
        &self,
        running: &mut Running,
        texts: &mut HashMap<u32, String>,
        cancel: &CancelToken,
    ) -> Result<(), Failure> {
        running.server.go_on()?;
        // The server ends each run at its limit, also the second one of the same input.
        let patience = 10 * self.limits.time + Duration::from_secs(10);
        let mut before = None;
        loop {
            match running.server.news(patience, cancel)? {
                Some((BatchNews::Alone(index), text)) => {
                    texts.insert(index, text);
                    running.server.go_on()?;
                }
                Some((BatchNews::Done(_), _)) => return Ok(()),
                None => {
                    let done = running.exchange.done().ok();
                    if done == before {
                        return Err(Failure::Broken("the server hangs".to_owned()));
                    }
                    before = done;
                }
            }
        }
    }
}
