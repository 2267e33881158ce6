//! The annotated programs of `tests/programs`: exactly their findings, all paths run, every finding confirmed natively.

use effigy_testkit::annotated::{Annotated, check_all};
use effigy_testkit::tool;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(name)
}

fn check(program: &Annotated) -> Result<(), String> {
    program.check(Path::new(env!("CARGO_BIN_EXE_effigy")), &[])
}

#[test]
fn rust_programs_have_their_findings_and_no_others() {
    let programs = Annotated::all(&folder("rust"), "rs");
    if tool("rustc").is_some() {
        check_all(&programs, check);
    }
}

#[test]
fn c_programs_have_their_findings_and_no_others() {
    let programs = Annotated::all(&folder("c"), "c");
    if tool("clang").is_some() {
        check_all(&programs, check);
    }
}
