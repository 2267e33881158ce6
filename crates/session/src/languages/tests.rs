use super::{LANGUAGES, PROOFS};
use crate::compile::languages::{C, LLVM, RUST};
use crate::compile::{CompileError, Input};
use crate::options::PackageOptions;
use crate::table::Verb;
use std::path::Path;

#[test]
fn a_verb_that_gets_a_file_of_another_one_says_which_verb_is_right() {
    let said = |verb, file| LANGUAGES.refused(verb, Path::new(file));
    assert_eq!(said(Verb::Verify, "a.pli"), None);
    assert_eq!(said(Verb::Wp, "a.pli"), None);
    assert_eq!(
        said(Verb::Verify, "m.als").as_deref(),
        Some("verify is for PL/I programs; for m.als use `effigy relate`")
    );
    assert_eq!(
        said(Verb::Explore, "p.vpr").as_deref(),
        Some("explore is for programs; for p.vpr use `effigy debug` or `effigy prove`")
    );
    assert_eq!(said(Verb::Relate, "folder"), None);
    assert_eq!(said(Verb::Relate, "what.xyz"), None);
}

#[test]
fn every_language_that_is_run_is_explored() {
    for language in LANGUAGES.run() {
        let row = LANGUAGES.named(language.name()).expect("it is in the table");
        assert_eq!(row.verbs.first(), Some(&Verb::Explore), "{}", language.name());
    }
}

#[test]
fn a_file_without_a_verb_gets_the_one_that_fits() {
    let verb = |file| LANGUAGES.verb_of(Path::new(file));
    for program in ["a.rs", "a.c", "a.i", "a.ll", "a.pli", "a.oo"] {
        assert_eq!(verb(program), Some(Verb::Explore), "{program}");
    }
    assert_eq!(verb("a.vpr"), Some(Verb::Prove));
    assert_eq!(verb("a.als"), Some(Verb::Relate));
    assert_eq!(verb("a.txt"), None);
}

#[test]
fn what_proves_is_in_the_table() {
    let mut proved = PROOFS.languages();
    proved.sort_by_key(|language| language.name());
    let mut listed = LANGUAGES.those(|row| row.verbs.contains(&Verb::Prove));
    listed.sort_by_key(|language| language.name());
    assert_eq!(proved, listed);
}

fn package_in(dir: &str) -> Input {
    Input::Package { dir: dir.into(), package: PackageOptions::default() }
}

#[test]
fn the_path_decides_the_kind_of_input() {
    let all: Vec<_> = LANGUAGES.run().collect();
    let kind = |path: &str| Input::from_path(Path::new(path), &all);
    assert_eq!(kind("a/b.rs").ok(), Some(Input::File("a/b.rs".into(), RUST)));
    assert_eq!(kind("b.c").ok(), Some(Input::File("b.c".into(), C)));
    assert_eq!(kind("b.ll").ok(), Some(Input::File("b.ll".into(), LLVM)));
    assert_eq!(kind("x/Cargo.toml").ok(), Some(package_in("x")));
    assert_eq!(kind("Cargo.toml").ok(), Some(package_in(".")));
    let unknown = kind("prog.py").expect_err("Python is not read");
    assert!(matches!(unknown, CompileError::UnknownInput { .. }));
    let text = unknown.to_string();
    assert!(
        text.starts_with("cannot tell what prog.py is: Effigy reads .rs, .c, .i, .ll, "),
        "{text}"
    );
    assert!(text.ends_with(" files and folders with a Cargo.toml"), "{text}");
}
