//! Exploring in several processes: what a worker is told, and what it answers.
//!
//! A worker gets a program that is compiled already, then orders: parts of the execution tree, as the decisions that lead
//! to them. It answers each order with one [`Commit`]: the leaves that it found, as the bytes of a journal
//! ([`crate::journal`]), and the parts that it leaves to others. An order is accounted as a whole or not at all, so that the
//! orders of a worker that dies can be given to another one. The journal decides in the end what is open: a leaf that
//! comes twice counts once, and one that is missing is looked for again.

use crate::explore::{Prepared, run};
use crate::front_end::SourceProgram;
use crate::job::settings;
use crate::journal::{self, Journal, Known};
use crate::table::Languages;
use effigy_base::budget::CancelToken;
use effigy_compile::cache::Cache;
use effigy_compile::{Compiled, Scratch, UserFiles};
use effigy_exec::explorer::{Earlier, Start};
use effigy_exec::frontier::{Frontier, WorkItem};
use effigy_exec::observer::{Leaf, Observer};
use effigy_exec::stop::Ending;
use effigy_exec::trail::Choice;
use effigy_outcome::error::SessionError;
use effigy_outcome::options::ExploreOptions;
use effigy_outcome::progress::Silent;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A compiled program with the options of its run, for another process.
#[derive(Debug, Serialize, Deserialize)]
pub struct RemoteJob {
    /// The version of Effigy.
    pub version: String,
    /// A number that is another one for another program.
    pub fingerprint: String,
    options: ExploreOptions,
    module_text: String,
    module_path: PathBuf,
    entry: String,
    binary: Option<String>,
    language: String,
    source: PathBuf,
    user_files: UserFiles,
    ub: bool,
    c_flags: Vec<String>,
    driven: bool,
}

/// Parts of the tree to walk.
#[derive(Debug, Default)]
pub struct Order {
    /// The parts, as [`Prepared::open_parts`] or a commit gave them.
    pub parts: Vec<Vec<u8>>,
    /// After so many leaves what is not walked is given back. Default: no limit.
    pub leaves: Option<u64>,
    /// After this time what is not walked is given back; a path goes on at least to its next decision. Default: no limit.
    pub time: Option<Duration>,
    /// Whether the commit says how long each leaf took. Default: no.
    pub times: bool,
}

/// A leaf and the time that it took, for a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct LeafTime {
    /// So many forks, from the first one on, were decided as on the way to the leaf before.
    pub same: usize,
    /// The sides taken at the other forks.
    pub sides: Vec<u32>,
    /// Instructions on the whole path; 0 when an assumption ended it.
    pub instructions: u64,
    /// The time since the leaf before, or since the order.
    pub time: Duration,
}

/// What became of an order.
#[derive(Debug, Default)]
pub struct Commit {
    /// The leaves that were found, as a session of a journal.
    pub journal: Vec<u8>,
    /// The parts that are open.
    pub open: Vec<Vec<u8>>,
    /// How many leaves there are.
    pub leaves: u64,
    /// How many of them are findings.
    pub failed: u64,
    /// Instructions on the paths to these leaves.
    pub instructions: u64,
    /// The time from the order on.
    pub time: Duration,
    /// The leaves' times, when the order asks for them.
    pub times: Vec<LeafTime>,
}

/// Who gives orders to a worker.
pub trait Link: Sync {
    /// Waits for the next order; `None` when there are no more.
    fn next(&self) -> Option<Order>;
    /// Whether the order that is being carried out is to be given back now.
    fn is_split(&self) -> bool;
    /// Takes what became of an order.
    fn commit(&self, commit: Commit);
}

impl Prepared {
    /// The program for workers, which have no limit of time: who gives the orders ends them.
    ///
    /// # Errors
    /// When it is not compiled: its front end reads the source file.
    pub fn remote_job(&self) -> Result<RemoteJob, SessionError> {
        if !self.compiled.language.is_compiled() {
            return Err(SessionError::OtherLanguage { option: "--ray", language: "compiled" });
        }
        let Compiled { module_text, module_path, entry, binary, language, source, .. } =
            &*self.compiled;
        let mut options = ExploreOptions { dump_queries: None, ..self.options.clone() };
        options.budget.time = None;
        Ok(RemoteJob {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            fingerprint: self.compiled.fingerprint(),
            options,
            module_text: module_text.clone(),
            module_path: module_path.clone(),
            entry: entry.clone(),
            binary: binary.clone(),
            language: language.name().to_owned(),
            source: source.clone(),
            user_files: self.compiled.user_files.clone(),
            ub: self.compiled.ub,
            c_flags: self.compiled.c_flags.clone(),
            driven: self.compiled.driven,
        })
    }

    /// Unpacks a program. The token ends its exploration.
    ///
    /// # Errors
    /// When it was packed by another version of Effigy or is damaged.
    pub fn unpack(
        languages: Languages,
        remote_job: RemoteJob,
        cancel: &CancelToken,
    ) -> Result<Prepared, SessionError> {
        if remote_job.version != env!("CARGO_PKG_VERSION") {
            return Err(SessionError::OtherVersion { version: remote_job.version });
        }
        let options = ExploreOptions { cancel: cancel.clone(), ..remote_job.options };
        let unknown = || languages.unknown(&remote_job.source);
        let row = languages.named(&remote_job.language).ok_or_else(unknown)?;
        let front_end = row.front_end.ok_or_else(unknown)?;
        let compiled = Compiled {
            module_text: remote_job.module_text,
            module_path: remote_job.module_path,
            executable: None,
            entry: remote_job.entry,
            binary: remote_job.binary,
            language: row.language,
            source: remote_job.source,
            user_files: remote_job.user_files,
            ub: remote_job.ub,
            c_flags: remote_job.c_flags,
            driven: remote_job.driven,
            external: options.external,
            others: options.others.clone(),
            cache: Cache::off(),
            scratch: Scratch::new()?.into(),
            begins: None,
            took: Duration::ZERO,
            cancel: options.cancel.clone(),
        };
        if compiled.fingerprint() != remote_job.fingerprint {
            return Err(SessionError::OtherProgram);
        }
        let compiled = SourceProgram { compiled, front_end };
        Prepared::read(options, compiled, Instant::now())
    }

    /// The parts of the tree that are open behind a journal, as bytes for orders.
    ///
    /// # Errors
    /// When the journal is of another program.
    pub fn open_parts(&self, journal: &[u8]) -> Result<Vec<Vec<u8>>, SessionError> {
        let mut open = vec![WorkItem::default()];
        if !journal.is_empty() {
            let most = settings(&self.options, &self.compiled).max_tree;
            let program = self.compiled.fingerprint();
            let known: Known = journal::read(journal, &program, &self.options, most)?;
            open = known.open;
        }
        Ok(open.iter().filter_map(journal::item_bytes).collect())
    }

    /// Carries out orders until there are no more, or memory is used up.
    ///
    /// # Errors
    /// When the solver that the options ask for cannot be used; [`SessionError::Memory`].
    pub fn serve(&self, link: &dyn Link) -> Result<(), SessionError> {
        let mut settings = settings(&self.options, &self.compiled);
        settings.threads = 1;
        settings.before = self.started.elapsed();
        settings.targets.clone_from(&self.targets);
        let coordinator = Coordinator::new(link, self.compiled.fingerprint(), &self.options);
        let earlier = Earlier::default();
        let start =
            Start { frontier: &coordinator, earlier, observer: Some(&coordinator), guides: None };
        run(&self.job, &self.options, &settings, start, self.started, &mut Silent)?;
        match coordinator.stopped.into_inner() && !self.options.cancel.is_cancelled() {
            true => Err(SessionError::Memory),
            false => Ok(()),
        }
    }
}

/// The frontier of a worker: parts come in orders, and what is given away goes back with the commit.
struct Coordinator<'a> {
    link: &'a dyn Link,
    program: String,
    options: &'a ExploreOptions,
    work: Mutex<Work>,
    stopped: AtomicBool,
}

/// The order that is being carried out.
struct Work {
    journal: Journal<Vec<u8>>,
    /// Whether there is one.
    begun: bool,
    parts: Vec<WorkItem>,
    /// What becomes of it.
    commit: Commit,
    since: Instant,
    until: Option<Instant>,
    most: Option<u64>,
    times: Option<Times>,
}

/// What the times of the next leaf build on.
struct Times {
    sides: Vec<u32>,
    since: Instant,
}

impl<'a> Coordinator<'a> {
    fn new(link: &'a dyn Link, program: String, options: &'a ExploreOptions) -> Self {
        let work = Mutex::new(Work {
            journal: Journal::begin(Vec::new(), &program, options, 1),
            begun: false,
            parts: Vec::new(),
            commit: Commit::default(),
            since: Instant::now(),
            until: None,
            most: None,
            times: None,
        });
        Coordinator { link, program, options, work, stopped: AtomicBool::new(false) }
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells what became of the order, when there is one.
    fn commit(&self) {
        let mut work = self.work();
        if !std::mem::replace(&mut work.begun, false) {
            return;
        }
        let next = Journal::begin(Vec::new(), &self.program, self.options, 1);
        let journal = std::mem::replace(&mut work.journal, next).into_written();
        let time = work.since.elapsed();
        let commit = Commit { journal, time, ..std::mem::take(&mut work.commit) };
        drop(work);
        self.link.commit(commit);
    }
}

impl Work {
    fn begin(&mut self, order: Order) {
        let Order { parts, leaves, time, times } = order;
        self.begun = true;
        self.since = Instant::now();
        self.until = time.map(|time| self.since + time);
        self.most = leaves;
        self.times = times.then(|| Times { sides: Vec::new(), since: self.since });
        // What is none is missing from the journal in the end, and so is open.
        self.parts.extend(parts.iter().filter_map(|part| journal::item_of(part)));
    }

    fn add_time(&mut self, leaf: &Leaf<'_>) {
        let Some(before) = &mut self.times else { return };
        let sides: Vec<u32> = leaf.trail.iter().filter_map(Choice::side).collect();
        let same = before.sides.iter().zip(&sides).take_while(|(a, b)| a == b).count();
        let now = Instant::now();
        self.commit.times.push(LeafTime {
            same,
            sides: sides.iter().skip(same).copied().collect(),
            instructions: leaf.path.map_or(0, |path| path.steps),
            time: now - before.since,
        });
        *before = Times { sides, since: now };
    }

    fn is_over(&self) -> bool {
        self.most.is_some_and(|most| self.commit.leaves >= most)
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

impl Frontier for Coordinator<'_> {
    fn take(&self) -> Option<WorkItem> {
        loop {
            if self.stopped.load(Ordering::Relaxed) {
                return None;
            }
            let mut work = self.work();
            // An order comes to something: its first part is walked to a decision at least.
            let untouched = work.commit.leaves == 0 && work.commit.open.is_empty();
            if (untouched || !(work.is_over() || self.link.is_split()))
                && let Some(item) = work.parts.pop()
            {
                return Some(item);
            }
            let rest = std::mem::take(&mut work.parts);
            work.commit.open.extend(rest.iter().filter_map(journal::item_bytes));
            drop(work);
            self.commit();
            let order = self.link.next()?;
            self.work().begin(order);
        }
    }

    fn done(&self) {}

    fn give(&self, item: WorkItem) {
        self.work().commit.open.extend(journal::item_bytes(&item));
    }

    fn is_wanted(&self) -> bool {
        false
    }

    fn waiting(&self) -> u64 {
        self.work().parts.len() as u64
    }

    fn is_over(&self) -> bool {
        self.link.is_split() || self.work().is_over()
    }

    fn stopped(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

impl Observer for Coordinator<'_> {
    fn leaf(&self, leaf: &Leaf<'_>) {
        let mut work = self.work();
        work.journal.leaf(leaf);
        work.add_time(leaf);
        work.commit.leaves += 1;
        if let Some(path) = leaf.path {
            work.commit.failed += u64::from(matches!(path.ending, Ending::Finding(_)));
            work.commit.instructions += path.steps;
        }
    }
}
