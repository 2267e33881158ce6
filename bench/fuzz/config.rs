//! Reads a configuration file: sections, keys with values, quotes, sizes with units, and values that mention others.

use std::collections::BTreeMap;
use std::io::Read;

/// The largest cache that a server may have.
const MOST_CACHE: u64 = 64 << 30;

type Section = BTreeMap<String, String>;

#[derive(Debug)]
pub enum Error {
    Syntax(usize),
    Missing(&'static str),
    Invalid(&'static str),
    Unknown(String),
}

#[derive(Debug, Default)]
pub struct Config {
    pub host: String,
    pub port: u16,
    pub cache: u64,
    pub log: Option<String>,
}

/// A value without its quotes; a hash outside of quotes begins a comment.
fn value_of(text: &str, line: usize) -> Result<String, Error> {
    let mut value = String::new();
    let mut quoted = false;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => quoted = !quoted,
            '\\' if quoted => match chars.next() {
                Some('n') => value.push('\n'),
                Some(c @ ('"' | '\\')) => value.push(c),
                _ => return Err(Error::Syntax(line)),
            },
            '#' if !quoted => break,
            c => value.push(c),
        }
    }
    if quoted { Err(Error::Syntax(line)) } else { Ok(value.trim().to_owned()) }
}

fn sections(text: &str) -> Result<BTreeMap<String, Section>, Error> {
    let mut found: BTreeMap<String, Section> = BTreeMap::new();
    let mut name = String::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with(';') {
            continue;
        }
        if let Some(inner) = line.strip_prefix('[') {
            let inner = inner.strip_suffix(']').ok_or(Error::Syntax(index + 1))?;
            name = inner.trim().to_lowercase();
            if name.is_empty() {
                return Err(Error::Syntax(index + 1));
            }
            found.entry(name.clone()).or_default();
            continue;
        }
        let (key, value) = line.split_once('=').ok_or(Error::Syntax(index + 1))?;
        let value = value_of(value, index + 1)?;
        let section = found.entry(name.clone()).or_default();
        section.insert(key.trim().to_lowercase(), value);
    }
    Ok(found)
}

/// The value with `${key}` replaced by what the section has there; what is put in is not looked at again.
fn expand(section: &Section, value: &str) -> Result<String, Error> {
    let mut out = String::new();
    let mut rest = value;
    while let Some((before, after)) = rest.split_once("${") {
        let (key, behind) = after.split_once('}').ok_or(Error::Invalid("reference"))?;
        out.push_str(before);
        out.push_str(section.get(key).ok_or_else(|| Error::Unknown(key.to_owned()))?);
        rest = behind;
    }
    out.push_str(rest);
    Ok(out)
}

/// A number of bytes: digits, and `k`, `m` or `g`.
fn size(text: &str) -> Result<u64, Error> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.parse().map_err(|_| Error::Invalid("size"))?;
    let unit = match text.get(digits.len()..).unwrap_or_default() {
        "" => 1,
        "k" | "K" => 1 << 10,
        "m" | "M" => 1 << 20,
        "g" | "G" => 1 << 30,
        _ => return Err(Error::Invalid("unit")),
    };
    let bytes = number * unit;
    if bytes > MOST_CACHE { Err(Error::Invalid("cache")) } else { Ok(bytes) }
}

pub fn parse(data: &[u8]) -> Result<Config, Error> {
    let text = std::str::from_utf8(data).map_err(|_| Error::Syntax(0))?;
    let sections = sections(text)?;
    let server = sections.get("server").ok_or(Error::Missing("server"))?;
    let mut config = Config { port: 80, ..Config::default() };
    for (key, value) in server {
        let value = expand(server, value)?;
        match key.as_str() {
            "host" if value.is_empty() => return Err(Error::Invalid("host")),
            "host" => config.host = value,
            "port" => config.port = value.parse().map_err(|_| Error::Invalid("port"))?,
            "cache" => config.cache = size(&value)?,
            "log" => config.log = Some(value).filter(|path| !path.is_empty()),
            _ => return Err(Error::Unknown(key.clone())),
        }
    }
    if config.host.is_empty() { Err(Error::Missing("host")) } else { Ok(config) }
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
