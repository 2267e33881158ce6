//! Invariants that no fault breaks yet: what their tests notice is not known. The list only gets shorter.

use super::{Entry, open};

/// Invariants without a fault.
pub const OPEN: &[Entry] = &[
    open("crates/compile", "a cache entry is used only if its inputs are unchanged"),
    open("crates/compile", "the user's sources and target folder are not written"),
    open("crates/debug", "every step can be undone"),
    open(
        "crates/debug",
        "an error or an interruption in a command leaves the session as good as befo",
    ),
    open("crates/explore", "each test of an exploration is followed to the same end"),
    open("crates/explore", "a run that was ended in any way"),
    open("crates/explore", "an order is accounted as a whole or not at all"),
    open("crates/feasible", "a trace that names no place of the program"),
    open("crates/floyd", "every refutation was run"),
    open("crates/fuzz", "a search by one worker"),
    open("crates/fuzz", "no later write loses content of a search's run folder"),
    open("crates/lang-alloy", "every construct means what it means in Alloy"),
    open("crates/lang-alloy", "an unsupported construct is refused by name and place"),
    open("crates/lang-llvm", "a broken module is a located error"),
    open("crates/lang-oo", "a printed tree reads back as the same tree"),
    open("crates/lang-oo", "a malformed file has located errors"),
    open("crates/lang-oo", "every body satisfies the verifier"),
    open("crates/lang-pli", "a printed tree reads back as the same tree"),
    open("crates/lang-pli", "a malformed file has located errors"),
    open("crates/lang-viper", "errors of several members have places"),
    open("crates/native", "a run in a batch ends as in a process of its own"),
    open("crates/native", "a native run changes nothing outside of its own folder"),
    open("crates/posix", "a function without a model ends its own path only"),
    open(
        "crates/records",
        "a specification fails only with rows on which the evaluator saw it fail",
    ),
    open("crates/relational", "an overflowing formula is neither true nor false"),
    open("crates/relational", "the same problem has the same instances in the same order"),
    open("crates/report", "only files that Effigy wrote are removed or replaced"),
    open("crates/report", "in no format does an undecided run look like a pass"),
    open("crates/report", "the page fetches nothing"),
    open(
        "crates/session",
        "a run whose inputs do not cover all values of their types is *bounded*",
    ),
    open("crates/session", "harnesses of other fuzzers run unchanged"),
];
