//! Sessions about programs that have an entry of their own.

use super::Debugger;
use super::data::DebugError;
use super::face::Face;
use super::native::Native;
use crate::compile::Compiled;
use crate::error::SessionError;
use crate::job::{internal, job};
use crate::load::load_module;
use crate::options::ExploreOptions;
use effigy_exec::context::Context;
use std::rc::Rc;

/// Loads a compiled program, and goes to its first statement.
pub(super) fn load(
    compiled: &Compiled,
    options: &ExploreOptions,
) -> Result<Debugger, SessionError> {
    // A copy has a line, too, at which execution can stop, and a value that nobody reads any more can be shown.
    let options = &ExploreOptions { stores: true, ..options.clone() };
    let loaded = load_module(compiled, options)?;
    let context = Context::new(job(loaded, compiled, options)).map_err(internal)?;
    let native = Native::new(compiled.entry.clone(), compiled.user_files.clone());
    let mut debugger = Debugger::new(context, Face::Native(Box::new(native)));
    debugger.start().map_err(|e| SessionError::Internal { message: e.to_string() })?;
    Ok(debugger)
}

impl Debugger {
    /// Starts a program that has an entry of its own anew.
    ///
    /// # Errors
    /// For a program that is started by calls.
    pub fn start(&mut self) -> Result<(), DebugError> {
        if self.face.is_pli() {
            return Err(DebugError::NotHere("this program is started by a CALL".to_owned()));
        }
        let (state, started) = self.context.initial(Vec::new());
        let title = match &self.face {
            Face::Native(native) => native.entry.clone(),
            _ => self.context.job.program.functions[self.context.job.entry].display.clone(),
        };
        self.now = super::Moment::idle(state);
        self.now.tree = Rc::new(std::cell::RefCell::new(super::WalkedTree::new(title)));
        match started {
            Ok(()) => self.begin(),
            Err(stop) => {
                self.stopped_at_start(stop);
                Ok(())
            }
        }
    }
}
