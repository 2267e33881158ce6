//! The kinds of defect that a run can find in the user's program.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! kinds {
    ($($(#[$meta:meta])* $name:ident = $text:literal,)*) => {
        /// What kind of defect a finding is.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum FindingKind { $($(#[$meta])* $name,)* }

        impl FindingKind {
            /// All kinds in the order of their declaration.
            pub const ALL: &[FindingKind] = &[$(FindingKind::$name,)*];

            /// The kind's name in reports, in annotations and in the IR's text form.
            pub fn name(self) -> &'static str {
                match self { $(FindingKind::$name => $text,)* }
            }
        }
    };
}

kinds! {
    /// An explicit panic, a failed unwrap, or a panic of a library.
    Panic = "panic",
    /// An arithmetic result that does not fit its type.
    Overflow = "overflow",
    /// An access outside of the object, or an index outside of the collection.
    OutOfBounds = "out-of-bounds",
    /// Division or remainder by zero.
    DivisionByZero = "division-by-zero",
    /// A failed assertion.
    Assertion = "assertion",
    /// An access to a heap object after its end of life.
    UseAfterFree = "use-after-free",
    /// A second release of a heap object.
    DoubleFree = "double-free",
    /// A release of something that is not the start of a heap object.
    InvalidFree = "invalid-free",
    /// An access through a null pointer.
    Null = "null",
    /// A branch decided by a value that was never initialised.
    Uninitialised = "uninitialised",
    /// A shift by a negative amount or by at least the width.
    Shift = "shift",
    /// Code that was declared unreachable was reached.
    Unreachable = "unreachable",
    /// The call stack outgrew its limit.
    StackOverflow = "stack-overflow",
    /// A heap object that nothing refers to at the end.
    Leak = "leak",
    /// The program aborted itself.
    Abort = "abort",
    /// A call to a function that marks an error, such as `reach_error`.
    ErrorCall = "error-call",
    /// An access through the nil object.
    Nil = "nil",
    /// A use of a variable that was never set.
    UnsetVariable = "unset-variable",
    /// An access to a local variable whose block or function has ended.
    UseAfterScope = "use-after-scope",
    /// A copy between ranges that overlap, by a function that does not allow it.
    Overlap = "overlap",
    /// A format that does not fit its arguments.
    Format = "format",
    /// A call of what is no function, or of a function with another type than its own.
    BadCall = "bad-call",
    /// An access at an address that is no multiple of what its type asks for.
    Misaligned = "misaligned",
    /// A value that its type does not have, or that a builtin does not take.
    InvalidValue = "invalid-value",
    /// An order or a difference of addresses in two objects.
    Unrelated = "unrelated-pointers",
    /// A native run that a signal or a panic ended, of an input on which the machine sees no failure.
    Crash = "crash",
    /// Every thread waits, for ever.
    Deadlock = "deadlock",
    /// A path that comes back to the same place with the same values, for ever.
    EndlessLoop = "endless-loop",
    /// A native run of a search from seeds that does not end in its time, on an input on which the machine does not end either.
    Hang = "hang",
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for FindingKind {
    type Err = ();
    fn from_str(s: &str) -> Result<Self, ()> {
        Self::ALL.iter().copied().find(|k| k.name() == s).ok_or(())
    }
}
