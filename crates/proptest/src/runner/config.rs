//! Settings of runs, of which none matters here.

use std::fmt;

/// Settings. None of them matters where all values are tried at once.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Config {
    pub cases: u32,
    pub max_local_rejects: u32,
    pub max_global_rejects: u32,
    pub max_flat_map_regens: u32,
    pub failure_persistence: Option<Box<dyn FailurePersistence>>,
    pub source_file: Option<&'static str>,
    pub test_name: Option<&'static str>,
    pub fork: bool,
    pub timeout: u32,
    pub max_shrink_time: u32,
    pub max_shrink_iters: u32,
    pub max_default_size_range: usize,
    pub verbose: u32,
    pub rng_algorithm: RngAlgorithm,
    pub rng_seed: RngSeed,
    #[doc(hidden)]
    pub _non_exhaustive: (),
}

impl Default for Config {
    fn default() -> Self {
        Config {
            cases: 256,
            max_local_rejects: 65_536,
            max_global_rejects: 1024,
            max_flat_map_regens: 1_000_000,
            failure_persistence: None,
            source_file: None,
            test_name: None,
            fork: false,
            timeout: 0,
            max_shrink_time: 0,
            max_shrink_iters: u32::MAX,
            max_default_size_range: 100,
            verbose: 0,
            rng_algorithm: RngAlgorithm::default(),
            rng_seed: RngSeed::Random,
            _non_exhaustive: (),
        }
    }
}

impl Config {
    /// So many random values.
    pub fn with_cases(cases: u32) -> Self {
        Config { cases, ..Config::default() }
    }

    /// In this file.
    pub fn with_source_file(file: &'static str) -> Self {
        Config::default().clone_with_source_file(file)
    }

    /// The same, in this file.
    #[must_use]
    pub fn clone_with_source_file(&self, file: &'static str) -> Self {
        Config { source_file: Some(file), ..self.clone() }
    }

    /// With failures kept there.
    pub fn with_failure_persistence<T: FailurePersistence + 'static>(kept: T) -> Self {
        Config { failure_persistence: Some(Box::new(kept)), ..Config::default() }
    }
}

/// Where failures are kept.
pub trait FailurePersistence: Send + Sync + fmt::Debug {
    /// A copy.
    fn box_clone(&self) -> Box<dyn FailurePersistence>;
}

impl Clone for Box<dyn FailurePersistence> {
    fn clone(&self) -> Self {
        self.box_clone()
    }
}

impl PartialEq for Box<dyn FailurePersistence> {
    fn eq(&self, other: &Self) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}

/// Files in which failures are kept; none is here.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum FileFailurePersistence {
    Off,
    SourceParallel(&'static str),
    WithSource(&'static str),
    Direct(&'static str),
}

impl Default for FileFailurePersistence {
    fn default() -> Self {
        FileFailurePersistence::SourceParallel("proptest-regressions")
    }
}

impl FailurePersistence for FileFailurePersistence {
    fn box_clone(&self) -> Box<dyn FailurePersistence> {
        Box::new(*self)
    }
}

/// Ways to make random numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RngAlgorithm {
    XorShift,
    #[default]
    ChaCha,
    PassThrough,
    Recorder,
}

/// What random numbers begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RngSeed {
    Random,
    Fixed(u64),
}
