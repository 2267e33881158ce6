use super::{of_package, of_source};
use effigy_outcome::options::Panics;
use effigy_testkit::TempDir;

#[test]
fn a_source_that_catches_unwinds() {
    let catches = "fn main() { let _ = std::panic::catch_unwind(|| 1); }";
    assert!(of_source(Panics::Auto, catches));
    assert!(!of_source(Panics::Auto, "fn main() { panic!() }"));
    assert!(!of_source(Panics::Abort, catches));
    assert!(of_source(Panics::Unwind, "fn main() {}"));
}

#[test]
fn a_profile_that_aborts_wins_over_the_sources() {
    let folder = TempDir::new();
    std::fs::create_dir_all(folder.path().join("src")).unwrap();
    std::fs::create_dir_all(folder.path().join("target")).unwrap();
    let catches = "pub fn f() { let _ = std::panic::catch_unwind(|| 1); }";
    std::fs::write(folder.path().join("target/built.rs"), catches).unwrap();
    let unwinds = |panics, manifest| of_package(panics, manifest, [folder.path()]);
    assert!(!unwinds(Panics::Auto, ""), "what was built is no source");
    std::fs::write(folder.path().join("src/inner.rs"), catches).unwrap();
    assert!(unwinds(Panics::Auto, ""));
    let aborts = "[profile.release]\npanic = \"abort\"\n";
    assert!(!unwinds(Panics::Auto, aborts));
    assert!(unwinds(Panics::Unwind, aborts));
    assert!(!unwinds(Panics::Abort, ""));
}
