//! Printing terms as SMT-LIB 2.6.
//!
//! Subterms that occur several times are printed once, so that the output is linear in the size of the term. A
//! floating-point result becomes a fresh bit-vector that an assertion ties to the operator's value, because SMT-LIB
//! has no function from floats back to bits.

mod declared;
mod floats;
mod integers;
mod transcript;

pub use integers::definitions;
pub use transcript::{Datatype, Transcript, Written};

use std::fmt::Write;
use std::rc::Rc;

use effigy_base::function::Function;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use num_bigint::Sign;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::{ConstArray, Features, Node, Term, VarInfo};
use crate::store::TermStore;

/// What a script asks for besides satisfiability.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct ScriptOptions {
    /// Ask for the values of the variables (`get-value`).
    pub model: bool,
    /// Name the assertions `a0`, `a1` ... and ask for an unsatisfiable core.
    pub core: bool,
}

/// A definition is made at this nesting depth at the latest, so that no reader's stack overflows.
const DEEPEST: u32 = 100;

/// The sort as SMT-LIB writes it.
pub fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Int => "Int".to_owned(),
        Sort::Real => "Real".to_owned(),
        Sort::Named(name) => declared::sort_symbol(name),
        Sort::Array { index, element } => {
            format!("(Array {} {})", self::sort(index.into()), self::sort(element.into()))
        }
    }
}

/// A name as an SMT-LIB symbol, quoted where it must be.
pub fn symbol(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if !name.is_empty()
        && name.chars().all(simple)
        && !name.starts_with(|c: char| c.is_ascii_digit())
    {
        return name.to_owned();
    }
    let inside: String = name
        .chars()
        .map(|c| if c == '|' || c == '\\' || c.is_control() { '_' } else { c })
        .collect();
    format!("|{inside}|")
}

/// The term on one line, shared parts bound by `let`. Floating-point operators are written over bit-vectors, which
/// no solver reads; [`script`] writes what solvers read. Integer operators that SMT-LIB does not have need their
/// [`definitions`].
pub fn term(store: &TermStore, t: Term) -> String {
    Printer::new(store, &[t]).with_lets(t, false)
}

/// A constant of any sort.
fn literal(value: &Value) -> String {
    match value {
        Value::Int(n) if n.sign() == Sign::Minus => format!("(- {})", n.magnitude()),
        Value::Real(number) => declared::rational(number),
        _ => value.to_string(),
    }
}

/// The variables of the assertions with the symbols that [`script`] gives them, in the order of its declarations.
pub fn symbols(store: &TermStore, assertions: &[Term]) -> Vec<(Term, String)> {
    Printer::new(store, assertions).declared()
}

/// A complete script that asks whether the conjunction of the assertions is satisfiable.
pub fn script(store: &TermStore, assertions: &[Term], options: ScriptOptions) -> String {
    let mut printer = Printer::new(store, assertions);
    let mut out = String::new();
    if options.core {
        out.push_str("(set-option :produce-unsat-cores true)\n");
    }
    if options.model {
        out.push_str("(set-option :produce-models true)\n");
    }
    let _ = writeln!(out, "(set-logic {})", logic(store, assertions));
    let variables = printer.declared();
    out.push_str(&printer.declarations(assertions));
    for (t, symbol) in &variables {
        let _ = writeln!(out, "(declare-const {symbol} {})", sort(store.sort(*t)));
    }
    let mut definitions = String::new();
    printer.define_all(&mut definitions);
    for (index, t) in assertions.iter().enumerate() {
        let text = printer.reference(*t);
        let _ = match options.core {
            true => writeln!(definitions, "(assert (! {text} :named a{index}))"),
            false => writeln!(definitions, "(assert {text})"),
        };
    }
    out.push_str(&integers::definitions(&definitions));
    out.push_str(&definitions);
    out.push_str("(check-sat)\n");
    if options.model && !variables.is_empty() {
        let names: Vec<&str> = variables.iter().map(|(_, symbol)| symbol.as_str()).collect();
        let _ = writeln!(out, "(get-value ({}))", names.join(" "));
    }
    if options.core {
        out.push_str("(get-unsat-core)\n");
    }
    out
}

/// The smallest of the standard logics that has what occurs.
fn logic(store: &TermStore, assertions: &[Term]) -> &'static str {
    let all = assertions.iter().fold(Features::default(), |all, t| all.union(store.features(*t)));
    if all.integers() || all.quantifiers() || all.declared() {
        return "ALL";
    }
    match (all.arrays(), all.floats()) {
        (false, false) => "QF_BV",
        (true, false) => "QF_ABV",
        (false, true) => "QF_BVFP",
        (true, true) => "QF_ABVFP",
    }
}

/// Prints the nodes of a graph, arguments before what uses them.
struct Printer<'a> {
    store: &'a TermStore,
    order: Vec<Term>,
    uses: FxHashMap<Term, u32>,
    depths: FxHashMap<Term, u32>,
    /// How a node is written where it is used.
    texts: FxHashMap<Term, String>,
    names: Rc<Names>,
    /// The bound variables that are in scope and have no symbol of their own among the names.
    bound: Vec<(Term, String)>,
}

/// The symbols of variables and functions.
#[derive(Clone, Default, Debug)]
struct Names {
    symbols: FxHashMap<Term, String>,
    functions: FxHashMap<Function, String>,
    /// Names of terms that are defined already.
    known: FxHashMap<Term, String>,
}

impl<'a> Printer<'a> {
    fn new(store: &'a TermStore, roots: &[Term]) -> Self {
        let mut printer = Self::empty(store);
        for root in roots {
            *printer.uses.entry(*root).or_default() += 1;
            printer.visit(*root);
        }
        printer.name_variables();
        printer.name_functions(roots);
        printer
    }

    fn empty(store: &'a TermStore) -> Self {
        Self {
            store,
            order: Vec::new(),
            uses: FxHashMap::default(),
            depths: FxHashMap::default(),
            texts: FxHashMap::default(),
            names: Rc::default(),
            bound: Vec::new(),
        }
    }

    /// The term with `let`s for its shared and deep parts.
    fn with_lets(&mut self, t: Term, for_solver: bool) -> String {
        let mut lets = String::new();
        let mut closing = 0;
        for (index, t) in self.order.clone().into_iter().enumerate() {
            let mut text = self.text(t, for_solver);
            let is_deep = self.depths.get(&t) == Some(&(DEEPEST - 1));
            if (is_deep || self.is_shared(t)) && !self.store.args(t).is_empty() {
                closing += 1;
                let _ = write!(lets, "(let ((?{index} {text})) ");
                text = format!("?{index}");
            }
            self.texts.insert(t, text);
        }
        format!("{lets}{}{}", self.reference(t), ")".repeat(closing))
    }

    /// What is written before a node: its arguments; of a quantifier its bounds and what is free in its body.
    fn needs(&self, t: Term) -> Vec<Term> {
        let mut needs = Vec::new();
        match self.store.node(t) {
            Node::App(Op::Forall, &[lo, hi, variable, body]) => {
                needs.extend([lo, hi]);
                integers::free_variables(self.store, body, &mut vec![variable], &mut needs);
            }
            Node::Quantifier(_) => {
                integers::free_variables(self.store, t, &mut Vec::new(), &mut needs);
            }
            _ => needs.extend_from_slice(self.store.args(t)),
        }
        needs
    }

    /// Appends the nodes below `root` that are new, arguments first.
    fn visit(&mut self, root: Term) {
        let mut pending = vec![(root, false)];
        while let Some((t, expanded)) = pending.pop() {
            if self.depths.contains_key(&t) || self.names.known.contains_key(&t) {
                continue;
            }
            let args = self.needs(t);
            if !expanded {
                pending.push((t, true));
                pending.extend(args.iter().rev().map(|arg| (*arg, false)));
                continue;
            }
            let below = args.iter().filter_map(|arg| self.depths.get(arg)).max();
            let depth = below.map_or(0, |depth| depth + 1) % DEEPEST;
            self.depths.insert(t, depth);
            for arg in &args {
                *self.uses.entry(*arg).or_default() += 1;
            }
            self.order.push(t);
        }
    }

    /// Gives every variable a symbol of its own, by order of occurrence.
    fn name_variables(&mut self) {
        let mut taken: FxHashSet<String> = integers::NAMES.iter().map(|n| n.to_string()).collect();
        for t in &self.order {
            let Node::Var(VarInfo { name, .. }) = self.store.node(*t) else { continue };
            let mut candidate = symbol(name);
            let mut attempt = 1;
            while !taken.insert(candidate.clone()) {
                attempt += 1;
                candidate = symbol(&format!("{name}!{attempt}"));
            }
            Rc::make_mut(&mut self.names).symbols.insert(*t, candidate);
        }
    }

    fn declared(&self) -> Vec<(Term, String)> {
        self.order.iter().filter_map(|t| Some((*t, self.names.symbols.get(t)?.clone()))).collect()
    }

    fn is_shared(&self, t: Term) -> bool {
        self.uses.get(&t).is_some_and(|uses| *uses > 1)
    }

    fn reference(&self, t: Term) -> String {
        let text = self.texts.get(&t).or_else(|| self.names.known.get(&t));
        text.cloned().unwrap_or_default()
    }

    /// The symbol of a variable.
    fn symbol_of(&self, variable: Term) -> String {
        let bound = self.bound.iter().rev().find(|(bound, _)| *bound == variable);
        let symbol = bound.map(|(_, symbol)| symbol);
        symbol.or_else(|| self.names.symbols.get(&variable)).cloned().unwrap_or_default()
    }

    /// Writes definitions of shared and deep nodes, and remembers how every node is written.
    fn define_all(&mut self, out: &mut String) {
        for (index, t) in self.order.clone().into_iter().enumerate() {
            let op = self.store.op(t);
            let is_node = !self.store.args(t).is_empty();
            let mut text = self.text(t, true);
            if op.is_some_and(floats::makes_float) {
                let Sort::BitVec(width) = self.store.sort(t) else { continue };
                let name = format!("fp!{index}");
                let _ = writeln!(out, "(declare-const {name} (_ BitVec {width}))");
                let _ = writeln!(out, "(assert {})", floats::tie(&name, width, &text));
                text = name;
            } else if self.is_shared(t) && (is_node || text.len() > 100)
                || self.depths.get(&t) == Some(&(DEEPEST - 1))
            {
                let name = format!("t!{index}");
                let _ = writeln!(out, "(define-fun {name} () {} {text})", sort(self.store.sort(t)));
                text = name;
            }
            self.texts.insert(t, text);
        }
    }

    /// How arguments are written, used up where this is their only use.
    fn used(&mut self, args: &[Term]) -> Vec<String> {
        let text = |arg: &Term| match self.is_shared(*arg) || !self.texts.contains_key(arg) {
            true => self.reference(*arg),
            false => self.texts.remove(arg).unwrap_or_default(),
        };
        args.iter().map(text).collect()
    }

    /// The node over how its arguments are written, which are used up where this is their only use.
    fn text(&mut self, t: Term, for_solver: bool) -> String {
        let store = self.store;
        match store.node(t) {
            Node::Const(value) => literal(&value),
            Node::Var(_) => self.symbol_of(t),
            Node::ConstArray(array) => table(array),
            Node::App(Op::Forall, &[lo, hi, variable, body]) => {
                self.quantifier([lo, hi, variable, body], for_solver)
            }
            Node::Quantifier(quantifier) => self.unbounded(quantifier, for_solver),
            Node::Apply(function, args) => {
                let texts = self.used(args);
                self.applied(function, &texts)
            }
            Node::App(op, args) => {
                let texts = self.used(args);
                if for_solver && op.is_floating_point() {
                    let width = args.first().map_or(0, |arg| store.width(*arg));
                    return floats::application(op, width, &texts);
                }
                if op.is_integer() {
                    return integers::application(store, op, args, &texts);
                }
                format!("({} {})", head(store, op, args), texts.join(" "))
            }
        }
    }
}

/// The operator with its indices.
fn head(store: &TermStore, op: Op, args: &[Term]) -> String {
    let added = |width: u32| width - args.first().map_or(0, |arg| store.width(*arg));
    match op {
        Op::Extract { hi, lo } => format!("(_ extract {hi} {lo})"),
        Op::ZeroExtend { width } => format!("(_ zero_extend {})", added(width)),
        Op::SignExtend { width } => format!("(_ sign_extend {})", added(width)),
        _ => op.name().to_owned(),
    }
}

fn table(array: &ConstArray) -> String {
    let value = array.value();
    let mut text =
        format!("((as const {}) {})", sort(value.sort()), literal(value.default_element()));
    let mut opening = String::new();
    for (index, element) in value.entries() {
        opening.push_str("(store ");
        let _ = write!(text, " {} {})", literal(index), literal(element));
    }
    opening + &text
}
