//! The how-tos of CONTRIBUTING.md, done word for word on a copy of the workspace.
//!
//! A how-to is a section with steps. A step is a sentence that ends with a colon, and the code block below it:
//!
//! - `` In `FILE`, below `TEXT`: `` puts the block under the first line of the file that contains the text; `above` puts it
//!   over that line, and `instead of` in its place. `` instead of `TEXT` to `TEXT` `` replaces several lines. `after` puts
//!   the block behind the text, in the same line. `` There, below `TEXT`: `` is about the file of the step before.
//! - `` A new file `FILE`: `` makes a file of the block.
//! - A `console` block holds commands, `$ command`, with lines that their output must contain in this order; `[..]` stands
//!   for any part of a line.
//!
//! The copy is built in `target/howto/target`, or in the folder that the variable `HOWTO_TARGET_DIR` names. Files keep
//! their times if their content is the same, so a second run builds only what has changed.

mod step;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use step::{HowTo, Run, Step};

/// Files with their contents.
type Files = BTreeMap<PathBuf, String>;

/// Does the how-tos whose title contains one of the words, or all: first the edits of all of them, then the commands.
///
/// # Errors
/// When a step is not possible, or a command prints something else.
pub fn run(root: &Path, words: &[String]) -> Result<(), String> {
    let page = root.join("CONTRIBUTING.md");
    let text = std::fs::read_to_string(&page).map_err(|e| format!("{}: {e}", page.display()))?;
    let mut chosen = step::how_tos(&text)?;
    chosen.retain(|h| words.is_empty() || words.iter().any(|word| h.title.contains(word.as_str())));
    if chosen.is_empty() {
        return Err(format!("CONTRIBUTING.md has no how-to named {}", words.join(" ")));
    }
    let copy = root.join("target/howto");
    renew(root, &copy, &edited(root, &chosen)?)?;
    let target = match std::env::var_os("HOWTO_TARGET_DIR") {
        Some(folder) => PathBuf::from(folder),
        None => copy.join("target"),
    };
    for how_to in &chosen {
        let begun = std::time::Instant::now();
        for run in how_to.runs() {
            check(&copy, &target, run).map_err(|e| format!("{}: {e}", how_to.title))?;
        }
        println!("{}: done, {} s", how_to.title, begun.elapsed().as_secs());
    }
    Ok(())
}

/// The files that the how-tos change or make, with their new contents.
///
/// # Errors
/// Each step that is not possible: its how-to, the file, and the text that the file does not have.
fn edited(root: &Path, how_tos: &[HowTo]) -> Result<Files, String> {
    let mut files = Files::new();
    let mut problems = Vec::new();
    for how_to in how_tos {
        for step in &how_to.steps {
            let Step::Edit(edit) = step else { continue };
            let path = PathBuf::from(&edit.file);
            let old = match files.get(&path) {
                _ if edit.is_new() => Ok(String::new()),
                Some(text) => Ok(text.clone()),
                None => std::fs::read_to_string(root.join(&path))
                    .map_err(|e| format!("{}: {e}", edit.file)),
            };
            match old.and_then(|old| edit.applied(&old)) {
                Ok(new) => drop(files.insert(path, new)),
                Err(problem) => problems.push(format!("{}: {problem}", how_to.title)),
            }
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(problems.join("\n")) }
}

/// Makes the copy equal to the files that Git knows, edited, and leaves those alone that are equal, so that Cargo does, too.
fn renew(root: &Path, copy: &Path, edited: &Files) -> Result<(), String> {
    let failed = |what: &Path, e: std::io::Error| format!("cannot write {}: {e}", what.display());
    let tracked = tracked(root)?;
    for name in &tracked {
        if let Ok(target) = std::fs::read_link(root.join(name)) {
            let to = copy.join(name);
            link(&target, &to).map_err(|e| failed(&to, e))?;
        }
    }
    remove_others(copy, Path::new("crates"), &|file: &Path| {
        edited.contains_key(file) || tracked.iter().any(|known| known == file)
    });
    let plain = tracked.iter().filter(|name| !edited.contains_key(*name));
    let plain = plain.filter_map(|name| Some((name, std::fs::read(root.join(name)).ok()?)));
    let edited = edited.iter().map(|(name, text)| (name, text.clone().into_bytes()));
    for (name, new) in plain.chain(edited) {
        let to = copy.join(name);
        if std::fs::read(&to).is_ok_and(|old| old == new) {
            continue;
        }
        let folder = to.parent().unwrap_or(copy);
        std::fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
        std::fs::write(&to, new).map_err(|e| failed(&to, e))?;
    }
    Ok(())
}

/// Removes the files of a folder of the copy that an earlier run has made and this one does not.
fn remove_others(copy: &Path, folder: &Path, stays: &dyn Fn(&Path) -> bool) {
    let Ok(entries) = std::fs::read_dir(copy.join(folder)) else { return };
    for entry in entries.flatten() {
        let name = folder.join(entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => {
                remove_others(copy, &name, stays);
                // Only an empty folder goes.
                std::fs::remove_dir(entry.path()).ok();
            }
            Ok(_) if !stays(&name) => drop(std::fs::remove_file(entry.path())),
            _ => {}
        }
    }
}

/// Makes a symbolic link, unless it is there.
fn link(target: &Path, link: &Path) -> std::io::Result<()> {
    if std::fs::read_link(link).is_ok_and(|old| old == target) {
        return Ok(());
    }
    std::fs::create_dir_all(link.parent().unwrap_or(link))?;
    std::os::unix::fs::symlink(target, link)
}

/// The files that Git knows.
fn tracked(root: &Path) -> Result<Vec<PathBuf>, String> {
    let output = Command::new("git")
        .current_dir(root)
        .args(["ls-files", "-z"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("cannot run git: {e}"))?;
    if !output.status.success() {
        return Err("git ls-files failed: the how-tos work on a clone".to_owned());
    }
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
}

/// Runs a command in the copy, in which `effigy` is the program that is built there. It is built without optimisation,
/// which takes half of the time.
fn check(copy: &Path, target: &Path, run: &Run) -> Result<(), String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1; {}", run.command)])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .env("PATH", format!("{}:{path}", target.join("debug").display()))
        .output()
        .map_err(|e| format!("cannot run bash: {e}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    run.compare(&printed)
}
