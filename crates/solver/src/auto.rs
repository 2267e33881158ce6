//! Picks the back end of each query by the theories in it.

use effigy_term::{Term, TermStore};

use crate::back_end::BackEnd;
use crate::clock::Clock;
use crate::integers::{Effort, Integers};
use crate::options::SolverOptions;
use crate::process::{Dialect, Process};
use crate::query::{Answer, Query, Solver, Why};
use crate::statistics::Statistics;

/// The embedded back ends for what they can decide, Z3 for the rest where it is there.
pub(crate) struct Auto {
    embedded: Box<dyn Solver>,
    integers: Integers,
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
    /// Picks between `embedded`, integers, and a process made with these options when it is first needed. There is none
    /// where the options ask for the embedded back ends.
    pub fn new(
        embedded: Box<dyn Solver>,
        clock: Clock,
        options: &SolverOptions,
        fresh: bool,
    ) -> Self {
        let process = match options.back_end {
            BackEnd::Embedded => Other::Missing,
            _ => Other::NotNeeded,
        };
        Self { embedded, integers: Integers::new(clock), options: options.clone(), fresh, process }
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
        let integers = |t: &Term| {
            let features = store.features(*t);
            features.integers() && !features.floats() && !features.declared()
        };
        let integers = query.assertions.iter().any(integers);
        if integers && !matches!(self.process, Other::Missing) {
            match self.integers.check(store, query, Effort::LITTLE) {
                Answer::Unknown(_) => {}
                answer => return answer,
            }
        }
        let foreign = |t: &Term| {
            let features = store.features(*t);
            features.integers() || features.quantifiers()
        };
        if query.assertions.iter().any(foreign)
            && let Some(process) = self.process()
        {
            return process.check(store, query);
        }
        if integers {
            match self.integers.check(store, query, Effort::MUCH) {
                Answer::Unknown(Why::Incomplete(_)) => {}
                answer => return answer,
            }
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
        self.integers.statistics(statistics);
        if let Other::There(process) = &self.process {
            process.statistics(statistics);
        }
    }
}
