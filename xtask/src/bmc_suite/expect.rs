//! What a test of CBMC or ESBMC asks: a folder with a C file, and a description that names it, its options and its verdict.

use crate::suite::files::text;
use crate::suites::expect::{ESBMC, any_value, has_main};
use std::path::{Path, PathBuf};

/// Options of the tools that change neither what a program means nor what `effigy bmc` asks of it.
const NEUTRAL: &str = "\
    --64 --add-symex-value-sets --arrays-uf-always --arrays-uf-never --base-case --beautify --bitwuzla --boolector \
    --bounds-check --compact-trace --div-by-zero-check --drop-unused-functions --enable-unreachability-intrinsic \
    --falsification --floatbv --force-malloc-success --full-slice --gcse --goto-unwind --incremental-bmc --incremental-smt \
    --initialize-nondet-variables --interval-analysis --k-induction --little-endian --mathsat --multi-property \
    --no-align-check --no-bounds-check --no-div-by-zero-check --no-pointer-check --no-pointer-relation-check \
    --no-propagation --no-simplify --no-slice --no-standard-checks --no-unwinding-assertions --no-vla-size-check --paths \
    --pointer-check --quiet --refine --refine-arithmetic --refine-arrays --result-only --show-cex --simplify-trace \
    --slice-formula --smt-during-symex --smt-symex-guard --stop-on-fail --symex-ssa-trace --trace \
    --unlimited-goto-unwind --unwinding-assertions --validate-trace --yices --z3";

/// The same with a value.
const VALUED: &str = "\
    --context-bound --k-step --max-inductive-step --max-k-step --memlimit --object-bits --sat-solver --std --timeout \
    --verbosity";

/// Options that ask for a check that `effigy bmc` is to make, or to leave out where they are not there.
const CHECKS: [(&[&str], &str); 2] = [
    (&["--signed-overflow-check", "--overflow-check"], "overflow"),
    (&["--undefined-shift-check", "--ub-shift-check"], "shift"),
];

/// The same of checks that are not made otherwise.
const EXTRA: [(&str, &str); 2] =
    [("--unsigned-overflow-check", "wrap"), ("--memory-leak-check", "leak")];

/// The bound of a test that does not name one that is enough.
const BOUND: u64 = 1024;

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its description, below the suite's folder.
    pub name: String,
    /// The program.
    pub file: PathBuf,
    /// Whether nothing is to fail.
    pub holds: bool,
    /// The bound to ask for.
    pub unwind: u64,
    /// The value of `--checks`.
    pub checks: String,
    /// Whether allocations may fail.
    pub malloc_may_fail: bool,
    /// Flags for the compiler, the prelude not among them.
    pub flags: Vec<String>,
}

/// What each program is compiled after: what the tools declare by themselves.
pub fn prelude() -> String {
    format!("{ESBMC}{MORE}")
}

const MORE: &str = "\
#undef assert
#define assert(...) __CPROVER_assert(!!(__VA_ARGS__), \"\")
#define __CPROVER_bool _Bool
#define __CPROVER_size_t unsigned long
#define __CPROVER_precondition __CPROVER_assert
";

/// All tests below a folder in the order of their names, and why others are left out.
pub fn tests(suite: &Path) -> Result<(Vec<Test>, Vec<String>), String> {
    let mut descriptions = Vec::new();
    for folder in entries(suite)?.into_iter().filter(|path| path.is_dir()) {
        let files = entries(&folder)?.into_iter();
        descriptions.extend(files.filter(|file| file.extension().is_some_and(|e| e == "desc")));
    }
    descriptions.sort();
    let (mut tests, mut left_out) = (Vec::new(), Vec::new());
    for file in descriptions {
        let name = file.strip_prefix(suite).unwrap_or(&file).to_string_lossy().into_owned();
        let folder = file.parent().unwrap_or(suite);
        match test(name.trim_end_matches("/test.desc"), folder, &text(&file)?) {
            Ok(test) => tests.push(test),
            Err(why) => left_out.push(why),
        }
    }
    Ok((tests, left_out))
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    entries.map(|entry| entry.map(|e| e.path()).map_err(unreadable)).collect()
}

/// The test that a description describes.
///
/// # Errors
/// Why it is left out.
fn test(name: &str, folder: &Path, description: &str) -> Result<Test, String> {
    let described = describe(description)?;
    let file = folder.join(&described.file);
    if !file.is_file() {
        return Err("no such file".into());
    }
    let program = text(&file)?;
    if !has_main(&program) {
        return Err("no main".into());
    }
    if let Some(word) = own_language(&program) {
        return Err(format!("the tool's own language: {word}"));
    }
    let mut flags = described.flags;
    flags.extend(program.lines().filter_map(any_value));
    let unwind = match (described.unwind, described.holds) {
        (Some(bound), true) => bound,
        (bound, _) => bound.unwrap_or(0).max(BOUND),
    };
    let Described { holds, checks, malloc_may_fail, .. } = described;
    Ok(Test { name: name.to_owned(), file, holds, unwind, checks, malloc_may_fail, flags })
}

/// What a description says.
#[derive(Debug, PartialEq, Eq)]
pub struct Described {
    pub file: String,
    pub holds: bool,
    pub unwind: Option<u64>,
    pub checks: String,
    pub malloc_may_fail: bool,
    pub flags: Vec<String>,
}

/// Reads a description: the kind of test, the file, its options, and lines that the output has up to a line `--`.
///
/// # Errors
/// Why the test is left out.
pub fn describe(description: &str) -> Result<Described, String> {
    let mut lines = description.lines();
    let mut line = || lines.next().ok_or("no description");
    let (kind, file, options) = (line()?, line()?.trim().to_owned(), line()?);
    if kind.starts_with("FUTURE") || !file.ends_with(".c") {
        return Err(format!("not C, or a test of {kind}"));
    }
    let verdicts: Vec<&str> = lines.take_while(|line| line.trim() != "--").collect();
    let says = |verdict: &str| verdicts.iter().any(|line| line.contains(verdict));
    let holds = match (says("VERIFICATION SUCCESSFUL"), says("VERIFICATION FAILED")) {
        (true, false) => true,
        (false, true) => false,
        _ => return Err("no verdict, or two".into()),
    };
    let (mut unwind, mut flags, mut malloc_may_fail) = (None, Vec::new(), false);
    let mut wanted: Vec<&str> = Vec::new();
    let mut options = options.split_whitespace();
    while let Some(option) = options.next() {
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option, None),
        };
        match name {
            _ if option.starts_with("-D") || option.starts_with("-I") => {
                flags.push(option.to_owned())
            }
            "--unwind" => {
                let value = value.or_else(|| options.next()).and_then(|v| v.parse().ok());
                unwind = Some(value.ok_or("a bound that is no number")?);
            }
            "--malloc-may-fail" | "--malloc-fail-null" => malloc_may_fail = true,
            _ if has(VALUED, name) => {
                if value.is_none() {
                    options.next();
                }
            }
            _ if has(NEUTRAL, option) => {}
            _ if is_check(option) => wanted.push(option),
            _ => {
                return Err(format!(
                    "option {}",
                    if option.starts_with("--") { name } else { "file" }
                ));
            }
        }
    }
    let checks = checks(&wanted);
    Ok(Described { file, holds, unwind, checks, malloc_may_fail, flags })
}

fn has(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}

fn is_check(option: &str) -> bool {
    CHECKS.iter().any(|(names, _)| names.contains(&option))
        || EXTRA.iter().any(|(name, _)| *name == option)
}

/// The value of `--checks`: what was never written has any value in these tools.
fn checks(wanted: &[&str]) -> String {
    let off = CHECKS.iter().filter(|(names, _)| !names.iter().any(|name| wanted.contains(name)));
    let off = off.map(|(_, check)| format!("-{check}"));
    let on = EXTRA.iter().filter(|(name, _)| wanted.contains(name));
    let on = on.map(|(_, check)| format!("+{check}"));
    let all: Vec<String> = off.chain(["-uninitialised".to_owned()]).chain(on).collect();
    all.join(",")
}

/// A word of a tool's own language in a program, other than assertions and assumptions.
fn own_language(program: &str) -> Option<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let plain = ["assert", "assume", "bool", "size_t", "precondition"];
    let own = |word: &&str| {
        let rest = word.strip_prefix("__CPROVER_").or_else(|| word.strip_prefix("__ESBMC_"));
        rest.is_some_and(|rest| !plain.contains(&rest)) || word.contains("pthread")
    };
    program.split(|c: char| !is_word(c)).find(own)
}
