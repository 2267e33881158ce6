use super::not_checked;
use crate::testing::TEXT;
use effigy_compile::languages::{C, LLVM, RUST};
use effigy_outcome::options::{Check, CheckSet, ExploreOptions, Preset};

#[test]
fn rows_of_other_languages_are_left_out() {
    let options = ExploreOptions::new("x");
    let c = not_checked(C, &options);
    assert!(["leak", "wrap"].iter().all(|check| c.iter().any(|row| row == check)), "{c:?}");
    assert!(c.iter().any(|row| row == "the order of evaluation in C"), "{c:?}");
    assert!(!c.iter().any(|row| row.contains("Rust") || row.contains("LLVM")), "{c:?}");
    let rust = not_checked(RUST, &options);
    assert!(rust.iter().any(|row| row.contains("Rust's library")), "{rust:?}");
    assert!(!rust.iter().any(|row| row == "wrap" || row.contains(" in C")), "{rust:?}");
    assert!(not_checked(TEXT, &options).is_empty());
}

#[test]
fn what_is_on_is_not_listed() {
    let checks = CheckSet::default().with(Check::Leak).without(Check::Null);
    let options = ExploreOptions { checks, ..ExploreOptions::new("x") };
    let list = not_checked(LLVM, &options);
    assert!(list.iter().any(|row| row == "null"), "{list:?}");
    assert!(!list.iter().any(|row| row == "leak"), "{list:?}");
}

#[test]
fn every_preset_names_the_checks_that_it_leaves_out() {
    let elsewhere = |language| match () {
        () if language == C => vec![Check::Object, Check::Panic],
        () if language == RUST => vec![Check::Object, Check::Wrap, Check::Pointers, Check::Format],
        () => vec![Check::Object, Check::Wrap, Check::Pointers],
    };
    for preset in Preset::ALL {
        for language in [C, RUST, LLVM] {
            let options = ExploreOptions { checks: preset.checks(), ..ExploreOptions::new("x") };
            let list = not_checked(language, &options);
            for check in Check::ALL {
                let left_out = !options.checks.contains(*check);
                let named = list.iter().any(|name| name == check.name());
                let wanted = left_out && !elsewhere(language).contains(check);
                assert_eq!(named, wanted, "{} {language:?} {}", preset.name(), check.name());
            }
        }
    }
}
