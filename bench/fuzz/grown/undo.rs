//! Runs the commands of a session with a small store: values are set in transactions, which go back to points that were kept.

use std::collections::BTreeMap;
use std::io::Read;

/// The longest key.
const LONGEST_KEY: usize = 16;

#[derive(Debug)]
pub enum Error {
    Text,
    Command(usize),
    State(usize),
    Key(usize),
    Number(usize),
    Point(usize),
}

/// What a key had before it was changed; `None` when it was not there.
struct Change {
    key: String,
    before: Option<i64>,
}

#[derive(Default)]
pub struct Store {
    pub values: BTreeMap<String, i64>,
    pub transactions: usize,
    is_open: bool,
    log: Vec<Change>,
    /// How long the log was at each point.
    points: Vec<usize>,
}

/// A line of the session, by its number.
struct Line<'t> {
    number: usize,
    words: std::str::SplitWhitespace<'t>,
}

impl<'t> Line<'t> {
    fn key(&mut self) -> Result<&'t str, Error> {
        let key = self.words.next().ok_or(Error::Key(self.number))?;
        let fits = key.len() <= LONGEST_KEY && key.chars().all(|c| c.is_ascii_alphanumeric());
        if fits { Ok(key) } else { Err(Error::Key(self.number)) }
    }

    fn value(&mut self) -> Result<i64, Error> {
        let word = self.words.next().ok_or(Error::Number(self.number))?;
        word.parse().map_err(|_| Error::Number(self.number))
    }

    fn point(&mut self) -> Result<usize, Error> {
        let word = self.words.next().ok_or(Error::Point(self.number))?;
        word.parse().map_err(|_| Error::Point(self.number))
    }

    fn end(&mut self) -> Result<(), Error> {
        if self.words.next().is_some() { Err(Error::Command(self.number)) } else { Ok(()) }
    }
}

impl Store {
    fn open(&mut self, line: &mut Line<'_>) -> Result<(), Error> {
        line.end()?;
        if self.is_open {
            return Err(Error::State(line.number));
        }
        self.is_open = true;
        Ok(())
    }

    fn close(&mut self, line: &mut Line<'_>) -> Result<(), Error> {
        line.end()?;
        self.log.clear();
        self.points.clear();
        self.is_open = false;
        self.transactions += 1;
        Ok(())
    }

    /// Changes a key, and logs what it had.
    fn change(&mut self, key: &str, value: Option<i64>) {
        let before = match value {
            Some(value) => self.values.insert(key.to_owned(), value),
            None => self.values.remove(key),
        };
        self.log.push(Change { key: key.to_owned(), before });
    }

    fn add(&mut self, line: &mut Line<'_>) -> Result<(), Error> {
        let (key, value) = (line.key()?, line.value()?);
        let old = self.values.get(key).ok_or(Error::Key(line.number))?;
        let sum = old.checked_add(value).ok_or(Error::Number(line.number))?;
        self.change(key, Some(sum));
        line.end()
    }

    fn delete(&mut self, line: &mut Line<'_>) -> Result<(), Error> {
        let key = line.key()?;
        if !self.values.contains_key(key) {
            return Err(Error::Key(line.number));
        }
        self.change(key, None);
        line.end()
    }

    /// Keeps a point, which the client knows by its number, from 1 on.
    fn keep(&mut self, line: &mut Line<'_>) -> Result<(), Error> {
        line.end()?;
        self.points.push(self.log.len());
        Ok(())
    }

    /// Goes back to a point: what was changed since then is changed back, the last one first.
    fn back(&mut self, line: &mut Line<'_>) -> Result<(), Error> {
        let number = line.point()?;
        line.end()?;
        let index = number.checked_sub(1).ok_or(Error::Point(line.number))?;
        let length = *self.points.get(index).ok_or(Error::Point(line.number))?;
        for change in self.log.split_off(length).into_iter().rev() {
            match change.before {
                Some(value) => self.values.insert(change.key, value),
                None => self.values.remove(&change.key),
            };
        }
        Ok(())
    }

    fn run(&mut self, mut line: Line<'_>) -> Result<(), Error> {
        let command = line.words.next().unwrap_or_default();
        match command {
            "" => Ok(()),
            "BEGIN" => self.open(&mut line),
            _ if !self.is_open => Err(Error::State(line.number)),
            "SET" => {
                let (key, value) = (line.key()?, line.value()?);
                self.change(key, Some(value));
                line.end()
            }
            "ADD" => self.add(&mut line),
            "DELETE" => self.delete(&mut line),
            "KEEP" => self.keep(&mut line),
            "BACK" => self.back(&mut line),
            "COMMIT" => self.close(&mut line),
            _ => Err(Error::Command(line.number)),
        }
    }
}

pub fn parse(data: &[u8]) -> Result<Store, Error> {
    let text = std::str::from_utf8(data).map_err(|_| Error::Text)?;
    let mut store = Store::default();
    for (index, line) in text.lines().enumerate() {
        store.run(Line { number: index + 1, words: line.split_whitespace() })?;
    }
    if store.is_open { Err(Error::State(0)) } else { Ok(store) }
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
