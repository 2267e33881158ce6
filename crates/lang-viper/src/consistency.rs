//! What may stand where, beyond names and types.

mod expression;
mod statement;

pub(crate) use expression::is_pure;

use crate::ParseOptions;
use crate::graph::components;
use crate::problem::{CONSISTENCY, Problems};
use crate::termination::Measure;
use crate::tree::{
    Block, Domain, Expr, ExprKind, Function, FunctionId, LocalId, Location, Method, Place,
    Predicate, Program,
};
use crate::walk;
use effigy_base::id::Id;

/// Checks a program whose names and types are right.
pub(crate) fn check(
    program: &Program,
    measures: &[Measure],
    options: &ParseOptions,
    problems: &mut Problems,
) {
    let mut check = Check {
        program,
        measures,
        problems,
        exact_amounts: options.exact_amounts,
        in_function: false,
        assumed: false,
        wand: Wand::Outside,
    };
    for (_, domain) in program.domains.iter() {
        check.domain(domain);
    }
    for (_, function) in program.domain_functions.iter() {
        if function.unique && !function.parameters.is_empty() {
            let place = program.domains[function.domain].place;
            check.error(place, format!("the unique function `{}` has parameters", function.name));
        }
    }
    for (_, function) in program.functions.iter() {
        check.function(function);
    }
    for (_, predicate) in program.predicates.iter() {
        check.predicate(predicate);
    }
    for (_, method) in program.methods.iter() {
        check.method(method);
    }
    check.cycles();
    if check.problems.errors() == 0 {
        check.unfounded();
    }
}

/// Which part of a magic wand an expression stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wand {
    Outside,
    /// The left side, where `old[lhs]` means nothing.
    Left,
    /// The right side, or the script of `package`.
    Right,
}

struct Check<'p> {
    program: &'p Program,
    /// Those of the functions.
    measures: &'p [Measure],
    problems: &'p mut Problems,
    /// Whether functions need exact permission amounts.
    exact_amounts: bool,
    /// Whether `wildcard` may be a part of a permission amount.
    in_function: bool,
    /// Whether permissions are assumed, so that they may stand where else only values do.
    assumed: bool,
    wand: Wand,
}

impl Check<'_> {
    fn error(&mut self, place: Place, message: impl Into<String>) {
        self.problems.error(place, CONSISTENCY, message);
    }

    /// Reports an expression that has a part which `wrong` takes.
    fn none(&mut self, e: &Expr, message: &str, mut wrong: impl FnMut(&ExprKind) -> bool) {
        if walk::any(e, &mut |e| wrong(&e.kind)) {
            self.error(e.place, message);
        }
    }

    fn domain(&mut self, domain: &Domain) {
        for axiom in &domain.axioms {
            let e = &axiom.body;
            self.none(e, "an axiom has no `old`", |k| matches!(k, ExprKind::Old(..)));
            self.none(e, "an axiom does not read the heap", |k| {
                let perm =
                    matches!(k, ExprKind::Perm(Location::Field(..) | Location::Predicate(..)));
                perm || matches!(k, ExprKind::Field(..) | ExprKind::Access(_))
            });
            let message = "an axiom has no `asserting`";
            self.none(e, message, |k| matches!(k, ExprKind::Asserting(..)));
            self.expression(e);
        }
    }

    fn function(&mut self, function: &Function) {
        self.in_function = !self.exact_amounts;
        for e in &function.preconditions {
            self.precondition(e);
        }
        for e in &function.postconditions {
            self.none(e, "a postcondition of a function has no `old`", |k| {
                matches!(k, ExprKind::Old(..))
            });
            self.expression(e);
        }
        if let Some(e) = &function.body {
            self.none(e, "the body of a function has no `old`", |k| {
                matches!(k, ExprKind::Old(None, _))
            });
            self.none(e, "the body of a function has no `result`", |k| {
                matches!(k, ExprKind::Result)
            });
            self.no_perm(e, "the body of a function has no `perm` and no `forperm`");
            self.expression(e);
        }
        self.in_function = false;
    }

    fn no_perm(&mut self, e: &Expr, message: &str) {
        self.none(e, message, |k| matches!(k, ExprKind::Perm(_) | ExprKind::ForPerm { .. }));
    }

    fn predicate(&mut self, predicate: &Predicate) {
        if let Some(e) = &predicate.body {
            self.none(e, "a predicate has no `old`", |k| matches!(k, ExprKind::Old(None, _)));
            self.no_perm(e, "a predicate has no `perm` and no `forperm`");
            self.expression(e);
        }
    }

    fn precondition(&mut self, e: &Expr) {
        self.none(e, "a precondition has no `old`", |k| match k {
            ExprKind::Old(label, _) => label.as_deref() != Some("lhs"),
            _ => false,
        });
        self.expression(e);
    }

    fn method(&mut self, method: &Method) {
        for e in &method.preconditions {
            self.precondition(e);
            self.no_results(e, &method.results, method);
        }
        for e in &method.postconditions {
            self.none(
                e,
                "a postcondition has no `old` with a label",
                |k| matches!(k, ExprKind::Old(Some(label), _) if &**label != "lhs"),
            );
            self.expression(e);
        }
        if let Some(body) = &method.body {
            self.labels(body);
            self.block(body);
        }
    }

    fn no_results(&mut self, e: &Expr, results: &[LocalId], method: &Method) {
        let mut wrong = Vec::new();
        walk::all(e, &mut |e| match &*e.kind {
            ExprKind::Local(local) if results.contains(local) => wrong.push((e.place, *local)),
            _ => {}
        });
        for (place, local) in wrong {
            let name = &method.locals[local].name;
            self.error(place, format!("`{name}` is a result: it has no value in a precondition"));
        }
    }

    fn labels(&mut self, body: &Block) {
        let mut seen: Vec<std::sync::Arc<str>> = Vec::new();
        let mut wrong = Vec::new();
        statement::labels(body, &mut |place, name| {
            if seen.contains(name) {
                wrong.push((place, name.clone()));
            }
            seen.push(name.clone());
        });
        for (place, name) in wrong {
            self.error(place, format!("there is already a label `{name}` in this method"));
        }
        let mut unknown = Vec::new();
        statement::gotos(body, &mut |place, name| {
            if !seen.contains(name) {
                unknown.push((place, name.clone()));
            }
        });
        for (place, name) in unknown {
            self.error(place, format!("there is no label `{name}` in this method"));
        }
    }

    /// Reports functions that call themselves in their preconditions, perhaps by way of others.
    fn cycles(&mut self) {
        let functions = &self.program.functions;
        let (mut all, mut first) = (Vec::new(), Vec::new());
        for (id, function) in functions.iter() {
            let mut calls = Vec::new();
            let list = |e: &Expr, calls: &mut Vec<usize>| {
                walk::all(e, &mut |e| {
                    if let ExprKind::Call { function, .. } = &*e.kind {
                        calls.push(function.index());
                    }
                });
            };
            function.preconditions.iter().for_each(|e| list(e, &mut calls));
            let measure = self.measures.get(id.index());
            if let Some(tuple) = measure.and_then(|m| m.tuple.as_ref()) {
                tuple.values.iter().chain(&tuple.condition).for_each(|e| list(e, &mut calls));
            }
            first.push(calls.clone());
            let others = function.postconditions.iter().chain(&function.body);
            others.for_each(|e| list(e, &mut calls));
            all.push(calls);
        }
        let component = components(&all);
        for (index, calls) in first.iter().enumerate() {
            if calls.iter().any(|call| component.get(*call) == component.get(index)) {
                let function = &functions[FunctionId::from_index(index)];
                let message =
                    format!("`{}` calls itself by way of its precondition", function.name);
                self.error(function.place, message);
            }
        }
    }

    /// Reports functions without a measure that call themselves in their postconditions.
    fn unfounded(&mut self) {
        let mut edges = Vec::new();
        for (_, function) in self.program.functions.iter() {
            let mut calls = Vec::new();
            if let Some(body) = &function.body {
                walk::all(body, &mut |e| {
                    if let ExprKind::Call { function, .. } = &*e.kind {
                        calls.push(function.index());
                    }
                });
            }
            edges.push(calls);
        }
        let component = components(&edges);
        let mut wrong = Vec::new();
        for (id, function) in self.program.functions.iter() {
            let measure = self.measures.get(id.index());
            if measure.is_some_and(|m| m.tuple.is_some() || m.wildcard.is_some() || m.star) {
                continue;
            }
            for e in &function.postconditions {
                walk::all(e, &mut |e| {
                    if let ExprKind::Call { function, .. } = &*e.kind
                        && component.get(function.index()) == component.get(id.index())
                    {
                        wrong.push((e.place, *function == id));
                    }
                });
            }
        }
        for (place, itself) in wrong {
            let message = if itself {
                "a postcondition calls its own function: write `result`, or add `decreases`"
            } else {
                "a postcondition calls a function that calls this one: add `decreases`"
            };
            self.error(place, message);
        }
    }
}
