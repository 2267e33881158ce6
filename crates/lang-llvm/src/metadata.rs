//! Metadata nodes: `!5 = distinct !DISubprogram(name: "main", ...)`, parsed on demand into fields.

use crate::ast::{MdRef, Span};
use crate::lexer::{Kind, unescape};
use crate::parse::{Context, Parse, ParseError, Parser};
use std::sync::{Arc, OnceLock};

/// The value of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FieldValue {
    /// Another node.
    Node(MdRef),
    /// An integer.
    Int(i64),
    /// A string, by its text without the quotes.
    Str(Span),
    /// A keyword such as `DW_ATE_signed`.
    Word(Span),
    /// Anything else: `null`, flags, a value of the program.
    Other,
}

/// A node: its kind and its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    /// `DILocation` and so on; empty for a tuple.
    pub kind: Span,
    /// Names (empty in tuples and where none is written) and values.
    pub fields: Vec<(Span, FieldValue)>,
}

/// A node together with the text that its spans are about.
#[derive(Clone, Copy)]
pub(crate) struct NodeView<'a> {
    text: &'a str,
    node: &'a Node,
}

impl<'a> NodeView<'a> {
    /// A view of `node` in `text`.
    pub fn new(text: &'a str, node: &'a Node) -> Self {
        Self { text, node }
    }

    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The kind of the node: `DILocation`; empty for a tuple.
    pub fn kind(&self) -> &'a str {
        self.slice(self.node.kind)
    }

    /// The value of a field.
    pub fn field(&self, name: &str) -> Option<FieldValue> {
        self.node.fields.iter().find(|(n, _)| self.slice(*n) == name).map(|(_, value)| *value)
    }

    /// The integer in a field.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.field(name)? {
            FieldValue::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The natural number in a field; 0 when there is none.
    pub fn natural(&self, name: &str) -> u32 {
        self.int(name).and_then(|n| u32::try_from(n).ok()).unwrap_or(0)
    }

    /// The node that a field refers to.
    pub fn node(&self, name: &str) -> Option<MdRef> {
        match self.field(name)? {
            FieldValue::Node(node) => Some(node),
            _ => None,
        }
    }

    /// The string in a field, unescaped; `None` when it is empty.
    pub fn string(&self, name: &str) -> Option<String> {
        match self.field(name)? {
            FieldValue::Str(span) if span.start < span.end => {
                Some(String::from_utf8_lossy(&unescape(self.slice(span))).into_owned())
            }
            _ => None,
        }
    }

    /// The keyword in a field; empty when there is none.
    pub fn word(&self, name: &str) -> &'a str {
        match self.field(name) {
            Some(FieldValue::Word(span)) => self.slice(span),
            _ => "",
        }
    }

    /// The nodes in the fields, in order: the elements of a tuple.
    pub fn elements(&self) -> impl Iterator<Item = MdRef> + 'a {
        self.node.fields.iter().filter_map(|(_, value)| match value {
            FieldValue::Node(node) => Some(*node),
            _ => None,
        })
    }
}

/// What a scope says of the code in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ScopeInfo {
    /// The name of the function for people.
    pub function: Arc<str>,
    /// The path of the file.
    pub file: Arc<str>,
}

struct Entry {
    number: u32,
    text: Span,
    node: OnceLock<Option<Arc<Node>>>,
    scope: OnceLock<Arc<ScopeInfo>>,
}

/// The numbered nodes of a module, in the order of their numbers.
pub(crate) struct MetadataTable {
    entries: Vec<Entry>,
}

impl MetadataTable {
    /// The table of nodes with these numbers and texts.
    pub fn new(mut nodes: Vec<(u32, Span)>) -> Self {
        if !nodes.is_sorted_by_key(|(number, _)| *number) {
            nodes.sort_by_key(|(number, _)| *number);
        }
        let entry =
            |(number, text)| Entry { number, text, node: OnceLock::new(), scope: OnceLock::new() };
        Self { entries: nodes.into_iter().map(entry).collect() }
    }

    fn entry(&self, number: u32) -> Option<&Entry> {
        let likely = self.entries.get(number as usize).filter(|e| e.number == number);
        likely.or_else(|| {
            let found = self.entries.binary_search_by_key(&number, |e| e.number).ok();
            found.and_then(|i| self.entries.get(i))
        })
    }

    /// The texts of all nodes.
    pub fn texts(&self) -> impl Iterator<Item = (MdRef, Span)> + '_ {
        self.entries.iter().map(|e| (MdRef::Node(e.number), e.text))
    }

    /// The text of a node.
    pub fn text_of(&self, node: MdRef) -> Option<Span> {
        match node {
            MdRef::Inline(span) => Some(span),
            MdRef::Node(number) => self.entry(number).map(|entry| entry.text),
        }
    }

    /// A node, parsed at its first use. A numbered node that is broken is reported at each use.
    pub fn get(&self, context: Context<'_>, node: MdRef) -> Parse<Arc<Node>> {
        let number = match node {
            MdRef::Inline(span) => return parse_node(context, span).map(Arc::new),
            MdRef::Node(number) => number,
        };
        let missing = || ParseError {
            at: 0,
            message: format!("the metadata node `!{number}` is not defined"),
        };
        let entry = self.entry(number).ok_or_else(missing)?;
        let parsed = entry.node.get_or_init(|| parse_node(context, entry.text).ok().map(Arc::new));
        match parsed {
            Some(node) => Ok(node.clone()),
            None => parse_node(context, entry.text).map(Arc::new),
        }
    }

    /// What is known of a scope, found out at its first use.
    pub fn scope(&self, scope: MdRef, find: impl FnOnce() -> Arc<ScopeInfo>) -> Arc<ScopeInfo> {
        let MdRef::Node(number) = scope else {
            return find();
        };
        match self.entry(number) {
            Some(entry) => entry.scope.get_or_init(find).clone(),
            None => find(),
        }
    }
}

/// Parses the node in `span`.
fn parse_node(context: Context<'_>, span: Span) -> Parse<Node> {
    let mut parser = Parser::new(context, span);
    parser.eat_word("distinct");
    let node = parser.node()?;
    parser.expect_end()?;
    Ok(node)
}

impl Parser<'_> {
    fn node(&mut self) -> Parse<Node> {
        if self.is_punct(b'!') {
            self.bump();
            let kind = Span::default();
            return Ok(Node { kind, fields: vec![(kind, self.field_value()?)] });
        }
        if self.token.kind != Kind::Meta {
            return self.expected("a metadata node");
        }
        let token = self.bump();
        let kind = Span { start: token.start + 1, end: token.end };
        let close = match self.token.kind {
            Kind::Punct(b'(') => b')',
            Kind::Punct(b'{') => b'}',
            _ => return self.expected("`(` or `{`"),
        };
        self.bump();
        let mut fields = Vec::new();
        while !self.is_punct(close) {
            let name = match self.token.kind {
                Kind::Label => {
                    let token = self.bump();
                    Span { start: token.start, end: token.start + token.text.len() as u32 }
                }
                _ => Span::default(),
            };
            fields.push((name, self.field_value()?));
            if !self.eat_punct(b',') {
                break;
            }
        }
        self.expect_punct(close)?;
        Ok(Node { kind, fields })
    }

    /// A value up to the comma or the bracket behind it.
    fn field_value(&mut self) -> Parse<FieldValue> {
        let first = self.token;
        let value = match first.kind {
            Kind::Meta => FieldValue::Node(self.metadata_ref()?),
            Kind::Number => {
                self.bump();
                first.text.parse().map_or(FieldValue::Other, FieldValue::Int)
            }
            Kind::Str => {
                self.bump();
                FieldValue::Str(Span { start: first.start + 1, end: first.end - 1 })
            }
            Kind::Word if first.text != "null" => {
                self.bump();
                FieldValue::Word(first.span())
            }
            _ => FieldValue::Other,
        };
        let mut whole = true;
        while !matches!(self.token.kind, Kind::Punct(b',' | b')' | b'}') | Kind::End) {
            whole = false;
            if matches!(self.token.kind, Kind::Punct(b'(' | b'{' | b'[')) {
                self.skip_brackets()?;
            } else {
                self.bump();
            }
        }
        Ok(if whole { value } else { FieldValue::Other })
    }
}
