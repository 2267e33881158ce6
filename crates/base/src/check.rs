//! The table of checks: what a run looks for, by name.

use crate::finding::FindingKind;
use std::fmt;

macro_rules! checks {
    ($($name:ident = $text:literal, $presets:expr, $kinds:expr, $finds:literal, $clause:literal;)*) => {
        /// A check.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Check { $(#[doc = $finds] $name,)* }

        impl Check {
            /// All checks in the order of the table.
            pub const ALL: &[Check] = &[$(Check::$name,)*];

            /// The check's row of the table.
            pub fn row(self) -> Row {
                use FindingKind as K;
                use Preset as P;
                match self {
                    $(Check::$name => Row {
                        name: $text,
                        presets: { const PRESETS: &[P] = &$presets; PRESETS },
                        kinds: { const KINDS: &[K] = &$kinds; KINDS },
                        finds: $finds,
                        clause: $clause,
                    },)*
                }
            }
        }
    };
}

/// What the table says of a check.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name on the command line.
    pub name: &'static str,
    /// The presets that it belongs to, besides `all`.
    pub presets: &'static [Preset],
    /// The kinds of its findings.
    pub kinds: &'static [FindingKind],
    /// What it finds.
    pub finds: &'static str,
    /// The clause of the C standard (C17), or what else says what it is.
    pub clause: &'static str,
}

/// A set of checks that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// What a run checks unless it is told otherwise.
    Default,
    /// Accesses to memory.
    Memory,
    /// Every check for errors: all but those of `wrap`.
    All,
    /// Arithmetic that is allowed to wrap and conversions that lose bits.
    Wrap,
}

impl Preset {
    /// All presets.
    pub const ALL: &[Preset] = &[Preset::Default, Preset::Memory, Preset::All, Preset::Wrap];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Default => "default",
            Preset::Memory => "memory",
            Preset::All => "all",
            Preset::Wrap => "wrap",
        }
    }

    /// Its checks.
    pub fn checks(self) -> CheckSet {
        let belongs = |check: &Check| match self {
            Preset::All => !check.row().presets.contains(&Preset::Wrap),
            preset => check.row().presets.contains(&preset),
        };
        Check::ALL.iter().copied().filter(belongs).fold(CheckSet::NONE, CheckSet::with)
    }
}

checks! {
    Bounds = "bounds", [P::Default, P::Memory], [K::OutOfBounds],
        "an access outside of its object, an index outside of its array or collection", "C17 6.5.6p8";
    Null = "null", [P::Default, P::Memory], [K::Null],
        "an access or a call through a null pointer", "C17 6.5.3.2p4";
    UseAfterFree = "use-after-free", [P::Default, P::Memory], [K::UseAfterFree],
        "an access to a heap object that was released", "C17 7.22.3p1";
    UseAfterScope = "use-after-scope", [P::Default, P::Memory], [K::UseAfterScope],
        "an access to a local variable whose block or function has ended", "C17 6.2.4p2";
    Free = "free", [P::Default, P::Memory], [K::DoubleFree, K::InvalidFree],
        "a release of what is not the start of a live heap object", "C17 7.22.3.3p2";
    Uninitialised = "uninitialised", [P::Default, P::Memory], [K::Uninitialised],
        "a decision or an address that depends on a value that was never initialised", "C17 6.3.2.1p2";
    Misaligned = "misaligned", [P::Default, P::Memory], [K::Misaligned],
        "an access at an address that is no multiple of what its type asks for", "C17 6.3.2.3p7";
    Overlap = "overlap", [P::Default, P::Memory], [K::Overlap],
        "a copy between overlapping ranges by memcpy, strcpy, strcat, sprintf and the like", "C17 7.24.2.1p2";
    Pointers = "pointers", [P::Default], [K::Unrelated],
        "pointers into two objects that are subtracted or compared by their order, in C", "C17 6.5.6p9, 6.5.8p5";
    Leak = "leak", [], [K::Leak],
        "a heap object that nothing points to when the program ends", "CWE-401";
    Overflow = "overflow", [P::Default], [K::Overflow],
        "a result of signed arithmetic, or of any that its language checks, that does not fit its type", "C17 6.5p5";
    Division = "division", [P::Default], [K::DivisionByZero],
        "a division or remainder by zero", "C17 6.5.5p5";
    Shift = "shift", [P::Default], [K::Shift],
        "a shift by a negative amount or by at least the width", "C17 6.5.7p3";
    Wrap = "wrap", [P::Wrap], [K::Overflow],
        "unsigned arithmetic in C that wraps, an implicit conversion that changes the value", "C17 6.2.5p9";
    Format = "format", [P::Default], [K::Format],
        "a printf or scanf format that its arguments do not fit", "C17 7.21.6.1p9";
    BadCall = "bad-call", [P::Default], [K::BadCall],
        "a call with other arguments than the function has, or of what is no function", "C17 6.5.2.2p9";
    InvalidValue = "invalid-value", [P::Default], [K::InvalidValue],
        "a value that its type does not have, such as a bool of 2, or that a builtin or a character function does not take", "C17 6.2.6.1p5";
    Unreachable = "unreachable", [P::Default], [K::Unreachable],
        "code that was declared unreachable, an assumption for the compiler that is false", "CWE-758";
    StackOverflow = "stack-overflow", [P::Default], [K::StackOverflow],
        "a call stack that outgrows its limit", "CWE-674";
    Panic = "panic", [P::Default], [K::Panic],
        "a panic", "CWE-248";
    Assertion = "assertion", [P::Default], [K::Assertion],
        "a failed assertion", "C17 7.2.1.1";
    Abort = "abort", [P::Default], [K::Abort],
        "a program that aborts itself", "C17 7.22.4.1";
    Deadlock = "deadlock", [P::Default], [K::Deadlock],
        "threads that all wait, for ever", "CWE-833";
    Crash = "crash", [P::Default], [K::Crash],
        "a signal or a panic that ends a native run of a search from seeds, where the machine sees no failure", "CWE-248";
    EndlessLoop = "endless-loop", [P::Default], [K::EndlessLoop],
        "a loop that comes back to the same place with the same values, and so never ends", "CWE-835";
    Hang = "hang", [P::Default], [K::Hang],
        "a native run of a search from seeds that does not end in its time, as it does not on the machine", "CWE-835";
    ErrorCall = "error-call", [P::Default], [K::ErrorCall],
        "a call of a function that marks an error, such as reach_error", "SV-COMP";
    Object = "object", [P::Default], [K::Nil, K::UnsetVariable],
        "an access through nil, a use of a variable that was never set", "docs/oo-language.md";
}

impl Check {
    /// The check's name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether only the run's options bring it: it belongs to no preset but `all` and `wrap`.
    pub fn is_extra(self) -> bool {
        !CheckSet::default().contains(self)
    }

    /// The check that findings of a kind belong to first of all.
    pub fn of(kind: FindingKind) -> Option<Check> {
        Self::ALL.iter().copied().find(|check| check.row().kinds.contains(&kind))
    }
}

/// A set of checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CheckSet(u64);

impl Default for CheckSet {
    fn default() -> Self {
        Preset::Default.checks()
    }
}

/// A name that is none of a check's or preset's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCheck {
    /// What was given.
    pub given: String,
}

impl fmt::Display for UnknownCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let presets: Vec<&str> = Preset::ALL.iter().map(|p| p.name()).collect();
        let checks: Vec<&str> = Check::ALL.iter().map(|c| c.name()).collect();
        let (presets, checks) = (presets.join(", "), checks.join(", "));
        write!(
            f,
            "`{}` is no check; presets are {presets}; checks are {checks}",
            self.given.escape_debug()
        )
    }
}

impl std::error::Error for UnknownCheck {}

impl CheckSet {
    /// No check.
    pub const NONE: CheckSet = CheckSet(0);

    /// Whether a check is in the set.
    pub fn contains(self, check: Check) -> bool {
        self.0 >> check as u32 & 1 == 1
    }

    /// Whether some check of the set finds errors of a kind.
    pub fn finds(self, kind: FindingKind) -> bool {
        self.iter().any(|check| check.row().kinds.contains(&kind))
    }

    /// The set with a check.
    #[must_use]
    pub fn with(self, check: Check) -> Self {
        CheckSet(self.0 | 1 << check as u32)
    }

    /// The set without a check.
    #[must_use]
    pub fn without(self, check: Check) -> Self {
        CheckSet(self.0 & !(1 << check as u32))
    }

    /// The checks of the set in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Check> {
        Check::ALL.iter().copied().filter(move |check| self.contains(*check))
    }

    /// Reads names with commas between them. Each is a check or a preset; `+` before it adds it, `-` takes it away. A
    /// list whose first name has neither starts from nothing, any other one from the default.
    ///
    /// # Errors
    /// When a name is none of them.
    pub fn parse(list: &str) -> Result<Self, UnknownCheck> {
        let mut set = CheckSet::default();
        for (index, item) in list.split(',').map(str::trim).enumerate() {
            let (sign, name) = match item.split_at_checked(1) {
                Some((sign @ ("+" | "-"), name)) => (sign, name),
                _ => ("", item),
            };
            if index == 0 && sign.is_empty() {
                set = CheckSet::NONE;
            }
            let named = named(name).ok_or_else(|| UnknownCheck { given: item.to_owned() })?;
            set = if sign == "-" { CheckSet(set.0 & !named.0) } else { CheckSet(set.0 | named.0) };
        }
        Ok(set)
    }
}

fn named(name: &str) -> Option<CheckSet> {
    let preset = Preset::ALL.iter().find(|p| p.name() == name).map(|p| p.checks());
    let check = Check::ALL.iter().find(|c| c.name() == name);
    preset.or(check.map(|c| CheckSet::NONE.with(*c)))
}

impl fmt::Display for CheckSet {
    /// A list that [`CheckSet::parse`] reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = CheckSet::default();
        let mut parts = vec!["default".to_owned()];
        let differ = Check::ALL.iter().filter(|c| self.contains(**c) != default.contains(**c));
        parts.extend(
            differ.map(|c| format!("{}{}", if self.contains(*c) { "+" } else { "-" }, c.name())),
        );
        f.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests;
