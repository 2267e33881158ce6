// effigy: --sym-stdin 12
//! The query of a URL, `?size=5&page=2`: reads its parameters, checks that what is written of them reads the same, and says
//! which of forty items are on the page. Meant to be explored with 12 bytes of standard input.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;
use std::{fmt, io};

/// How many items there are.
const ITEMS: usize = 40;

/// How many items are on a page unless the query says so, and how many at most.
const USUAL_SIZE: usize = 10;
const LARGEST_SIZE: usize = 25;

/// All values of each parameter, in their order.
#[derive(Debug, Default, PartialEq, Eq)]
struct Query(BTreeMap<String, Vec<String>>);

impl Query {
    fn parse(text: &str) -> Query {
        let mut query = Query::default();
        let text = text.strip_prefix('?').unwrap_or(text);
        for pair in text.split(['&', ';']).filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            query.0.entry(key.to_string()).or_default().push(value.replace('+', " "));
        }
        query
    }

    /// The last value of a parameter as a number.
    fn number(&self, key: &str, default: usize) -> Result<usize, String> {
        match self.0.get(key).and_then(|values| values.last()) {
            Some(value) => value.parse().map_err(|problem| format!("{key}={value}: {problem}")),
            None => Ok(default),
        }
    }

    /// The number of the page, from 1, the number of pages, and the items on the page.
    fn page(&self) -> Result<(usize, usize, Range<usize>), String> {
        let size = self.number("size", USUAL_SIZE)?;
        if !(1..=LARGEST_SIZE).contains(&size) {
            return Err(format!("pages of {size} items"));
        }
        let pages = (ITEMS - 1) / size + 1;
        let page = self.number("page", 1)?;
        if !(1..=pages).contains(&page) {
            return Err(format!("there is no page {page} of {pages}"));
        }
        let first = (page - 1) * size;
        Ok((page, pages, first..ITEMS.min(first + size)))
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = '?';
        for (key, values) in &self.0 {
            for value in values {
                write!(f, "{separator}{key}={}", value.replace(' ', "+"))?;
                separator = '&';
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let query = Query::parse(line.trim_end_matches(['\r', '\n']));
    assert_eq!(Query::parse(&query.to_string()), query);
    let (page, pages, items) = query.page()?;
    assert!(!items.is_empty() && items.end <= ITEMS);
    println!("{query}");
    println!("page {page} of {pages}: items {} to {}", items.start + 1, items.end);
    Ok(())
}
