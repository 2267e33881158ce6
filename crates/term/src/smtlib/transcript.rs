//! What one solver process was told.

use std::fmt::Write;
use std::rc::Rc;

use effigy_base::function::{Function, FunctionKind};
use effigy_base::sort::Sort;
use effigy_base::symbol::Symbol;
use rustc_hash::FxHashSet;

use super::declared::{constructor_of, declaration, function_symbol, sort_symbol, unused};
use super::{DEEPEST, Names, Printer, integers, sort, symbol};
use crate::node::{Features, Role, Term};
use crate::store::TermStore;

/// Texts of fewer bytes are not defined.
const SHORT: usize = 24;

/// Writes terms of one store, one after the other, for one process that forgets no declaration. Sorts and functions are
/// declared, and what is used again is defined, when a term first needs it, so that the whole text is linear in the number
/// of different terms.
#[derive(Default, Debug)]
pub struct Transcript {
    names: Rc<Names>,
    taken: FxHashSet<String>,
    sorts: FxHashSet<Symbol>,
    datatypes: FxHashSet<Symbol>,
    /// Terms whose sorts, functions and variables have their symbols.
    seen: FxHashSet<Term>,
    /// Terms that were written, not those within quantifiers.
    written: FxHashSet<Term>,
    /// Free variables that were declared.
    declared: FxHashSet<Term>,
    /// How many definitions there are.
    definitions: usize,
    /// The integer functions that were defined.
    helpers: FxHashSet<String>,
    /// New objects and constant references, whose numbers distinguishes them.
    numbered: FxHashSet<Term>,
    /// Boxing functions whose inverse is known.
    boxes: FxHashSet<Function>,
}

/// A datatype: its sort, and its constructors with their selectors.
pub type Datatype = (Sort, Vec<(Function, Vec<Function>)>);

/// A term as text, and what it needs.
#[derive(Default, Debug)]
pub struct Written {
    /// Declarations and definitions, to be sent before.
    pub commands: String,
    /// Facts that hold always, each an expression, which the process must be told before the term is used.
    pub facts: Vec<String>,
    /// The term.
    pub text: String,
}

impl Transcript {
    /// Of a process that was told nothing.
    pub fn new() -> Self {
        let taken = integers::NAMES.iter().map(|name| (*name).to_owned()).collect();
        Self { taken, ..Self::default() }
    }

    /// Declares datatypes, which may mention each other.
    pub fn datatypes(&mut self, all: &[Datatype]) -> String {
        let mut commands = String::new();
        let own: Vec<Symbol> = all.iter().filter_map(|(sort, _)| named(*sort)).collect();
        self.sorts.extend(&own);
        self.datatypes.extend(&own);
        let functions = || all.iter().flat_map(|(_, constructors)| constructors);
        for (constructor, _) in functions() {
            constructor.parameters().iter().for_each(|s| self.declare_sort(*s, &mut commands));
        }
        for (constructor, selectors) in functions() {
            for function in [constructor].into_iter().chain(selectors) {
                self.name_function(*function);
            }
        }
        let name = |function| self.names.functions.get(function).map_or("", String::as_str);
        let (mut heads, mut bodies) = (String::new(), String::new());
        for (of, constructors) in all {
            let _ = write!(heads, "({} 0)", sort(*of));
            bodies.push('(');
            for (constructor, selectors) in constructors {
                let _ = write!(bodies, "({}", name(constructor));
                for (selector, of) in selectors.iter().zip(constructor.parameters()) {
                    let _ = write!(bodies, " ({} {})", name(selector), sort(*of));
                }
                bodies.push(')');
            }
            bodies.push(')');
        }
        let _ = writeln!(commands, "(declare-datatypes ({heads}) ({bodies}))");
        commands
    }

    /// Whether a sort was declared.
    pub fn has_sort(&self, sort: Sort) -> bool {
        named(sort).is_some_and(|name| self.sorts.contains(&name))
    }

    /// Writes a term.
    pub fn write(&mut self, store: &TermStore, t: Term) -> Written {
        let mut written = Written::default();
        self.declare(store, t, &mut written);
        let mut printer = Printer::empty(store);
        printer.names = std::mem::take(&mut self.names);
        printer.uses.insert(t, 1);
        printer.visit(t);
        let mut lets = String::new();
        let mut closing = 0;
        for (index, t) in printer.order.clone().into_iter().enumerate() {
            let mut text = printer.text(t, true);
            let again = !self.written.insert(t) || printer.is_shared(t);
            let deep = printer.depths.get(&t) == Some(&(DEEPEST - 1));
            if store.as_variable(t).is_some() {
                self.declare_variable(store, t, &text, &mut written.commands);
            } else if !(again || deep) || store.args(t).is_empty() || text.len() < SHORT {
                // Written where it is used.
            } else if store.features(t).has(Features::BOUND) {
                // A definition would be outside of the scope of its variables.
                let _ = write!(lets, "(let ((?{index} {text})) ");
                closing += 1;
                text = format!("?{index}");
            } else {
                self.definitions += 1;
                let name = unused(format!("t!{}", self.definitions), &mut self.taken);
                let of = sort(store.sort(t));
                self.help(&text, &mut written.commands);
                let _ = writeln!(written.commands, "(define-fun {name} () {of} {text})");
                Rc::make_mut(&mut printer.names).known.insert(t, name.clone());
                text = name;
            }
            printer.texts.insert(t, text);
        }
        written.text = format!("{lets}{}{}", printer.reference(t), ")".repeat(closing));
        self.names = printer.names;
        self.help(&written.text, &mut written.commands);
        written
    }

    /// Defines the integer functions that a text uses first.
    fn help(&mut self, text: &str, commands: &mut String) {
        for line in integers::definitions(text).lines() {
            if self.helpers.insert(line.to_owned()) {
                let _ = writeln!(commands, "{line}");
            }
        }
    }

    /// Declares the sorts and functions that a term needs, and gives its variables symbols.
    fn declare(&mut self, store: &TermStore, t: Term, written: &mut Written) {
        let mut pending = vec![t];
        while let Some(t) = pending.pop() {
            if !self.seen.insert(t) {
                continue;
            }
            self.declare_sort(store.sort(t), &mut written.commands);
            if let Some((function, args)) = store.as_apply(t) {
                self.declare_function(function, &mut written.commands);
                self.declare_inverse(function, written);
                let of = named(function.result());
                let is_made = of.is_some_and(|of| self.datatypes.contains(&of));
                if args.is_empty() && function.is_constructor() && !is_made {
                    self.number(store, t, written);
                }
            } else if let Some(info) = store.as_variable(t) {
                let symbol = unused(symbol(&info.name), &mut self.taken);
                let is_object = info.role == Role::Object;
                Rc::make_mut(&mut self.names).symbols.insert(t, symbol.clone());
                if is_object {
                    self.declare_variable(store, t, &symbol, &mut written.commands);
                    self.number(store, t, written);
                }
            }
            pending.extend(store.args(t).iter().rev());
        }
    }

    fn declare_variable(&mut self, store: &TermStore, t: Term, name: &str, commands: &mut String) {
        if self.declared.insert(t) {
            let _ = writeln!(commands, "(declare-const {name} {})", sort(store.sort(t)));
        }
    }

    fn declare_sort(&mut self, of: Sort, commands: &mut String) {
        if let Some(name) = named(of)
            && !name.as_str().starts_with('(')
            && self.sorts.insert(name)
        {
            let _ = writeln!(commands, "(declare-sort {} 0)", sort_symbol(name));
        }
    }

    fn declare_function(&mut self, function: Function, commands: &mut String) {
        let function = constructor_of(function);
        if self.names.functions.contains_key(&function) {
            return;
        }
        for of in function.parameters().iter().chain([&function.result()]) {
            self.declare_sort(*of, commands);
        }
        let name = self.name_function(function);
        if !matches!(function.kind(), FunctionKind::Interpreted(_)) {
            commands.push_str(&declaration(function, &name));
        }
    }

    /// Declares the function that is inverse to a boxing or unboxing one, and says what unboxing a boxed value gives. The
    /// other way round holds of what is a box only.
    fn declare_inverse(&mut self, function: Function, written: &mut Written) {
        let (FunctionKind::Box { inverse } | FunctionKind::Unbox { inverse }) = function.kind()
        else {
            return;
        };
        let (parameters, result) = (function.parameters(), function.result());
        let is_box = matches!(function.kind(), FunctionKind::Box { .. });
        let name = function.name();
        let other = match is_box {
            true => FunctionKind::Unbox { inverse: name },
            false => FunctionKind::Box { inverse: name },
        };
        let other = Function::new(inverse.as_str(), &[result], parameters[0], other);
        self.declare_function(other, &mut written.commands);
        let (boxing, unboxing) = if is_box { (function, other) } else { (other, function) };
        if self.boxes.insert(boxing) {
            let name = |function| self.names.functions.get(function).map_or("", String::as_str);
            let (boxed, of) = (name(&boxing), sort(boxing.parameters()[0]));
            let unboxed = name(&unboxing);
            written.facts.push(format!(
                "(forall ((value {of})) (! (= ({unboxed} ({boxed} value)) value) :pattern (({boxed} value)) :qid boxed))"
            ));
        }
    }

    fn name_function(&mut self, function: Function) -> String {
        let name = match function.kind() {
            FunctionKind::Interpreted(head) => head.as_str().to_owned(),
            _ => unused(function_symbol(function.name().as_str()), &mut self.taken),
        };
        Rc::make_mut(&mut self.names).functions.insert(function, name.clone());
        name
    }

    /// Gives an object a number of its own, so that the process knows which objects differ.
    fn number(&mut self, store: &TermStore, t: Term, written: &mut Written) {
        let of = store.sort(t);
        let name = symbol(&format!("number!{}", sort(of).trim_matches('|')));
        if self.taken.insert(name.clone()) {
            let _ = writeln!(written.commands, "(declare-fun {name} ({}) Int)", sort(of));
        }
        if self.numbered.insert(t) {
            let object = match store.as_apply(t) {
                Some((function, _)) => self.names.functions.get(&function),
                None => self.names.symbols.get(&t),
            };
            let object = object.map_or("", String::as_str);
            written.facts.push(format!("(= ({name} {object}) {})", self.numbered.len()));
        }
    }
}

fn named(sort: Sort) -> Option<Symbol> {
    match sort {
        Sort::Named(name) => Some(name),
        _ => None,
    }
}
