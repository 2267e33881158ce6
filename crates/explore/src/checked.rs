//! What a run looked for, for its report.

use effigy_compile::Compiled;
use effigy_compile::languages::{C, LLVM, RUST};
use effigy_compile::scan::has_unsafe;
use effigy_outcome::Coverage;
use effigy_outcome::language::Language;
use effigy_outcome::options::{Check, ExploreOptions, FLAGS, UNCHECKED};
use std::path::PathBuf;

/// Words of the rows that are about one language.
const LANGUAGES: [(&str, Language); 3] = [(" in C", C), ("Rust", RUST), ("LLVM IR", LLVM)];

/// What the run does not look for: checks that are off, then what there is no check for.
pub(crate) fn not_checked(language: Language, options: &ExploreOptions) -> Vec<String> {
    if !language.is_compiled() {
        return Vec::new();
    }
    let off = |check: &&Check| !options.checks.contains(**check) && concerns(**check, language);
    let mut list: Vec<String> =
        Check::ALL.iter().filter(off).map(|check| check.name().to_owned()).collect();
    let own =
        |row: &&&str| LANGUAGES.iter().all(|(word, of)| !row.contains(word) || *of == language);
    let open = |row: &&&str| !(options.ub && **row == FLAGS);
    list.extend(UNCHECKED.iter().filter(own).filter(open).map(|row| uncapitalised(row)));
    list
}

/// Whether a check says something about programs of a language.
pub fn concerns(check: Check, language: Language) -> bool {
    if !language.is_compiled() {
        let own =
            [Check::Object, Check::Assertion, Check::Overflow, Check::Division, Check::Bounds];
        return own.contains(&check);
    }
    match check {
        Check::Object => false,
        Check::Wrap | Check::Pointers => language == C,
        Check::Panic => language != C,
        Check::Format => language != RUST,
        _ => true,
    }
}

fn uncapitalised(row: &str) -> String {
    let mut letters = row.chars();
    match (letters.next(), row.split(' ').next()) {
        (Some(first), Some(word)) if word.chars().skip(1).all(char::is_lowercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => row.to_owned(),
    }
}

/// What the answer depends on besides.
pub(crate) fn remarks(
    compiled: &Compiled,
    options: &ExploreOptions,
    coverage: &Coverage,
) -> Vec<String> {
    let mut remarks = Vec::from_iter(compiled.cache.problem().map(str::to_owned));
    if compiled.language == RUST && !options.ub {
        let files = coverage.files.iter().filter(|file| file.lines.iter().any(|(_, ran)| *ran > 0));
        let run = files.map(|file| PathBuf::from(&file.file));
        let mut files = run.chain([compiled.source.clone()]);
        if files.any(|path| std::fs::read_to_string(path).is_ok_and(|text| has_unsafe(&text))) {
            let remark = "errors of unsafe code may have been optimised away; --ub keeps them";
            remarks.push(remark.to_owned());
        }
    }
    remarks
}

#[cfg(test)]
mod tests;
