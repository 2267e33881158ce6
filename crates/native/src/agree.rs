//! Whether the end that was seen is the end that was predicted.

use effigy_base::finding::FindingKind;
use effigy_base::natively::Shown;
use effigy_formats::test_case::Outcome;

use super::observe::{ERROR_FUNCTIONS, PANICKED, Place, SIGABRT, Seen};
use super::{End, Replay, in_words};
use effigy_compile::{Compiled, UserFiles};
use effigy_outcome::language::{Language, NativeBuild};

const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGBUS: i32 = 7;
const SIGKILL: i32 = 9;
const SIGXFSZ: i32 = 25;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;

/// Compares a prediction with what was seen.
pub(super) fn compare(predicted: &Outcome, seen: &Seen, compiled: &Compiled) -> Replay {
    let files = &compiled.user_files;
    let agrees = match predicted {
        Outcome::Exit(status) => {
            matches!(seen, Seen::Exit(s) | Seen::Survived { status: s, .. } if *s == status & 0xff)
        }
        Outcome::Finding { kind, file, line, message, .. } => {
            agrees((*kind, message), file, *line, seen, compiled)
        }
    };
    if agrees {
        return Replay::Confirmed;
    }
    match silent(predicted, seen, compiled).or_else(|| blind_spot(predicted, seen, compiled)) {
        Some(why) => Replay::NotRun { why },
        None => disagreement(predicted, seen, files),
    }
}

/// That the end is another one.
pub(super) fn disagreement(predicted: &Outcome, seen: &Seen, files: &UserFiles) -> Replay {
    Replay::Disagreed {
        expected: in_words(predicted, files),
        observed: describe(seen, files),
        well: matches!(seen, Seen::Exit(_) | Seen::Survived { .. }) && is_always_shown(predicted),
    }
}

/// Whether every native run that comes to such a failure shows it: what the program itself says, and what is checked at each
/// operation. Errors in the use of memory are not among them, which functions of the library make unseen.
fn is_always_shown(predicted: &Outcome) -> bool {
    let Outcome::Finding { kind, message, .. } = predicted else { return false };
    if is_without_value(*kind, message) {
        return false;
    }
    match kind.natively().shown {
        Shown::Always | Shown::AlwaysInstrumented => true,
        Shown::Mostly => *kind == FindingKind::OutOfBounds && !message.contains(BYTES),
        Shown::MostlyInstrumented | Shown::Sometimes => false,
    }
}

fn agrees(
    (kind, message): (FindingKind, &str),
    file: &str,
    line: u32,
    seen: &Seen,
    compiled: &Compiled,
) -> bool {
    let files = &compiled.user_files;
    match seen {
        // Only a native run was seen to fail; sanitizers may say it in their own words.
        Seen::Panic { .. } | Seen::Defect { .. } | Seen::Signal(_)
            if kind == FindingKind::Crash =>
        {
            true
        }
        Seen::Panic { place, others, aborted, .. } => {
            // A panic that a library reports at a line of its own says nothing about the user's line.
            let mut places = std::iter::once(place.as_ref()).chain(others.iter().map(Some));
            let own = |place: Option<&Place>| {
                same_place(file, line, place.filter(|p| files.contains(&p.file)), files)
            };
            kind != FindingKind::Abort && places.any(own)
                // One that was caught before the program aborted itself.
                || kind == FindingKind::Abort && *aborted && unwinds(compiled)
        }
        // A thread has panicked, and the others have gone on.
        Seen::Survived { panics, .. } => {
            panics.iter().any(|p| files.contains(&p.file) && same_place(file, line, Some(p), files))
        }
        Seen::Exit(PANICKED) if message == effigy_posix::RESUMED => true,
        // The memory sanitizer tells of a value where it decides, which may be behind the function that read it.
        Seen::Defect { kind: Some(FindingKind::Uninitialised), .. }
            if kind == FindingKind::Uninitialised =>
        {
            true
        }
        // The stack ends in any call of a recursion: before the line that calls on, or in a function that is called there.
        Seen::Defect { kind: Some(FindingKind::StackOverflow), .. }
            if kind == FindingKind::StackOverflow =>
        {
            true
        }
        Seen::Defect { kind: Some(seen), place, .. } => {
            same_kind(kind, *seen) && same_place(file, line, place.as_ref(), files)
        }
        // A report of a kind without a name counts by its place alone.
        Seen::Defect { kind: None, place, .. } => {
            place.is_some() && same_place(file, line, place.as_ref(), files)
        }
        Seen::Signal(signal) => signal_means(*signal, kind, compiled.language),
        // Threads that wait for ever do not end, nor do loops.
        Seen::TimedOut => {
            matches!(kind, FindingKind::Deadlock | FindingKind::EndlessLoop | FindingKind::Hang)
        }
        Seen::Exit(_) | Seen::AssumptionFailed | Seen::OtherInputs(_) => false,
    }
}

/// Whether the program's panics unwind the stack.
fn unwinds(compiled: &Compiled) -> bool {
    compiled.module_text.contains("@_Unwind_RaiseException(")
}

/// Kinds that the native tools do not always tell apart.
fn same_kind(predicted: FindingKind, seen: FindingKind) -> bool {
    use FindingKind::*;
    predicted == seen
        || matches!(
            (predicted, seen),
            // Programs mark errors through assertions and aborts of their own.
            (ErrorCall, Assertion)
                | (Assertion, ErrorCall)
                // A wild address is in nobody's object.
                | (UseAfterFree | UseAfterScope, OutOfBounds)
                | (UseAfterScope, UseAfterFree)
                // An address below the first page is null to some tools and misaligned to others.
                | (Misaligned, Null)
                | (OutOfBounds, Null)
                // A stack that is left at once is a wild address.
                | (StackOverflow, OutOfBounds)
                | (Null, OutOfBounds)
                | (InvalidFree, DoubleFree)
                | (DoubleFree, InvalidFree | UseAfterFree)
                // A division that overflows traps like one by zero; a pointer that overflows leaves its object.
                | (Overflow, DivisionByZero | OutOfBounds)
                | (Shift, Overflow)
                // An address that was never set is a wild one.
                | (Uninitialised, OutOfBounds | Null)
                // Data that is executed, released, or printed as a pointer, crashes where it is used.
                | (BadCall | InvalidFree | Format, OutOfBounds | Null)
        )
}

/// Whether the places agree; a place that either side does not know agrees with any.
fn same_place(file: &str, line: u32, seen: Option<&Place>, files: &UserFiles) -> bool {
    let Some(seen) = seen else { return true };
    let same_file = file.is_empty() || {
        let (a, b) = (files.resolve(file), files.resolve(&seen.file));
        a == b || a.file_name() == b.file_name()
    };
    same_file && (line == 0 || line == seen.line)
}

/// What a signal without a report can mean.
fn signal_means(signal: i32, kind: FindingKind, language: Language) -> bool {
    use FindingKind::*;
    match signal {
        SIGABRT => matches!(kind, Abort | ErrorCall | Assertion),
        SIGSEGV | SIGBUS => matches!(
            kind,
            Null | OutOfBounds
                | UseAfterFree
                | UseAfterScope
                | StackOverflow
                | BadCall
                | Format
                // A function pointer or a reference that none may be is used.
                | InvalidValue
        ),
        SIGFPE => matches!(kind, DivisionByZero | Overflow),
        // The traps that clang leaves in a module for undefined behaviour, and `unreachable`.
        SIGILL | SIGTRAP if language.native() == NativeBuild::FromModule => {
            matches!(
                kind,
                Overflow | DivisionByZero | OutOfBounds | Shift | Unreachable | Null | Abort
            )
        }
        // Programs bring error functions of their own, which trap.
        SIGILL | SIGTRAP => matches!(kind, Unreachable | Abort | ErrorCall | Assertion),
        _ => false,
    }
}

/// Why the end of a run says nothing about the prediction.
fn silent(predicted: &Outcome, seen: &Seen, compiled: &Compiled) -> Option<String> {
    let kind = match predicted {
        Outcome::Finding { kind, .. } => Some(*kind),
        Outcome::Exit(_) => None,
    };
    let ended = matches!(seen, Seen::Exit(_) | Seen::TimedOut | Seen::Signal(_));
    match (kind, seen) {
        (_, Seen::Signal(SIGKILL)) => Some("the native run was killed from outside".to_owned()),
        (_, Seen::Signal(SIGXFSZ)) => {
            Some("the native run writes larger files than its sandbox holds".to_owned())
        }
        (Some(FindingKind::ErrorCall), _) if ended && has_own_error_function(compiled) => {
            Some("the program's own error function does not say that it was called".to_owned())
        }
        // Neither MemorySanitizer nor valgrind sees every such decision: a compiler may have made it a computation.
        (Some(FindingKind::Uninitialised), Seen::Exit(_)) => {
            Some("it is not shown by a native run, which takes one of the sides".to_owned())
        }
        _ => None,
    }
}

/// Whether the program itself defines the function that marks an error.
fn has_own_error_function(compiled: &Compiled) -> bool {
    let defines = |line: &str| {
        let is_named = |name: &str| line.contains(&format!("@{name}("));
        line.starts_with("define ") && ERROR_FUNCTIONS.iter().any(|name| is_named(name))
    };
    compiled.module_text.lines().any(defines)
}

/// What findings say that the native tools do not look for: functions of the library answer all the same, and memory
/// around an object of the system, or behind one of no bytes, is there.
const UNSEEN: [&str; 9] = [
    "an assumption that the compiler was told to make is false",
    "an alignment that the compiler was told to assume is false",
    "the absolute value of the least number",
    "the number in the text",
    "a stream is used that was closed",
    "of a piece of the system's memory of ",
    " of a heap object of 0 bytes",
    effigy_exec::call::GIVEN_ROOM,
    "the argument of %s is a null pointer",
];

/// What the message has of an access to so many bytes, and not by an index.
const BYTES: &str = " bytes ";

/// What Rust's own check of a pointer says first.
const RUST_MISALIGNED: &str = "misaligned pointer dereference";

/// What the message has of a finding about a value that depends on one that there is not: poison, or memory that was never written.
const WITHOUT_VALUE: &str = " depends on ";

/// Whether a finding is about such a value, which nothing native shows; a panic has the program's own words.
fn is_without_value(kind: FindingKind, message: &str) -> bool {
    use FindingKind::*;
    !matches!(kind, Panic | Assertion | Abort | ErrorCall) && message.contains(WITHOUT_VALUE)
}

/// Why a run that ended well proves nothing against the prediction.
fn blind_spot(predicted: &Outcome, seen: &Seen, compiled: &Compiled) -> Option<String> {
    let language = compiled.language;
    let Outcome::Finding { kind, message, .. } = predicted else { return None };
    if !matches!(seen, Seen::Exit(_)) {
        return None;
    }
    use FindingKind::*;
    // The machine then aligns objects by no more than they ask for; a native program may.
    let by_luck = *kind == Misaligned || message.starts_with(RUST_MISALIGNED);
    if compiled.ub && by_luck {
        return Some(
            "the native program's objects may be better aligned than they must be".to_owned(),
        );
    }
    let is_rust = language.native() == NativeBuild::WithModule;
    let unseen = || UNSEEN.iter().any(|part| message.contains(part));
    let unchecked = match kind {
        _ if is_without_value(*kind, message) => true,
        Overflow | OutOfBounds | UseAfterFree | Unreachable | Null if unseen() => true,
        // Clang checks alignments where it sees the source.
        Misaligned => language.native() != NativeBuild::FromSource,
        // Rust checks indices itself; an access through a raw pointer it does not.
        OutOfBounds => is_rust && message.contains(BYTES),
        _ => match kind.natively().shown {
            Shown::Sometimes => true,
            Shown::AlwaysInstrumented | Shown::MostlyInstrumented => is_rust,
            Shown::Always | Shown::Mostly => false,
        },
    };
    unchecked.then(|| format!("the native program has no check that would show {kind}"))
}

/// What an end says of the program, and the text that it printed.
pub(super) fn end(seen: &Seen, text: String, files: &UserFiles) -> End {
    match seen {
        Seen::Panic { .. } | Seen::Defect { .. } => End::Fails(describe(seen, files)),
        Seen::Signal(SIGKILL | SIGXFSZ) => End::Other,
        Seen::Signal(_) => End::Fails(describe(seen, files)),
        Seen::Exit(status) | Seen::Survived { status, .. } => End::Exits(*status, text),
        Seen::AssumptionFailed | Seen::OtherInputs(_) | Seen::TimedOut => End::Other,
    }
}

fn describe(seen: &Seen, files: &UserFiles) -> String {
    let at = |place: &Option<Place>| match place {
        Some(p) => format!(" at {}:{}", files.display(&p.file), p.line),
        None => String::new(),
    };
    match seen {
        Seen::Exit(status) | Seen::Survived { status, .. } => format!("exit status {status}"),
        Seen::Panic { place, message, .. } => format!("panic{}: {message}", at(place)),
        Seen::Defect { place, text, .. } => format!("{text}{}", at(place)),
        Seen::Signal(signal) => format!("signal {signal}{}", signal_name(*signal)),
        Seen::AssumptionFailed => "an assumption does not hold".to_owned(),
        Seen::OtherInputs(text) => text.clone(),
        Seen::TimedOut => "still running at the time limit".to_owned(),
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        SIGILL => " (illegal instruction)",
        SIGTRAP => " (trap)",
        SIGABRT => " (abort)",
        SIGBUS => " (bus error)",
        SIGFPE => " (arithmetic error)",
        SIGSEGV => " (segmentation fault)",
        SIGKILL => " (killed)",
        _ => "",
    }
}
