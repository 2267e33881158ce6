//! Reads a configuration in the manner of TOML: tables by their paths, arrays of tables, and values that nest.

use std::collections::BTreeMap;
use std::io::Read;

/// How deep arrays may nest.
const DEEPEST: usize = 16;

pub type Table = BTreeMap<String, Value>;

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(String),
    Number(i64),
    Flag(bool),
    Array(Vec<Value>),
    Table(Table),
}

#[derive(Debug)]
pub enum Error {
    Encoding,
    Syntax(usize),
    Key(usize),
    Value(usize),
    Twice(usize),
    Depth(usize),
    Title,
}

/// The rest of a line, and its number.
struct Reader<'t> {
    rest: &'t str,
    line: usize,
}

impl Reader<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn accept(&mut self, sign: char) -> bool {
        self.skip();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, sign: char) -> Result<(), Error> {
        if self.accept(sign) { Ok(()) } else { Err(Error::Syntax(self.line)) }
    }

    /// Nothing but a comment may follow.
    fn end(&mut self) -> Result<(), Error> {
        self.skip();
        let is_over = self.rest.is_empty() || self.rest.starts_with('#');
        if is_over { Ok(()) } else { Err(Error::Syntax(self.line)) }
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken.to_owned()
    }

    fn key(&mut self) -> Result<String, Error> {
        self.skip();
        let key = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        if key.is_empty() { Err(Error::Key(self.line)) } else { Ok(key) }
    }

    /// Keys with dots between them.
    fn path(&mut self) -> Result<Vec<String>, Error> {
        let mut path = vec![self.key()?];
        while self.accept('.') {
            path.push(self.key()?);
        }
        Ok(path)
    }

    /// What stands between quotes, of which the first is taken.
    fn text(&mut self) -> Result<String, Error> {
        let mut text = String::new();
        let mut chars = self.rest.chars();
        loop {
            match chars.next() {
                Some('"') => break,
                Some('\\') => match chars.next() {
                    Some('n') => text.push('\n'),
                    Some(c @ ('"' | '\\')) => text.push(c),
                    _ => return Err(Error::Value(self.line)),
                },
                Some(c) => text.push(c),
                None => return Err(Error::Value(self.line)),
            }
        }
        self.rest = chars.as_str();
        Ok(text)
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Value>, Error> {
        let mut items = Vec::new();
        while !self.accept(']') {
            items.push(self.value(depth + 1)?);
            if !self.accept(',') {
                self.expect(']')?;
                break;
            }
        }
        Ok(items)
    }

    fn value(&mut self, depth: usize) -> Result<Value, Error> {
        if depth > DEEPEST {
            return Err(Error::Depth(self.line));
        }
        if self.accept('"') {
            return self.text().map(Value::Text);
        }
        if self.accept('[') {
            return self.array(depth).map(Value::Array);
        }
        let word = self.take_while(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        match word.as_str() {
            "true" => Ok(Value::Flag(true)),
            "false" => Ok(Value::Flag(false)),
            word => {
                let digits = word.replace('_', "");
                digits.parse().map(Value::Number).map_err(|_| Error::Value(self.line))
            }
        }
    }
}

/// The table at the path, made where it is not there; of an array of tables the last one is meant.
fn descend<'t>(root: &'t mut Table, path: &[String], line: usize) -> Result<&'t mut Table, Error> {
    let mut table = root;
    for key in path {
        let value = table.entry(key.clone()).or_insert_with(|| Value::Table(Table::new()));
        let last = match value {
            Value::Array(items) => items.last_mut().expect("it has at least one table"),
            other => other,
        };
        table = match last {
            Value::Table(inner) => inner,
            _ => return Err(Error::Key(line)),
        };
    }
    Ok(table)
}

/// Adds a table to an array of tables; its path.
fn add_table(root: &mut Table, path: Vec<String>, line: usize) -> Result<Vec<String>, Error> {
    let (last, outer) = path.split_last().ok_or(Error::Key(line))?;
    let table = descend(root, outer, line)?;
    match table.entry(last.clone()).or_insert_with(|| Value::Array(Vec::new())) {
        Value::Array(items) => items.push(Value::Table(Table::new())),
        _ => return Err(Error::Twice(line)),
    }
    Ok(path)
}

/// `[path]` or `[[path]]`, of which the first bracket is taken.
fn head(root: &mut Table, reader: &mut Reader<'_>) -> Result<Vec<String>, Error> {
    let is_array = reader.accept('[');
    let path = reader.path()?;
    reader.expect(']')?;
    if is_array {
        reader.expect(']')?;
        return add_table(root, path, reader.line);
    }
    descend(root, &path, reader.line)?;
    Ok(path)
}

pub fn parse(data: &[u8]) -> Result<Table, Error> {
    let text = std::str::from_utf8(data).map_err(|_| Error::Encoding)?;
    let mut root = Table::new();
    let mut path = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut reader = Reader { rest: line, line: index + 1 };
        if reader.accept('[') {
            path = head(&mut root, &mut reader)?;
        } else if reader.end().is_err() {
            let key = reader.key()?;
            reader.expect('=')?;
            reader.skip();
            let value = reader.value(0)?;
            let table = descend(&mut root, &path, reader.line)?;
            if table.insert(key, value).is_some() {
                return Err(Error::Twice(reader.line));
            }
        }
        reader.end()?;
    }
    match root.get("title") {
        Some(Value::Text(title)) if !title.is_empty() => Ok(root),
        _ => Err(Error::Title),
    }
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
