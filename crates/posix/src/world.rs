//! What a path keeps for the models: standard streams, counters, the symbolic inputs of the run.

use crate::start::PosixOptions;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::state::Extension;
use effigy_exec::stop::{Ending, Stop};
use std::any::Any;
use std::sync::Arc;

/// The state of the world on one path.
#[derive(Clone)]
pub(crate) struct World {
    /// The run's options.
    pub options: Arc<PosixOptions>,
    /// What standard input holds: concrete bytes or symbolic ones.
    pub stdin: Vec<Slot>,
    /// How much of it was read.
    pub read: usize,
    /// Where `errno` stands.
    pub errno: u64,
    /// What was written to standard error, for the message of a failure.
    pub stderr: Vec<u8>,
}

impl Extension for World {
    fn copy(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// The path's world, for looking.
///
/// # Errors
/// Ends the path when it was not started by [`crate::Posix`].
pub(crate) fn world<'c>(call: &'c Call<'_>) -> Result<&'c World, Stop> {
    call.peek_world::<World>().ok_or_else(lost)
}

/// The path's world, for changing: counts as a change of the model.
///
/// # Errors
/// Ends the path when it was not started by [`crate::Posix`].
pub(crate) fn world_mut<'c>(call: &'c mut Call<'_>) -> Result<&'c mut World, Stop> {
    let options = Arc::<PosixOptions>::default;
    call.world(|| World { options: options(), stdin: Vec::new(), read: 0, errno: 0, stderr: Vec::new() })
        .ok_or_else(lost)
}

fn lost() -> Stop {
    Stop::End(Ending::Internal("the path has no world".into()))
}
