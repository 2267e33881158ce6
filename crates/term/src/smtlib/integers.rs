//! Integers and quantifiers in SMT-LIB.

use effigy_base::op::Op;

use super::{Printer, symbol};
use crate::node::{Node, Term};
use crate::quantifier;
use crate::store::TermStore;

/// Functions that [`definitions`] defines.
pub(super) const NAMES: &[&str] = &["int.div", "int.mod", "int.quot", "int.pow"];

/// The definitions of the integer functions that SMT-LIB does not have, or leaves open for zero, as far as a text uses
/// them.
pub fn definitions(text: &str) -> String {
    let all = [
        "(define-fun int.div ((x Int) (y Int)) Int (ite (= y 0) 0 (div x y)))",
        "(define-fun int.mod ((x Int) (y Int)) Int (ite (= y 0) x (mod x y)))",
        "(define-fun int.quot ((x Int) (y Int)) Int \
         (ite (= y 0) 0 (ite (>= x 0) (div x y) (- (div (- x) y)))))",
        "(define-fun-rec int.pow ((x Int) (n Int)) Int (ite (<= n 0) 1 (* x (int.pow x (- n 1)))))",
    ];
    let used = |name: &&str| text.contains(&format!("({name} "));
    let lines = NAMES.iter().zip(all).filter(|(name, _)| used(name));
    lines.map(|(_, line)| format!("{line}\n")).collect()
}

/// An integer operator applied to arguments that are already written.
pub(super) fn application(store: &TermStore, op: Op, args: &[Term], texts: &[String]) -> String {
    let known = args.get(1).is_some_and(|y| store.as_int(*y).is_some_and(|y| y != 0));
    let name = match op {
        Op::IntDiv if !known => "int.div",
        Op::IntMod if !known => "int.mod",
        Op::IntQuot => "int.quot",
        Op::IntPow => "int.pow",
        _ => op.name(),
    };
    format!("({name} {})", texts.join(" "))
}

/// Appends the variables of `t` that `bound` does not hold, in order of occurrence, each once.
pub(super) fn free_variables(
    store: &TermStore,
    t: Term,
    bound: &mut Vec<Term>,
    found: &mut Vec<Term>,
) {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut pending = vec![t];
    while let Some(t) = pending.pop() {
        if !seen.insert(t) || !store.features(t).variables() {
            continue;
        }
        if let Node::Quantifier(quantifier) = store.node(t) {
            let outer = bound.len();
            bound.extend_from_slice(quantifier.variables());
            free_variables(store, quantifier.body(), bound, found);
            for t in quantifier.triggers().flatten() {
                free_variables(store, *t, bound, found);
            }
            bound.truncate(outer);
        } else if let Some([lo, hi, variable, body]) = quantifier::parts(store, t) {
            bound.push(variable);
            free_variables(store, body, bound, found);
            bound.pop();
            pending.extend([hi, lo]);
        } else if store.as_variable(t).is_some() {
            if !bound.contains(&t) && !found.contains(&t) {
                found.push(t);
            }
        } else {
            pending.extend(store.args(t).iter().rev());
        }
    }
}

impl Printer<'_> {
    /// A printer for what is in the scope of bound variables.
    pub(super) fn within(&self, variables: &[Term]) -> Self {
        let mut inner = Printer::empty(self.store);
        inner.names = self.names.clone();
        inner.bound.clone_from(&self.bound);
        for variable in variables {
            if self.names.symbols.contains_key(variable) {
                continue;
            }
            let base = self.store.as_variable(*variable).map_or("", |info| &info.name);
            let mut name = symbol(base);
            let mut attempt = 1;
            let taken = |name: &String| {
                inner.bound.iter().any(|(t, taken)| t != variable && taken == name)
                    || inner.names.symbols.values().any(|taken| taken == name)
                    || inner.names.functions.values().any(|taken| taken == name)
            };
            while taken(&name) {
                attempt += 1;
                name = symbol(&format!("{base}!{attempt}"));
            }
            inner.bound.push((*variable, name));
        }
        inner
    }

    /// A bounded quantifier. Its body is written in one piece: what it shares with others may mention the bound variable.
    pub(super) fn quantifier(
        &self,
        [lo, hi, variable, body]: [Term; 4],
        for_solver: bool,
    ) -> String {
        let mut inner = self.within(&[variable]);
        let name = inner.symbol_of(variable);
        inner.visit(body);
        let body = inner.with_lets(body, for_solver);
        let (lo, hi) = (self.reference(lo), self.reference(hi));
        format!("(forall (({name} Int)) (=> (and (<= {lo} {name}) (<= {name} {hi})) {body}))")
    }
}
