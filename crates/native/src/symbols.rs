//! Lines for the addresses in sanitizers' reports. A sandboxed program starts no symbolizer, so reports come with offsets into
//! the program, and are completed outside.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use effigy_compile::{clang, find_program};

/// Addresses of one report that are looked up.
const MOST: usize = 128;

/// The known addresses of programs.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    known: Mutex<HashMap<(PathBuf, String), String>>,
}

impl Symbols {
    /// The report with `in function file:line` at each frame of `program`.
    pub fn complete(&self, text: String, program: &Path) -> String {
        let marker = format!("({}+0x", program.display());
        if !text.contains(&marker) {
            return text;
        }
        let Ok(mut known) = self.known.lock() else { return text };
        let mut wanted: Vec<String> = Vec::new();
        for offset in text.lines().filter_map(|line| offset(line, &marker)).take(MOST) {
            let offset = offset.to_owned();
            if !known.contains_key(&(program.to_owned(), offset.clone())) {
                wanted.push(offset);
            }
        }
        wanted.sort();
        wanted.dedup();
        for (offset, place) in wanted.iter().zip(look_up(program, &wanted)) {
            known.insert((program.to_owned(), offset.clone()), place);
        }
        let mut out = String::with_capacity(text.len());
        for line in text.lines() {
            let key = offset(line, &marker).map(|offset| (program.to_owned(), offset.to_owned()));
            match key.and_then(|key| known.get(&key)).zip(line.split_once('(')) {
                Some((place, (head, _))) => out.extend([head.trim_end(), " in ", place]),
                None => out.push_str(line),
            }
            out.push('\n');
        }
        out
    }
}

/// The hexadecimal digits in `#1 0x55d0 (/program+0x4f2)`.
fn offset<'l>(line: &'l str, marker: &str) -> Option<&'l str> {
    let (head, rest) = line.split_once(marker)?;
    let digits = rest.split(')').next()?;
    let frame = head.trim_start().starts_with('#');
    (frame && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit())).then_some(digits)
}

/// What turns addresses into lines.
enum Symbolizer {
    Llvm(PathBuf),
    /// Of the binutils, which clang needs and so are there where LLVM's program is not.
    Addr2line(PathBuf),
}

impl Symbolizer {
    fn find() -> Option<Self> {
        let llvm = find_program("llvm-symbolizer").or_else(beside_clang);
        let binutils = || find_program("addr2line").map(Self::Addr2line);
        llvm.map(Self::Llvm).or_else(binutils)
    }

    /// The command that prints two lines for each address behind it: the function, and `file:line`.
    fn command(&self, program: &Path) -> Command {
        let (name, options) = match self {
            Self::Llvm(name) => (name, ["--no-inlines", "--obj"]),
            Self::Addr2line(name) => (name, ["--functions", "--exe"]),
        };
        let mut object = std::ffi::OsString::from(format!("{}=", options[1]));
        object.push(program);
        let mut command = Command::new(name);
        command.arg(options[0]).arg(object);
        command
    }
}

/// `function file:line` for each address, with a column where it is known; empty when there is nothing to ask.
fn look_up(program: &Path, offsets: &[String]) -> Vec<String> {
    let Some(symbolizer) = Symbolizer::find() else { return Vec::new() };
    if offsets.is_empty() {
        return Vec::new();
    }
    let mut command = symbolizer.command(program);
    command.args(offsets.iter().map(|o| format!("0x{o}")));
    let Ok(output) = command.stdin(Stdio::null()).stderr(Stdio::null()).output() else {
        return Vec::new();
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = text.lines().filter(|line| !line.is_empty());
    let mut places = Vec::new();
    while let (Some(function), Some(place)) = (lines.next(), lines.next()) {
        // Behind the line, addr2line may name a discriminator.
        let place = place.split(" (discriminator").next().unwrap_or(place);
        places.push(format!("{function} {place}"));
    }
    places
}

fn beside_clang() -> Option<PathBuf> {
    let clang = std::fs::canonicalize(clang().ok()?).ok()?;
    Some(clang.with_file_name("llvm-symbolizer")).filter(|p| p.is_file())
}

/// Whether there is a program that turns addresses into lines.
pub(super) fn available() -> bool {
    Symbolizer::find().is_some()
}
