//! YAML as a tree whose parts know their lines.

use crate::trace::TraceError;
use saphyr_parser::{Event, Parser, Span};

/// Deepest nesting that is read.
const MOST_DEEP: usize = 32;

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// Its line, 1-based.
    pub(crate) line: u32,
    /// What it is.
    pub(crate) value: Value,
}

/// What a part of a document is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A text.
    Text(String),
    /// Parts in order.
    List(Vec<Node>),
    /// Parts with names.
    Map(Vec<(String, Node)>),
}

/// Reads the one document of a text.
///
/// # Errors
/// At the line where the text is no YAML, or YAML of a kind that is not needed: anchors, several documents, names twice.
pub(crate) fn read(text: &str) -> Result<Node, TraceError> {
    let mut reader = Reader { parser: Parser::new_from_str(text), last: 1 };
    let mut document = None;
    loop {
        let (event, line) = reader.next()?;
        match event {
            Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd | Event::Nothing => {}
            Event::StreamEnd => break,
            event if document.is_none() => document = Some(reader.node(event, line, 0)?),
            _ => return Err(TraceError::new(line, "a second YAML document")),
        }
    }
    document.ok_or_else(|| TraceError::new(1, "the YAML document is empty"))
}

struct Reader<'t> {
    parser: Parser<'t, saphyr_parser::StrInput<'t>>,
    last: u32,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<(Event<'t>, u32), TraceError> {
        let at = |span: &Span| u32::try_from(span.start.line()).unwrap_or(u32::MAX);
        match self.parser.next() {
            Some(Ok((event, span))) => {
                self.last = at(&span).max(1);
                Ok((event, self.last))
            }
            Some(Err(error)) => {
                let line = u32::try_from(error.marker().line()).unwrap_or(u32::MAX).max(1);
                Err(TraceError::new(line, format!("no YAML: {}", error.info())))
            }
            None => Err(TraceError::new(self.last, "the YAML document has no end")),
        }
    }

    fn node(&mut self, event: Event<'t>, line: u32, depth: usize) -> Result<Node, TraceError> {
        if depth > MOST_DEEP {
            return Err(TraceError::new(line, "the YAML document is nested too deep"));
        }
        let value = match event {
            Event::Scalar(text, ..) => Value::Text(text.into_owned()),
            Event::SequenceStart(..) => {
                let mut parts = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, _) => break Value::List(parts),
                        (event, line) => parts.push(self.node(event, line, depth + 1)?),
                    }
                }
            }
            Event::MappingStart(..) => {
                let mut parts: Vec<(String, Node)> = Vec::new();
                loop {
                    let name = match self.next()? {
                        (Event::MappingEnd, _) => break Value::Map(parts),
                        (Event::Scalar(name, ..), line) => (name.into_owned(), line),
                        (_, line) => return Err(TraceError::new(line, "a name is no text")),
                    };
                    if parts.iter().any(|(known, _)| *known == name.0) {
                        return Err(TraceError::new(name.1, format!("`{}` twice", name.0)));
                    }
                    let (event, line) = self.next()?;
                    let part = self.node(event, line, depth + 1)?;
                    parts.push((name.0, part));
                }
            }
            Event::Alias(_) => return Err(TraceError::new(line, "YAML aliases are not read")),
            _ => return Err(TraceError::new(line, "unexpected end in the YAML document")),
        };
        Ok(Node { line, value })
    }
}

impl Node {
    /// An error at the line of the node.
    pub(crate) fn wrong(&self, message: impl Into<String>) -> TraceError {
        TraceError::new(self.line, message)
    }

    /// The part with a name; `None` where there is none.
    pub(crate) fn part(&self, name: &str) -> Option<&Node> {
        match &self.value {
            Value::Map(parts) => {
                parts.iter().find(|(known, _)| known == name).map(|(_, part)| part)
            }
            Value::Text(_) | Value::List(_) => None,
        }
    }

    /// The part with a name.
    pub(crate) fn needed(&self, name: &str) -> Result<&Node, TraceError> {
        self.part(name).ok_or_else(|| self.wrong(format!("`{name}` is missing")))
    }

    /// The text that it is.
    pub(crate) fn text(&self) -> Result<&str, TraceError> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.wrong("expected a text")),
        }
    }

    /// The parts that it is a list of.
    pub(crate) fn list(&self) -> Result<&[Node], TraceError> {
        match &self.value {
            Value::List(parts) => Ok(parts),
            _ => Err(self.wrong("expected a list")),
        }
    }

    /// The parts with names that it is made of.
    pub(crate) fn map(&self) -> Result<&[(String, Node)], TraceError> {
        match &self.value {
            Value::Map(parts) => Ok(parts),
            _ => Err(self.wrong("expected names with values")),
        }
    }
}
