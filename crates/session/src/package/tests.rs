//! No word claims more than the run decided, and what a package is called.

use super::{PackageSummary, Triage, package_name};
use crate::compile::harness::{Expects, Harness, LeftOut};
use crate::options::ExploreOptions;
use crate::outcome::{PathCounts, RunOutcome};
use effigy_testkit::TempDir;

fn harness(expects: Expects) -> Harness {
    let (name, file) = ("f".to_owned(), "src/lib.rs".into());
    Harness { name, file, line: 1, expects, replaces: Vec::new() }
}

#[test]
fn a_path_that_fails_without_a_finding_does_not_hold() {
    let paths = PathCounts { completed: 1, failed: 1, ..PathCounts::default() };
    let outcome = RunOutcome { paths, ..RunOutcome::default() };
    let (triage, _) = Triage::of(&harness(Expects::Success), &outcome);
    assert_eq!(triage, Triage::Failed);
    // Where it is to panic on a path, that is what it does.
    let paths = PathCounts { failed: 1, ..PathCounts::default() };
    let outcome = RunOutcome { paths, ..RunOutcome::default() };
    let (triage, _) = Triage::of(&harness(Expects::Panic), &outcome);
    assert_eq!(triage, Triage::Held);
}

#[test]
fn a_package_is_called_what_the_manifest_says_that_its_sources_lie_below() {
    let folder = TempDir::new();
    let options = ExploreOptions::new(folder.path().join("shop"));
    let file = |below: &str| folder.path().join(below).join("src/lib.rs");
    let name = |file: std::path::PathBuf| {
        let left = LeftOut { name: "f".to_owned(), file, line: 1, why: String::new() };
        let summary = PackageSummary { left_out: vec![left], ..PackageSummary::default() };
        package_name(&summary, &options)
    };
    assert_eq!(name(file("shop")), "shop", "the folder's name");
    std::fs::create_dir_all(folder.path().join("shop/member/src")).unwrap();
    folder.write("shop/Cargo.toml", "[workspace]\nmembers = [\"member\"]\n");
    assert_eq!(name(file("shop")), "shop", "a workspace has no name");
    let manifest = "[lib]\nname = \"no\"\n[package]\nedition = \"2021\"\nname='yes' # \"no\"\n";
    folder.write("shop/member/Cargo.toml", manifest);
    assert_eq!(name(file("shop/member")), "yes");
    assert_eq!(name("member/src/lib.rs".into()), "yes", "from the package's folder on");
    let mut options = options.clone();
    options.package.member = Some("chosen".to_owned());
    assert_eq!(package_name(&PackageSummary::default(), &options), "chosen");
}
