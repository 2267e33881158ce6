//! What others have made: licences, duplicates and sources, by the lists of `deny.toml`.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The file with the lists.
pub const LISTS: &str = "deny.toml";

/// What is wrong with the packages of Cargo's metadata, the workspace's own aside.
pub fn problems(metadata: &Value, lists: &str) -> Vec<String> {
    let (licences, skipped) = (list(lists, "allow"), list(lists, "skip"));
    let registries = list(lists, "allow-registry");
    let used: BTreeSet<&str> = array(&metadata["resolve"]["nodes"])
        .iter()
        .filter_map(|node| node["id"].as_str())
        .collect();
    let mut problems = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in array(&metadata["packages"]) {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        if package["source"].is_null() || !used.contains(text("id")) {
            continue;
        }
        let name = format!("{}@{}", text("name"), text("version"));
        let licence = text("license");
        if !is_allowed(licence, &licences) {
            problems.push(format!("{name}: the licence `{licence}` is not in {LISTS}"));
        }
        let source = text("source");
        if !registries.iter().any(|known| source == format!("registry+{known}")) {
            problems.push(format!("{name}: the source `{source}` is not in {LISTS}"));
        }
        if !skipped.contains(&name.as_str()) {
            versions.entry(text("name")).or_default().insert(text("version"));
        }
    }
    for (name, versions) in versions.iter().filter(|(_, versions)| versions.len() > 1) {
        let versions: Vec<&str> = versions.iter().copied().collect();
        problems.push(format!("{name}: several versions: {}", versions.join(", ")));
    }
    let there = |skipped: &str| {
        array(&metadata["packages"]).iter().any(|package| {
            skipped.split_once('@').is_some_and(|(name, version)| {
                package["name"] == name && package["version"] == version
            })
        })
    };
    for gone in skipped.iter().filter(|skipped| !there(skipped)) {
        problems.push(format!("{LISTS}: nothing uses {gone}"));
    }
    problems
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The texts of an array in TOML.
fn list<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&format!("{key} = [")));
    let mut found = Vec::new();
    for line in lines.by_ref() {
        let line = line.split('#').next().unwrap_or_default();
        found.extend(line.split('"').skip(1).step_by(2));
        if line.trim_end().ends_with(']') {
            break;
        }
    }
    found
}

/// Whether a licence expression is fulfilled by some of these licences.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let expression = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = expression.split_whitespace().collect();
    let mut rest = words.as_slice();
    let holds = any(&mut rest, allowed);
    holds && rest.is_empty()
}

/// Alternatives with `OR` between them.
fn any(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut holds = all(words, allowed);
    while let Some((&"OR", rest)) = words.split_first() {
        *words = rest;
        // Both sides are read, whichever holds.
        holds |= all(words, allowed);
    }
    holds
}

/// Parts with `AND` between them.
fn all(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut holds = one(words, allowed);
    while let Some((&"AND", rest)) = words.split_first() {
        *words = rest;
        holds &= one(words, allowed);
    }
    holds
}

/// A licence, perhaps with an exception, or an expression in parentheses.
fn one(words: &mut &[&str], allowed: &[&str]) -> bool {
    match words {
        ["(", rest @ ..] => {
            *words = rest;
            let holds = any(words, allowed);
            match words {
                [")", rest @ ..] => *words = rest,
                _ => return false,
            }
            holds
        }
        [name, "WITH", exception, rest @ ..] => {
            let whole = format!("{name} WITH {exception}");
            *words = rest;
            allowed.contains(&whole.as_str())
        }
        [name, rest @ ..] => {
            let holds = allowed.contains(name);
            *words = rest;
            holds
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_allowed, list, problems};
    use serde_json::{Value, json};

    const LISTS: &str = "[licenses]\nallow = [\n    \"MIT\", # usual\n    \"A WITH B\",\n]\n\
        [bans]\nskip = [\"old@1.0.0\"]\n[sources]\nallow-registry = [\"https://r\"]\n";

    #[test]
    fn lists_are_read() {
        assert_eq!(list(LISTS, "allow"), ["MIT", "A WITH B"]);
        assert_eq!(list(LISTS, "skip"), ["old@1.0.0"]);
        assert_eq!(list(LISTS, "none"), [""; 0]);
    }

    #[test]
    fn a_licence_is_allowed_when_its_expression_holds() {
        let of = |expression: &str| is_allowed(expression, &["MIT", "A WITH B"]);
        for good in ["MIT", "MIT OR GPL", "GPL/MIT", "A WITH B", "(GPL OR MIT) AND MIT"] {
            assert!(of(good), "{good}");
        }
        for bad in ["", "GPL", "A", "MIT AND GPL", "(MIT", "MIT MIT", "(GPL OR A) AND MIT"] {
            assert!(!of(bad), "{bad}");
        }
    }

    fn package(name: &str, version: &str, licence: &str, source: &str) -> Value {
        let id = format!("{name} {version}");
        json!({"id": id, "name": name, "version": version, "license": licence, "source": source})
    }

    #[test]
    fn licences_duplicates_and_sources_are_told() {
        let registry = "registry+https://r";
        let of = |packages: Vec<Value>| {
            let nodes: Vec<Value> = packages.iter().map(|p| json!({"id": p["id"]})).collect();
            problems(&json!({"packages": packages, "resolve": {"nodes": nodes}}), LISTS)
        };
        let old = package("old", "1.0.0", "MIT", registry);
        assert_eq!(of(vec![old.clone(), package("old", "2.0.0", "MIT", registry)]), [""; 0]);
        assert_eq!(of(vec![]), ["deny.toml: nothing uses old@1.0.0"]);
        let two = [package("a", "1.0.0", "MIT", registry), package("a", "2.0.0", "MIT", registry)];
        assert_eq!(
            of([two.to_vec(), vec![old.clone()]].concat()),
            ["a: several versions: 1.0.0, 2.0.0"]
        );
        let wrong = package("a", "1.0.0", "GPL", "git+https://g");
        let told = of(vec![wrong, old]);
        assert_eq!(
            told,
            [
                "a@1.0.0: the licence `GPL` is not in deny.toml",
                "a@1.0.0: the source `git+https://g` is not in deny.toml"
            ]
        );
    }
}
