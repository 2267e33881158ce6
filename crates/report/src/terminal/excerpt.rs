//! The source line of a finding, with its neighbours.

use crate::inputs::printable;
use crate::sources::Sources;
use crate::terminal::Look;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, Title};
use effigy_session::outcome::Place;
use effigy_session::prove::Portion;
use std::ops::Range;

/// Lines shown above and below.
const AROUND: usize = 2;

/// The headline with the source lines around each of the places under it, the first one being where the reader begins; of
/// a place whose source is not there the place alone.
pub fn excerpt(
    id: &str,
    message: &str,
    places: &[(&Place, String)],
    sources: &mut Sources,
    look: &Look,
) -> String {
    let mut group = Group::with_title(Level::ERROR.primary_title(message).id(id));
    let mut kind = AnnotationKind::Primary;
    for (place, label) in places.iter().filter(|(place, _)| !place.is_unknown()) {
        let path = printable(sources.short(&place.file));
        group = match window(place, sources) {
            None => group.element(Origin::path(path).line(place.line as usize)),
            Some((first, text, span)) => {
                let snippet = Snippet::source(text).path(path).line_start(first).fold(false);
                group.element(snippet.annotation(kind.span(span).label(label)))
            }
        };
        kind = AnnotationKind::Context;
    }
    renderer(look).render(&[group])
}

fn renderer(look: &Look) -> Renderer {
    let renderer = if look.colour { Renderer::styled() } else { Renderer::plain() };
    renderer.term_width(if look.width == 0 { 140 } else { look.width })
}

/// A part of a text that is underlined.
pub struct Mark<'m> {
    portion: &'m Portion,
    label: &'m str,
    primary: bool,
}

impl<'m> Mark<'m> {
    /// An underlined part with a label; the primary one is where the failure is.
    pub fn new(portion: &'m Portion, label: &'m str, primary: bool) -> Self {
        Mark { portion, label, primary }
    }

    /// The lines that show it, with their neighbours, as 0-based indices: of a long part the first ones.
    fn lines(&self, of: &[String]) -> Option<Range<usize>> {
        let place = &self.portion.place;
        let first = (place.line as usize).checked_sub(1).filter(|line| *line < of.len())?;
        let last = (self.portion.end_line as usize).clamp(first + 1, first + 1 + AROUND);
        Some(first.saturating_sub(AROUND)..(last + AROUND).min(of.len()))
    }

    /// Where it is in the lines `shown` as one text: to the end of its first line, at most.
    fn span(&self, of: &[String], shown: &Range<usize>) -> Option<Range<usize>> {
        let place = &self.portion.place;
        let index = (place.line as usize).checked_sub(1)?;
        let before: usize = of.get(shown.start..index)?.iter().map(|line| line.len() + 1).sum();
        let line = of.get(index)?;
        let start = (place.column as usize).checked_sub(1).filter(|at| line.is_char_boundary(*at));
        let end = match self.portion.end_line {
            end if end == place.line => (self.portion.end_column as usize).saturating_sub(1),
            _ => line.trim_end().len(),
        };
        let span = match start {
            Some(start) if end > start && line.is_char_boundary(end) => start..end,
            _ => token(line, place.column as usize),
        };
        Some(before + span.start..before + span.end)
    }
}

/// A headline with the source lines of several places under it; those of one file that are near each other share their
/// lines.
pub fn marked(title: Title<'_>, marks: &[Mark<'_>], sources: &mut Sources, look: &Look) -> String {
    struct Part<'m> {
        path: String,
        lines: Vec<String>,
        shown: Range<usize>,
        marks: Vec<&'m Mark<'m>>,
    }
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut bare = Vec::new();
    for mark in marks {
        let file = &mark.portion.place.file;
        let lines = sources.lines(file).to_vec();
        let path = printable(sources.short(file));
        let Some(shown) = mark.lines(&lines) else {
            bare.push((path, mark.portion.place.line));
            continue;
        };
        let near = |part: &&mut Part<'_>| {
            part.path == path && part.shown.start <= shown.end && shown.start <= part.shown.end
        };
        match parts.iter_mut().find(near) {
            Some(part) => {
                part.shown = part.shown.start.min(shown.start)..part.shown.end.max(shown.end);
                part.marks.push(mark);
            }
            None => parts.push(Part { path, lines, shown, marks: vec![mark] }),
        }
    }
    let mut group = Group::with_title(title);
    for part in &parts {
        let text = part.lines.get(part.shown.clone()).unwrap_or_default().join("\n");
        let mut snippet = Snippet::source(text)
            .path(part.path.clone())
            .line_start(part.shown.start + 1)
            .fold(false);
        for mark in &part.marks {
            let Some(span) = mark.span(&part.lines, &part.shown) else { continue };
            let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let annotation = kind.span(span);
            snippet = snippet.annotation(match mark.label {
                "" => annotation,
                label => annotation.label(label.to_owned()),
            });
        }
        group = group.element(snippet);
    }
    for (path, line) in bare.into_iter().filter(|(path, _)| !path.is_empty()) {
        group = group.element(Origin::path(path).line(line as usize));
    }
    renderer(look).render(&[group])
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
pub(crate) fn token(line: &str, column: usize) -> Range<usize> {
    let start = column.wrapping_sub(1);
    if let Some(rest) = line.get(start..).filter(|rest| !rest.is_empty()) {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let first = rest.chars().next().map_or(1, char::len_utf8);
        return start..start + word.max(first);
    }
    let indent = line.len() - line.trim_start().len();
    indent..line.trim_end().len().max(indent)
}
