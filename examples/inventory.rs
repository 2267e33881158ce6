//! Keeps the stock of a small parts store.
//!
//! A hand-held scanner sends three-byte records on standard input: a verb, an item and a quantity.
//!
//! - `+b5` receives five bolts,
//! - `rb5` reserves five bolts for a customer,
//! - `-b5` ships five bolts to whoever is at the counter.
//!
//! `b` stands for bolts, `n` for nuts, `w` for washers. At the end the store prints how much of each item is free to sell.
//!
//! Try `effigy explore examples/inventory.rs --sym-stdin 6`: somewhere in here a record is believed too easily.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Read};
use std::num::ParseIntError;
use std::process::ExitCode;

/// The items of the store, in the order of the report.
const ITEMS: [&str; 3] = ["bolts", "nuts", "washers"];

/// What the store holds of one item.
#[derive(Clone, Copy, Default)]
struct Stock {
    on_hand: u32,
    reserved: u32,
}

impl Stock {
    /// How much may still be sold or reserved.
    fn free(&self) -> u32 {
        self.on_hand - self.reserved
    }
}

/// What a record asks for.
enum Verb {
    Receive,
    Reserve,
    Ship,
}

/// One record of the scanner.
struct Record {
    verb: Verb,
    item: &'static str,
    quantity: u32,
}

/// Why a record is refused.
enum StoreError {
    Truncated(usize),
    UnknownVerb,
    UnknownItem,
    NotText,
    BadQuantity(ParseIntError),
    NotEnough(&'static str),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Truncated(length) => write!(f, "a record of {length} bytes instead of 3"),
            StoreError::UnknownVerb => f.write_str("unknown verb"),
            StoreError::UnknownItem => f.write_str("unknown item"),
            StoreError::NotText => f.write_str("the quantity is not text"),
            StoreError::BadQuantity(cause) => write!(f, "bad quantity: {cause}"),
            StoreError::NotEnough(item) => write!(f, "not enough {item}"),
        }
    }
}

impl From<ParseIntError> for StoreError {
    fn from(cause: ParseIntError) -> Self {
        StoreError::BadQuantity(cause)
    }
}

impl Record {
    fn parse(bytes: &[u8]) -> Result<Record, StoreError> {
        let &[verb, item, quantity] = bytes else {
            return Err(StoreError::Truncated(bytes.len()));
        };
        let verb = match verb {
            b'+' => Verb::Receive,
            b'r' => Verb::Reserve,
            b'-' => Verb::Ship,
            _ => return Err(StoreError::UnknownVerb),
        };
        let item = match item {
            b'b' => "bolts",
            b'n' => "nuts",
            b'w' => "washers",
            _ => return Err(StoreError::UnknownItem),
        };
        let digits = [quantity];
        let text = std::str::from_utf8(&digits).map_err(|_| StoreError::NotText)?;
        let quantity = text.parse()?;
        Ok(Record { verb, item, quantity })
    }
}

/// The store itself.
struct Store {
    shelves: HashMap<&'static str, Stock>,
    journal: Vec<String>,
}

impl Store {
    /// A store with eight pieces of each item.
    fn new() -> Store {
        let full = Stock { on_hand: 8, reserved: 0 };
        let shelves = ITEMS.into_iter().map(|item| (item, full)).collect();
        Store { shelves, journal: Vec::new() }
    }

    fn apply(&mut self, record: &Record) -> Result<(), StoreError> {
        let stock = self.shelves.entry(record.item).or_default();
        let word = match record.verb {
            Verb::Receive => {
                stock.on_hand += record.quantity;
                "received"
            }
            Verb::Reserve => {
                if stock.free() < record.quantity {
                    return Err(StoreError::NotEnough(record.item));
                }
                stock.reserved += record.quantity;
                "reserved"
            }
            Verb::Ship => {
                if stock.on_hand < record.quantity {
                    return Err(StoreError::NotEnough(record.item));
                }
                stock.on_hand -= record.quantity;
                "shipped"
            }
        };
        self.journal.push(format!("{word} {}", record.item));
        Ok(())
    }

    fn report(&self) {
        for entry in &self.journal {
            println!("{entry}");
        }
        for item in ITEMS {
            let level = match self.shelves.get(item).map(Stock::free) {
                None | Some(0) => "sold out",
                Some(1..=3) => "low",
                Some(_) => "in stock",
            };
            println!("{item:>8}: {level}");
        }
    }
}

fn run() -> Result<(), StoreError> {
    let mut input = Vec::new();
    if io::stdin().read_to_end(&mut input).is_err() {
        return Err(StoreError::Truncated(0));
    }
    let records = input.chunks(3).map(Record::parse).collect::<Result<Vec<_>, _>>()?;
    let mut store = Store::new();
    for record in &records {
        store.apply(record)?;
    }
    store.report();
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("inventory: {problem}");
            ExitCode::FAILURE
        }
    }
}
