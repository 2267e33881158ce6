//! The models by name.

use crate::models::external::gives_input;
use crate::models::io::stdio::{input, output, scan, stream, wide as wide_output};
use crate::models::io::{fd, folders};
use crate::models::math::{floats, functions, parts, rounding};
use crate::models::memory::{alloc, bytes};
use crate::models::process::{exit, jump, signal, system, variables};
use crate::models::rust::unwind;
use crate::models::text::string::{compare, copy, search};
use crate::models::text::{convert, ctype, locale, multibyte, string, wide};
use crate::models::threads;
use crate::models::time::{calendar, clock};
use crate::models::tools::{checkers, harness, intrinsics, sanitizer, verifier};
use crate::shared::value::Entry;
use effigy_exec::environment::{Handler, Touches};
use std::collections::HashMap;

/// The tables of all groups with their titles.
const GROUPS: &[(&str, &[Entry])] = &[
    ("Heap", alloc::MODELS),
    ("Ranges of bytes", bytes::MODELS),
    ("C strings: length", string::MODELS),
    ("C strings: comparison", compare::MODELS),
    ("C strings: copies", copy::MODELS),
    ("C strings: search", search::MODELS),
    ("Character classes", ctype::MODELS),
    ("Wide characters", wide::MODELS),
    ("Multibyte characters", multibyte::MODELS),
    ("Numbers from text", convert::MODELS),
    ("Floats from text", convert::float::MODELS),
    ("Streams", stream::MODELS),
    ("Input", input::MODELS),
    ("Formatted input", scan::MODELS),
    ("Output", output::MODELS),
    ("Output of wide characters", wide_output::MODELS),
    ("File descriptors", fd::MODELS),
    ("Folders", folders::MODELS),
    ("Process", exit::MODELS),
    ("Signals", signal::MODELS),
    ("Environment", variables::MODELS),
    ("Jumps", jump::MODELS),
    ("System", system::MODELS),
    ("Locale", locale::MODELS),
    ("Unwinding", unwind::MODELS),
    ("Time and chance", clock::MODELS),
    ("Dates", calendar::MODELS),
    ("Threads", threads::LIFE),
    ("Mutexes", threads::LOCKS),
    ("Read-write locks", threads::SHARED_LOCKS),
    ("Condition variables", threads::CONDITIONS),
    ("Barriers", threads::MEETINGS),
    ("Semaphores", threads::SEMAPHORES),
    ("What runs once", threads::ONCE),
    ("Values of threads", threads::KEYS),
    ("Sleep", threads::SLEEP),
    ("Threads of C11", threads::C11),
    ("Mathematics", functions::MODELS),
    ("Kinds and parts of floats", floats::MODELS),
    ("Powers and neighbours of floats", parts::MODELS),
    ("Rounding of floats", rounding::MODELS),
    ("The harness library", harness::MODELS),
    ("Intrinsics", intrinsics::MODELS),
    ("SV-COMP", verifier::MODELS),
    ("CBMC, ESBMC and SeaHorn", checkers::MODELS),
    ("Sanitizer", sanitizer::MODELS),
];

/// Models that replace a function even when the program defines it.
const REPLACING: &[&str] = &[
    "effigy_intrinsic_symbolic",
    "effigy_intrinsic_assume",
    "effigy_intrinsic_cover",
    "klee_make_symbolic",
    "klee_assume",
    "reach_error",
];

/// The groups whose models have to do with the path alone: nobody else sees their calls, and what they keep is the path's.
const OF_THE_PATH: &[&[Entry]] = &[
    bytes::MODELS,
    string::MODELS,
    compare::MODELS,
    copy::MODELS,
    search::MODELS,
    ctype::MODELS,
    wide::MODELS,
    multibyte::MODELS,
    convert::MODELS,
    convert::float::MODELS,
    locale::MODELS,
    unwind::MODELS,
    threads::LOCKS,
    threads::SHARED_LOCKS,
    threads::ONCE,
    threads::KEYS,
    functions::MODELS,
    floats::MODELS,
    parts::MODELS,
    rounding::MODELS,
    sanitizer::MODELS,
];

/// Models of other groups that have to do with the path alone.
const ALSO_OF_THE_PATH: &[&str] = &[
    "__errno_location",
    "effigy_assume",
    "effigy_intrinsic_assume",
    "klee_assume",
    "llvm.va_start",
];

/// The groups whose models read inputs.
const OF_INPUT: &[&[Entry]] = &[input::MODELS, scan::MODELS];

/// Models of other groups that read inputs, or say that they are at their end.
const ALSO_OF_INPUT: &[&str] =
    &["read", "feof", "feof_unlocked", "ferror", "ferror_unlocked", "clearerr"];

/// The C library's variables; those that have no first value of their own are zero.
pub(crate) const VARIABLES: &[&str] = &[
    "stdin",
    "stdout",
    "stderr",
    "environ",
    "__environ",
    "_environ",
    "program_invocation_name",
    "program_invocation_short_name",
    "__progname",
    "optind",
    "opterr",
    "optopt",
    "optarg",
    "signgam",
    "timezone",
    "daylight",
    "tzname",
    "in6addr_any",
    "in6addr_loopback",
    "__dso_handle",
];

/// The groups of models: title and entries.
pub fn groups() -> impl Iterator<Item = (&'static str, &'static [Entry])> {
    GROUPS.iter().copied()
}

/// Whether a model replaces a function that the program defines.
pub(crate) fn replaces(name: &str) -> bool {
    REPLACING.contains(&name)
}

/// Whether there is something of this name for programs that only declare it.
pub fn provides(name: &str) -> bool {
    VARIABLES.contains(&name)
        || gives_input(name)
        || GROUPS.iter().flat_map(|(_, group)| group.iter()).any(|(known, _)| *known == name)
}

/// What the model of a function has to do with besides the path.
pub(crate) fn touches(name: &str) -> Touches {
    let is_in = |groups: &[&[Entry]]| groups.iter().copied().flatten().any(|(it, _)| *it == name);
    if is_in(OF_THE_PATH) || ALSO_OF_THE_PATH.contains(&name) {
        Touches::Path
    } else if is_in(&[alloc::MODELS]) {
        Touches::Heap
    } else if is_in(OF_INPUT) || ALSO_OF_INPUT.contains(&name) {
        Touches::Input
    } else {
        Touches::System
    }
}

/// The models by linkage name.
pub(crate) fn by_name() -> HashMap<&'static str, Handler> {
    GROUPS.iter().flat_map(|(_, group)| group.iter().copied()).collect()
}
