//! Which module of a crate a path leads to: re-exports are followed to the module that defines the name.

use super::modules::{Import, Module, Names};
use std::collections::{BTreeMap, BTreeSet};

/// Names that stand for each other are given up after so many.
const MOST_HOPS: usize = 64;

/// The modules of a crate by their paths.
pub struct Crate<'a> {
    modules: &'a [Module],
    by_path: BTreeMap<&'a [String], usize>,
}

/// What a name is in a module.
enum Found<'a> {
    /// The module with this number.
    Child(usize),
    /// An item of the module with this number.
    Item(usize),
    /// Another name of what this path leads to from the module with this number.
    Import(usize, &'a [String]),
}

/// What was looked up on the way to an answer.
#[derive(Default)]
struct Walk {
    hops: usize,
    /// Names that were looked for behind the `*` of a module.
    globs: BTreeSet<(usize, String)>,
}

impl<'a> Crate<'a> {
    /// A crate of these modules.
    pub fn new(modules: &'a [Module]) -> Self {
        let by_path = modules.iter().enumerate().map(|(at, m)| (m.path.as_slice(), at)).collect();
        Self { modules, by_path }
    }

    /// The module that defines what a path means in a module, and its name there; `None` for what is of another crate, or
    /// local to a function.
    pub fn definer(&self, from: usize, path: &[String]) -> Option<(usize, String)> {
        self.follow(from, path, &mut Walk::default())
    }

    /// The same for a path of one name. A module does not count: a variable may have its name.
    pub fn definer_of_name(&self, from: usize, name: &str) -> Option<(usize, String)> {
        match self.find(from, name, &mut Walk::default())? {
            Found::Child(_) => None,
            Found::Item(module) => Some((module, name.to_owned())),
            Found::Import(module, path) => self.definer(module, path),
        }
    }

    fn follow(&self, from: usize, path: &[String], walk: &mut Walk) -> Option<(usize, String)> {
        walk.hops += 1;
        if walk.hops > MOST_HOPS {
            return None;
        }
        let (mut module, mut rest) = (from, path);
        while let Some((first, behind)) = rest.split_first() {
            module = match first.as_str() {
                "crate" => self.by_path.get(&[][..]).copied()?,
                "self" => module,
                "super" => self.parent(module)?,
                _ => break,
            };
            rest = behind;
        }
        let mut is_of_crate = rest.len() < path.len();
        while let Some((name, behind)) = rest.split_first() {
            match self.find(module, name, walk) {
                Some(Found::Child(child)) => (module, rest) = (child, behind),
                Some(Found::Item(definer)) => return Some((definer, name.clone())),
                Some(Found::Import(at, path)) => {
                    let path: Names = path.iter().chain(behind).cloned().collect();
                    // What a module brings in from another crate counts as its own.
                    return self.follow(at, &path, walk).or_else(|| Some((at, name.clone())));
                }
                None => return is_of_crate.then(|| (module, name.clone())),
            }
            is_of_crate = true;
        }
        Some((module, path.last()?.clone()))
    }

    fn parent(&self, module: usize) -> Option<usize> {
        let (_, parent) = self.modules[module].path.split_last()?;
        self.by_path.get(parent).copied()
    }

    fn find(&self, at: usize, name: &str, walk: &mut Walk) -> Option<Found<'a>> {
        let module = &self.modules[at];
        let mut child = module.path.clone();
        child.push(name.to_owned());
        if let Some(child) = self.by_path.get(child.as_slice()) {
            return Some(Found::Child(*child));
        }
        if module.defined.contains(name) {
            return Some(Found::Item(at));
        }
        let is_named = |import: &&Import| import.name.as_deref() == Some(name);
        if let Some(import) = module.imports.iter().find(is_named) {
            return Some(Found::Import(at, &import.path));
        }
        if !walk.globs.insert((at, name.to_owned())) {
            return None;
        }
        let mut globs = module.imports.iter().filter(|import| import.name.is_none());
        globs.find_map(|import| self.find(self.module(at, &import.path, walk)?, name, walk))
    }

    /// The module that a path leads to, when it is one and no type of a module.
    fn module(&self, from: usize, path: &[String], walk: &mut Walk) -> Option<usize> {
        let (module, _) = self.follow(from, path, walk)?;
        let name = path.last()?;
        let is_own = self.modules[module].path.last() == Some(name);
        (is_own || matches!(name.as_str(), "crate" | "self" | "super")).then_some(module)
    }
}
