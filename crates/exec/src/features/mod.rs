//! Features: what some runs do besides executing a program. Each is a type of its own with its own state; the machine asks it at the
//! moments that [`crate::machine::feature`] names. [`assemble`] gives a machine the features that its job asks for.

pub(crate) mod alone;
pub mod bmc;
pub mod concolic;
pub mod coverage;
pub(crate) mod distance;
pub(crate) mod endless;
pub mod guides;
pub(crate) mod input_path;
pub(crate) mod input_values;
pub(crate) mod leaks;
pub mod merge;
pub mod route;
pub(crate) mod summary;
pub(crate) mod unspecified;

use crate::data::options::Follow;
use crate::machine::feature::Features;
use crate::machine::{Context, Job};
use concolic::chosen::Taken;
use concolic::{Followed, Follower};
use effigy_base::check::Check;
use effigy_solver::SolverError;
use endless::EndlessLoops;
use leaks::Leaks;
use std::rc::Rc;
use summary::Summaries;
use unspecified::Unspecified;

/// What a machine that follows an input shares with who runs it.
pub(crate) struct Followers {
    pub(crate) followed: Followed,
    pub(crate) taken: Rc<Taken>,
}

impl Context {
    /// A worker for a job.
    ///
    /// # Errors
    /// When the solver chain cannot be assembled.
    pub fn new(job: Job) -> Result<Self, SolverError> {
        assemble(job).map(|(context, _)| context)
    }
}

/// A machine for a job, with the features that the job asks for.
///
/// # Errors
/// When the solver chain cannot be assembled.
pub(crate) fn assemble(job: Job) -> Result<(Context, Followers), SolverError> {
    let mut solver = effigy_solver::assemble(job.chain())?;
    let mut features = Features::new(&Unspecified, &Leaks);
    let followed = Followed::default();
    let taken = Rc::new(Taken::new(followed.clone()));
    if job.follow != Follow::Nothing {
        solver = Box::new(Follower::new(followed.clone(), solver));
    }
    if job.follow == Follow::Symbols {
        features.followed = Some(Rc::new(followed.clone()));
    }
    if job.follow != Follow::Nothing || job.chooses {
        features.replaces = Some(taken.clone());
    }
    if job.checks.contains(Check::EndlessLoop) {
        features.lasts = Some(&EndlessLoops);
    }
    if job.summarises() {
        features.calls = Some(Rc::new(Summaries::default()));
    }
    Ok((Context::assembled(job, solver, features), Followers { followed, taken }))
}
