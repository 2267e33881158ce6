//! Writes queries as SMT-LIB files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use effigy_term::smtlib::{self, ScriptOptions};
use effigy_term::{Term, TermStore};

use super::layer;
use crate::query::{Answer, Query, Solver};
use crate::statistics::Statistics;

/// Numbers the files of all chains of the process, which may share a folder.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// Writes queries into a folder.
#[derive(Clone)]
pub(crate) struct Dumper {
    folder: PathBuf,
    prefix: &'static str,
}

impl Dumper {
    /// Writes files whose names start with `prefix`.
    pub fn new(folder: &Path, prefix: &'static str) -> Self {
        Self { folder: folder.to_owned(), prefix }
    }

    /// Writes the assertions as a script with a comment, and gives its path.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(
        &self,
        store: &TermStore,
        assertions: &[Term],
        comment: &str,
    ) -> io::Result<PathBuf> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed) + 1;
        let path =
            self.folder.join(format!("{}-{}-{number:06}.smt2", self.prefix, std::process::id()));
        let script = smtlib::script(store, assertions, ScriptOptions::default());
        fs::write(&path, format!("; {}\n{script}", comment.replace('\n', " ")))?;
        Ok(path)
    }
}

layer! {
    /// The dumping layer, right above the back end. A hit is a query that was written.
    Dump = "dump" {
        dumper: Dumper,
    }
}

impl Dump {
    /// Dumping above `inner`.
    pub fn new(inner: Box<dyn Solver>, dumper: Dumper) -> Self {
        Self { inner, counters: Default::default(), dumper }
    }
}

impl Solver for Dump {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.counters.queries += 1;
        let answer = self.inner.check(store, query);
        let comment = match &answer {
            Answer::Sat(_) => "answer: sat".to_owned(),
            Answer::Unsat(core) => format!("answer: unsat, by assertions {core:?} counted from 0"),
            Answer::Unknown(why) => format!("answer: unknown, {why}"),
        };
        // A file that cannot be written costs only itself; the counters tell.
        if self.dumper.write(store, query.assertions, &comment).is_ok() {
            self.counters.hits += 1;
        }
        answer
    }

    fn collected(&mut self, store: &TermStore) {
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}
