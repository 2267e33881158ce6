//! The table of invariants: the faults that break each.

mod base;
mod edges;
mod exec;
mod languages;
mod methods;
mod results;
mod solver;

use super::pages::Paragraph;

/// An edit that breaks an invariant.
pub struct Fault {
    /// The file, from the workspace's folder.
    pub file: &'static str,
    /// A text that occurs once in the file.
    before: &'static str,
    /// What stands there instead.
    after: &'static str,
}

impl Fault {
    /// The text of the file with the fault.
    ///
    /// # Errors
    /// When the text before is not there once.
    pub fn put_in(&self, text: &str) -> Result<String, String> {
        let count = text.matches(self.before).count();
        match count == 1 && self.before != self.after {
            true => Ok(text.replace(self.before, self.after)),
            false => Err(format!("{}: {count} times `{}`", self.file, self.before)),
        }
    }

    /// The first and the last line of the text before.
    pub fn lines(&self, text: &str) -> (usize, usize) {
        let before = text.split_once(self.before).map_or("", |(before, _)| before);
        let inside = self.before.trim_end_matches('\n');
        let first = before.matches('\n').count();
        (first, first + inside.matches('\n').count())
    }
}

/// An invariant and what breaks it.
pub struct Entry {
    /// The crate's folder, from the workspace's folder.
    pub page: &'static str,
    /// What the invariant's paragraph begins with, behind `Architecture Invariant`.
    pub begins: &'static str,
    /// Each breaks it alone.
    pub faults: &'static [Fault],
}

impl Entry {
    /// Whether the entry is of this paragraph.
    pub fn is_of(&self, paragraph: &Paragraph) -> bool {
        self.page == paragraph.page && paragraph.text.starts_with(self.begins)
    }
}

/// An invariant that each of the faults breaks.
const fn broken(page: &'static str, begins: &'static str, faults: &'static [Fault]) -> Entry {
    Entry { page, begins, faults }
}

/// A text of a file, and what is put in its place.
const fn edit(file: &'static str, before: &'static str, after: &'static str) -> Fault {
    Fault { file, before, after }
}

/// All entries.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    [
        exec::EXEC,
        solver::SOLVER,
        base::BASE,
        edges::EDGES,
        methods::METHODS,
        results::RESULTS,
        languages::LANGUAGES,
    ]
    .into_iter()
    .flatten()
}
