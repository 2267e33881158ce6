//! Flags for the C compiler whose result may be kept.

use std::path::PathBuf;

/// What flags say about the folders of headers.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// Folders that are looked into before the system's.
    pub folders: Vec<PathBuf>,
}

/// Flags whose next argument belongs to them.
const FOLDERS: [&str; 4] = ["-I", "-isystem", "-iquote", "-idirafter"];

/// Flags without a value.
const PLAIN: [&str; 10] = [
    "-w",
    "-ansi",
    "-pedantic",
    "-pedantic-errors",
    "-pthread",
    "-lm",
    "-lpthread",
    "-m32",
    "-m64",
    "-nostdinc",
];

/// Reads flags; `None` when one of them may read or write files that no list of the compiler's has, or depends on the
/// machine.
pub fn known(flags: &[String]) -> Option<Headers> {
    let mut headers = Headers::default();
    let mut flags = flags.iter().map(String::as_str);
    while let Some(flag) = flags.next() {
        if let Some(folder) = FOLDERS.iter().find_map(|name| flag.strip_prefix(name)) {
            let folder = if folder.is_empty() { flags.next()? } else { folder };
            headers.folders.push(PathBuf::from(folder));
        } else if ["-D", "-U", "-include", "-imacros"].contains(&flag) {
            flags.next()?;
        } else if !is_known(flag) {
            return None;
        }
    }
    Some(headers)
}

fn is_known(flag: &str) -> bool {
    let passed_on = ["-Wl,", "-Wa,", "-Wp,"].iter().any(|start| flag.starts_with(start));
    let prefixed = ["-D", "-U", "-std=", "-W", "-O", "-g"].iter().any(|p| flag.starts_with(p));
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let reads = ["plugin", "profile", "module", "crash", "coverage", "lto"];
    let feature = flag.strip_prefix("-f").is_some_and(|name| {
        name.chars().all(letters) && !reads.iter().any(|word| name.contains(word))
    });
    (prefixed && !passed_on && !flag.starts_with("-gcc")) || feature || PLAIN.contains(&flag)
}

#[cfg(test)]
mod tests;
