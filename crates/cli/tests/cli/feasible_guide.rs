//! The commands of `docs/feasible.md` print what it says.

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
    std::fs::copy(root.join("tests/traces/order.c"), folder.path().join("order.c"))
        .expect("a copy");
    let loops = root.join("examples/pli/twoloops.pli");
    std::fs::copy(loops, folder.path().join("twoloops.pli")).expect("a copy");
    folder.write(
        "trace.txt",
        "# the discount, express, and the abort\norder.c:15: true\norder.c:18: true\norder.c:21: true\norder.c:22: fails\n",
    );
    let place = Place { folder: folder.path().to_owned(), path: vec![binaries.path().to_owned()] };
    check(&root.join("docs/feasible.md"), &place);
}
