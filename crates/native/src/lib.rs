//! Replaying generated tests on the native program: a finding that its test reproduces is confirmed.
//!
//! Rust programs run as they were compiled: they check themselves and say where they panic. C programs are built again with
//! sanitizers, which say what they see and where; paths that end well run plainly too where they end otherwise under the
//! address sanitizer and it does not say why. LLVM IR is built by clang in the same way, as far as clang reads it.
//!
//! Each replay runs in an empty folder with an empty environment and a time limit, in a sandbox (`sandbox.rs`); of what it
//! prints the beginning and the end are kept.
//!
//! Architecture Invariant: a native run changes nothing outside of its own folder, reaches no other process, and leaves none
//! (checked by `src/sandbox/tests.rs`, `nothing_outside_changes_whatever_a_program_tries`).

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use effigy_base::budget::CancelToken;
use effigy_base::finding::FindingKind;
use effigy_exec::unspecified::UNWRITTEN;
use effigy_formats::ktest;
use effigy_formats::test_case::{InputObject, Outcome, TestCase};
use effigy_posix::{FAILING_ALLOCATION, FILE_INPUT, OF_THE_SYSTEM};

use effigy_compile::{Compiled, Scratch, UserFiles};
use effigy_outcome::language::NativeBuild;
use effigy_outcome::options::{ExploreOptions, GivenContent, GivenFile};

mod agree;
mod build;
mod child;
pub mod counted;
mod early;
mod observe;
mod sandbox;
mod server;
mod stubs;
mod symbols;
#[cfg(test)]
mod tests;

pub use build::Instrument;
use build::Recipe;
use child::Finished;
use early::Known;
pub use effigy_outcome::Replay;
use observe::Seen;
use sandbox::{Layers, Tools};
pub use server::Failure;
use server::{Plan, Server};
pub use stubs::policy;
use symbols::Symbols;

/// Why a test was not run to its end when the whole run was stopped.
const STOPPED: &str = "the run was stopped";

/// How often a program with threads is run natively until they come in the order of the path.
const ORDERS: u32 = 8;

/// How long a native run takes that is said to wait for ever.
const FOR_EVER: Duration = Duration::from_secs(3);

/// How tests are replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayOptions {
    /// Wall time of one native run. Default 10 s. A run that takes longer has disagreed.
    pub time: Duration,
    /// How many runs go on at a time. Default: two for each core, since a run waits for its process to begin and to end.
    pub workers: usize,
    /// The function that the symbolic run started from; only `main` has a native counterpart. Default `main`.
    pub entry: String,
    /// Whether runs are kept in a sandbox: they read files and change none, reach no network and no other process, and
    /// nothing that they start outlives them. Default yes.
    pub sandbox: bool,
    /// Bytes that one run may map. Default: half of the machine's memory, shared by the workers.
    pub memory: u64,
    /// Bytes of the program's stack. Default: [`ExploreOptions::DEFAULT_STACK`].
    pub stack: u64,
    /// Arguments before those of each test. Default none.
    pub arguments: Vec<Vec<u8>>,
    /// Whether standard input is a file rather than a pipe. Default no.
    pub file: bool,
    /// Files of the folder in which a run begins. Default none.
    pub files: Vec<GivenFile>,
    /// Variables of the environment. Default none.
    pub variables: Vec<(String, String)>,
}

impl ReplayOptions {
    /// What the options of a run say of the native runs of a program.
    pub fn of(compiled: &Compiled, options: &ExploreOptions) -> Self {
        ReplayOptions {
            entry: compiled.entry.clone(),
            sandbox: options.replay_sandbox,
            stack: options.stack,
            arguments: options.program_arguments(),
            file: options.reads_a_file(),
            files: options.files.clone(),
            variables: options.variables.clone(),
            ..ReplayOptions::default()
        }
    }
}

impl Default for ReplayOptions {
    fn default() -> Self {
        let workers = 2 * std::thread::available_parallelism().map_or(1, usize::from);
        ReplayOptions {
            time: Duration::from_secs(10),
            workers,
            entry: "main".to_owned(),
            sandbox: true,
            memory: (memory_of_machine() / 2 / workers as u64).max(512 << 20),
            stack: ExploreOptions::DEFAULT_STACK,
            arguments: Vec::new(),
            file: false,
            files: Vec::new(),
            variables: Vec::new(),
        }
    }
}

/// Bytes of main memory; 4 GiB where the system does not tell.
fn memory_of_machine() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kilobytes = total.and_then(|t| t.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kilobytes.map_or(4 << 30, |kilobytes| kilobytes << 10)
}

/// What a file holds in a test.
fn content_of(file: &GivenFile, test: &TestCase) -> Vec<u8> {
    let input = || format!("{FILE_INPUT}{}", file.name);
    match &file.content {
        GivenContent::Bytes(bytes) => bytes.clone(),
        GivenContent::Symbolic(len) => {
            let given = test.objects.iter().find(|object| object.name == input());
            let mut bytes = given.map(|object| object.bytes.clone()).unwrap_or_default();
            bytes.resize(*len, 0);
            bytes
        }
    }
}

/// How a test is run on the native program.
#[derive(Clone, Copy, Debug)]
struct How {
    instrument: Instrument,
    /// In a process that is forked from the loaded program, where that can be done.
    fork: bool,
    /// With what it prints on standard output.
    shown: bool,
    /// For so long.
    time: Duration,
}

/// How a native run ended, in so far as it says that the program fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It fails, and says this.
    Fails(String),
    /// It exits with this status, and printed this.
    Exits(i32, String),
    /// It ran too long, was ended from outside, or asked for other inputs.
    Other,
}

/// Replays the tests of one program. Native builds are made when the first test needs them, and kept, and so are servers:
/// each is a sandbox in which tests run one after the other.
#[derive(Debug)]
pub struct Replayer<'a> {
    compiled: &'a Compiled,
    options: ReplayOptions,
    scratch: Scratch,
    builds: [OnceLock<Result<PathBuf, String>>; Instrument::COUNT],
    tools: OnceLock<Result<Tools, String>>,
    /// Servers that run nothing now.
    servers: Mutex<Vec<Server>>,
    /// A program of this kind could not serve; its tests are executed one by one.
    unfit: [AtomicBool; Instrument::COUNT],
    symbols: Symbols,
    layers: OnceLock<Layers>,
    /// What was confirmed while the exploration went on.
    known: Known,
}

impl<'a> Replayer<'a> {
    /// A replayer for a compiled program.
    ///
    /// # Errors
    /// A folder for temporary files cannot be made.
    pub fn new(
        compiled: &'a Compiled,
        options: ReplayOptions,
    ) -> Result<Self, effigy_compile::CompileError> {
        Ok(Replayer {
            compiled,
            options,
            scratch: Scratch::new()?,
            builds: Default::default(),
            tools: OnceLock::new(),
            servers: Mutex::default(),
            unfit: Default::default(),
            symbols: Symbols::default(),
            layers: OnceLock::new(),
            known: Known::default(),
        })
    }

    /// What this machine lacks of the sandbox; `None` when nothing, or when no test was run yet.
    pub fn lacks(&self) -> Option<String> {
        if !self.options.sandbox { None } else { self.layers.get()?.missing() }
    }

    /// Runs one test natively and compares.
    pub fn replay(&self, test: &TestCase, cancel: &CancelToken) -> Replay {
        if self.options.entry != "main" {
            return Replay::NotRun {
                why: format!("a native run starts at main, not at {}", self.options.entry),
            };
        }
        let harness = self.compiled.begun_at(&self.options.arguments);
        if harness.is_some_and(|harness| !harness.replaces.is_empty()) {
            return Replay::NotRun {
                why: "the harness replaces functions; a native run does not".to_owned(),
            };
        }
        let fails = |o: &InputObject| {
            o.name.starts_with(FAILING_ALLOCATION) && o.bytes.iter().any(|b| *b != 0)
        };
        if test.objects.iter().any(fails) {
            return Replay::NotRun { why: "natively, no allocation fails".to_owned() };
        }
        if test.objects.iter().any(|o| o.name.starts_with(OF_THE_SYSTEM)) {
            let why = "a native run takes nothing of the system from a test".to_owned();
            return Replay::NotRun { why };
        }
        if self.known.confirms(test) {
            return Replay::Confirmed;
        }
        let has_unwritten = test.objects.iter().any(|o| o.name.starts_with(UNWRITTEN));
        let begun = Instant::now();
        let mut left = if test.threads { ORDERS } else { 1 };
        loop {
            left -= 1;
            match self.run(test, cancel) {
                Ok(Replay::Disagreed { observed, .. }) if test.threads => {
                    if left == 0 || cancel.is_cancelled() || begun.elapsed() > self.options.time {
                        let why = format!("natively its threads run in another order: {observed}");
                        return Replay::NotRun { why };
                    }
                }
                Ok(Replay::Disagreed { observed, .. }) if has_unwritten => {
                    let why =
                        format!("natively, what was never written is something else: {observed}");
                    return Replay::NotRun { why };
                }
                Ok(replay) => return replay,
                Err(why) => return Replay::NotRun { why },
            }
        }
    }

    /// Runs all tests, several at a time; the answers come in the order of the tests.
    ///
    /// Tests that are not begun when the run is cancelled are [`Replay::NotRun`].
    pub fn replay_all(&self, tests: &[TestCase], cancel: &CancelToken) -> Vec<Replay> {
        let run = |test: &TestCase| match cancel.is_cancelled() {
            true => Replay::NotRun { why: STOPPED.to_owned() },
            false => self.replay(test, cancel),
        };
        let lost = || Replay::NotRun { why: "the worker that ran it failed".to_owned() };
        self.all(tests, run).into_iter().map(|a| a.unwrap_or_else(lost)).collect()
    }

    /// Builds what most tests need.
    pub fn prepare(&self, cancel: &CancelToken) {
        if self.options.entry == "main" {
            let _ = self.tools(cancel);
            self.checks();
        }
    }

    fn tools(&self, cancel: &CancelToken) -> &Result<Tools, String> {
        self.tools.get_or_init(|| Tools::get(&self.scratch, &self.compiled.cache, cancel))
    }

    /// Whether native runs begin where the paths of the run begin.
    pub fn starts_at_main(&self) -> bool {
        self.options.entry == "main"
    }

    /// How a native run on the inputs of a test ends that may take `time`.
    ///
    /// # Errors
    /// When the program does not run, or the run was stopped.
    pub fn end(
        &self,
        test: &TestCase,
        time: Duration,
        cancel: &CancelToken,
    ) -> Result<End, String> {
        let instrument = if self.checks() { Instrument::Address } else { Instrument::Plain };
        let how = How { instrument, fork: true, shown: true, time };
        let finished = self.finish_so(test, how, cancel)?;
        let files = &self.compiled.user_files;
        Ok(agree::end(&observe::classify(&finished, files), finished.text, files))
    }

    /// Whether there is a build with the address sanitizer that completed paths can be run with.
    fn checks(&self) -> bool {
        let native = self.compiled.language.native();
        native != NativeBuild::WithModule && self.program(Instrument::Address).is_ok()
    }

    /// Runs a test that ends well under the address sanitizer: whether it ends so there too, or with an error in the use
    /// of memory; `None` where the plain program has to say.
    fn check(&self, test: &TestCase, cancel: &CancelToken) -> Option<Replay> {
        let finished = self.finish(test, Instrument::Address, true, cancel).ok()?;
        let files = &self.compiled.user_files;
        if let Some(seen) = observe::memory_error(&finished, files) {
            return Some(agree::disagreement(&test.predicted, &seen, files));
        }
        let seen = observe::classify(&finished, files);
        let replay = agree::compare(&test.predicted, &seen, self.compiled);
        (replay == Replay::Confirmed).then_some(replay)
    }

    /// Applies `run` to all tests, several at a time; `None` where a worker was lost.
    fn all<T: Send + Sync>(
        &self,
        tests: &[TestCase],
        run: impl Fn(&TestCase) -> T + Sync,
    ) -> Vec<Option<T>> {
        let answers: Vec<OnceLock<T>> = tests.iter().map(|_| OnceLock::new()).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some((test, answer)) = take(&next, tests, &answers) {
                // Each place is taken by one worker only.
                let _ = answer.set(run(test));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.options.workers.min(tests.len()) {
                scope.spawn(work);
            }
            work();
        });
        answers.into_iter().map(OnceLock::into_inner).collect()
    }

    fn run(&self, test: &TestCase, cancel: &CancelToken) -> Result<Replay, String> {
        if matches!(test.predicted, Outcome::Exit(_))
            && self.checks()
            && let Some(replay) = self.check(test, cancel)
        {
            return Ok(replay);
        }
        let instrument = Instrument::for_outcome(self.compiled.language, &test.predicted);
        let seen = self.observe(test, instrument, true, cancel)?;
        let replay = agree::compare(&test.predicted, &seen, self.compiled);
        if !matches!(replay, Replay::Disagreed { .. }) || !instrument.forks() {
            return Ok(replay);
        }
        // Doubt needs a run of a process of its own.
        let seen = self.observe(test, instrument, false, cancel)?;
        Ok(agree::compare(&test.predicted, &seen, self.compiled))
    }

    /// How a test ends on a kind of program.
    fn observe(
        &self,
        test: &TestCase,
        instrument: Instrument,
        fork: bool,
        cancel: &CancelToken,
    ) -> Result<Seen, String> {
        let finished = self.finish(test, instrument, fork, cancel)?;
        Ok(observe::classify(&finished, &self.compiled.user_files))
    }

    /// Runs a test on a kind of program.
    fn finish(
        &self,
        test: &TestCase,
        instrument: Instrument,
        fork: bool,
        cancel: &CancelToken,
    ) -> Result<Finished, String> {
        let time = match &test.predicted {
            Outcome::Finding {
                kind: FindingKind::Deadlock | FindingKind::EndlessLoop | FindingKind::Hang,
                ..
            } => self.options.time.min(FOR_EVER),
            _ => self.options.time,
        };
        let how = How { instrument, fork, shown: false, time };
        self.finish_so(test, how, cancel)
    }

    fn finish_so(
        &self,
        test: &TestCase,
        how: How,
        cancel: &CancelToken,
    ) -> Result<Finished, String> {
        let instrument = how.instrument;
        let program = self.program(instrument)?;
        let is_file = |object: &InputObject| object.name.starts_with(FILE_INPUT);
        let asked = TestCase {
            objects: test.objects.iter().filter(|object| !is_file(object)).cloned().collect(),
            ..test.clone()
        };
        let objects = (!asked.objects.is_empty())
            .then(|| ktest::write(&asked, &self.compiled.source.to_string_lossy()));
        let unfit = self.unfit.get(instrument as usize);
        let fits = || unfit.is_none_or(|unfit| !unfit.load(Ordering::Relaxed));
        let mut fork = how.fork && instrument.forks() && fits();
        loop {
            match self.serve(test, objects.as_deref(), (&program, How { fork, ..how }), cancel) {
                Ok(mut finished) => {
                    finished.text = self.symbols.complete(finished.text, &program);
                    return Ok(finished);
                }
                Err(Failure::Stopped) => return Err(STOPPED.to_owned()),
                Err(Failure::Broken(why)) if !fork => {
                    return Err(format!("the native program does not run: {why}"));
                }
                Err(Failure::Broken(_)) => fork = false,
            }
        }
    }

    /// Runs a test in a server that is there, or in a new one.
    fn serve(
        &self,
        test: &TestCase,
        objects: Option<&[u8]>,
        (program, how): (&Path, How),
        cancel: &CancelToken,
    ) -> Result<Finished, Failure> {
        let mut server = match self.idle(how) {
            Some(server) => server,
            None => self.start(program, how, cancel)?,
        };
        let time = how.time;
        let arguments = [self.options.arguments.as_slice(), &test.arguments].concat();
        let stdin = (test.stdin.as_deref().unwrap_or_default(), self.options.file);
        let files =
            self.options.files.iter().map(|file| (file.name.as_str(), content_of(file, test)));
        let files: Vec<(&str, Vec<u8>)> = files.collect();
        let finished = server.run(&arguments, stdin, &files, objects, (time, cancel))?;
        if !finished.timed_out
            && let Ok(mut servers) = self.servers.lock()
        {
            servers.push(server);
        }
        Ok(finished)
    }

    fn idle(&self, how: How) -> Option<Server> {
        let mut servers = self.servers.lock().ok()?;
        let fits = |s: &Server| {
            s.instrument == how.instrument
                && s.shown == how.shown
                && (how.fork || !s.layers.forks())
        };
        let index = servers.iter().position(fits)?;
        Some(servers.swap_remove(index))
    }

    fn start(&self, program: &Path, how: How, cancel: &CancelToken) -> Result<Server, Failure> {
        let How { instrument, fork, shown, .. } = how;
        let tools = self.tools(cancel).as_ref();
        let tools = tools.map_err(|why| Failure::Broken(why.clone()))?;
        let ReplayOptions { sandbox, time, memory, stack, .. } = self.options;
        let (counted, arguments) = (None, &[][..]);
        let variables = &self.options.variables;
        let plan = Plan {
            tools,
            program,
            instrument,
            fork,
            shown,
            sandbox,
            time,
            memory,
            stack,
            counted,
            arguments,
            variables,
        };
        let server = Server::start(&plan, cancel);
        match (&server, self.unfit.get(instrument as usize)) {
            (Ok(server), _) => {
                let _ = self.layers.set(server.layers);
            }
            (Err(Failure::Broken(_)), Some(unfit)) if fork => unfit.store(true, Ordering::Relaxed),
            _ => {}
        }
        server
    }

    /// The native program of a kind, built now when it is not there yet.
    fn program(&self, instrument: Instrument) -> Result<PathBuf, String> {
        if let Some(executable) = &self.compiled.executable {
            return Ok(executable.clone());
        }
        let build =
            || Recipe { compiled: self.compiled, instrument, scratch: &self.scratch }.build();
        self.builds
            .get(instrument as usize)
            .map_or_else(build, |slot| slot.get_or_init(build).clone())
    }
}

fn take<'t, T>(
    next: &AtomicUsize,
    tests: &'t [TestCase],
    answers: &'t [OnceLock<T>],
) -> Option<(&'t TestCase, &'t OnceLock<T>)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    tests.get(index).zip(answers.get(index))
}

/// The predicted end in words.
fn in_words(outcome: &Outcome, files: &UserFiles) -> String {
    match outcome {
        Outcome::Exit(status) => format!("exit status {}", status & 0xff),
        Outcome::Finding { kind, line: 0, .. } => kind.to_string(),
        Outcome::Finding { kind, file, line, .. } => {
            format!("{kind} at {}:{line}", files.display(file))
        }
    }
}
