// effigy: --sym-stdin 8
//! A set of letters as a binary search tree: a letter adds itself, or is taken out behind a minus sign. The tree has to hold
//! the same as a set of the library. Meant to be explored with 8 bytes of standard input.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::io::{self, Read};

#[derive(Debug)]
struct Node {
    key: char,
    left: Tree,
    right: Tree,
}

#[derive(Debug, Default)]
struct Tree(Option<Box<Node>>);

impl Tree {
    /// Adds a key; says whether it is new.
    fn insert(&mut self, key: char) -> bool {
        match &mut self.0 {
            None => {
                self.0 =
                    Some(Box::new(Node { key, left: Tree::default(), right: Tree::default() }));
                true
            }
            Some(node) => match key.cmp(&node.key) {
                Ordering::Less => node.left.insert(key),
                Ordering::Equal => false,
                Ordering::Greater => node.right.insert(key),
            },
        }
    }

    /// Takes out a key; says whether it was there.
    fn remove(&mut self, key: char) -> bool {
        let Some(node) = &mut self.0 else {
            return false;
        };
        match key.cmp(&node.key) {
            Ordering::Less => return node.left.remove(key),
            Ordering::Greater => return node.right.remove(key),
            Ordering::Equal => {}
        }
        match node.right.take_least() {
            Some(next) => node.key = next,
            None => *self = std::mem::take(&mut node.left),
        }
        true
    }

    /// Takes out the least key, if there is one.
    fn take_least(&mut self) -> Option<char> {
        if let Some(least) = self.0.as_mut()?.left.take_least() {
            return Some(least);
        }
        let node = self.0.take()?;
        *self = node.right;
        Some(node.key)
    }

    fn depth(&self) -> usize {
        self.0.as_ref().map_or(0, |node| 1 + node.left.depth().max(node.right.depth()))
    }

    /// Adds the keys in their order to a list.
    fn list(&self, keys: &mut Vec<char>) {
        if let Some(node) = &self.0 {
            node.left.list(keys);
            keys.push(node.key);
            node.right.list(keys);
        }
    }
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text)?;
    let mut tree = Tree::default();
    let mut expected = BTreeSet::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c.is_alphabetic() {
            assert_eq!(tree.insert(c), expected.insert(c));
        } else if c == '-' {
            let Some(key) = chars.next() else {
                break;
            };
            assert_eq!(tree.remove(key), expected.remove(&key));
        }
    }
    let mut keys = Vec::new();
    tree.list(&mut keys);
    assert!(keys.iter().eq(expected.iter()));
    println!("{} keys, depth {}", keys.len(), tree.depth());
    println!("{}", keys.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
    Ok(())
}
