//! Chunks and conditions in the words of the program.

use crate::logic::Logic;
use crate::names::{Names, collections, word};
use crate::state::{Chunk, Content, Resource, State, Store};
use crate::symbols;
use crate::terms::Terms;
use effigy_base::op::Op;
use effigy_term::Term;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// What a value is called that has no field.
const VALUE: &str = "value";

/// Endings of functions that a proof makes for itself, of which nothing is told.
const INTERNAL: [&str; 3] = ["%seen", "%allowed", "%asked"];

/// Functions of a theory of the proof, and the images of quantified permissions.
const HIDDEN: [&str; 4] = ["image@", "inverse@", "ref.object", ".0%"];

/// The parts of a prover that texts for people are made from.
pub(crate) struct Readable<'a, 'p> {
    pub(crate) terms: &'a Terms<'p>,
    pub(crate) logic: &'a Logic,
    pub(crate) names: &'a RefCell<Names>,
}

impl Readable<'_, '_> {
    /// Gives the variables of the program their own names, which nothing else gets.
    pub(crate) fn name_variables(&self, store: &Store) {
        let locals = self.terms.locals(store.member);
        let mut names = self.names.borrow_mut();
        names.taken.extend(locals.iter().map(|(_, local)| local.name.to_string()));
        for (local, value) in store.values() {
            let symbol = effigy_term::print::infix(self.terms, value);
            if let Some(local) = locals.get(local)
                && symbol.strip_prefix(&*local.name).is_some_and(|number| number.starts_with('@'))
                && word(&symbol) == symbol
            {
                names.own(&symbol, &local.name);
            }
        }
    }

    /// A term for people.
    pub(crate) fn readable(&self, t: Term) -> String {
        self.readable_of(t, VALUE)
    }

    fn readable_of(&self, t: Term, hint: &str) -> String {
        let text = effigy_term::print::infix(self.terms, t);
        self.names.borrow_mut().rewritten(&text, hint)
    }

    /// Whether a fact speaks of the program: neither a help for the solver, nor that two parts of the heap are the same.
    fn is_told(&self, fact: Term) -> bool {
        !self.logic.spare.contains(&fact)
            && !self.logic.mentions.contains(&fact)
            && !self.compares_heaps(fact)
    }

    fn compares_heaps(&self, fact: Term) -> bool {
        let (mut seen, mut pending) = (BTreeSet::new(), vec![fact]);
        while let Some(t) = pending.pop() {
            let arguments = self.terms.args(t);
            let sort = arguments.first().map(|first| self.terms.sort(*first));
            if self.terms.op(t) == Some(Op::Eq) && sort == Some(symbols::snap()) {
                return true;
            }
            pending.extend(arguments.iter().filter(|argument| seen.insert(**argument)));
        }
        false
    }

    /// What is known on a path: once, and without what a proof notes for itself.
    pub(crate) fn readable_facts(&self, facts: &[Term]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for fact in facts.iter().filter(|fact| self.is_told(**fact)) {
            let text = effigy_term::print::infix(self.terms, *fact);
            let is_internal = INTERNAL.iter().any(|end| word(&text).ends_with(end));
            let hidden = HIDDEN.iter().chain(&collections::PRIVATE);
            if is_internal || hidden.into_iter().any(|part| text.contains(part)) {
                continue;
            }
            let line = self.readable(*fact);
            if collections::is_of_a_literal(&line) {
                continue;
            }
            let of_null = line.split_once(' ').filter(|(first, _)| *first == "null");
            let turned = of_null.and_then(|(null, rest)| {
                let (sign, other) = rest.split_once(' ')?;
                let is_word = ["==", "!="].contains(&sign) && !other.contains(' ');
                is_word.then(|| format!("{other} {sign} {null}"))
            });
            let line = turned.unwrap_or(line);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    }

    /// A chunk for people: where it is, its value, and its amount unless that is all.
    pub(crate) fn chunk_line(&self, chunk: &Chunk) -> String {
        let name = self.terms.resource_name(chunk.resource);
        match (&chunk.content, chunk.resource) {
            (Content::One { arguments, snapshot }, Resource::Field(_)) => {
                let receiver = arguments.first().map_or(String::new(), |t| self.readable(*t));
                let value = self.readable_of(*snapshot, &name);
                format!("{receiver}.{name} |-> {value}{}", self.amount_of_line(chunk.amount))
            }
            (Content::One { arguments, .. }, _) => {
                let arguments: Vec<String> = arguments.iter().map(|t| self.readable(*t)).collect();
                format!("{name}({}){}", arguments.join(", "), self.amount_of_line(chunk.amount))
            }
            (Content::Many { .. }, resource) => self.quantified_line(chunk, resource, &name),
        }
    }

    fn amount_of_line(&self, amount: Term) -> String {
        match self.readable(amount).as_str() {
            "1" => String::new(),
            amount => format!(" # {amount}"),
        }
    }

    /// `loc(a, i).f, where 0 <= i`, or `all of f` where the chunk does not say which instances it has.
    fn quantified_line(&self, chunk: &Chunk, resource: Resource, name: &str) -> String {
        let text = effigy_term::print::infix(self.terms, chunk.amount);
        let image = text.match_indices("image@").map(|(at, _)| word(&text[at..])).next();
        let arguments = image.and_then(|image| self.names.borrow().images.get(image).cloned());
        let place = match arguments {
            Some(arguments) => {
                let mut names = self.names.borrow_mut();
                let arguments: Vec<String> =
                    arguments.iter().map(|text| names.rewritten(text, VALUE)).collect();
                match resource {
                    Resource::Field(_) => format!("{}.{name}", arguments.concat()),
                    _ => format!("{name}({})", arguments.join(", ")),
                }
            }
            None => format!("all of {name}"),
        };
        match (self.terms.op(chunk.amount), self.terms.args(chunk.amount)) {
            (Some(Op::Ite), &[condition, amount, none]) if self.readable(none) == "0" => {
                let condition = self.readable(condition);
                let amount = self.amount_of_line(amount);
                format!("{place}, where {condition}{amount}")
            }
            _ => format!("{place} # {}", self.readable(chunk.amount)),
        }
    }

    /// The chunks of a resource, for people.
    pub(crate) fn chunk_lines(&self, s: &State, resource: Resource) -> Vec<String> {
        self.name_variables(&s.store);
        s.heap
            .iter()
            .filter(|chunk| chunk.resource == resource)
            .map(|chunk| self.chunk_line(chunk))
            .collect()
    }
}
