//! The predicates that a pure method can open, and what an expression needs of them.

use super::source::{fields, instances, value};
use crate::tree::{Call, Expr, ExprKind, FieldId, Method, MethodId, Program};

/// How many predicates are opened in each other.
const DEEPEST: usize = 4;

/// The predicates that can be opened.
#[derive(Clone)]
pub(super) struct Known<'p> {
    program: &'p Program,
    list: Vec<Opened<'p>>,
}

/// A predicate that can be opened, and what it gives.
#[derive(Clone)]
pub(super) struct Opened<'p> {
    /// The predicates to open, from the outermost.
    pub chain: Vec<&'p Call>,
    /// What they are called on: `this` or a parameter.
    receiver: &'p Expr,
    fields: Vec<FieldId>,
    /// Predicates and what they are called on, in terms of the `this` of the opened one.
    predicates: Vec<(MethodId, &'p Expr)>,
}

impl<'p> Known<'p> {
    /// What the precondition of a method gives.
    pub fn new(program: &'p Program, method: &'p Method) -> Self {
        let mut known = Self { program, list: Vec::new() };
        for (call, receiver) in method.requires.iter().flat_map(|a| instances(program, a)) {
            let plain = matches!(receiver.kind, ExprKind::This | ExprKind::Local(_));
            let same_class =
                program.methods.get(call.method).map(|m| m.class) == Some(method.class);
            if plain && same_class {
                known.open(vec![call], receiver);
            }
        }
        known
    }

    fn open(&mut self, chain: Vec<&'p Call>, receiver: &'p Expr) {
        let program = self.program;
        let predicate = chain.last().and_then(|call| program.methods.get(call.method));
        let Some(body) = predicate.and_then(value) else { return };
        let predicates = instances(program, body);
        let inner = predicates.iter().filter(|(call, of)| {
            of.kind == ExprKind::This && call.arguments.is_empty() && chain.len() < DEEPEST
        });
        let inner: Vec<&Call> = inner.map(|(call, _)| *call).collect();
        self.list.push(Opened {
            chain: chain.clone(),
            receiver,
            fields: fields(body),
            predicates: predicates.iter().map(|(call, of)| (call.method, *of)).collect(),
        });
        for call in inner {
            self.open(chain.iter().copied().chain([call]).collect(), receiver);
        }
    }

    /// The predicates to open around an expression.
    pub fn needed(&self, expression: &Expr) -> Vec<&Opened<'p>> {
        match &expression.kind {
            ExprKind::Call(call) => self.needed_by_call(call),
            _ if calls(expression) => Vec::new(),
            _ => {
                let gives = |opened: &&Opened<'p>| {
                    reads(expression, &|object, field| {
                        same(object, opened.receiver, None) && opened.fields.contains(&field)
                    })
                };
                self.list.iter().filter(gives).collect()
            }
        }
    }

    fn needed_by_call(&self, call: &Call) -> Vec<&Opened<'p>> {
        let Some(callee) = self.program.methods.get(call.method) else { return Vec::new() };
        let wanted = callee.requires.iter().flat_map(|a| instances(self.program, a));
        let wanted: Vec<(MethodId, &Expr)> = wanted
            .filter_map(|(predicate, of)| Some((predicate.method, argument(callee, call, of)?)))
            .collect();
        let gives = |opened: &&Opened<'p>| {
            opened.predicates.iter().any(|(given, of)| {
                wanted
                    .iter()
                    .any(|(wanted, on)| given == wanted && same(of, on, Some(opened.receiver)))
            })
        };
        self.list.iter().filter(gives).collect()
    }
}

/// What `this` or a parameter of a method is in a call.
fn argument<'c>(callee: &Method, call: &'c Call, of: &Expr) -> Option<&'c Expr> {
    match of.kind {
        ExprKind::This => call.receiver.as_deref(),
        ExprKind::Local(id) => {
            let at = callee.parameters.iter().position(|parameter| *parameter == id)?;
            call.arguments.get(at)
        }
        _ => None,
    }
}

fn calls(expression: &Expr) -> bool {
    matches!(expression.kind, ExprKind::Call(_)) || expression.operands().into_iter().any(calls)
}

fn reads(expression: &Expr, wanted: &dyn Fn(&Expr, FieldId) -> bool) -> bool {
    let own = match &expression.kind {
        ExprKind::Field(object, field) => wanted(object, *field),
        _ => false,
    };
    own || expression.operands().into_iter().any(|inner| reads(inner, wanted))
}

/// Whether two paths are the same; the `this` of the first one is `this`, or itself.
fn same(left: &Expr, right: &Expr, this: Option<&Expr>) -> bool {
    match (&left.kind, &right.kind) {
        (ExprKind::This, _) if this.is_some_and(|this| this.kind != ExprKind::This) => {
            this.is_some_and(|this| same(this, right, None))
        }
        (ExprKind::This, ExprKind::This) => true,
        (ExprKind::Local(left), ExprKind::Local(right)) => left == right && this.is_none(),
        (ExprKind::Field(left, a), ExprKind::Field(right, b)) => a == b && same(left, right, this),
        _ => false,
    }
}
