//! Lines of the program's source files, for excerpts.

use crate::inputs::printable;
use effigy_session::outcome::Place;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Larger files give no excerpts.
const LARGEST_FILE: u64 = 8 << 20;

/// The source files that a report quotes, each read once. A file that cannot be read has no lines.
#[derive(Debug, Default)]
pub struct Sources {
    base: PathBuf,
    package: Option<PathBuf>,
    files: HashMap<String, Vec<String>>,
}

impl Sources {
    /// Sources whose relative paths start at `base`; paths below it are shown relative to it.
    pub fn new(base: impl Into<PathBuf>) -> Sources {
        Sources { base: base.into(), ..Sources::default() }
    }

    /// The same for the program `input`: the files of a package are also looked for in its folder.
    pub fn of_program(self, input: &Path) -> Sources {
        let folder = if input.is_dir() { Some(input) } else { None };
        Sources { package: folder.map(|folder| self.base.join(folder)), ..self }
    }

    /// Sources relative to the current folder.
    pub fn here() -> Sources {
        Sources::new(std::env::current_dir().unwrap_or_default())
    }

    /// The file's path in the shortest form that still names it.
    pub fn short<'p>(&self, file: &'p str) -> &'p str {
        if self.base.as_os_str().is_empty() {
            return file;
        }
        Path::new(file).strip_prefix(&self.base).ok().and_then(Path::to_str).unwrap_or(file)
    }

    /// The file's path for other programs: from the base on for what lies below it, else from the root on.
    pub fn located(&self, file: &str) -> String {
        let folders = [Some(&self.base), self.package.as_ref()].into_iter().flatten();
        let mut paths = folders.map(|folder| folder.join(file));
        let found = paths.find(|path| path.is_file());
        let path = found.unwrap_or_else(|| self.base.join(file));
        path.strip_prefix(&self.base).unwrap_or(&path).to_string_lossy().into_owned()
    }

    /// The folder that short paths are relative to.
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// A place with the file's short path, for a terminal.
    pub fn short_place(&self, place: &Place) -> String {
        printable(&Place { file: self.short(&place.file).into(), ..place.clone() }.to_string())
    }

    /// One line without its end; `None` when the file or the line is not there.
    pub fn line(&mut self, file: &str, line: u32) -> Option<&str> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        self.lines(file).get(index).map(String::as_str)
    }

    /// All lines of a file.
    pub fn lines(&mut self, file: &str) -> &[String] {
        let mut folders = [Some(&self.base), self.package.as_ref()].into_iter().flatten();
        let entry = self.files.entry(file.to_owned());
        entry.or_insert_with(|| folders.find_map(|f| read(&f.join(file))).unwrap_or_default())
    }
}

fn read(path: &Path) -> Option<Vec<String>> {
    let data = std::fs::metadata(path).ok()?;
    if !data.is_file() || data.len() > LARGEST_FILE {
        return None;
    }
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    Some(text.lines().map(str::to_owned).collect())
}
