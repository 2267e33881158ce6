//! Places in the source for other programs: paths from the folder of the run, and columns in characters.

use crate::sources::Sources;
use crate::terminal::excerpt::token;
use effigy_session::outcome::Place;

/// Lines above and below that are shown.
const AROUND: usize = 2;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// The path: relative to the folder of the run for what lies below it.
    pub path: String,
    /// 1-based line, 0 when unknown.
    pub line: u32,
    /// The first column and the one behind the last, 1-based, in Unicode characters. Debug information counts bytes, so they are
    /// not known without the line.
    pub columns: Option<(usize, usize)>,
    /// The line, when the file can be read.
    pub text: Option<String>,
    /// The line with those around it, and the number of the first.
    pub around: Option<(usize, String)>,
}

/// The place; nothing when no file is known.
pub(super) fn spot(place: &Place, sources: &mut Sources) -> Option<Spot> {
    if place.is_unknown() || &*place.file == "?" {
        return None;
    }
    let path = sources.located(&place.file);
    let lines = sources.lines(&place.file);
    let index = (place.line as usize).checked_sub(1).filter(|index| *index < lines.len());
    let text = index.and_then(|index| lines.get(index)).cloned();
    let around = index.and_then(|index| {
        let first = index.saturating_sub(AROUND);
        let last = (index + AROUND + 1).min(lines.len());
        Some((first + 1, lines.get(first..last)?.join("\n")))
    });
    let columns = text.as_ref().and_then(|text| columns(text, place.column as usize));
    Some(Spot { path, line: place.line, columns, text, around })
}

/// The columns of the word at a 1-based column in bytes.
fn columns(line: &str, column: usize) -> Option<(usize, usize)> {
    let start = column.checked_sub(1)?;
    let before = line.get(..start)?.chars().count();
    let word = line.get(token(line, column))?;
    if word.is_empty() || start >= line.len() {
        return None;
    }
    Some((before + 1, before + 1 + word.chars().count()))
}
