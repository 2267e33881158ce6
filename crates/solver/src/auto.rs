//! Picks the back end of each query by the theories in it.

use effigy_term::TermStore;

use crate::process::Process;
use crate::query::{Answer, Query, Solver, Why};
use crate::statistics::Statistics;

/// The embedded back end for what it can decide, an SMT-LIB process for the rest where there is one.
pub(crate) struct Auto {
    embedded: Box<dyn Solver>,
    process: Option<Process>,
}

impl Auto {
    /// Picks between these.
    pub fn new(embedded: Box<dyn Solver>, process: Option<Process>) -> Self {
        Self { embedded, process }
    }
}

impl Solver for Auto {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        let floats = query.assertions.iter().any(|t| store.features(*t).floats());
        match &mut self.process {
            Some(process) if floats => process.check(store, query),
            Some(process) => match self.embedded.check(store, query) {
                Answer::Unknown(Why::NoBackEnd { .. }) => process.check(store, query),
                answer => answer,
            },
            None => self.embedded.check(store, query),
        }
    }

    fn collected(&mut self, store: &TermStore) {
        self.embedded.collected(store);
        if let Some(process) = &mut self.process {
            process.collected(store);
        }
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.embedded.statistics(statistics);
        if let Some(process) = &self.process {
            process.statistics(statistics);
        }
    }
}
