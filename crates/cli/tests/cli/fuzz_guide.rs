//! The commands of `docs/fuzz.md` print what it says.

use effigy_testkit::transcript::{Place, check};
use effigy_testkit::{TempDir, tool};
use std::path::Path;

#[test]
fn the_tour_says_what_happens() {
    if tool("clang").is_none() || tool("rustc").is_none() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (folder, binaries) = (TempDir::new(), TempDir::new());
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_effigy"), binaries.path().join("effigy"))
        .expect("a link");
    let copy = |from: &str, to: &str| {
        std::fs::copy(root.join(from), folder.path().join(to)).expect("a copy");
    };
    copy("bench/std/csv_broken.rs", "csv.rs");
    copy("tests/programs/lecture/bad.c", "bad.c");
    let place = Place { folder: folder.path().to_owned(), path: vec![binaries.path().to_owned()] };
    check(&root.join("docs/fuzz.md"), &place);
}
