//! Fills in a template: lists by their names, a line of three dashes, and text with loops and conditions.

use std::collections::BTreeMap;
use std::io::Read;

/// The longest output, and the most steps.
const LONGEST: usize = 1 << 14;
const MOST_STEPS: usize = 1 << 14;

#[derive(Debug)]
pub enum Error {
    Encoding,
    Head,
    Name(String),
    Tag(String),
    Nesting(usize),
    Unknown(String),
    Length,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Value(String),
    For { item: String, list: String },
    EndFor,
    If(String),
    EndIf,
    Break,
}

/// A loop or a condition that was entered.
enum Frame {
    For { item: String, values: Vec<String>, next: usize, start: usize },
    If,
}

type Lists = BTreeMap<String, Vec<String>>;

fn name(text: &str) -> Result<String, Error> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if fits { Ok(text.to_owned()) } else { Err(Error::Name(text.to_owned())) }
}

/// Lines as in `name = one, two`.
fn lists(text: &str) -> Result<Lists, Error> {
    let mut lists = Lists::new();
    for line in text.lines() {
        let (key, values) = line.split_once('=').ok_or(Error::Head)?;
        let values = values.split(',').map(|value| value.trim().to_owned());
        let values = values.filter(|value| !value.is_empty()).collect();
        if lists.insert(name(key)?, values).is_some() {
            return Err(Error::Head);
        }
    }
    Ok(lists)
}

fn tag(text: &str) -> Result<Part, Error> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["for", item, "in", list] => Ok(Part::For { item: name(item)?, list: name(list)? }),
        ["if", list] => Ok(Part::If(name(list)?)),
        ["endfor"] => Ok(Part::EndFor),
        ["endif"] => Ok(Part::EndIf),
        ["break"] => Ok(Part::Break),
        _ => Err(Error::Tag(text.to_owned())),
    }
}

/// Text, `{{ name }}`, and tags in `{% %}`.
fn parts(mut text: &str) -> Result<Vec<Part>, Error> {
    let mut parts = Vec::new();
    while let Some(start) = text.find("{{").into_iter().chain(text.find("{%")).min() {
        if start > 0 {
            parts.push(Part::Text(text[..start].to_owned()));
        }
        let is_value = text[start..].starts_with("{{");
        let inner = &text[start + 2..];
        let end = inner.find(if is_value { "}}" } else { "%}" });
        let end = end.ok_or_else(|| Error::Tag(inner.to_owned()))?;
        let part = if is_value { Part::Value(name(&inner[..end])?) } else { tag(&inner[..end])? };
        parts.push(part);
        text = &inner[end + 2..];
    }
    if !text.is_empty() {
        parts.push(Part::Text(text.to_owned()));
    }
    Ok(parts)
}

/// For each loop and condition the place of its end, and for each `break` that of its loop's end.
fn ends(parts: &[Part]) -> Result<BTreeMap<usize, usize>, Error> {
    let mut ends = BTreeMap::new();
    let mut open = Vec::new();
    let mut breaks = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let is_loop = |start: &usize| matches!(parts[*start], Part::For { .. });
        match part {
            Part::For { .. } | Part::If(_) => open.push(place),
            Part::EndFor | Part::EndIf => {
                let start = open.pop().ok_or(Error::Nesting(place))?;
                if is_loop(&start) != (*part == Part::EndFor) {
                    return Err(Error::Nesting(place));
                }
                ends.insert(start, place);
            }
            Part::Break => {
                let inner = open.iter().rev().find(|start| is_loop(start));
                breaks.push((place, *inner.ok_or(Error::Nesting(place))?));
            }
            Part::Text(_) | Part::Value(_) => {}
        }
    }
    if let Some(place) = open.pop() {
        return Err(Error::Nesting(place));
    }
    for (place, start) in breaks {
        ends.insert(place, ends[&start]);
    }
    Ok(ends)
}

struct Renderer {
    lists: Lists,
    frames: Vec<Frame>,
    out: String,
}

impl Renderer {
    fn list(&self, name: &str) -> Result<&Vec<String>, Error> {
        self.lists.get(name).ok_or_else(|| Error::Unknown(name.to_owned()))
    }

    /// Enters a loop; whether there is anything in its list.
    fn enter(&mut self, item: &str, list: &str, start: usize) -> Result<bool, Error> {
        let values = self.list(list)?.clone();
        if self.lists.contains_key(item) {
            return Err(Error::Name(item.to_owned()));
        }
        let Some(first) = values.first() else { return Ok(false) };
        self.lists.insert(item.to_owned(), vec![first.clone()]);
        self.frames.push(Frame::For { item: item.to_owned(), values, next: 1, start });
        Ok(true)
    }

    /// At the end of a loop: where its next pass begins, unless it was the last.
    fn next_pass(&mut self) -> Option<usize> {
        let Some(Frame::For { item, values, next, start }) = self.frames.last_mut() else {
            unreachable!("the nesting was checked")
        };
        if let Some(value) = values.get(*next) {
            *next += 1;
            self.lists.insert(item.clone(), vec![value.clone()]);
            return Some(*start + 1);
        }
        self.leave();
        None
    }

    fn leave(&mut self) {
        if let Some(Frame::For { item, .. }) = self.frames.pop() {
            self.lists.remove(&item);
        }
    }

    /// Does what a part says; which part is next.
    fn step(&mut self, place: usize, part: &Part, end: Option<usize>) -> Result<usize, Error> {
        let behind = end.unwrap_or(place) + 1;
        match part {
            Part::Text(text) => self.out.push_str(text),
            Part::Value(name) => {
                let text = self.list(name)?.join(", ");
                self.out.push_str(&text);
            }
            Part::For { item, list } if !self.enter(item, list, place)? => return Ok(behind),
            Part::For { .. } => {}
            Part::EndFor => return Ok(self.next_pass().unwrap_or(behind)),
            Part::If(name) if self.list(name)?.is_empty() => return Ok(behind),
            Part::If(_) => self.frames.push(Frame::If),
            Part::EndIf => match self.frames.pop() {
                Some(Frame::If) => {}
                _ => unreachable!("the nesting was checked"),
            },
            Part::Break => {
                self.leave();
                return Ok(behind);
            }
        }
        Ok(place + 1)
    }
}

pub fn parse(data: &[u8]) -> Result<String, Error> {
    let text = std::str::from_utf8(data).map_err(|_| Error::Encoding)?;
    let (head, body) = text.split_once("---\n").ok_or(Error::Head)?;
    let parts = parts(body)?;
    let ends = ends(&parts)?;
    let mut renderer = Renderer { lists: lists(head)?, frames: Vec::new(), out: String::new() };
    let mut place = 0;
    for _ in 0..MOST_STEPS {
        let Some(part) = parts.get(place) else { return Ok(renderer.out) };
        place = renderer.step(place, part, ends.get(&place).copied())?;
        if renderer.out.len() > LONGEST {
            break;
        }
    }
    Err(Error::Length)
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
