//! What a native run shows: panics, sanitizers' reports, assertions, signals and statuses, read from its end.

use effigy_base::finding::FindingKind;

use super::child::Finished;
use effigy_compile::UserFiles;

/// The signal of `abort`.
pub(super) const SIGABRT: i32 = 6;

/// The functions whose calls mark errors.
pub(super) const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// A place that the run printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub file: String,
    pub line: u32,
}

/// How the run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// It exited by itself.
    Exit(i32),
    /// A Rust panic; of several, which one ended the program is not said, and the others are those that it may have caught.
    Panic { place: Option<Place>, message: String, others: Vec<Place>, aborted: bool },
    /// It exited by itself, and Rust panics came before.
    Survived { status: i32, panics: Vec<Place> },
    /// A defect that a sanitizer, an assertion or the runtime named; `None` is one of a kind without a name here.
    Defect { kind: Option<FindingKind>, place: Option<Place>, text: String },
    /// A signal, without a report.
    Signal(i32),
    /// An assumption did not hold.
    AssumptionFailed,
    /// It asked for other inputs than the test holds.
    OtherInputs(String),
    /// It was still running at the limit.
    TimedOut,
}

/// The status of a Rust program whose `main` a panic has left.
pub(super) const PANICKED: i32 = 101;

/// Reads the end of a run.
pub(super) fn classify(run: &Finished, files: &UserFiles) -> Seen {
    if run.timed_out {
        return Seen::TimedOut;
    }
    let seen = report(&run.text, files);
    let panicked = matches!(seen, Some(Seen::Panic { .. }));
    let survived = panicked
        && (run.status.is_some_and(|status| status != PANICKED)
            || run.signal.is_some_and(|signal| signal != SIGABRT));
    match seen.filter(|_| !survived) {
        Some(Seen::Panic { place, message, others, .. }) => {
            return Seen::Panic { place, message, others, aborted: run.signal == Some(SIGABRT) };
        }
        Some(seen) => return seen,
        None => {}
    }
    match (run.status, run.signal) {
        (Some(77), _) if run.text.contains("effigy: an assumption does not hold") => {
            Seen::AssumptionFailed
        }
        (Some(78), _) if run.text.contains("effigy: ") => Seen::OtherInputs(last_line(&run.text)),
        (Some(status), _) if survived => Seen::Survived { status, panics: panics(&run.text) },
        (Some(status), _) => Seen::Exit(status),
        (None, signal) => Seen::Signal(signal.unwrap_or(0)),
    }
}

/// The error in the use of memory that the address sanitizer reports in a run. A crash at an address that it knows nothing
/// of is none: frames are larger under it, and memory is shorter.
pub(super) fn memory_error(run: &Finished, files: &UserFiles) -> Option<Seen> {
    const ERRORS: [&str; 8] = [
        "buffer-overflow",
        "buffer-underflow",
        "use-after",
        "double-free",
        "attempting free",
        "negative-size",
        "param-overlap",
        "unknown-crash",
    ];
    let header = run.text.lines().find(|l| l.contains("ERROR: AddressSanitizer: "))?;
    ERRORS.iter().any(|error| header.contains(error)).then(|| sanitizer(&run.text, files)).flatten()
}

fn report(text: &str, files: &UserFiles) -> Option<Seen> {
    stack_overflow(text)
        .or_else(|| panic(text))
        .or_else(|| undefined_behaviour(text))
        .or_else(|| sanitizer(text, files))
        .or_else(|| valgrind(text, files))
        .or_else(|| runtime(text))
        .or_else(|| assertion(text))
        .or_else(|| heap_check(text))
}

fn defect(kind: FindingKind, place: Option<Place>, text: &str) -> Option<Seen> {
    Some(Seen::Defect { kind: Some(kind), place, text: text.trim().to_owned() })
}

/// What Rust's runtime prints when the guard page is hit.
fn stack_overflow(text: &str) -> Option<Seen> {
    let line = text.lines().find(|l| l.ends_with("has overflowed its stack"))?;
    defect(FindingKind::StackOverflow, None, line)
}

/// `thread 'main' (123) panicked at src/main.rs:4:5:` and the message on the lines after it.
fn panic(text: &str) -> Option<Seen> {
    let mut lines = text.lines().skip_while(|line| panicked(line).is_none());
    let place = panicked(lines.next()?)?;
    let message = lines.next().unwrap_or_default().to_owned();
    let others = panics(text).into_iter().skip(1).collect();
    Some(Seen::Panic { place: parse_place(place), message, others, aborted: false })
}

/// The places of all panics in a text.
fn panics(text: &str) -> Vec<Place> {
    text.lines().filter_map(panicked).filter_map(parse_place).collect()
}

/// The place of the panic that a line announces.
fn panicked(line: &str) -> Option<&str> {
    let (thread, place) = line.split_once(" panicked at ")?;
    thread.starts_with("thread '").then(|| place.trim_end_matches(':'))
}

/// `x.c:3:5: runtime error: ...`
fn undefined_behaviour(text: &str) -> Option<Seen> {
    let line = text.lines().find(|l| l.contains(": runtime error: "))?;
    let (place, what) = line.split_once(": runtime error: ")?;
    Some(Seen::Defect {
        kind: undefined_kind(what),
        place: parse_place(place),
        text: what.to_owned(),
    })
}

fn undefined_kind(what: &str) -> Option<FindingKind> {
    const PARTS: [(&str, FindingKind); 15] = [
        ("misaligned address", FindingKind::Misaligned),
        ("out of bounds", FindingKind::OutOfBounds),
        ("insufficient space", FindingKind::OutOfBounds),
        ("pointer index expression", FindingKind::OutOfBounds),
        ("applying ", FindingKind::OutOfBounds),
        ("division by zero", FindingKind::DivisionByZero),
        ("signed integer overflow", FindingKind::Overflow),
        ("cannot be represented in type", FindingKind::Overflow),
        ("outside the range of representable", FindingKind::Overflow),
        ("variable length array bound", FindingKind::OutOfBounds),
        ("null pointer", FindingKind::Null),
        ("returns_nonnull", FindingKind::Null),
        ("unreachable program point", FindingKind::Unreachable),
        ("end of a value-returning function", FindingKind::Unreachable),
        ("not a valid value", FindingKind::InvalidValue),
    ];
    if what.starts_with("shift exponent") || what.starts_with("left shift") {
        return Some(FindingKind::Shift);
    }
    PARTS.iter().find(|(part, _)| what.contains(part)).map(|(_, kind)| *kind)
}

/// `==1==ERROR: AddressSanitizer: heap-buffer-overflow on address ...`, then the frames.
fn sanitizer(text: &str, files: &UserFiles) -> Option<Seen> {
    const CLASSES: [(&str, FindingKind); 21] = [
        ("invalid-pointer-pair", FindingKind::Unrelated),
        ("heap-use-after-free", FindingKind::UseAfterFree),
        ("stack-use-after", FindingKind::UseAfterScope),
        ("attempting double-free", FindingKind::DoubleFree),
        ("attempting free", FindingKind::InvalidFree),
        ("bad-free", FindingKind::InvalidFree),
        ("attempting to call malloc_usable_size", FindingKind::InvalidFree),
        ("alloc-dealloc-mismatch", FindingKind::InvalidFree),
        ("stack-overflow", FindingKind::StackOverflow),
        ("negative-size-param", FindingKind::OutOfBounds),
        ("param-overlap", FindingKind::Overlap),
        ("-overflow", FindingKind::OutOfBounds),
        ("-underflow", FindingKind::OutOfBounds),
        ("unknown-crash", FindingKind::OutOfBounds),
        ("detected memory leaks", FindingKind::Leak),
        ("use-of-uninitialized-value", FindingKind::Uninitialised),
        ("FPE", FindingKind::DivisionByZero),
        ("ILL", FindingKind::Unreachable),
        ("TRAP", FindingKind::Unreachable),
        ("SEGV", FindingKind::OutOfBounds),
        ("BUS", FindingKind::OutOfBounds),
    ];
    let is_header =
        |l: &&str| l.contains("Sanitizer: ") && (l.contains("ERROR: ") || l.contains("WARNING: "));
    let line = text.lines().find(is_header)?;
    let (_, what) = line.split_once("Sanitizer: ")?;
    let mut kind = CLASSES.iter().find(|(part, _)| what.contains(part)).map(|(_, kind)| *kind);
    if kind == Some(FindingKind::OutOfBounds) && what.contains("SEGV") && near_null(what) {
        kind = Some(FindingKind::Null);
    }
    let from_header = text.get(text.find(line)?..)?;
    // Where control itself went astray no frame is that of the call: the function jumped to made none.
    let place =
        if what.contains("SEGV") && jumped(what) { None } else { first_frame(from_header, files) };
    Some(Seen::Defect { kind, place, text: first_words(what) })
}

/// Whether `... unknown address 0x000000000008 (pc ...` is within the first page.
fn near_null(what: &str) -> bool {
    let address = what.split_once("address 0x").map(|(_, rest)| rest);
    let digits = address.and_then(|a| a.split(|c: char| !c.is_ascii_hexdigit()).next());
    digits.and_then(|d| u64::from_str_radix(d, 16).ok()).is_some_and(|a| a < 4096)
}

/// Whether `... unknown address 0x000000000000 (pc 0x000000000000 ...` failed to fetch an instruction.
fn jumped(what: &str) -> bool {
    let number = |name: &str| {
        let digits = what.split_once(name)?.1.split(|c: char| !c.is_ascii_hexdigit()).next()?;
        u64::from_str_radix(digits, 16).ok()
    };
    let counter = number("(pc 0x");
    counter.is_some() && (counter == number("address 0x") || counter < Some(4096))
}

fn first_words(what: &str) -> String {
    let end = what
        .find(" on ")
        .or_else(|| what.find(" 0x"))
        .or_else(|| what.find(" (pc"))
        .unwrap_or(what.len());
    what.get(..end).unwrap_or(what).trim().to_owned()
}

/// The first `#0 0x... in f /dir/x.c:3:5` of a file of the user's.
fn first_frame(text: &str, files: &UserFiles) -> Option<Place> {
    let frames = text.lines().map(str::trim_start).filter(|l| l.starts_with('#'));
    let places = frames.filter_map(|l| parse_place(l.rsplit_once(' ')?.1));
    places.into_iter().find(|p| is_source(&p.file, files))
}

fn is_source(file: &str, files: &UserFiles) -> bool {
    files.contains(file) && files.resolve(file).is_file() && !file.ends_with("runtime.c")
}

/// Memcheck's messages and the first frame `(x.c:3)`; it prints names of files without folders.
fn valgrind(text: &str, files: &UserFiles) -> Option<Seen> {
    const CLASSES: [(&str, FindingKind); 5] = [
        ("uninitialised", FindingKind::Uninitialised),
        ("Invalid read", FindingKind::OutOfBounds),
        ("Invalid write", FindingKind::OutOfBounds),
        ("Invalid free", FindingKind::InvalidFree),
        ("Stack overflow", FindingKind::StackOverflow),
    ];
    let lines = || {
        text.lines().filter(|l| l.starts_with("==")).filter_map(|l| l.get(2..)?.split_once("== "))
    };
    let (position, (_, line), kind) = lines().enumerate().find_map(|(index, line)| {
        let (_, kind) = CLASSES.iter().find(|(part, _)| line.1.contains(part))?;
        Some((index, line, *kind))
    })?;
    let frames = lines().skip(position + 1).map(|(_, l)| l.trim());
    let frames = frames.take_while(|l| l.starts_with("at 0x") || l.starts_with("by 0x"));
    let place = frames.filter_map(|l| parse_place(l.rsplit_once('(')?.1.trim_end_matches(')')));
    let user = |p: &Place| !p.file.starts_with("runtime") && files.contains(&p.file);
    defect(kind, place.into_iter().find(user), line)
}

/// Our own runtime for C.
fn runtime(text: &str) -> Option<Seen> {
    let (kind, marker) = [
        (FindingKind::ErrorCall, "effigy: error-call: "),
        (FindingKind::Assertion, "effigy: assertion: "),
    ]
    .into_iter()
    .find(|(_, marker)| text.contains(marker))?;
    let message =
        text.split_once(marker).and_then(|(_, rest)| rest.lines().next()).unwrap_or_default();
    defect(kind, None, message)
}

/// glibc's `prog: x.c:3: main: Assertion `x' failed.`
fn assertion(text: &str) -> Option<Seen> {
    let line = text.lines().find(|l| l.contains(": Assertion `") && l.ends_with("' failed."))?;
    let (head, what) = line.split_once(": Assertion `")?;
    // The function's signature may hold colons, so the place is the first part that ends in a number.
    let after_program = head.split_once(": ").map_or(head, |(_, rest)| rest);
    let place =
        after_program.match_indices(": ").find_map(|(at, _)| parse_place(after_program.get(..at)?));
    // An assertion in the program's own error function says that this was called.
    let own = ERROR_FUNCTIONS.iter().any(|name| head.contains(&format!("{name}(")));
    let (kind, place) =
        if own { (FindingKind::ErrorCall, None) } else { (FindingKind::Assertion, place) };
    defect(kind, place, &format!("Assertion `{what}"))
}

/// glibc's own checks of the heap.
fn heap_check(text: &str) -> Option<Seen> {
    let line =
        text.lines().find(|l| l.starts_with("free(): ") || l.starts_with("munmap_chunk(): "))?;
    let kind = if line.contains("double free") {
        FindingKind::DoubleFree
    } else {
        FindingKind::InvalidFree
    };
    defect(kind, None, line)
}

/// `file:line` or `file:line:column`.
fn parse_place(text: &str) -> Option<Place> {
    let (rest, last) = text.trim().rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    if let Some((file, line)) = rest.rsplit_once(':')
        && let Ok(line) = line.parse()
    {
        return Some(Place { file: file.to_owned(), line });
    }
    Some(Place { file: rest.to_owned(), line: last })
}

fn last_line(text: &str) -> String {
    let line = text.lines().rev().find(|l| l.starts_with("effigy: ")).unwrap_or_default();
    line.trim_start_matches("effigy: ").to_owned()
}
