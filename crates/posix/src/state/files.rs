//! The files and folders that a path has, and what is open.

use crate::errno::{EEXIST, EINVAL, EISDIR, ENOENT, ENOTDIR, ENOTEMPTY, Errno};
use effigy_exec::slot::{Slot, Term, Trace};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A file or a folder.
#[derive(Clone, PartialEq)]
pub(crate) enum Node {
    /// What it holds.
    File(Rc<Vec<Slot>>),
    /// What it holds are the names below its own.
    Folder,
}

/// All files and folders.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Files {
    /// By path from the program's folder, which is the empty one.
    pub names: BTreeMap<String, usize>,
    /// By number: one without a name may still be open.
    pub nodes: Vec<Node>,
}

impl Trace for Files {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        for node in &self.nodes {
            if let Node::File(bytes) = node {
                bytes.trace(visit);
            }
        }
    }
}

impl Files {
    /// What a path leads to: a folder, a file, or a place in a folder where nothing is yet.
    pub fn find(&self, path: &str) -> Result<Option<usize>, Errno> {
        if let Some((folder, _)) = path.rsplit_once('/') {
            match self.find(folder)? {
                Some(node) if self.nodes.get(node) == Some(&Node::Folder) => {}
                Some(_) => return Err(ENOTDIR),
                None => return Err(ENOENT),
            }
        }
        Ok(self.names.get(path).copied())
    }

    /// Makes a node with a name.
    pub fn make(&mut self, path: &str, node: Node) -> usize {
        self.nodes.push(node);
        self.names.insert(path.to_owned(), self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// Whether a node is a folder.
    pub fn is_folder(&self, node: usize) -> bool {
        self.nodes.get(node) == Some(&Node::Folder)
    }

    /// The names in a folder, in order.
    pub fn inside(&self, folder: &str) -> Vec<(String, usize)> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let below = self.names.iter().filter(|(name, _)| !name.is_empty());
        let inner = below.filter_map(|(name, node)| Some((name.strip_prefix(&prefix)?, *node)));
        let direct = inner.filter(|(name, _)| !name.contains('/'));
        direct.map(|(name, node)| (name.to_owned(), node)).collect()
    }

    /// Takes a name away.
    pub fn remove(&mut self, path: &str, folder: bool) -> Result<(), Errno> {
        let node = self.find(path)?.ok_or(ENOENT)?;
        match (folder, self.is_folder(node)) {
            (false, true) => return Err(EISDIR),
            (true, false) => return Err(ENOTDIR),
            (true, true) if path.is_empty() => return Err(EINVAL),
            (true, true) if !self.inside(path).is_empty() => return Err(ENOTEMPTY),
            _ => {}
        }
        self.names.remove(path);
        Ok(())
    }

    /// Makes a folder.
    pub fn make_folder(&mut self, path: &str) -> Result<(), Errno> {
        match self.find(path)? {
            Some(_) => Err(EEXIST),
            None => {
                self.make(path, Node::Folder);
                Ok(())
            }
        }
    }

    /// Gives a node another name, in the place of what has it.
    pub fn rename(&mut self, old: &str, new: &str) -> Result<(), Errno> {
        let node = self.find(old)?.ok_or(ENOENT)?;
        let below = format!("{old}/");
        if old.is_empty() || new.is_empty() || new.starts_with(&below) {
            return Err(EINVAL);
        }
        if let Some(there) = self.find(new)? {
            match (self.is_folder(node), self.is_folder(there)) {
                (true, false) => return Err(ENOTDIR),
                (false, true) => return Err(EISDIR),
                (true, true) if !self.inside(new).is_empty() => return Err(ENOTEMPTY),
                _ => {}
            }
        }
        let moved: Vec<(String, usize)> = self
            .names
            .iter()
            .filter_map(|(name, node)| {
                let rest = if name == old {
                    ""
                } else {
                    name.strip_prefix(&below).map(|_| &name[old.len()..])?
                };
                Some((format!("{new}{rest}"), *node))
            })
            .collect();
        self.names.retain(|name, _| name != old && !name.starts_with(&below));
        self.names.extend(moved);
        Ok(())
    }
}

/// What a descriptor stands for: standard input, or a file or folder that was opened, and the place in it.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Reader {
    /// The file or folder; `None` for standard input.
    pub node: Option<usize>,
    /// The path of a folder.
    pub folder: Option<String>,
    /// Whether it is a device of random numbers.
    pub random: bool,
    /// Whether it can be read.
    pub reads: bool,
    /// Whether it can be written.
    pub writes: bool,
    /// Whether it is written at its end only.
    pub appends: bool,
    /// How much of it was read, or where it stands.
    pub read: usize,
    /// Bytes that were put back, the next one last.
    pub put_back: Vec<Slot>,
    /// Whether a read met the end.
    pub at_end: bool,
    /// The `FILE` object of an opened file; zero when it has none.
    pub stream: u64,
    /// Whether the descriptor of an opened file was closed.
    pub closed: bool,
    /// What was last done with a stream that is read and written, where that bars the other.
    pub last: Last,
}

/// What was last done with a stream that is read and written.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Last {
    /// Nothing since it was opened, positioned or flushed.
    #[default]
    Neither,
    /// It was read, and did not meet the end.
    Read,
    /// It was written.
    Written,
}
