//! What a path is asked, and what it was told before.

use crate::data::trail::Decision;

/// What is asked of some terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Which of them holds.
    Side,
    /// Whether they depend on memory that was never initialised: 0 when they may, 1 when they do not.
    Dependence,
    /// The same, of the inputs for which no contents were found that matter.
    Rest,
    /// With which value the term is compared next.
    Value,
    /// Whether sets of inputs say that the word has few values: 1 when they do.
    Places,
    /// How large an object is at most that has so many bytes; 0 when it is not known.
    Size,
    /// Whether an object may become smaller: 1 when it may.
    Shrinks,
    /// Whether the address can lie in the object beside which it is computed: 1 when it can.
    Beside,
    /// Which of the few values of an address is one of which an access is an error; beyond 64 bits when none is.
    Misplaced,
    /// Whether the path can go on under the assumption; only 0 is an answer.
    Assumption,
    /// Whether the sides of a fork have met again; only 0 is an answer. Which of the paths it is that are left is the next
    /// question.
    Meeting,
    /// Which of the paths it is that are left.
    Left,
}

impl Kind {
    /// For people.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Kind::Side => "which of these holds",
            Kind::Dependence | Kind::Rest => "whether these depend on uninitialised memory",
            Kind::Value => "a value of",
            Kind::Places => "whether this has few values",
            Kind::Size => "how large an object of this size is at most",
            Kind::Shrinks => "whether an object may become smaller",
            Kind::Beside => "whether an access at this address can lie in the object beside it",
            Kind::Misplaced => "where an access at this address is an error",
            Kind::Assumption => "whether this may be assumed",
            Kind::Meeting => "whether paths meet behind a fork on",
            Kind::Left => "which path is left",
        }
    }
}

/// An answer that was found before.
pub(crate) enum Given {
    /// By an earlier execution of the instruction; the state has what follows from it.
    Earlier(Decision),
    /// By another worker, or before the state was put aside; what follows from it is still to be done.
    Replayed(Decision),
}
