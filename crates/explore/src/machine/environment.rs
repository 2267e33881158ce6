//! The environment of a program that calls nothing but its own functions.

use effigy_exec::call::Call;
use effigy_exec::environment::{Environment, Handler};
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

/// No models; entries have no parameters.
pub struct Nothing;

impl Environment for Nothing {
    fn model(&self, _: &str, _: &str, _: bool) -> Option<Handler> {
        None
    }

    fn start(&self, _: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        Ok(Vec::new())
    }
}
