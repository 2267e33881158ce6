//! Changes of the user's texts that keep every line where it is.

use std::ops::Range;

/// A part of a file's text that gives way to another one.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// The index of the file.
    pub file: usize,
    /// In bytes of the file's text; empty where something is added.
    pub range: Range<usize>,
    /// What comes in its place.
    pub text: String,
}

impl Edit {
    /// Takes a part away.
    pub(super) fn erase((file, text): (usize, &str), range: Range<usize>) -> Edit {
        let blank = blank(text, &range);
        Edit { file, range, text: blank }
    }

    /// Puts a text on one line in the place of a part.
    pub(super) fn replace((file, text): (usize, &str), range: Range<usize>, new: &str) -> Edit {
        let old = text.get(range.clone()).unwrap_or_default();
        let lines = old.matches('\n').count();
        Edit { file, range, text: on_one_line(new) + &"\n".repeat(lines) }
    }

    /// Adds a text on the line of a place.
    pub(super) fn add(file: usize, place: usize, new: &str) -> Edit {
        Edit { file, range: place..place, text: format!(" {} ", on_one_line(new)) }
    }
}

/// The text with the changes, none of which overlaps another. At one place what is added comes before what is replaced, and
/// the first one stays first.
pub(super) fn changed(text: &str, mut edits: Vec<Edit>) -> String {
    // From the end on, so that places before stay.
    edits.sort_by_key(|edit| (std::cmp::Reverse(edit.range.start), !edit.range.is_empty()));
    let mut text = text.to_owned();
    let mut rest = edits.as_slice();
    while let Some((edit, _)) = rest.split_first() {
        let start = edit.range.start;
        let here = rest.partition_point(|other| other.range.start == start);
        let (same, others) = rest.split_at(here);
        let end = same.iter().map(|edit| edit.range.end).max().unwrap_or(start);
        let new: String = same.iter().map(|edit| edit.text.as_str()).collect();
        text.replace_range(start..end, &new);
        rest = others;
    }
    text
}

/// What the printer of tokens puts on lines of its own is read without them.
fn on_one_line(text: &str) -> String {
    text.replace('\n', " ")
}

/// Blanks in the place of a text, with its ends of lines.
fn blank(text: &str, range: &Range<usize>) -> String {
    let part = text.get(range.clone()).unwrap_or_default();
    part.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_where_they_are() {
        let text = "a\n#[x(\n1)] b\nc ü d";
        let erased = Edit::erase((0, text), 2..10);
        let replaced = Edit::replace((0, text), 13..17, "e\nf");
        let added = Edit::add(0, 12, "g");
        let before = Edit::add(0, 2, "h");
        assert_eq!(changed(text, vec![erased.clone(), before]), "a\n h     \n    b\nc ü d");
        assert_eq!(changed(text, vec![replaced, erased, added]), "a\n    \n    b g \ne f d");
    }
}
