//! Reads an HTTP/1.1 request whose body comes in chunks, with fields behind the body that were announced before it.

use std::collections::BTreeMap;
use std::io::Read;

const METHODS: [&str; 4] = ["GET", "POST", "PUT", "DELETE"];
const LARGEST_BODY: usize = 2048;
/// What the reader of a message must know before the body.
const NEVER_BEHIND: [&str; 4] = ["host", "content-length", "transfer-encoding", "trailer"];

#[derive(Debug)]
pub enum Error {
    End,
    Line,
    Method,
    Target,
    Version,
    Field,
    Host,
    Length,
    Encoding,
    Chunk,
    Trailer(String),
}

#[derive(Debug, Default)]
pub struct Request {
    pub target: String,
    pub host: Option<String>,
    pub length: Option<usize>,
    pub is_chunked: bool,
    pub body: Vec<u8>,
    /// The fields behind the body, under the names by which they were announced.
    pub trailers: BTreeMap<String, Option<String>>,
}

struct Reader<'d> {
    rest: &'d [u8],
}

impl<'d> Reader<'d> {
    /// The next line, without its end.
    fn line(&mut self) -> Result<&'d str, Error> {
        let end = self.rest.windows(2).position(|pair| pair == b"\r\n").ok_or(Error::End)?;
        let line = std::str::from_utf8(&self.rest[..end]).map_err(|_| Error::Line)?;
        self.rest = &self.rest[end + 2..];
        Ok(line)
    }

    fn bytes(&mut self, count: usize) -> Result<&'d [u8], Error> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or(Error::End)?;
        self.rest = rest;
        Ok(bytes)
    }
}

/// The name and the value of a field.
fn field(line: &str) -> Result<(&str, &str), Error> {
    let (name, value) = line.split_once(':').ok_or(Error::Field)?;
    let is_token = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(is_token) {
        return Err(Error::Field);
    }
    Ok((name, value.trim()))
}

impl Request {
    fn request_line(&mut self, line: &str) -> Result<(), Error> {
        let mut words = line.split(' ');
        let method = words.next().unwrap_or_default();
        if !METHODS.contains(&method) {
            return Err(Error::Method);
        }
        let target = words.next().filter(|it| it.starts_with('/')).ok_or(Error::Target)?;
        self.target = target.to_owned();
        match (words.next(), words.next()) {
            (Some("HTTP/1.1"), None) => Ok(()),
            _ => Err(Error::Version),
        }
    }

    fn header(&mut self, line: &str) -> Result<(), Error> {
        let (name, value) = field(line)?;
        match name.to_ascii_lowercase().as_str() {
            "host" if self.host.is_some() || value.is_empty() => return Err(Error::Host),
            "host" => self.host = Some(value.to_owned()),
            "content-length" => {
                let length = value.parse().map_err(|_| Error::Length)?;
                if length > LARGEST_BODY || self.length.is_some_and(|other| other != length) {
                    return Err(Error::Length);
                }
                self.length = Some(length);
            }
            "transfer-encoding" if !value.eq_ignore_ascii_case("chunked") => {
                return Err(Error::Encoding);
            }
            "transfer-encoding" => self.is_chunked = true,
            "trailer" => self.announce(value)?,
            _ => {}
        }
        Ok(())
    }

    /// The names of fields that are to follow the body.
    fn announce(&mut self, names: &str) -> Result<(), Error> {
        for name in names.split(',').map(str::trim) {
            if name.is_empty() || NEVER_BEHIND.contains(&name.to_ascii_lowercase().as_str()) {
                return Err(Error::Trailer(name.to_owned()));
            }
            self.trailers.insert(name.to_owned(), None);
        }
        Ok(())
    }

    fn chunks(&mut self, reader: &mut Reader<'_>) -> Result<(), Error> {
        loop {
            let line = reader.line()?;
            let size = line.split(';').next().unwrap_or_default().trim();
            if size.is_empty() || size.len() > 4 {
                return Err(Error::Chunk);
            }
            let size = usize::from_str_radix(size, 16).map_err(|_| Error::Chunk)?;
            if size == 0 {
                return Ok(());
            }
            if self.body.len() + size > LARGEST_BODY {
                return Err(Error::Length);
            }
            self.body.extend_from_slice(reader.bytes(size)?);
            if reader.bytes(2)? != b"\r\n" {
                return Err(Error::Chunk);
            }
        }
    }

    /// A field behind the body; only what was announced is taken.
    fn trailer(&mut self, line: &str) -> Result<(), Error> {
        let (name, value) = field(line)?;
        if !self.trailers.keys().any(|known| known.eq_ignore_ascii_case(name)) {
            return Err(Error::Trailer(name.to_owned()));
        }
        let place = self.trailers.get_mut(name).expect("it was announced");
        if place.is_some() {
            return Err(Error::Trailer(name.to_owned()));
        }
        *place = Some(value.to_owned());
        Ok(())
    }

    fn body(&mut self, reader: &mut Reader<'_>) -> Result<(), Error> {
        if !self.is_chunked {
            if !self.trailers.is_empty() {
                return Err(Error::Encoding);
            }
            self.body = reader.bytes(self.length.unwrap_or(0))?.to_vec();
            return Ok(());
        }
        // A message with both is a trick.
        if self.length.is_some() {
            return Err(Error::Length);
        }
        self.chunks(reader)?;
        loop {
            match reader.line()? {
                "" => return Ok(()),
                line => self.trailer(line)?,
            }
        }
    }
}

pub fn parse(data: &[u8]) -> Result<Request, Error> {
    let mut reader = Reader { rest: data };
    let mut request = Request::default();
    request.request_line(reader.line()?)?;
    loop {
        match reader.line()? {
            "" => break,
            line => request.header(line)?,
        }
    }
    if request.host.is_none() {
        return Err(Error::Host);
    }
    request.body(&mut reader)?;
    if reader.rest.is_empty() { Ok(request) } else { Err(Error::End) }
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
