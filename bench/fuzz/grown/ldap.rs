//! Reads the requests that a client sends to a directory: nested values with tags and lengths, as in LDAP.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

const INTEGER: u8 = 0x02;
const OCTETS: u8 = 0x04;
const ENUMERATED: u8 = 0x0a;
const SEQUENCE: u8 = 0x30;
const UNBIND: u8 = 0x42;
const ABANDON: u8 = 0x50;
const BIND: u8 = 0x60;
const SEARCH: u8 = 0x63;
const CONTROL: u8 = 0xa0;

/// How deep filters may nest.
const DEEPEST: usize = 8;

#[derive(Debug)]
pub enum Error {
    End,
    Tag(u8),
    Length,
    Number,
    Order(u32),
    Version(u32),
    Scope(u32),
    Filter(u8),
    Operation(u8),
    Continuation(u32),
    Trailing,
}

/// A search that is under way: entries are sent page by page.
#[derive(Debug)]
pub struct Search {
    pub base: Vec<u8>,
    pub page: u32,
    pub conditions: usize,
    pub pages_sent: u32,
}

#[derive(Debug, Default)]
pub struct Session {
    pub name: Option<Vec<u8>>,
    /// The searches under way, by the number of the message that began them.
    pub searches: BTreeMap<u32, Search>,
    search_numbers: BTreeSet<u32>,
    last: u32,
    is_over: bool,
}

struct Reader<'d> {
    data: &'d [u8],
}

impl<'d> Reader<'d> {
    fn byte(&mut self) -> Result<u8, Error> {
        let (first, rest) = self.data.split_first().ok_or(Error::End)?;
        self.data = rest;
        Ok(*first)
    }

    /// The next value: its tag and its contents. A length has one byte, or one or two behind 0x81 or 0x82.
    fn any(&mut self) -> Result<(u8, Reader<'d>), Error> {
        let tag = self.byte()?;
        let length = match self.byte()? {
            short @ 0..=0x7f => usize::from(short),
            0x81 => usize::from(self.byte()?),
            0x82 => usize::from(u16::from_be_bytes([self.byte()?, self.byte()?])),
            _ => return Err(Error::Length),
        };
        let (contents, rest) = self.data.split_at_checked(length).ok_or(Error::Length)?;
        self.data = rest;
        Ok((tag, Reader { data: contents }))
    }

    fn value(&mut self, tag: u8) -> Result<Reader<'d>, Error> {
        match self.any()? {
            (found, contents) if found == tag => Ok(contents),
            (other, _) => Err(Error::Tag(other)),
        }
    }

    /// The contents as a number that is not negative.
    fn number(self) -> Result<u32, Error> {
        match self.data {
            [] | [0x80..=0xff, ..] => Err(Error::Number),
            bytes if bytes.len() > 4 => Err(Error::Number),
            bytes => Ok(bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))),
        }
    }

    fn end(&self) -> Result<(), Error> {
        if self.data.is_empty() { Ok(()) } else { Err(Error::Trailing) }
    }
}

/// How many conditions a filter has: `and` and `or` of several, `not` of one, a value, or that an attribute is there.
fn filter(reader: &mut Reader<'_>, depth: usize) -> Result<usize, Error> {
    let (tag, mut inner) = reader.any()?;
    match tag {
        0xa0..=0xa2 if depth == DEEPEST => Err(Error::Filter(tag)),
        0xa0 | 0xa1 => {
            let mut count = 0;
            while !inner.data.is_empty() {
                count += filter(&mut inner, depth + 1)?;
            }
            Ok(count)
        }
        0xa2 => {
            let count = filter(&mut inner, depth + 1)?;
            inner.end()?;
            Ok(count)
        }
        0xa3 => {
            let attribute = inner.value(OCTETS)?;
            inner.value(OCTETS)?;
            inner.end()?;
            if attribute.data.is_empty() { Err(Error::Filter(tag)) } else { Ok(1) }
        }
        0x87 if !inner.data.is_empty() => Ok(1),
        other => Err(Error::Filter(other)),
    }
}

impl Session {
    fn bind(&mut self, mut request: Reader<'_>) -> Result<(), Error> {
        let version = request.value(INTEGER)?.number()?;
        if version != 3 {
            return Err(Error::Version(version));
        }
        self.name = Some(request.value(OCTETS)?.data.to_vec());
        // Who binds anew begins anew.
        self.searches.clear();
        self.search_numbers.clear();
        request.end()
    }

    fn search(
        &mut self,
        number: u32,
        mut request: Reader<'_>,
        continued: Option<u32>,
    ) -> Result<(), Error> {
        let base = request.value(OCTETS)?.data.to_vec();
        let scope = request.value(ENUMERATED)?.number()?;
        if scope > 2 {
            return Err(Error::Scope(scope));
        }
        let page = request.value(INTEGER)?.number()?;
        let conditions = filter(&mut request, 0)?;
        request.end()?;
        if let Some(first) = continued {
            return self.next_page(first, &base, page);
        }
        self.searches.insert(number, Search { base, page, conditions, pages_sent: 1 });
        self.search_numbers.insert(number);
        Ok(())
    }

    /// The next page of a search, which is named by its number.
    fn next_page(&mut self, first: u32, base: &[u8], page: u32) -> Result<(), Error> {
        if !self.search_numbers.contains(&first) {
            return Err(Error::Continuation(first));
        }
        let search = self.searches.get_mut(&first).expect("a search of that number was begun");
        if search.base != base || page == 0 {
            return Err(Error::Continuation(first));
        }
        search.page = page;
        search.pages_sent += 1;
        Ok(())
    }

    /// A message: its number, the request, and perhaps the number of a search that it continues.
    fn message(&mut self, mut message: Reader<'_>) -> Result<(), Error> {
        let number = message.value(INTEGER)?.number()?;
        if number <= self.last {
            return Err(Error::Order(number));
        }
        self.last = number;
        let (operation, request) = message.any()?;
        let mut continued = None;
        if !message.data.is_empty() {
            let mut control = message.value(CONTROL)?;
            continued = Some(control.value(INTEGER)?.number()?);
            control.end()?;
        }
        message.end()?;
        match operation {
            BIND => self.bind(request),
            _ if self.name.is_none() => Err(Error::Operation(operation)),
            SEARCH => self.search(number, request, continued),
            ABANDON => {
                // What is not under way is over already.
                self.searches.remove(&request.number()?);
                Ok(())
            }
            UNBIND => {
                self.is_over = true;
                request.end()
            }
            other => Err(Error::Operation(other)),
        }
    }
}

pub fn parse(data: &[u8]) -> Result<Session, Error> {
    let mut reader = Reader { data };
    let mut session = Session::default();
    while !session.is_over {
        let message = reader.value(SEQUENCE)?;
        session.message(message)?;
    }
    reader.end()?;
    Ok(session)
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
