//! What a suite's programs are, and what it expects of each.

use super::program::{Expected, Program, Read, Suite};
use crate::suite::files::{below, files, text};
use std::path::Path;

/// All of them.
pub const SUITES: &[Suite] = &[
    Suite {
        name: "smack",
        folder: "test/c",
        headers: Some("share/smack/include"),
        prelude: "",
        read: smack,
    },
    Suite { name: "esbmc", folder: "regression/esbmc", headers: None, prelude: ESBMC, read: esbmc },
    Suite {
        name: "seahorn",
        folder: "test",
        headers: Some("include"),
        prelude: "void __VERIFIER_assume(int);\n\
                  static inline void __SEA_assume(_Bool holds) { __VERIFIER_assume(holds); }\n",
        read: seahorn,
    },
    Suite { name: "klee", folder: "test", headers: None, prelude: "", read: klee },
];

/// What ESBMC declares by itself.
pub const ESBMC: &str = "\
void __CPROVER_assert(_Bool, const char *);
void __CPROVER_assume(_Bool);
int __VERIFIER_nondet_int();
unsigned int __VERIFIER_nondet_uint();
long __VERIFIER_nondet_long();
unsigned long __VERIFIER_nondet_ulong();
short __VERIFIER_nondet_short();
unsigned short __VERIFIER_nondet_ushort();
char __VERIFIER_nondet_char();
unsigned char __VERIFIER_nondet_uchar();
_Bool __VERIFIER_nondet_bool();
float __VERIFIER_nondet_float();
double __VERIFIER_nondet_double();
#define assert __VERIFIER_assert
#define __ESBMC_assert __CPROVER_assert
#define __ESBMC_assume __CPROVER_assume
#define nondet_int __VERIFIER_nondet_int
#define nondet_uint __VERIFIER_nondet_uint
#define nondet_long __VERIFIER_nondet_long
#define nondet_ulong __VERIFIER_nondet_ulong
#define nondet_short __VERIFIER_nondet_short
#define nondet_ushort __VERIFIER_nondet_ushort
#define nondet_char __VERIFIER_nondet_char
#define nondet_uchar __VERIFIER_nondet_uchar
#define nondet_bool __VERIFIER_nondet_bool
#define nondet_float __VERIFIER_nondet_float
#define nondet_double __VERIFIER_nondet_double
";

/// Options of ESBMC that change what a program means, or what is asked of it.
const OTHER_LANGUAGE: &[&str] = &[
    "--16",
    "--32",
    "--big-endian",
    "--binary",
    "--conv-assert-to-assume",
    "--error-label",
    "--fixedbv",
    "--function",
    "--gcc-nested-functions",
    "--no-assertions",
    "--no-library",
];

/// Types of functions that return any value, and the function that Effigy knows for such a type.
const TYPES: &[(&str, &str)] = &[
    ("int", "int"),
    ("unsigned", "uint"),
    ("bool", "bool"),
    ("size_t", "ulong"),
    ("sea_size_t", "long"),
    ("int64_t", "long"),
    ("uint8_t", "uchar"),
    ("uint16_t", "ushort"),
    ("uint32_t", "uint"),
    ("uint64_t", "ulong"),
];

/// The programs of a suite in a folder of snapshots, in order of their paths.
pub fn programs(snapshots: &Path, suite: &'static Suite) -> Result<Vec<Program>, String> {
    let root = snapshots.join(suite.name);
    let folder = root.join(suite.folder);
    let mut programs = Vec::new();
    for file in files(&folder, &["c"], |_| false)? {
        let text = text(&file)?;
        if !has_main(&text) {
            continue;
        }
        if let Some((expected, flags)) = (suite.read)(&file, &text) {
            programs.push(Program { suite, path: below(&folder, &file), expected, flags });
        }
    }
    programs.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(programs)
}

/// Whether the text has a function `main`, or what looks like one.
pub fn has_main(text: &str) -> bool {
    text.match_indices("main").any(|(at, word)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].trim_start();
        after.starts_with('(') && !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

/// `@expect verified` or `@expect error`; programs with threads and contracts are left out.
pub fn smack(path: &Path, text: &str) -> Option<Read> {
    let left_out = ["pthread", "pthread_extras", "contracts"];
    if path.iter().any(|part| left_out.iter().any(|folder| part == *folder)) {
        return None;
    }
    // Text in another language.
    if text.contains("__SMACK_code") {
        return None;
    }
    let (_, rest) = text.split_once("@expect ")?;
    match rest.split_whitespace().next()? {
        "verified" => Some((Expected::Nothing, Vec::new())),
        "error" => Some((Expected::Error, Vec::new())),
        _ => None,
    }
}

/// The verdict of the `test.desc` beside the file: test kind, file, options, then lines that the output has.
pub fn esbmc(path: &Path, text: &str) -> Option<Read> {
    let description = std::fs::read(path.with_file_name("test.desc")).ok()?;
    let name = path.file_name()?.to_str()?;
    let (expected, mut flags) = description_of(name, &String::from_utf8_lossy(&description))?;
    flags.extend(text.lines().filter_map(any_value));
    Some((expected, flags))
}

/// What a `test.desc` says of the file of this name.
pub fn description_of(name: &str, description: &str) -> Option<Read> {
    let mut lines = description.lines();
    let (_, file, options) = (lines.next()?, lines.next()?, lines.next()?);
    let options: Vec<&str> = options.split_whitespace().collect();
    let other_file = options.iter().any(|o| !o.starts_with('-') && o.ends_with(".c"));
    let other_language = options.iter().any(|o| OTHER_LANGUAGE.contains(o) || o.contains('\''));
    if file.trim() != name || other_file || other_language {
        return None;
    }
    let verdicts: Vec<&str> = lines.filter(|line| line.contains("VERIFICATION ")).collect();
    let says = |verdict: &str| verdicts.iter().any(|line| line.contains(verdict));
    let expected = match (says("SUCCESSFUL"), says("FAILED")) {
        (true, false) => Expected::Nothing,
        (false, true) => Expected::Error,
        _ => return None,
    };
    let flags = options.iter().filter(|o| o.starts_with("-D")).map(|&o| o.to_owned());
    Some((expected, flags.collect()))
}

/// Folders of SeaHorn's programs that ask for a predicate rather than for a verdict.
const SYNTHESIS: &str = "synth";

/// Lines that the tool's output has: `unsat`, `sat`, or whether the error function was executed.
pub fn seahorn(path: &Path, text: &str) -> Option<Read> {
    if path.iter().any(|part| part == SYNTHESIS) {
        return None;
    }
    let (mut holds, mut fails) = (false, false);
    for line in text.lines().filter(|line| line.trim_start().starts_with("//")) {
        let Some((how, said)) = line.split_once("CHECK").and_then(|(_, l)| l.split_once(':'))
        else {
            continue;
        };
        if how.contains("NOT") {
            continue;
        }
        let said = said.trim().trim_start_matches('^').trim_end_matches('$');
        holds |= said == "unsat" || said.ends_with("__VERIFIER_error was not executed");
        fails |= said == "sat" || said.ends_with("__VERIFIER_error was executed");
    }
    let expected = match (holds, fails) {
        (true, false) => Expected::Nothing,
        (false, true) => Expected::Error,
        _ => return None,
    };
    Some((expected, text.lines().filter_map(any_value).collect()))
}

/// `extern int nd1(void);` as a flag that makes it a function that Effigy knows.
pub fn any_value(line: &str) -> Option<String> {
    let line = line.trim().trim_start_matches("extern ");
    let (kind, rest) = line.split_once(|c: char| c.is_whitespace())?;
    let (name, rest) = rest.split_once('(')?;
    let name = name.trim();
    let known = ["nd", "nondet", "unknown"].iter().any(|n| name.starts_with(n));
    if !known || !name.chars().all(|c| c.is_alphanumeric() || c == '_') || !rest.contains(')') {
        return None;
    }
    let (_, function) = TYPES.iter().find(|(name, _)| *name == kind)?;
    Some(format!("-D{name}=__VERIFIER_nondet_{function}"))
}

/// An error that the test looks for in the output, or a file that reports one; the absence of both says nothing.
pub fn klee(_: &Path, text: &str) -> Option<Read> {
    let looked_for =
        |line: &&str| line.contains("CHECK") && line.contains(':') && !line.contains("-NOT");
    let error = |line: &str| {
        ["KLEE: ERROR:", "memory error", "ASSERTION FAIL", "overshift error", "divide by zero"]
            .iter()
            .any(|error| line.contains(error))
    };
    let written = |line: &str| {
        let file = line.contains("/test0") || line.contains("| grep .");
        line.contains("RUN:") && line.contains(".err") && file && !line.contains("not ")
    };
    let expected = text.lines().filter(looked_for).any(error) || text.lines().any(written);
    let compiled = text.lines().find(|line| line.contains("RUN:") && line.contains("%clang"));
    let flags = compiled.unwrap_or("").split_whitespace();
    let flags = flags.filter(|f| f.starts_with("-D") || f.starts_with("-std="));
    let flags = flags.filter(|f| !f.contains('%')).map(str::to_owned).collect();
    Some((if expected { Expected::Error } else { Expected::Unsaid }, flags))
}
