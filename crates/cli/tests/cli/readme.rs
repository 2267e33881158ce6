//! The commands of `README.md` and `docs/tour.md` print what these pages say.

use effigy_testkit::transcript::{Place, check};
use effigy_testkit::{TempDir, tool};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// What stands in for `effigy`: progress depends on the machine's speed, so standard error counts only when a run could
/// not be done.
const EFFIGY: &str = r#"#!/bin/sh
log=$(mktemp)
"$EFFIGY_BINARY" "$@" 2>"$log"
status=$?
case $status in 0 | 1 | 3) ;; *) cat "$log" ;; esac
rm -f "$log"
exit $status
"#;

/// What stands in for `cargo`: the binary is built, and the tests are running.
const CARGO: &str = r#"#!/bin/sh
case "$*" in
"run --release -- "*) shift 3; exec effigy "$@" ;;
"xtask test") exit 0 ;;
*) exec "$CARGO_BINARY" "$@" ;;
esac
"#;

/// Writes a script that knows the path of the real program under the name `variable`.
fn script(folder: &Path, name: &str, text: &str, variable: &str, program: &Path) {
    let setting = format!("\n{variable}='{}'\n", program.display());
    let file = folder.join(name);
    std::fs::write(&file, text.replacen('\n', &setting, 1)).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn copy_files(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        if from.is_dir() {
            copy_files(&from, &to);
        } else {
            std::fs::copy(from, to).unwrap();
        }
    }
}

/// Runs the commands of a page of the workspace in a folder of its own that holds `examples`.
fn check_page(page: &str) {
    let (Some(cargo), Some(_), Some(_)) = (tool("cargo"), tool("rustc"), tool("clang")) else {
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (folder, scripts) = (TempDir::new(), TempDir::new());
    copy_files(&root.join("examples"), &folder.path().join("examples"));
    let effigy = Path::new(env!("CARGO_BIN_EXE_effigy"));
    script(scripts.path(), "effigy", EFFIGY, "EFFIGY_BINARY", effigy);
    script(scripts.path(), "cargo", CARGO, "CARGO_BINARY", &cargo);
    let place = Place { folder: folder.path().into(), path: vec![scripts.path().into()] };
    check(&root.join(page), &place);
}

#[test]
fn the_readme_says_what_happens() {
    check_page("README.md");
}

#[test]
fn the_tour_says_what_happens() {
    check_page("docs/tour.md");
}
