//! Picks the back end of each query by the theories in it.

use effigy_term::{Term, TermStore};

use crate::options::SolverOptions;
use crate::process::{Dialect, Process};
use crate::query::{Answer, Query, Solver, Why};
use crate::statistics::Statistics;

/// The embedded back end for what it can decide, Z3 for the rest where it is there.
pub(crate) struct Auto {
    embedded: Box<dyn Solver>,
    options: SolverOptions,
    fresh: bool,
    process: Other,
}

/// The back end for what the embedded one cannot decide.
enum Other {
    /// Nothing needed it so far.
    NotNeeded,
    There(Box<Process>),
    Missing,
}

impl Auto {
    /// Picks between `embedded` and a process made with these options when it is first needed.
    pub fn new(embedded: Box<dyn Solver>, options: &SolverOptions, fresh: bool) -> Self {
        Self { embedded, options: options.clone(), fresh, process: Other::NotNeeded }
    }

    fn process(&mut self) -> Option<&mut Process> {
        if matches!(self.process, Other::NotNeeded) {
            self.process = match Process::new(Dialect::Z3, &self.options, self.fresh) {
                Ok(process) => Other::There(Box::new(process)),
                Err(_) => Other::Missing,
            };
        }
        match &mut self.process {
            Other::There(process) => Some(process),
            _ => None,
        }
    }
}

impl Solver for Auto {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        let foreign = |t: &Term| {
            let features = store.features(*t);
            features.floats() || features.integers() || features.quantifiers()
        };
        if query.assertions.iter().any(foreign)
            && let Some(process) = self.process()
        {
            return process.check(store, query);
        }
        match self.embedded.check(store, query) {
            Answer::Unknown(why @ Why::NoBackEnd { .. }) => match self.process() {
                Some(process) => process.check(store, query),
                None => Answer::Unknown(why),
            },
            answer => answer,
        }
    }

    fn collected(&mut self, store: &TermStore) {
        self.embedded.collected(store);
        if let Other::There(process) = &mut self.process {
            process.collected(store);
        }
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.embedded.statistics(statistics);
        if let Other::There(process) = &self.process {
            process.statistics(statistics);
        }
    }
}
