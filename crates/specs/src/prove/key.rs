//! What the proof of a member reads, as a number: as long as it stays the same, so does the proof.
//!
//! The number is made from the tree as its `Debug` prints it, so that a part which is added to the tree is in it without
//! being listed here. Places are left out, and ids are replaced by names, so that neither a comment nor another
//! declaration changes it. Everything that a member names is followed, to the contracts of methods and to all of the
//! rest. Domains and functions count for every member, named or not: their axioms may be known to a solver that proves
//! several members one after the other.

use effigy_base::id::{Id, IdVec};
use effigy_compile::cache::digest::Digest;
use effigy_lang_viper::tree::{LocalId, Method, Program};
use effigy_permissions::MemberKind;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// A declaration that another one names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Node {
    Field(usize),
    Function(usize),
    Predicate(usize),
    /// What callers see of a method.
    Contract(usize),
    Domain(usize),
}

/// A text of the tree with what it names.
struct Read {
    digest: u128,
    names: BTreeSet<Node>,
    locals: BTreeSet<usize>,
}

/// The keys of a program's members.
pub(super) struct Keys<'p> {
    program: &'p Program,
    known: BTreeMap<Node, Read>,
    /// What counts for every member beside its own text.
    start: Digest,
    everywhere: BTreeSet<Node>,
}

impl<'p> Keys<'p> {
    /// Keys that hold for one tool and one set of options, which `about` describes.
    pub(super) fn new(program: &'p Program, about: &[String]) -> Self {
        let mut start = Digest::START;
        about.iter().for_each(|part| start.part(part));
        let mut keys = Keys { program, known: BTreeMap::new(), start, everywhere: BTreeSet::new() };
        let domains = program.domains.ids().map(|id| Node::Domain(id.index()));
        let functions = program.functions.ids().map(|id| Node::Function(id.index()));
        keys.everywhere = keys.closure(domains.chain(functions).collect());
        keys
    }

    /// The key of a member; `None` when there is no such member.
    pub(super) fn key(&mut self, kind: MemberKind, name: &str) -> Option<u128> {
        let program = self.program;
        let read = match kind {
            MemberKind::Method => {
                let (_, method) = program.methods.iter().find(|(_, m)| *m.name == *name)?;
                read(program, method)
            }
            MemberKind::Function => {
                let (_, function) = program.functions.iter().find(|(_, f)| *f.name == *name)?;
                read(program, function)
            }
            MemberKind::Predicate => {
                let (_, predicate) = program.predicates.iter().find(|(_, p)| *p.name == *name)?;
                read(program, predicate)
            }
        };
        let mut nodes = self.closure(read.names);
        nodes.extend(&self.everywhere);
        let mut digest = self.start;
        digest.part(&format!("{kind:?} {:032x}", read.digest));
        // In the order of names: ids change with the order of declarations.
        let mut parts: Vec<String> = nodes
            .iter()
            .filter_map(|node| Some(format!("{:032x}", self.known.get(node)?.digest)))
            .collect();
        parts.sort();
        parts.iter().for_each(|part| digest.part(part));
        Some(digest.0)
    }

    /// The nodes with all that they name, however indirectly.
    fn closure(&mut self, from: BTreeSet<Node>) -> BTreeSet<Node> {
        let mut found = from.clone();
        let mut pending: Vec<Node> = from.into_iter().collect();
        while let Some(node) = pending.pop() {
            let program = self.program;
            let read = self.known.entry(node).or_insert_with(|| declaration(program, node));
            pending.extend(read.names.iter().filter(|next| found.insert(**next)));
        }
        found
    }
}

/// A declaration as those see it who name it.
fn declaration(program: &Program, node: Node) -> Read {
    match node {
        Node::Field(at) => read(program, &program.fields.iter().nth(at)),
        Node::Function(at) => read(program, &program.functions.iter().nth(at)),
        Node::Predicate(at) => read(program, &program.predicates.iter().nth(at)),
        Node::Contract(at) => match program.methods.iter().nth(at) {
            Some((_, method)) => contract(program, method),
            None => read(program, &()),
        },
        Node::Domain(at) => {
            let own = program.domain_functions.iter().filter(|(_, f)| f.domain.index() == at);
            let functions: Vec<_> = own.map(|(_, function)| function).collect();
            read(program, &(program.domains.iter().nth(at), functions))
        }
    }
}

/// A method without its body and what only its body declares.
fn contract(program: &Program, method: &Method) -> Read {
    let Method { name, parameters, results, preconditions, postconditions, annotations, .. } =
        method;
    let text = (name, parameters, results, preconditions, postconditions, annotations);
    let named = read(program, &text);
    let local = |at: &usize| method.locals.get(LocalId::from_index(*at));
    let locals: Vec<_> = named.locals.iter().map(local).collect();
    read(program, &(text, locals))
}

/// A part of the tree as a number, with what it names.
fn read(program: &Program, part: &dyn Debug) -> Read {
    let mut reader =
        Reader { program, digest: Digest::START, names: BTreeSet::new(), locals: BTreeSet::new() };
    reader.text(&format!("{part:?}"));
    Read { digest: reader.digest.0, names: reader.names, locals: reader.locals }
}

struct Reader<'p> {
    program: &'p Program,
    digest: Digest,
    names: BTreeSet<Node>,
    locals: BTreeSet<usize>,
}

impl Reader<'_> {
    /// Goes through what `Debug` printed: literals as they are, places not at all, ids by what they stand for.
    fn text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(|c: char| c == '"' || c.is_alphabetic()) {
            let (before, from) = rest.split_at(at);
            self.digest.add(before);
            if from.starts_with('"') {
                let (literal, behind) = from.split_at(literal(from));
                self.digest.add(literal);
                rest = behind;
                continue;
            }
            let end = from.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(from.len());
            let (word, behind) = from.split_at(end);
            rest = match word {
                "Place" => behind.split_once('}').map_or("", |(_, behind)| behind),
                _ => self.word(word, behind),
            };
        }
        self.digest.part(rest);
    }

    /// Takes a word in, with its number when it is an id, and gives what is behind.
    fn word<'t>(&mut self, word: &str, behind: &'t str) -> &'t str {
        self.digest.add(word);
        let number = behind.strip_prefix('(').and_then(|inside| inside.split_once(')'));
        let number = number.and_then(|(digits, rest)| Some((digits.parse::<usize>().ok()?, rest)));
        let (Some((at, rest)), true) = (number, word.ends_with("Id")) else { return behind };
        let program = self.program;
        let (name, node) = match word {
            "FieldId" => (name_of(&program.fields, at, |f| &f.name), Node::Field(at)),
            "FunctionId" => (name_of(&program.functions, at, |f| &f.name), Node::Function(at)),
            "PredicateId" => (name_of(&program.predicates, at, |p| &p.name), Node::Predicate(at)),
            "MethodId" => (name_of(&program.methods, at, |m| &m.name), Node::Contract(at)),
            "DomainId" => (name_of(&program.domains, at, |d| &d.name), Node::Domain(at)),
            "DomainFunctionId" => {
                let function = program.domain_functions.iter().nth(at);
                let domain = function.map_or(0, |(_, function)| function.domain.index());
                (name_of(&program.domain_functions, at, |f| &f.name), Node::Domain(domain))
            }
            _ => {
                if word == "LocalId" {
                    self.locals.insert(at);
                }
                return behind;
            }
        };
        self.names.insert(node);
        self.digest.part(name.unwrap_or("?"));
        rest
    }
}

fn name_of<I: Id, T>(
    all: &IdVec<I, T>,
    at: usize,
    name: impl Fn(&T) -> &std::sync::Arc<str>,
) -> Option<&str> {
    all.get(I::from_index(at)).map(|found| &**name(found))
}

/// The length of the literal that a text begins with, quotes included.
fn literal(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests;
