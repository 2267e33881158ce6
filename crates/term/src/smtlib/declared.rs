//! Declared sorts and functions, reals and unbounded quantifiers in SMT-LIB.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

use effigy_base::function::{Function, FunctionKind};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::symbol::Symbol;
use num_bigint::Sign;
use num_rational::BigRational;
use rustc_hash::FxHashSet;

use super::{Printer, sort, symbol};
use crate::node::{Node, Quantifier, Term};
use crate::store::TermStore;

/// Triggers of more nodes are not written.
const LARGEST_TRIGGER: usize = 1000;

/// Names of sorts that solvers have already.
const SORTS: &[&str] = &[
    "Array",
    "BitVec",
    "Bool",
    "Char",
    "Float16",
    "Float32",
    "Float64",
    "Float128",
    "FloatingPoint",
    "Int",
    "List",
    "Real",
    "RegEx",
    "RegLan",
    "Relation",
    "RoundingMode",
    "Seq",
    "Set",
    "String",
    "Unicode",
];

/// A named sort as a symbol. In parentheses it is one of SMT-LIB's own.
pub(super) fn sort_symbol(name: Symbol) -> String {
    if let Some(inside) = name.as_str().strip_prefix('(').and_then(|n| n.strip_suffix(')')) {
        let indexed = inside.contains(' ');
        return if indexed { name.as_str().to_owned() } else { inside.to_owned() };
    }
    match SORTS.contains(&name.as_str()) {
        true => format!("{name}!"),
        false => symbol(name.as_str()),
    }
}

/// The name of a function as a symbol; names that may be those of a solver's own functions are marked.
pub(super) fn function_symbol(name: &str) -> String {
    let theory = |c: char| !(c.is_ascii_uppercase() || "$@!%".contains(c) || !c.is_ascii());
    match name.chars().all(theory) || name.contains('.') || name.starts_with(['R', 'N']) {
        true => symbol(&format!("{name}!")),
        false => symbol(name),
    }
}

/// A real constant.
pub(super) fn rational(number: &BigRational) -> String {
    let size = match number.denom() == &1.into() {
        true => format!("{}.0", number.numer().magnitude()),
        false => format!("(/ {}.0 {}.0)", number.numer().magnitude(), number.denom()),
    };
    match number.numer().sign() {
        Sign::Minus => format!("(- {size})"),
        _ => size,
    }
}

/// The symbol, or one like it that is not taken; it is from now on.
pub(super) fn unused(base: String, taken: &mut FxHashSet<String>) -> String {
    if taken.insert(base.clone()) {
        return base;
    }
    let inside = base.trim_matches('|');
    let candidates = (2u64..).map(|attempt| symbol(&format!("{inside}!{attempt}")));
    candidates.into_iter().find(|candidate| taken.insert(candidate.clone())).unwrap_or(base)
}

/// The constructor that a tester asks for; of other functions the function.
pub(super) fn constructor_of(function: Function) -> Function {
    match function.kind() {
        FunctionKind::Tester { constructor } => constructor,
        _ => function,
    }
}

/// Calls `visit` for every node below the roots, those within quantifiers too, each once, arguments first.
fn each_node(store: &TermStore, roots: &[Term], mut visit: impl FnMut(Term)) {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut pending: Vec<(Term, bool)> = roots.iter().rev().map(|t| (*t, false)).collect();
    while let Some((t, expanded)) = pending.pop() {
        if expanded {
            visit(t);
        } else if seen.insert(t) {
            pending.push((t, true));
            pending.extend(store.args(t).iter().rev().map(|arg| (*arg, false)));
        }
    }
}

/// The declaration of a function under a symbol.
pub(super) fn declaration(function: Function, name: &str) -> String {
    let parameters: Vec<String> = function.parameters().iter().map(|s| sort(*s)).collect();
    format!("(declare-fun {name} ({}) {})\n", parameters.join(" "), sort(function.result()))
}

/// Whether a solver can match a trigger: it mentions all variables, and no connective.
fn is_matchable(store: &TermStore, variables: &[Term], trigger: &[Term]) -> bool {
    let mut missing: FxHashSet<Term> = variables.iter().copied().collect();
    let mut pending = trigger.to_vec();
    let mut nodes = 0;
    while let Some(t) = pending.pop() {
        nodes += 1;
        let fits = match store.node(t) {
            Node::Quantifier(_) => false,
            Node::App(op, _) => {
                store.sort(t) != Sort::Bool && !matches!(op, Op::Ite) || op == Op::Select
            }
            _ => true,
        };
        if !fits || nodes > LARGEST_TRIGGER {
            return false;
        }
        missing.remove(&t);
        pending.extend(store.args(t));
    }
    missing.is_empty()
}

impl Printer<'_> {
    /// Gives every declared function below the roots a symbol that no variable has.
    pub(super) fn name_functions(&mut self, roots: &[Term]) {
        let store = self.store;
        if !roots.iter().any(|t| store.features(*t).declared()) {
            return;
        }
        let mut taken: FxHashSet<String> = self.names.symbols.values().cloned().collect();
        let mut functions = BTreeSet::new();
        each_node(store, roots, |t| {
            if let Some((function, _)) = store.as_apply(t) {
                functions.extend([function, constructor_of(function)]);
            }
        });
        for function in functions {
            let name = match function.kind() {
                FunctionKind::Interpreted(head) => head.as_str().to_owned(),
                FunctionKind::Tester { .. } => continue,
                _ => unused(function_symbol(function.name().as_str()), &mut taken),
            };
            Rc::make_mut(&mut self.names).functions.insert(function, name);
        }
    }

    /// Declarations of the sorts and functions below the roots.
    pub(super) fn declarations(&self, roots: &[Term]) -> String {
        let store = self.store;
        let mut out = String::new();
        if !roots.iter().any(|t| store.features(*t).declared()) {
            return out;
        }
        let mut sorts = BTreeSet::new();
        let mut add = |s: Sort| {
            if let Sort::Named(name) = s {
                sorts.insert(name);
            }
        };
        each_node(store, roots, |t| {
            add(store.sort(t));
            if let Some((function, _)) = store.as_apply(t) {
                function.parameters().iter().for_each(|s| add(*s));
            }
        });
        for name in sorts {
            let _ = writeln!(out, "(declare-sort {} 0)", sort_symbol(name));
        }
        let mut functions: Vec<_> = self.names.functions.iter().collect();
        functions.sort();
        for (function, name) in functions {
            if !matches!(function.kind(), FunctionKind::Interpreted(_)) {
                out.push_str(&declaration(*function, name));
            }
        }
        out
    }

    /// A declared function applied to arguments that are already written.
    pub(super) fn applied(&self, function: Function, texts: &[String]) -> String {
        let symbol = |function| self.names.functions.get(&function).map_or("", String::as_str);
        let tester = match function.kind() {
            FunctionKind::Tester { constructor } => format!("(_ is {})", symbol(constructor)),
            _ => String::new(),
        };
        let name = if tester.is_empty() { symbol(function) } else { &tester };
        match texts.is_empty() {
            true => name.to_owned(),
            false => format!("({name} {})", texts.join(" ")),
        }
    }

    /// An unbounded quantifier with its triggers, its name and its weight.
    pub(super) fn unbounded(&self, quantifier: &Quantifier, for_solver: bool) -> String {
        let variables = quantifier.variables();
        let mut inner = self.within(variables);
        inner.visit(quantifier.body());
        let body = inner.with_lets(quantifier.body(), for_solver);
        let head = if quantifier.universal { "forall" } else { "exists" };
        let bound: Vec<String> = variables
            .iter()
            .map(|v| format!("({} {})", inner.symbol_of(*v), sort(self.store.sort(*v))))
            .collect();
        let mut attributes = String::new();
        for trigger in quantifier.triggers() {
            if is_matchable(self.store, variables, trigger) {
                let terms: Vec<String> =
                    trigger.iter().map(|t| self.plain(variables, *t)).collect();
                let _ = write!(attributes, " :pattern ({})", terms.join(" "));
            }
        }
        if !quantifier.name.as_str().is_empty() {
            let _ = write!(attributes, " :qid {}", symbol(quantifier.name.as_str()));
        }
        if let Some(weight) = quantifier.weight {
            let _ = write!(attributes, " :weight {weight}");
        }
        let bound = bound.join(" ");
        match attributes.is_empty() {
            true => format!("({head} ({bound}) {body})"),
            false => format!("({head} ({bound}) (! {body}{attributes}))"),
        }
    }

    /// A small term in the scope of variables, without `let`.
    fn plain(&self, variables: &[Term], t: Term) -> String {
        let mut inner = self.within(variables);
        inner.visit(t);
        for t in inner.order.clone() {
            // Every use is a copy.
            inner.uses.insert(t, 2);
            let text = inner.text(t, true);
            inner.texts.insert(t, text);
        }
        inner.reference(t)
    }
}
