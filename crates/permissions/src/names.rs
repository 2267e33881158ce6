//! What symbols are called in texts for people.
//!
//! A symbol `x@12` is called `x`, and the next one of this name `x'`. What a snapshot has in it is a symbol, too, called after
//! the field that is looked at. Quantified permissions are written with the variables of their quantifier in place of the
//! functions that go back to them.

pub(crate) mod collections;

use effigy_term::{Term, TermStore};
use std::collections::{BTreeMap, BTreeSet};

/// What symbols are called.
#[derive(Default)]
pub(crate) struct Names {
    shown: BTreeMap<String, String>,
    pub(crate) taken: BTreeSet<String>,
    /// The variables that inverse functions go back to.
    variables: BTreeMap<String, String>,
    /// The arguments of the instances that an image has.
    pub(crate) images: BTreeMap<String, Vec<String>>,
    /// Domains, whose functions have their names in front.
    domains: BTreeSet<String>,
}

impl Names {
    /// Nothing has a name yet in a program with these domains.
    pub(crate) fn new(domains: BTreeSet<String>) -> Self {
        Self { domains, ..Self::default() }
    }

    /// Forgets the names of a member.
    pub(crate) fn clear(&mut self) {
        self.shown.clear();
        self.taken.clear();
    }

    /// The name of a symbol, made from `base` when it is new.
    fn name(&mut self, symbol: &str, base: &str) -> String {
        if let Some(known) = self.shown.get(symbol) {
            return known.clone();
        }
        let base = base.split('$').next().filter(|b| !b.is_empty()).unwrap_or(base);
        let primes = (0..3).map(|n| format!("{base}{}", "'".repeat(n)));
        let more = (3u32..).map(|n| format!("{base}'{n}"));
        let free = primes.chain(more).find(|name| !self.taken.contains(name));
        let name = free.unwrap_or_else(|| symbol.to_owned());
        self.taken.insert(name.clone());
        self.shown.insert(symbol.to_owned(), name.clone());
        name
    }

    /// Gives a symbol the name of the variable whose value it is, unless an earlier value has it.
    pub(crate) fn own(&mut self, symbol: &str, variable: &str) {
        if !self.shown.values().any(|name| name == variable) {
            self.shown.entry(symbol.to_owned()).or_insert_with(|| variable.to_owned());
        }
    }

    /// A text with the names of symbols; values of snapshots are called after `hint`.
    pub(crate) fn rewritten(&mut self, text: &str, hint: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let word = word(rest);
            if word.is_empty() {
                out.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
            rest = &rest[word.len()..];
            let applied = arguments(rest);
            match word.split_once('@') {
                _ if collections::is_known(word) => {
                    let operation = &rest[..applied.max(types(rest))];
                    rest = &rest[operation.len()..];
                    let written = self.collection(word, operation, hint, (&out, rest));
                    out.push_str(&written);
                }
                _ if word.starts_with("snap.") => {
                    let whole =
                        &text[text.len() - rest.len() - word.len()..][..word.len() + applied];
                    out.push_str(&self.name(whole, hint));
                    rest = &rest[applied..];
                }
                Some(("image", _)) if applied > 0 => {
                    rest = &rest[applied..];
                    match rest.strip_prefix(" && ") {
                        Some(others) => rest = others,
                        None if out.ends_with(" && ") => out.truncate(out.len() - 4),
                        None => out.push_str("true"),
                    }
                }
                Some(_) if applied > 0 && self.variables.contains_key(word) => {
                    let variable = self.variables[word].clone();
                    out.push_str(&self.rewritten(&variable, hint));
                    rest = &rest[applied..];
                }
                Some((base, _)) => out.push_str(&self.name(word, base)),
                None => {
                    let word = word.split('%').next().unwrap_or(word);
                    let of_domain = word.split_once('.').filter(|(d, _)| self.domains.contains(*d));
                    out.push_str(of_domain.map_or(word, |(_, function)| function));
                }
            }
        }
        out
    }

    /// An operation on collections, given as its types and arguments `<Int>(a, b)`, as the program writes it.
    fn collection(
        &mut self,
        function: &str,
        operation: &str,
        hint: &str,
        around: (&str, &str),
    ) -> String {
        let (types, given) = operation.split_at(types(operation));
        let inner = given.strip_prefix('(').and_then(|given| given.strip_suffix(')'));
        let arguments = inner.map(parts).unwrap_or_default();
        let arguments: Vec<String> =
            arguments.into_iter().map(|argument| self.rewritten(argument, hint)).collect();
        let written = collections::written(function, types, &arguments, around);
        written.unwrap_or_else(|| format!("{function}({})", arguments.join(", ")))
    }

    /// Notes what the functions mean that go from an instance back to the variables of its quantifier.
    pub(crate) fn name_inverses(
        &mut self,
        terms: &TermStore,
        functions: &[String],
        variables: &[Term],
        arguments: &[Term],
    ) {
        let text = |t: &Term| effigy_term::print::infix(terms, *t);
        let (variables, arguments): (Vec<String>, Vec<String>) =
            (variables.iter().map(text).collect(), arguments.iter().map(text).collect());
        if let Some((image, inverses)) = functions.split_first() {
            self.images.insert(image.clone(), arguments);
            self.variables.extend(inverses.iter().cloned().zip(variables));
        }
    }
}

/// How long the type arguments are with which a text begins, 0 without any.
fn types(text: &str) -> usize {
    if !text.starts_with('<') {
        return 0;
    }
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if depth == 1 => return at + 1,
            '>' => depth -= 1,
            ' ' | '(' => return 0,
            _ => {}
        }
    }
    0
}

/// The parts of a text that commas outside of all brackets divide.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut parts) = (0usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            // The brackets of types; comparisons have a space before them.
            '<' | '>' if text[..at].ends_with([' ', '=']) => {}
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts
}

/// The identifier that a text begins with, in quotes or not; empty where it begins with none.
pub(crate) fn word(text: &str) -> &str {
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.find('"').map_or("", |end| &text[..end + 2]);
    }
    let part = |c: char| c.is_alphanumeric() || "_$@.%".contains(c);
    let begins = text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
    let end = text.find(|c| !part(c)).unwrap_or(text.len());
    if begins { &text[..end] } else { "" }
}

/// How long the type and the arguments are with which a text begins, 0 without any.
fn arguments(text: &str) -> usize {
    let types = types(text);
    if !text[types..].starts_with('(') {
        return 0;
    }
    let mut depth = 0usize;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < types) {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return at + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    0
}

#[cfg(test)]
mod tests;
