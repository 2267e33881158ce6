//! Reads a list of e-mail addresses: names, quotes, comments, domains, and addresses of hosts in brackets.

use std::io::Read;

#[derive(Debug, PartialEq, Eq)]
pub enum Domain {
    Name(Vec<String>),
    V4([u8; 4]),
    V6([u16; 8]),
}

#[derive(Debug)]
pub struct Address {
    pub name: Option<String>,
    pub local: String,
    pub domain: Domain,
}

#[derive(Debug)]
pub enum Error {
    Local,
    Domain,
    Host,
    Comment,
    Brackets,
}

/// The text without its comments, which stand in parentheses and may hold others.
fn without_comments(text: &str) -> Result<String, Error> {
    let mut out = String::new();
    let (mut depth, mut quoted, mut escaped) = (0_u32, false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' if depth == 0 => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => {
                depth = depth.checked_sub(1).ok_or(Error::Comment)?;
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            out.push(c);
        }
    }
    if depth == 0 { Ok(out) } else { Err(Error::Comment) }
}

fn is_atom(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c)
}

fn local(text: &str) -> Result<String, Error> {
    if let Some(quoted) = text.strip_prefix('"') {
        let inner = quoted.strip_suffix('"').ok_or(Error::Local)?;
        let mut out = String::new();
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            match c {
                '"' => return Err(Error::Local),
                '\\' => out.push(chars.next().ok_or(Error::Local)?),
                c => out.push(c),
            }
        }
        return Ok(out);
    }
    let atoms = |part: &str| !part.is_empty() && part.chars().all(is_atom);
    if text.len() <= 64 && text.split('.').all(atoms) { Ok(text.to_owned()) } else { Err(Error::Local) }
}

fn v4(text: &str) -> Result<[u8; 4], Error> {
    let parts: Vec<&str> = text.split('.').collect();
    let mut out = [0; 4];
    if parts.len() != out.len() {
        return Err(Error::Host);
    }
    for (byte, part) in out.iter_mut().zip(parts) {
        *byte = part.parse().map_err(|_| Error::Host)?;
    }
    Ok(out)
}

fn groups(text: &str) -> Result<Vec<u16>, Error> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let group = |part: &str| u16::from_str_radix(part, 16).map_err(|_| Error::Host);
    text.split(':').map(group).collect()
}

/// Eight groups, of which `::` leaves out those that are zero.
fn v6(text: &str) -> Result<[u16; 8], Error> {
    let all = match text.split_once("::") {
        None => groups(text)?,
        Some((head, tail)) => {
            let (mut head, tail) = (groups(head)?, groups(tail)?);
            let zeros = 8 - head.len() - tail.len();
            head.resize(head.len() + zeros, 0);
            [head, tail].concat()
        }
    };
    all.try_into().map_err(|_| Error::Host)
}

fn domain(text: &str) -> Result<Domain, Error> {
    if let Some(inner) = text.strip_prefix('[') {
        let inner = inner.strip_suffix(']').ok_or(Error::Brackets)?;
        return match inner.strip_prefix("IPv6:") {
            Some(host) => v6(host).map(Domain::V6),
            None => v4(inner).map(Domain::V4),
        };
    }
    let label = |part: &&str| {
        let inner = part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        inner && (1..=63).contains(&part.len()) && !part.starts_with('-') && !part.ends_with('-')
    };
    let labels: Vec<&str> = text.split('.').collect();
    if labels.len() < 2 || !labels.iter().all(|part| label(part)) {
        return Err(Error::Domain);
    }
    Ok(Domain::Name(labels.iter().map(|part| part.to_lowercase()).collect()))
}

/// `local@domain`, or a name and the same in angle brackets.
fn address(text: &str) -> Result<Address, Error> {
    let text = text.trim();
    let (name, spec) = match text.strip_suffix('>') {
        Some(inner) => {
            let (name, spec) = inner.rsplit_once('<').ok_or(Error::Brackets)?;
            let name = name.trim().trim_matches('"');
            (Some(name.to_owned()).filter(|name| !name.is_empty()), spec)
        }
        None => (None, text),
    };
    let (left, right) = spec.rsplit_once('@').ok_or(Error::Domain)?;
    Ok(Address { name, local: local(left.trim())?, domain: domain(right.trim())? })
}

pub fn parse(data: &[u8]) -> Result<Vec<Address>, Error> {
    let text = String::from_utf8_lossy(data);
    let text = without_comments(text.trim_end())?;
    text.split([',', '\n']).map(address).collect()
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
