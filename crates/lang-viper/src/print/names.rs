//! Names that are identifiers, each for one thing.

use crate::tree::{
    DomainFunctionId, DomainId, FieldId, FunctionId, MethodId, PredicateId, Program,
};
use effigy_base::id::Id;
use std::collections::HashSet;

/// Words that are no names.
const RESERVED: &[&str] = &[
    "Bool",
    "Int",
    "Map",
    "Multiset",
    "Perm",
    "Rational",
    "Ref",
    "Seq",
    "Set",
    "acc",
    "adt",
    "apply",
    "applying",
    "assert",
    "asserting",
    "assume",
    "axiom",
    "decreases",
    "define",
    "derives",
    "domain",
    "else",
    "elseif",
    "elsif",
    "ensures",
    "epsilon",
    "exhale",
    "exists",
    "false",
    "field",
    "fold",
    "forall",
    "forperm",
    "function",
    "goto",
    "if",
    "import",
    "in",
    "inhale",
    "interpretation",
    "intersection",
    "invariant",
    "label",
    "let",
    "lhs",
    "method",
    "new",
    "none",
    "null",
    "old",
    "package",
    "perm",
    "predicate",
    "quasihavoc",
    "quasihavocall",
    "range",
    "refute",
    "requires",
    "result",
    "returns",
    "reveal",
    "setminus",
    "subset",
    "true",
    "unfold",
    "unfolding",
    "union",
    "unique",
    "var",
    "while",
    "wildcard",
    "write",
];

/// The names of a program's members.
pub(super) struct Names {
    domains: Vec<String>,
    domain_functions: Vec<String>,
    fields: Vec<String>,
    functions: Vec<String>,
    predicates: Vec<String>,
    methods: Vec<String>,
    taken: HashSet<String>,
}

impl Names {
    pub fn new(program: &Program) -> Self {
        let mut taken = HashSet::new();
        let mut all = |list: Vec<&str>| -> Vec<String> {
            list.into_iter().map(|name| fresh(name, &mut taken)).collect()
        };
        let fields = all(program.fields.iter().map(|(_, field)| &*field.name).collect());
        let functions = all(program.functions.iter().map(|(_, member)| &*member.name).collect());
        let predicates = all(program.predicates.iter().map(|(_, member)| &*member.name).collect());
        let methods = all(program.methods.iter().map(|(_, member)| &*member.name).collect());
        let domains = all(program.domains.iter().map(|(_, member)| &*member.name).collect());
        let domain_functions = program.domain_functions.iter().map(|(_, member)| &*member.name);
        let domain_functions = all(domain_functions.collect());
        Self { domains, domain_functions, fields, functions, predicates, methods, taken }
    }

    /// Names for the variables and labels of a member, each unlike all others.
    pub fn unlike<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<String> {
        let mut taken = self.taken.clone();
        names.map(|name| fresh(name, &mut taken)).collect()
    }

    /// A name that only has to be an identifier.
    pub fn plain(&self, name: &str) -> String {
        fresh(name, &mut self.taken.clone())
    }

    pub fn domain(&self, id: DomainId) -> &str {
        self.domains.get(id.index()).map_or("?", String::as_str)
    }

    pub fn domain_function(&self, id: DomainFunctionId) -> &str {
        self.domain_functions.get(id.index()).map_or("?", String::as_str)
    }

    pub fn field(&self, id: FieldId) -> &str {
        self.fields.get(id.index()).map_or("?", String::as_str)
    }

    pub fn function(&self, id: FunctionId) -> &str {
        self.functions.get(id.index()).map_or("?", String::as_str)
    }

    pub fn predicate(&self, id: PredicateId) -> &str {
        self.predicates.get(id.index()).map_or("?", String::as_str)
    }

    pub fn method(&self, id: MethodId) -> &str {
        self.methods.get(id.index()).map_or("?", String::as_str)
    }
}

/// The identifier nearest to a name that is not taken yet.
fn fresh(name: &str, taken: &mut HashSet<String>) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '\'');
    let mut base: String = name.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
    if !base.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$')) {
        base.insert(0, '_');
    }
    let (mut candidate, mut number) = (base.clone(), 0);
    while RESERVED.contains(&candidate.as_str()) || taken.contains(&candidate) {
        number += 1;
        candidate = format!("{base}_{number}");
    }
    taken.insert(candidate.clone());
    candidate
}
