// effigy: --sym-stdin 10
//! A version as in Semantic Versioning 2.0.0, `1.4.0-rc.1`: compares it with the released one and proposes the next one.
//! Meant to be explored with 10 bytes of standard input.

use std::cmp::Ordering;
use std::error::Error;
use std::str::FromStr;
use std::{fmt, io};

/// The version that is released.
const RELEASED: &str = "1.4.0-7";

#[derive(Debug, Clone, PartialEq, Eq)]
struct Version {
    core: [u32; 3],
    pre: Vec<String>,
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

impl FromStr for Version {
    type Err = Box<dyn Error>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (core, pre) = match text.split_once('-') {
            Some((core, pre)) => (core, pre.split('.').map(str::to_string).collect()),
            None => (text, Vec::new()),
        };
        if !pre.iter().all(|identifier| is_identifier(identifier)) {
            return Err(format!("bad pre-release in {text}").into());
        }
        let numbers = core.split('.').map(str::parse).collect::<Result<Vec<u32>, _>>()?;
        match numbers.as_slice() {
            &[major, minor, patch] => Ok(Version { core: [major, minor, patch], pre }),
            other => Err(format!("{} numbers instead of 3", other.len()).into()),
        }
    }
}

/// Numbers are compared as such and come before names (section 11.4).
fn compare_identifiers(left: &str, right: &str) -> Ordering {
    match (left.parse::<u64>(), right.parse::<u64>()) {
        (Ok(left), Ok(right)) => left.cmp(&right),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => left.cmp(right),
    }
}

impl Version {
    fn precedence(&self, other: &Version) -> Ordering {
        let pre = || match (self.pre.is_empty(), other.pre.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => {
                let mut pairs = self.pre.iter().zip(&other.pre);
                pairs
                    .find_map(|(l, r)| Some(compare_identifiers(l, r)).filter(|o| o.is_ne()))
                    .unwrap_or(self.pre.len().cmp(&other.pre.len()))
            }
        };
        self.core.cmp(&other.core).then_with(pre)
    }

    /// The next patch; of a pre-release, the version that it leads to.
    fn bump(&self) -> Option<Version> {
        let [major, minor, patch] = self.core;
        let patch = if self.pre.is_empty() { patch.checked_add(1)? } else { patch };
        Some(Version { core: [major, minor, patch], pre: Vec::new() })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.core;
        write!(f, "{major}.{minor}.{patch}")?;
        if self.pre.is_empty() { Ok(()) } else { write!(f, "-{}", self.pre.join(".")) }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let released: Version = RELEASED.parse()?;
    let version: Version = line.trim().parse()?;
    match version.precedence(&released) {
        Ordering::Less => println!("{version} is older than {released}"),
        Ordering::Equal => println!("{version} is released"),
        Ordering::Greater => println!("{version} is newer than {released}"),
    }
    match version.bump() {
        Some(next) => println!("next: {next}"),
        None => println!("no further patch"),
    }
    Ok(())
}
