//! What a native run shows of each kind of finding.

use crate::finding::FindingKind;

/// Which native runs that come to a failure show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// All: the program says it itself, or each operation is checked.
    Always,
    /// All of programs that are built again with sanitizers, as those in C are; none of those that check themselves.
    AlwaysInstrumented,
    /// Those in which the program's own code does it; in functions of the library some tools miss it.
    Mostly,
    /// The same, of programs that are built again with sanitizers.
    MostlyInstrumented,
    /// Not all, whatever watches them.
    Sometimes,
}

/// What has to watch a program in C so that it shows a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watch {
    /// Nothing: the program ends of itself.
    Nothing,
    /// The sanitizers of addresses and of undefined behaviour.
    Addresses,
    /// The same with a search for leaks.
    Leaks,
    /// The same with a check of alignments.
    Alignments,
    /// The same with a check that pointers that are compared or subtracted lie in one object.
    Pointers,
    /// A sanitizer of values that were never set.
    Values,
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Natively {
    /// Which runs show it.
    pub shown: Shown,
    /// What has to watch them.
    pub watch: Watch,
    /// Whether a program that nothing watches ends of it.
    pub ends: bool,
}

impl FindingKind {
    /// What a native run shows of this kind. A new kind needs a row here, and the compiler says so.
    pub fn natively(self) -> Natively {
        use FindingKind::*;
        let row = |shown, watch| Natively { shown, watch, ends: false };
        let ending = |shown, watch| Natively { shown, watch, ends: true };
        match self {
            Abort | Assertion | ErrorCall => ending(Shown::Always, Watch::Nothing),
            Panic | DivisionByZero => ending(Shown::Always, Watch::Addresses),
            Overflow => row(Shown::Always, Watch::Addresses),
            Shift => row(Shown::AlwaysInstrumented, Watch::Addresses),
            Misaligned => row(Shown::AlwaysInstrumented, Watch::Alignments),
            StackOverflow => ending(Shown::Mostly, Watch::Addresses),
            OutOfBounds | Nil | UnsetVariable | Crash | Deadlock | EndlessLoop | Hang => {
                row(Shown::Mostly, Watch::Addresses)
            }
            Null => ending(Shown::MostlyInstrumented, Watch::Addresses),
            UseAfterFree | DoubleFree | InvalidFree | Unreachable => {
                row(Shown::MostlyInstrumented, Watch::Addresses)
            }
            Uninitialised => row(Shown::MostlyInstrumented, Watch::Values),
            UseAfterScope | Overlap | Format | BadCall | InvalidValue => {
                row(Shown::Sometimes, Watch::Addresses)
            }
            Leak => row(Shown::Sometimes, Watch::Leaks),
            Unrelated => row(Shown::Sometimes, Watch::Pointers),
        }
    }
}
