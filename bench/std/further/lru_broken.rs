// effigy: --sym-stdin 10
//! `lru.rs` with a defect: a key that is stored again keeps its former place in the order, too.
//! Meant to be explored with 10 bytes of standard input.

use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead};

const CAPACITY: usize = 2;

#[derive(Debug)]
enum Command<'a> {
    Store(&'a str, &'a str),
    Look(&'a str),
    Remove(&'a str),
}

fn command(line: &str) -> Option<Command<'_>> {
    if let Some(key) = line.strip_prefix('-') {
        return Some(Command::Remove(key));
    }
    if let Some(key) = line.strip_suffix('?') {
        return Some(Command::Look(key));
    }
    line.split_once('=').map(|(key, value)| Command::Store(key, value))
}

/// The entries, and their keys from the one that was used least recently on.
#[derive(Debug, Default)]
struct Cache {
    entries: HashMap<String, String>,
    order: VecDeque<String>,
}

impl Cache {
    /// Takes a key out of the order.
    fn forget(&mut self, key: &str) {
        if let Some(place) = self.order.iter().position(|other| other == key) {
            self.order.remove(place);
        }
    }

    fn touch(&mut self, key: &str) {
        self.forget(key);
        self.order.push_back(key.to_string());
    }

    fn look(&mut self, key: &str) -> Option<&str> {
        if self.entries.contains_key(key) {
            self.touch(key);
        }
        self.entries.get(key).map(String::as_str)
    }

    /// Stores an entry; returns the key of the one that had to go.
    fn store(&mut self, key: &str, value: &str) -> Option<String> {
        self.entries.insert(key.to_string(), value.to_string());
        self.order.push_back(key.to_string());
        if self.entries.len() <= CAPACITY {
            return None;
        }
        let oldest = self.order.pop_front()?;
        self.entries.remove(&oldest);
        Some(oldest)
    }

    fn remove(&mut self, key: &str) -> bool {
        self.forget(key);
        self.entries.remove(key).is_some()
    }

    fn is_consistent(&self) -> bool {
        self.entries.len() <= CAPACITY
            && self.entries.len() == self.order.len()
            && self.order.iter().all(|key| self.entries.contains_key(key))
    }
}

fn main() -> io::Result<()> {
    let mut cache = Cache::default();
    for line in io::stdin().lock().lines() {
        match command(&line?) {
            Some(Command::Store(key, value)) => match cache.store(key, value) {
                Some(oldest) => println!("{key} stored instead of {oldest}"),
                None => println!("{key} stored"),
            },
            Some(Command::Look(key)) => println!("{}", cache.look(key).unwrap_or("(missing)")),
            Some(Command::Remove(key)) => println!("removed: {}", cache.remove(key)),
            None => println!("a command is `key=value`, `key?` or `-key`"),
        }
        assert!(cache.is_consistent()); //~ FINDING[assertion]: cache.is_consistent()
    }
    println!("{} entries", cache.order.len());
    Ok(())
}
