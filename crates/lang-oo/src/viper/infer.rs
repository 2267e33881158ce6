//! The ghost operations of pure methods that have none (section 4 of Smans, Jacobs and Piessens): a predicate that the
//! precondition gives is opened around each part that needs it. Such a part is an expression without calls that reads
//! fields to which the predicate gives access, or a call whose precondition the predicate gives.

use super::scope::Scope;
use crate::tree::{
    Binary, Call, Expr, ExprKind, FieldId, Method, MethodId, MethodKind, Program, Statement,
    StatementKind,
};
use effigy_lang_viper::tree as viper;

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
struct Opened<'p> {
    /// The predicates to open, from the outermost.
    chain: Vec<&'p Call>,
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
        let Some(body) = predicate.and_then(super::member::value) else { return };
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
    fn needed(&self, expression: &Expr) -> Vec<&Opened<'p>> {
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

impl<'p> Scope<'_, 'p> {
    /// An expression with the predicates open that it needs; none when it needs none.
    pub fn opened_for(&mut self, source: &'p Expr) -> Option<viper::Expr> {
        let known = self.known.as_ref()?;
        let calls: Vec<&'p Call> = known.needed(source).into_iter().fold(
            Vec::new(),
            |mut calls: Vec<&'p Call>, opened| {
                calls.extend(
                    opened.chain.iter().filter(|call| !calls.contains(call)).collect::<Vec<_>>(),
                );
                calls
            },
        );
        if calls.is_empty() {
            return None;
        }
        let known = self.known.take();
        let opened = self.open_all(&calls, source);
        self.known = known;
        Some(opened)
    }

    fn open_all(&mut self, calls: &[&'p Call], source: &'p Expr) -> viper::Expr {
        let Some((first, rest)) = calls.split_first() else { return self.pure(source) };
        let place = self.place(source.span);
        let access = self.predicate(first, None, place);
        self.opening(access, |scope| scope.open_all(rest, source), place)
    }
}

/// Whether a method has a ghost operation.
pub(super) fn has_ghosts(method: &Method) -> bool {
    let contract = method.requires.iter().chain(&method.ensures);
    contract.into_iter().any(has_opening) || method.body.iter().any(is_ghost)
}

fn is_ghost(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Ghost(..))
        || statement.expressions().into_iter().any(has_opening)
        || statement.statements().any(is_ghost)
}

fn has_opening(expression: &Expr) -> bool {
    matches!(expression.kind, ExprKind::Opening(..) | ExprKind::Using(..))
        || expression.operands().into_iter().any(has_opening)
}

/// The conjuncts of an assertion, those under a condition among them.
fn conjuncts(assertion: &Expr) -> Vec<&Expr> {
    let (mut list, mut open) = (Vec::new(), vec![assertion]);
    while let Some(next) = open.pop() {
        match &next.kind {
            ExprKind::Binary(Binary::And | Binary::Separate, left, right) => {
                open.extend([&**right, &**left]);
            }
            ExprKind::Conditional(_, then, otherwise) => open.extend([&**otherwise, &**then]),
            _ => list.push(next),
        }
    }
    list
}

/// The predicates of an assertion, each with what it is called on.
pub(super) fn instances<'p>(program: &Program, assertion: &'p Expr) -> Vec<(&'p Call, &'p Expr)> {
    let predicates = conjuncts(assertion).into_iter().filter_map(|conjunct| {
        let call = match &conjunct.kind {
            ExprKind::Call(call) => call,
            ExprKind::Acc(inner, _) => match &inner.kind {
                ExprKind::Call(call) => call,
                _ => return None,
            },
            _ => return None,
        };
        let kind = program.methods.get(call.method)?.kind;
        Some((call, call.receiver.as_deref()?)).filter(|_| kind == MethodKind::Predicate)
    });
    predicates.collect()
}

/// The fields of `this` to which an assertion gives access.
fn fields(assertion: &Expr) -> Vec<FieldId> {
    let given = conjuncts(assertion).into_iter().filter_map(|conjunct| {
        let ExprKind::Acc(location, _) = &conjunct.kind else { return None };
        match &location.kind {
            ExprKind::Field(object, field) if object.kind == ExprKind::This => Some(*field),
            _ => None,
        }
    });
    given.collect()
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
