//! A persistent map from small integers: a radix tree with shared nodes. Cloning is one reference count.

use std::rc::Rc;

const BITS: u32 = 4;
const FANOUT: usize = 1 << BITS;
const MASK: u64 = FANOUT as u64 - 1;

#[derive(Clone, Debug)]
enum Node<T> {
    Inner([Option<Rc<Node<T>>>; FANOUT]),
    Leaf([Option<Rc<T>>; FANOUT]),
}

impl<T> Node<T> {
    fn inner() -> Self {
        Node::Inner(std::array::from_fn(|_| None))
    }

    fn leaf() -> Self {
        Node::Leaf(std::array::from_fn(|_| None))
    }

    fn is_empty(&self) -> bool {
        match self {
            Node::Inner(children) => children.iter().all(Option::is_none),
            Node::Leaf(items) => items.iter().all(Option::is_none),
        }
    }
}

/// The map. Removing entries gives their nodes back, so its size follows the live entries.
#[derive(Clone, Debug)]
pub struct Trie<T> {
    root: Option<Rc<Node<T>>>,
    /// Levels below the root; a tree of height h holds keys below 16^(h+1).
    height: u32,
}

impl<T: Clone> Trie<T> {
    /// An empty map.
    pub fn new() -> Self {
        Self { root: None, height: 0 }
    }

    fn fits(&self, key: u64) -> bool {
        let bits = BITS * (self.height + 1);
        bits >= 64 || key >> bits == 0
    }

    /// The entry of `key`.
    pub fn get(&self, key: u64) -> Option<&T> {
        if !self.fits(key) {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut shift = BITS * self.height;
        loop {
            let i = ((key >> shift) & MASK) as usize;
            match node {
                Node::Inner(children) => node = children[i].as_deref()?,
                Node::Leaf(items) => return items[i].as_deref(),
            }
            shift -= BITS;
        }
    }

    /// The entry of `key` for writing; what other maps share is copied first.
    pub fn get_mut(&mut self, key: u64) -> Option<&mut T> {
        if !self.fits(key) {
            return None;
        }
        let mut node = Rc::make_mut(self.root.as_mut()?);
        let mut shift = BITS * self.height;
        loop {
            let i = ((key >> shift) & MASK) as usize;
            match node {
                Node::Inner(children) => node = Rc::make_mut(children[i].as_mut()?),
                Node::Leaf(items) => return items[i].as_mut().map(Rc::make_mut),
            }
            shift -= BITS;
        }
    }

    /// Sets the entry of `key`.
    pub fn insert(&mut self, key: u64, value: T) {
        while !self.fits(key) {
            if let Some(old) = self.root.take() {
                let mut children = std::array::from_fn(|_| None);
                children[0] = Some(old);
                self.root = Some(Rc::new(Node::Inner(children)));
            }
            self.height += 1;
        }
        let mut shift = BITS * self.height;
        let empty = if shift == 0 { Node::leaf } else { Node::inner };
        let mut node = Rc::make_mut(self.root.get_or_insert_with(|| Rc::new(empty())));
        loop {
            let i = ((key >> shift) & MASK) as usize;
            match node {
                Node::Inner(children) => {
                    shift -= BITS;
                    let empty = if shift == 0 { Node::leaf } else { Node::inner };
                    node = Rc::make_mut(children[i].get_or_insert_with(|| Rc::new(empty())));
                }
                Node::Leaf(items) => {
                    items[i] = Some(Rc::new(value));
                    return;
                }
            }
        }
    }

    /// Removes the entry of `key`.
    pub fn remove(&mut self, key: u64) {
        if self.get(key).is_none() {
            return;
        }
        if let Some(root) = &mut self.root
            && Self::remove_below(Rc::make_mut(root), key, BITS * self.height)
        {
            self.root = None;
            self.height = 0;
        }
    }

    fn remove_below(node: &mut Node<T>, key: u64, shift: u32) -> bool {
        let i = ((key >> shift) & MASK) as usize;
        match node {
            Node::Leaf(items) => items[i] = None,
            Node::Inner(children) => {
                if let Some(child) = &mut children[i]
                    && Self::remove_below(Rc::make_mut(child), key, shift - BITS)
                {
                    children[i] = None;
                }
            }
        }
        node.is_empty()
    }

    /// Calls `visit` with every entry in order of the keys.
    pub fn for_each(&self, visit: &mut dyn FnMut(&Rc<T>)) {
        fn walk<T>(node: &Node<T>, visit: &mut dyn FnMut(&Rc<T>)) {
            match node {
                Node::Inner(children) => children.iter().flatten().for_each(|c| walk(c, visit)),
                Node::Leaf(items) => items.iter().flatten().for_each(visit),
            }
        }
        if let Some(root) = &self.root {
            walk(root, visit);
        }
    }
}

impl<T: Clone> Trie<T> {
    /// Calls `visit` with every key whose entries two maps do not share.
    pub fn differences(&self, other: &Self, visit: &mut Difference<'_, T>) {
        let (mut a, mut b) = (self.root.clone(), other.root.clone());
        let higher = self.height > other.height;
        let mut height = self.height.max(other.height);
        // The lower tree is the first part of the higher one.
        while height > self.height.min(other.height) {
            let shift = BITS * height;
            let node = if higher { &mut a } else { &mut b };
            let Some(Node::Inner(children)) = node.as_deref() else { break };
            for (i, child) in (0..).zip(children).skip(1) {
                let key: u64 = i << shift;
                match higher {
                    true => Self::differ(child.as_ref(), None, key, shift, visit),
                    false => Self::differ(None, child.as_ref(), key, shift, visit),
                }
            }
            let first = children[0].clone();
            *node = first;
            height -= 1;
        }
        let (a, b, height) = (a.as_ref(), b.as_ref(), self.height.min(other.height));
        Self::differ(a, b, 0, BITS * (height + 1), visit);
    }

    /// The differences below two nodes whose keys have these bits from `shift` on.
    fn differ(
        a: Option<&Rc<Node<T>>>,
        b: Option<&Rc<Node<T>>>,
        key: u64,
        shift: u32,
        visit: &mut Difference<'_, T>,
    ) {
        match (a, b) {
            (None, None) => return,
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return,
            _ => {}
        }
        let shift = shift - BITS;
        for i in 0..FANOUT {
            let key = key | (i as u64) << shift;
            if shift > 0 {
                Self::differ(child(a, i), child(b, i), key, shift, visit);
                continue;
            }
            match (item(a, i), item(b, i)) {
                (None, None) => {}
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => {}
                (a, b) => visit(key, a.map(|a| &**a), b.map(|b| &**b)),
            }
        }
    }
}

/// The child of an inner node.
fn child<T>(node: Option<&Rc<Node<T>>>, i: usize) -> Option<&Rc<Node<T>>> {
    match &**node? {
        Node::Inner(children) => children[i].as_ref(),
        Node::Leaf(_) => None,
    }
}

/// The entry of a leaf.
fn item<T>(node: Option<&Rc<Node<T>>>, i: usize) -> Option<&Rc<T>> {
    match &**node? {
        Node::Leaf(items) => items[i].as_ref(),
        Node::Inner(_) => None,
    }
}

/// Is told of a key with the entries that two maps have for it.
type Difference<'a, T> = dyn FnMut(u64, Option<&T>, Option<&T>) + 'a;

impl<T: Clone> Default for Trie<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
#[path = "trie/tests.rs"]
mod tests;
