//! The programs of a suite: files with a `main`, and files whose functions are tests, as Soteria Rust has them.

use crate::suite::files::{below, files, text};
use std::path::{Path, PathBuf};

/// A program to be explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Below the suite's folder.
    pub path: String,
    /// The file.
    pub file: PathBuf,
    /// Its text.
    pub text: String,
    /// The function that it begins with, where that is not `main`.
    pub entry: Option<String>,
    /// The errors that the transcript beside the file says of it; `None` without a transcript.
    pub expected: Option<Vec<String>>,
}

/// What stands for the libraries that tests of Soteria and Kani use.
const LIBRARIES: &str = "
#[allow(dead_code)]
mod soteria {
    pub fn nondet_bytes<T>() -> T {
        let mut value = std::mem::MaybeUninit::<T>::uninit();
        let bytes = value.as_mut_ptr().cast::<u8>();
        for place in 0..std::mem::size_of::<T>() {
            let byte = effigy::any::<u8>();
            // A value that its type does not have is none of Soteria's.
            effigy::assume(byte < 2 || std::any::type_name::<T>() != \"bool\");
            unsafe { bytes.add(place).write(byte) };
        }
        unsafe { value.assume_init() }
    }
    pub fn assume(condition: bool) { effigy::assume(condition) }
    pub fn assert(condition: bool, message: &'static str) { assert!(condition, \"{}\", message) }
    pub fn panic(message: &'static str) -> ! { panic!(\"{}\", message) }
}
#[allow(dead_code)]
mod kani {
    pub fn any<T: effigy::Arbitrary>() -> T { effigy::any() }
    pub fn assume(condition: bool) { effigy::assume(condition) }
    pub fn assert(condition: bool, message: &'static str) { assert!(condition, \"{}\", message) }
    pub mod vec {
        pub fn any_vec<T: effigy::Arbitrary, const N: usize>() -> Vec<T> { effigy::any_vec(N) }
    }
}
";

impl Case {
    /// The path, and the function where it is not `main`.
    pub fn name(&self) -> String {
        self.entry.as_ref().map_or(self.path.clone(), |f| format!("{} {f}", self.path))
    }
}

/// The cases of the Rust files below a folder, in order; `only` chooses by parts of their paths.
pub fn cases(suite: &Path, only: &[String]) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for file in files(suite, &["rs"], |_| false)? {
        let path = below(suite, &file);
        if only.is_empty() || only.iter().any(|text| path.contains(text)) {
            cases.extend(of_file(file, path)?);
        }
    }
    cases.sort_by(|a, b| (&a.path, &a.entry).cmp(&(&b.path, &b.entry)));
    Ok(cases)
}

fn of_file(file: PathBuf, path: String) -> Result<Vec<Case>, String> {
    let text = text(&file)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let Ok(transcript) = std::fs::read_to_string(folder.join("run.t")) else {
        return Ok(vec![Case { path, file, text, entry: None, expected: None }]);
    };
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().replace('-', "_");
    let case = |(entry, expected): (String, Vec<String>)| Case {
        path: path.clone(),
        file: file.clone(),
        text: text.clone(),
        entry: Some(entry).filter(|entry| entry != "main"),
        expected: Some(expected),
    };
    Ok(told(&transcript, &stem).into_iter().map(case).collect())
}

/// The functions of a file that a transcript tells of, each with the errors that some run of it has.
fn told(transcript: &str, stem: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut lines = transcript.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        let Some((word, rest)) = line.split_once(": ") else { continue };
        let name = rest.split([':', ' ']).next().filter(|name| *name == stem);
        let entry = name.and_then(|_| rest.split_once("::")?.1.split([':', ' ']).next());
        let (Some(entry), true) = (entry, ["error", "note", "warning"].contains(&word)) else {
            continue;
        };
        let at = found.iter().position(|(name, _)| name == entry).unwrap_or(found.len());
        if at == found.len() {
            found.push((entry.to_owned(), Vec::new()));
        }
        if word == "error" {
            let why = lines.peek().and_then(|next| next.split_once(": "));
            found[at].1.push(why.map_or(rest, |(_, why)| why).to_owned());
        }
    }
    found
}

/// The text of a case that begins with a test: its attributes are blank, and what it uses of libraries stands behind it.
pub fn with_libraries(text: &str) -> String {
    let is_mark = |line: &str| {
        let line = line.trim_start();
        line.starts_with("#[soteria::") || line.starts_with("#[kani::")
    };
    let lines = text.lines().map(|line| if is_mark(line) { "" } else { line });
    lines.chain([LIBRARIES]).flat_map(|line| [line, "\n"]).collect()
}

/// Where the copy of a case's file is made that begins with a test.
pub fn copy(scratch: &Path, case: &Case) -> PathBuf {
    let name = Path::new(&case.path).file_name().unwrap_or_default();
    scratch.join(name)
}
