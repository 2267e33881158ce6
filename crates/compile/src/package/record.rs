//! How Cargo compiles a target: it builds all that the target uses, and the call of the compiler for the target itself is written down instead
//! of made.

use super::{Chosen, PROFILE, cargo_command};
use crate::crate_call::{CrateCall, SUBJECT};
use crate::tools::{compiler, fingerprint, run};
use crate::{CompileError, read_bytes};
use effigy_base::budget::CancelToken;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What Cargo starts in the place of the compiler for packages of the workspace. It makes all calls but the one that is marked.
const SCRIPT: &str = r#"#!/bin/sh
for argument in "$@"; do
    if [ "$argument" = "--cfg=effigy_subject" ]; then
        printf '%s\0' "$@" > "$EFFIGY_RECORD/arguments" && env -0 > "$EFFIGY_RECORD/variables" && pwd > "$EFFIGY_RECORD/folder"
        exit
    fi
done
exec "$@"
"#;

/// The folder, beside those of the packages, in which Cargo builds what their targets use.
const COMMON: &str = "common";

/// How a target is built.
pub(super) struct How<'a> {
    /// With its tests.
    pub tests: bool,
    /// So that panics unwind. Tests are always built so.
    pub unwinds: bool,
    /// Where.
    pub place: &'a Path,
    /// The text of the manifest at the workspace's root.
    pub root_manifest: &'a str,
}

/// Builds what the target uses, and answers how the target itself is compiled.
///
/// # Errors
/// When Cargo fails.
pub(super) fn record(
    cargo: &Path,
    chosen: &Chosen<'_>,
    how: &How<'_>,
    cancel: &CancelToken,
) -> Result<CrateCall, CompileError> {
    let How { tests, unwinds, place, root_manifest } = *how;
    let identity = format!("{:?} {:?} {tests}", chosen.package, chosen.target);
    let folder = place.join("calls").join(fingerprint(&[&identity]));
    let unwritable = |cause| CompileError::Unwritable { path: folder.clone(), cause };
    std::fs::create_dir_all(&folder).map_err(unwritable)?;
    // Cargo builds all anew when the script is another file.
    let script = place.join("record.sh");
    if std::fs::read(&script).ok().as_deref() != Some(SCRIPT.as_bytes()) {
        write_script(&script)?;
    }
    let mut command = match tests {
        true => test_command(cargo, chosen, place),
        false => cargo_command(cargo, chosen, place, root_manifest),
    };
    if unwinds {
        command.env("CARGO_PROFILE_RELEASE_PANIC", "unwind");
    }
    command.env("RUSTC_WORKSPACE_WRAPPER", &script).env("EFFIGY_RECORD", &folder);
    // What packages use in common is built once. A Cargo that does not know the variable builds it for each.
    command.env("CARGO_BUILD_BUILD_DIR", place.with_file_name(COMMON));
    command.arg("--").arg(format!("--cfg={SUBJECT}"));
    run(&mut command, cancel)?;

    let missing =
        || CompileError::NoOutput { tool: "cargo".to_owned(), what: "call of the compiler" };
    let read = |name: &str| read_bytes(&folder.join(name));
    let started_in = String::from_utf8_lossy(&read("folder")?).trim_end_matches('\n').to_owned();
    CrateCall::recorded(&read("arguments")?, &read("variables")?, &PathBuf::from(started_in))
        .ok_or_else(missing)
}

fn write_script(path: &Path) -> Result<(), CompileError> {
    use std::os::unix::fs::PermissionsExt;
    let unwritable = |cause| CompileError::Unwritable { path: path.to_owned(), cause };
    // A file that another process may be starting is not written to.
    let aside = path.with_extension(std::process::id().to_string());
    std::fs::write(&aside, SCRIPT).map_err(unwritable)?;
    std::fs::set_permissions(&aside, std::fs::Permissions::from_mode(0o755)).map_err(unwritable)?;
    std::fs::rename(&aside, path).map_err(unwritable)
}

/// As for a release, of the profile of tests.
fn test_command(cargo: &Path, chosen: &Chosen<'_>, place: &Path) -> Command {
    let mut command = compiler(cargo);
    command.args(["rustc", "--profile", "test", "--message-format=json-render-diagnostics"]);
    chosen.choose(&mut command, place);
    for (variable, value) in PROFILE {
        command.env(variable.replace("RELEASE", "DEV"), value);
    }
    command
}
