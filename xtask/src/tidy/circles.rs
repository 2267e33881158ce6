//! Modules that need each other. At each level of the module tree, siblings may not form a circle through imports and
//! paths; a sibling stands together with everything inside it, so a parent and its own children are one room.

mod modules;
mod resolve;

use modules::{Module, Names, modules};
use resolve::Crate;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

/// At most so many names of an arrow are told.
const MOST_NAMES: usize = 3;

/// The children of one module: which needs which, and the names that tie them.
type Arrows = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The circles of a crate, a line for each; `main` is its main file.
pub fn circles(main: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Result<Vec<String>, String> {
    let modules = modules(main, read)?;
    let mut lines = Vec::new();
    for (parent, arrows) in levels(&modules) {
        for circle in components(&arrows) {
            let place = match parent.as_slice() {
                [] => "below the root".to_owned(),
                names => format!("in `{}`", names.join("::")),
            };
            let members = circle.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
            let chain = chain(&circle, &arrows);
            lines.push(format!("{} form a circle {place}: {chain}", members.join(", ")));
        }
    }
    Ok(lines)
}

/// The arrows between siblings, by the path of their parent.
fn levels(modules: &[Module]) -> BTreeMap<Names, Arrows> {
    let all = Crate::new(modules);
    let mut levels: BTreeMap<Names, Arrows> = BTreeMap::new();
    for (from, module) in modules.iter().enumerate() {
        let imported = module.imports.iter().map(|import| {
            let (target, name) = all.definer(from, &import.path)?;
            Some((target, if import.name.is_some() { name } else { "*".to_owned() }))
        });
        let named = module.named.iter().map(|path| match path.as_slice() {
            [name] => all.definer_of_name(from, name),
            path => all.definer(from, path),
        });
        for (target, name) in imported.chain(named).flatten() {
            let target = &modules[target].path;
            let common = target.iter().zip(&module.path).take_while(|(a, b)| a == b).count();
            let (Some(one), Some(other)) = (module.path.get(common), target.get(common)) else {
                continue;
            };
            let arrows = levels.entry(target[..common].to_vec()).or_default();
            let names = arrows.entry(one.clone()).or_default().entry(other.clone()).or_default();
            names.insert(name);
        }
    }
    levels
}

/// Which modules can be reached from one.
fn reached<'a>(arrows: &'a Arrows, from: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(name) = open.pop() {
        let next = arrows.get(name).into_iter().flat_map(BTreeMap::keys);
        open.extend(next.map(String::as_str).filter(|next| reached.insert(*next)));
    }
    reached
}

/// The circles: the sets of modules each of which reaches all others.
fn components(arrows: &Arrows) -> Vec<BTreeSet<&str>> {
    let from: BTreeMap<&str, BTreeSet<&str>> =
        arrows.keys().map(|name| (name.as_str(), reached(arrows, name))).collect();
    let mut found: Vec<BTreeSet<&str>> = Vec::new();
    for (name, reached) in &from {
        if !reached.contains(name) || found.iter().any(|circle| circle.contains(name)) {
            continue;
        }
        let returns = |other: &&str| from.get(other).is_some_and(|back| back.contains(name));
        found.push(reached.iter().copied().filter(returns).collect());
    }
    found
}

/// A shortest chain of arrows that comes back to where it starts: `a -> b (Name), b -> a (other)`.
fn chain(circle: &BTreeSet<&str>, arrows: &Arrows) -> String {
    let shortest = circle.iter().filter_map(|start| round(start, arrows)).min_by_key(Vec::len);
    let stops = shortest.unwrap_or_default();
    let arrow = |pair: &[&str]| {
        let &[from, to] = pair else { return String::new() };
        let names = arrows.get(from).and_then(|next| next.get(to)).into_iter().flatten();
        let names: Vec<&str> = names.map(String::as_str).collect();
        let more = if names.len() > MOST_NAMES { ", .." } else { "" };
        let shown = names[..names.len().min(MOST_NAMES)].join(", ");
        format!("{from} -> {to} ({shown}{more})")
    };
    stops.windows(2).map(arrow).collect::<Vec<_>>().join(", ")
}

/// The stops of a shortest way from a module back to it.
fn round<'a>(start: &'a str, arrows: &'a Arrows) -> Option<Vec<&'a str>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(name) = open.pop_front() {
        for next in arrows.get(name).into_iter().flat_map(BTreeMap::keys) {
            if next == start {
                let mut stops = vec![start, name];
                while let Some(earlier) = before.get(stops[stops.len() - 1]) {
                    stops.push(earlier);
                }
                stops.reverse();
                return Some(stops);
            }
            if !before.contains_key(next.as_str()) {
                before.insert(next, name);
                open.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests;
