//! Models of the C library against the machine's own: `cargo xtask libc`.

mod compare;

use compare::compare;
use std::path::{Path, PathBuf};
use std::process::Command;

const USAGE: &str = "libc takes --calls N, --function TEXT and --effigy FILE";

/// Compares the calls that the options ask for.
///
/// # Errors
/// When an option is none, when a program cannot be run, and when a model differs.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let (mut calls, mut filter, mut effigy) = (20_000, String::new(), None);
    for pair in args.chunks(2) {
        match pair {
            [option, number] if option == "--calls" => {
                calls = number.parse().map_err(|_| format!("`{number}` is no number of calls"))?;
            }
            [option, text] if option == "--function" => filter.clone_from(text),
            [option, file] if option == "--effigy" => effigy = Some(PathBuf::from(file)),
            _ => return Err(USAGE.to_owned()),
        }
    }
    let effigy = match effigy {
        Some(file) => {
            std::fs::canonicalize(&file).map_err(|e| format!("{}: {e}", file.display()))?
        }
        None => built(root)?,
    };
    let folder = root.join("target/libc");
    std::fs::create_dir_all(&folder)
        .map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    let outcome = compare(&effigy, &folder, calls, &filter)?;
    for difference in &outcome.differences {
        println!("{difference}");
    }
    let mut named = 0;
    for (count, reason) in &outcome.unsupported {
        named += count;
        println!("{count:6}  {reason}");
    }
    println!("{} calls, {named} end by name, {} differ", outcome.calls, outcome.differences.len());
    match outcome.differences.is_empty() {
        true => Ok(()),
        false => Err("a model differs from the machine's libc: see above".to_owned()),
    }
}

/// The program, built.
fn built(root: &Path) -> Result<PathBuf, String> {
    let mut command = Command::new("cargo");
    command.args(["build", "-p", "effigy-cli"]).current_dir(root);
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if !status.success() {
        return Err("effigy does not build".to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    Ok(target.join("debug/effigy"))
}
