//! Puts the chain together.

use std::borrow::Borrow;
use std::fs;

use effigy_term::{Term, TermStore};

use crate::auto::Auto;
use crate::back_end::BackEnd;
use crate::clock::Clock;
use crate::embedded::{Embedded, Fresh};
use crate::error::SolverError;
use crate::layers::cores::Cores;
use crate::layers::diagrams::Diagrams;
use crate::layers::domains::Domains;
use crate::layers::dump::{Dump, Dumper};
use crate::layers::equalities::Equalities;
use crate::layers::exact::Exact;
use crate::layers::models::Models;
use crate::layers::order::Order;
use crate::layers::slices::Slices;
use crate::layers::total::Total;
use crate::layers::validation::Validation;
use crate::options::SolverOptions;
use crate::process::{Dialect, Process};
use crate::query::{Answer, Query, Solver, Why};
use crate::sets::Sets;

/// The chain of layers and the back end that the options ask for.
///
/// From the top: slices, validation, exact, cores, models, equalities, domains, order, diagrams, dump, back end.
///
/// # Errors
/// When the back end's program or the folder for dumped queries is not there.
pub fn assemble(options: impl Borrow<SolverOptions>) -> Result<Box<dyn Solver>, SolverError> {
    let options = options.borrow();
    let layers = options.layers;
    let clock = Clock::new(options);
    let mut solver = back_end(options, &clock, false)?;
    if layers.diagrams {
        let sets = Sets::with_clock(clock.clone(), Sets::FEW_STEPS);
        solver = Box::new(Diagrams::new(solver, sets));
    }
    if layers.order {
        solver = Box::new(Order::new(solver));
    }
    if layers.domains {
        solver = Box::new(Domains::new(solver, clock.clone()));
    }
    if layers.equalities {
        solver = Box::new(Equalities::new(solver));
    }
    if layers.models {
        solver = Box::new(Models::new(solver));
    }
    if layers.cores {
        solver = Box::new(Cores::new(solver));
    }
    if layers.exact {
        solver = Box::new(Exact::new(solver, true));
    }
    if layers.validation {
        solver = Box::new(Validation::new(solver, wrong_models(options)));
    }
    if layers.slices {
        solver = Box::new(Slices::new(solver));
    }
    let canonical = canonical(options, &clock)?;
    Ok(Box::new(Total::new(solver, canonical, clock)))
}

/// The chain for canonical answers: layers whose answers depend on the query alone. What may be switched off does not
/// depend on the options either, so that the answer is the same under all of them.
fn canonical(options: &SolverOptions, clock: &Clock) -> Result<Box<dyn Solver>, SolverError> {
    let back_end = back_end(options, clock, true)?;
    let ordered = Box::new(Order::new(back_end));
    let enumerated = Box::new(Domains::canonical(ordered, clock.clone()));
    let rewritten = Box::new(Equalities::new(enumerated));
    let validated = Box::new(Validation::new(rewritten, wrong_models(options)));
    Ok(Box::new(Slices::new(Box::new(Exact::new(validated, false)))))
}

fn back_end(
    options: &SolverOptions,
    clock: &Clock,
    fresh: bool,
) -> Result<Box<dyn Solver>, SolverError> {
    let embedded = || -> Box<dyn Solver> {
        let clock = clock.clone();
        if fresh { Box::new(Fresh::new(clock)) } else { Box::new(Embedded::new(clock)) }
    };
    let solver: Box<dyn Solver> = match options.back_end {
        BackEnd::Embedded | BackEnd::Auto => {
            Box::new(Auto::new(embedded(), clock.clone(), options, fresh))
        }
        BackEnd::Z3 => Box::new(Process::new(Dialect::Z3, options, fresh)?),
        BackEnd::Cvc5 => Box::new(Process::new(Dialect::Cvc5, options, fresh)?),
        BackEnd::Bitwuzla => Box::new(Process::new(Dialect::Bitwuzla, options, fresh)?),
    };
    let Some(folder) = &options.dump_queries else { return Ok(solver) };
    fs::create_dir_all(folder)
        .map_err(|source| SolverError::DumpFolder { path: folder.clone(), source })?;
    Ok(Box::new(Dump::new(solver, Dumper::new(folder, "query"))))
}

fn wrong_models(options: &SolverOptions) -> Dumper {
    let folder = options.dump_queries.clone().unwrap_or_else(std::env::temp_dir);
    Dumper::new(&folder, "effigy-wrong-model")
}

/// The canonical answer to a query: it depends on nothing but the assertions and their order, so that whoever builds
/// the same assertions gets the same model. [`Solver::canonical`] of a chain gives the same answer faster: it
/// remembers what it was asked before.
pub fn fresh_model(store: &mut TermStore, assertions: &[Term], options: &SolverOptions) -> Answer {
    match canonical(options, &Clock::new(options)) {
        Ok(mut solver) => solver.check(store, &Query::new(assertions)),
        Err(error) => Answer::Unknown(Why::ProcessDied(error.to_string())),
    }
}
