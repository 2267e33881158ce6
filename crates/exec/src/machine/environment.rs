//! The interface to models of what a program calls and does not define.

use crate::data::slot::Slot;
use crate::data::stop::Stop;
use crate::machine::call::Call;
use crate::state::threads::Step;
use effigy_ir::program::FuncId;

/// How a modelled call goes on.
#[derive(Debug)]
pub enum Flow {
    /// It returns these results, one for each result of the function.
    Return(Vec<Slot>),
    /// Another function runs in its place and returns to the caller.
    Tail(FuncId, Vec<Slot>),
    /// The function's own body runs after all.
    Through,
    /// The running thread waits, lets others run, or ends.
    Thread(Step),
    /// The stack is unwound to the next call that catches, which receives this address.
    Unwind(Slot),
    /// Control goes back to a call of this path that is marked as a place to return to ([`Call::mark_return`]), which returns
    /// this value once more.
    Leap(u64, Slot),
}

/// A model of a function.
///
/// A model is executed again from its start in each successor when it asks for a decision that is open, so it
/// asks first and changes memory or its own state only after its last question. A decision after a change
/// ends the path as an internal error.
pub type Handler = fn(&mut Call<'_>) -> Result<Flow, Stop>;

/// The world around a program.
pub trait Environment: Send + Sync {
    /// The model of a function, by linkage name and readable name. A model of a defined function replaces its body.
    fn model(&self, name: &str, display: &str, defined: bool) -> Option<Handler>;

    /// Whether there is a variable of this name for programs that only declare it. A path that comes to one that there
    /// is not ends as unsupported.
    fn variable(&self, _name: &str) -> bool {
        true
    }

    /// Whether a source file is the program's own, and not a library's. Where no file is known it is.
    fn is_own(&self, _file: &str) -> bool {
        true
    }

    /// Whether a function of this readable name is called by checks that the compiler adds, where they fail, and by nothing else:
    /// the branch before it is none of the program's.
    fn is_check(&self, _display: &str) -> bool {
        false
    }

    /// Prepares the memory of a new path and gives the arguments of the entry.
    ///
    /// # Errors
    /// When the path ends at once.
    fn start(&self, call: &mut Call<'_>) -> Result<Vec<Slot>, Stop>;
}
