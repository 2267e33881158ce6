//! The commands of `docs/bmc.md` print what it says.

use effigy_testkit::transcript::{Place, check};
use effigy_testkit::{TempDir, tool};
use std::path::Path;

#[test]
fn the_tour_says_what_happens() {
    if tool("clang").is_none() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (folder, binaries) = (TempDir::new(), TempDir::new());
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_effigy"), binaries.path().join("effigy"))
        .expect("a link");
    let programs = ["ring", "bubble_wrong", "two_properties", "lecture_2", "induction_odd"];
    let others = ["fresh.oo", "largest_wrong.pli", "induction_static.pli"].into_iter();
    let others = others.chain(["induction_list.oo", "induction_kept.oo"]).map(str::to_owned);
    for name in programs.map(|name| format!("{name}.c")).into_iter().chain(others) {
        let from = root.join("tests/programs/bmc").join(&name);
        std::fs::copy(from, folder.path().join(&name)).expect("a copy");
    }
    let place = Place { folder: folder.path().to_owned(), path: vec![binaries.path().to_owned()] };
    check(&root.join("docs/bmc.md"), &place);
}
