//! What code can ask of the target that runs it.

use std::cell::Cell;
use std::path::PathBuf;

thread_local! {
    static IS_ACTIVE: Cell<bool> = const { Cell::new(false) };
}

/// What runs a target.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineKind {
    /// A test, which is what it says here.
    Test,
    /// libFuzzer.
    LibFuzzer,
    /// AFL.
    Afl,
    /// Honggfuzz.
    Honggfuzz,
    /// Kani.
    Kani,
}

/// Why an input is run.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum RunPhase {
    /// To see whether it fails.
    #[default]
    Normal,
    /// To find a smaller one that fails.
    Shrink,
    /// To show how it fails.
    Failure,
}

/// Where an input comes from.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TestInput {
    /// The seed that it was made from.
    pub seed: Option<u128>,
    /// The file that it was read from.
    pub file: Option<PathBuf>,
}

/// The target that runs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TestRunContext {
    /// What runs it.
    pub engine: EngineKind,
    /// Where its input comes from.
    pub input: TestInput,
    /// How many inputs were run before.
    pub iteration: u64,
    /// Why it is run.
    pub run_phase: RunPhase,
    /// Whether smaller inputs are run when it fails.
    pub shrink_enabled: bool,
}

/// Whether a target runs.
pub fn is_active() -> bool {
    IS_ACTIVE.get()
}

/// The target that runs.
pub fn current_context() -> Option<TestRunContext> {
    is_active().then(|| TestRunContext {
        engine: EngineKind::Test,
        input: TestInput::default(),
        iteration: 0,
        run_phase: RunPhase::Normal,
        shrink_enabled: false,
    })
}

/// What `f` makes of the target that runs.
pub fn with_context<R>(f: impl FnOnce(&TestRunContext) -> R) -> Option<R> {
    current_context().as_ref().map(f)
}

/// Called before a failure is reported, by bolero. Here the failure ends the path, and nothing is called.
pub fn on_failure(f: impl FnOnce() + 'static) {
    drop(f);
}

/// Calls `f` as a target does.
pub(crate) fn active<R>(f: impl FnOnce() -> R) -> R {
    let outer = IS_ACTIVE.replace(true);
    let result = f();
    IS_ACTIVE.set(outer);
    result
}
