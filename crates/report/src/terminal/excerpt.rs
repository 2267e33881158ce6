//! The source line of a finding, with its neighbours.

use crate::inputs::printable;
use crate::sources::Sources;
use crate::terminal::Look;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use effigy_session::outcome::Place;
use std::ops::Range;

/// Lines shown above and below.
const AROUND: usize = 2;

/// The headline with the source lines around `place` under it, or with the place alone when there is no source.
pub fn excerpt(
    id: &str,
    message: &str,
    label: &str,
    place: &Place,
    sources: &mut Sources,
    look: &Look,
) -> String {
    let renderer = if look.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(if look.width == 0 { 140 } else { look.width });
    let title = Level::ERROR.primary_title(message).id(id);
    let path = printable(sources.short(&place.file));
    let Some((first, text, span)) = window(place, sources) else {
        let group = if place.is_unknown() {
            annotate_snippets::Group::with_title(title)
        } else {
            let origin = annotate_snippets::Origin::path(path).line(place.line as usize);
            title.element(origin)
        };
        return renderer.render(&[group]);
    };
    let mark = AnnotationKind::Primary.span(span).label(label);
    let snippet = Snippet::source(text).path(path).line_start(first).fold(false).annotation(mark);
    renderer.render(&[title.element(snippet)])
}

/// The number of the first line, the lines as one text, and what to underline in it.
fn window(place: &Place, sources: &mut Sources) -> Option<(usize, String, Range<usize>)> {
    let lines = sources.lines(&place.file);
    let index = (place.line as usize).checked_sub(1)?;
    let marked = lines.get(index)?;
    let first = index.saturating_sub(AROUND);
    let last = (index + AROUND).min(lines.len().saturating_sub(1));
    let text = lines.get(first..=last)?.join("\n");
    let before: usize = lines.get(first..index)?.iter().map(|l| l.len() + 1).sum();
    let span = token(marked, place.column as usize);
    Some((first + 1, text, before + span.start..before + span.end))
}

/// The word at a 1-based column in bytes, or the line without its indentation when there is no such column.
fn token(line: &str, column: usize) -> Range<usize> {
    let start = column.wrapping_sub(1);
    if let Some(rest) = line.get(start..).filter(|rest| !rest.is_empty()) {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let first = rest.chars().next().map_or(1, char::len_utf8);
        return start..start + word.max(first);
    }
    let indent = line.len() - line.trim_start().len();
    indent..line.trim_end().len().max(indent)
}
