//! From names to variables, labels and procedures, and the types of expressions.

mod declaration;
mod expression;
mod label;
mod statement;

use crate::problem::{Problem, Problems};
use crate::syntax::{RawBounds, RawExpr, RawExprKind, RawKind, RawProcedure, walk};
use crate::tree::{
    Bounds, End, Expr, ExprKind, Label, LabelId, ProcId, Procedure, Program, Shape, Storage, VarId,
    Variable,
};
use effigy_base::id::IdVec;
use effigy_base::text::Hint;
use effigy_base::text::MAX_ERRORS;
use effigy_base::text::Span;
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

/// What callers know of a procedure.
pub(crate) struct Signature {
    name: String,
    parameters: Vec<Parameter>,
    is_function: bool,
}

struct Parameter {
    name: String,
    is_array: bool,
    /// Lowest and highest subscript, when they are given.
    bounds: Option<(BigInt, BigInt)>,
}

/// What callers know of all procedures; of several with one name, the first.
pub(crate) struct Signatures {
    list: IdVec<ProcId, Signature>,
    names: FxHashMap<String, ProcId>,
}

impl Signatures {
    /// The signatures of procedures that are checked already.
    pub fn of(program: &Program) -> Self {
        Self::new(program.procedures.iter().map(|(_, p)| checked_signature(p)).collect())
    }

    fn new(list: IdVec<ProcId, Signature>) -> Self {
        let mut names = FxHashMap::default();
        for (id, signature) in list.iter() {
            names.entry(signature.name.clone()).or_insert(id);
        }
        Self { list, names }
    }

    fn find(&self, name: &str) -> Option<(ProcId, &Signature)> {
        let id = *self.names.get(name)?;
        Some((id, self.list.get(id)?))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|(_, s)| s.name.as_str())
    }
}

fn checked_signature(procedure: &Procedure) -> Signature {
    let variables = procedure.parameters.iter().filter_map(|id| procedure.variables.get(*id));
    let parameters = variables.map(|v| Parameter {
        name: v.name.clone(),
        is_array: v.shape != Shape::Integer,
        bounds: constant_bounds(&v.shape),
    });
    let (name, is_function) = (procedure.name.clone(), procedure.is_function);
    Signature { name, parameters: parameters.collect(), is_function }
}

fn raw_signature(procedure: &RawProcedure) -> Signature {
    let (mut arrays, mut is_function) = (FxHashMap::default(), procedure.returns);
    walk(&procedure.body, &mut |statement| match &statement.kind {
        RawKind::Declare(declarations) => {
            for declaration in declarations {
                let bounds = declaration.bounds.as_ref().map(raw_bounds);
                arrays.entry(declaration.name.text.as_str()).or_insert(bounds);
            }
        }
        RawKind::Return(Some(_)) => is_function = true,
        _ => {}
    });
    let parameters = procedure.parameters.iter().map(|name| {
        let array = arrays.get(name.text.as_str()).cloned().flatten();
        let is_array = array.is_some();
        Parameter { name: name.text.clone(), is_array, bounds: array.flatten() }
    });
    Signature { name: procedure.name.text.clone(), parameters: parameters.collect(), is_function }
}

fn raw_bounds(bounds: &RawBounds) -> Option<(BigInt, BigInt)> {
    let RawBounds::Range { lower, upper } = bounds else { return None };
    let lower = lower.as_ref().map_or(Some(BigInt::from(1)), raw_constant);
    lower.zip(raw_constant(upper))
}

fn raw_constant(expression: &RawExpr) -> Option<BigInt> {
    match &expression.kind {
        RawExprKind::Number(digits) => digits.parse().ok(),
        RawExprKind::Paren(inner) | RawExprKind::Plus(inner) => raw_constant(inner),
        RawExprKind::Negate(inner) => raw_constant(inner).map(|n| -n),
        _ => None,
    }
}

/// The number that an expression is without evaluating operators.
pub(crate) fn constant(expression: &Expr) -> Option<BigInt> {
    match &expression.kind {
        ExprKind::Number(number) => Some(number.clone()),
        ExprKind::Negate(inner) => constant(inner).map(|n| -n),
        _ => None,
    }
}

fn constant_bounds(shape: &Shape) -> Option<(BigInt, BigInt)> {
    match shape {
        Shape::Array(Bounds::Range { lower, upper }) => constant(lower).zip(constant(upper)),
        _ => None,
    }
}

/// Checks all procedures of a file.
pub(crate) fn procedures(
    raw: &[RawProcedure],
    problems: &mut Problems,
) -> IdVec<ProcId, Procedure> {
    let signatures = Signatures::new(raw.iter().map(raw_signature).collect());
    let mut seen = FxHashSet::default();
    for procedure in raw {
        if !seen.insert(procedure.name.text.as_str()) {
            let problem = Problem::ProcedureTwice(procedure.name.text.clone());
            problems.add(procedure.name.span, problem);
        }
    }
    raw.iter().map(|p| Checker::new(&signatures, problems).procedure(p)).collect()
}

/// What is known while one procedure, or a command at the terminal, is checked.
pub(crate) struct Checker<'a> {
    signatures: &'a Signatures,
    pub variables: IdVec<VarId, Variable>,
    names: FxHashMap<String, VarId>,
    labels: IdVec<LabelId, Label>,
    /// The labels by name, with the group that they are in.
    label_names: FxHashMap<String, (LabelId, usize)>,
    /// The groups around the place, the procedure itself being 0.
    groups: Vec<usize>,
    group_count: usize,
    /// The variables of the quantifiers around the place.
    bound: Vec<String>,
    pub quantifiers: bool,
    /// Whether an unknown name becomes a variable: so it is at the terminal.
    pub free: bool,
    /// Names about which nothing is said, since the statements that may declare them could not be read.
    broken: FxHashSet<&'a str>,
    /// The procedure, when it gives a value.
    function: Option<&'a str>,
    problems: &'a mut Problems,
}

impl<'a> Checker<'a> {
    pub fn new(signatures: &'a Signatures, problems: &'a mut Problems) -> Self {
        Self {
            signatures,
            variables: IdVec::new(),
            names: FxHashMap::default(),
            labels: IdVec::new(),
            label_names: FxHashMap::default(),
            groups: vec![0],
            group_count: 0,
            bound: Vec::new(),
            quantifiers: false,
            free: false,
            broken: FxHashSet::default(),
            function: None,
            problems,
        }
    }

    fn procedure(mut self, raw: &'a RawProcedure) -> Procedure {
        let own = raw_signature(raw);
        self.function = own.is_function.then_some(raw.name.text.as_str());
        self.broken = raw.broken.iter().map(String::as_str).collect();
        let parameters = self.declare_all(raw);
        self.declare_labels(raw);
        let body = self.body(&raw.body);
        let end = End {
            number: raw.end.number,
            labels: self.labels_of(&raw.end.labels),
            span: raw.end.span,
        };
        Procedure {
            name: raw.name.text.clone(),
            number: raw.number,
            span: raw.span,
            parameters,
            recursive: raw.recursive,
            returns: raw.returns,
            is_function: own.is_function,
            variables: self.variables,
            labels: self.labels,
            body,
            end,
        }
    }

    /// Takes over variables that are known already.
    pub fn know(&mut self, variables: &IdVec<VarId, Variable>) {
        for (_, variable) in variables.iter() {
            self.add(variable.clone());
        }
    }

    fn add(&mut self, variable: Variable) -> VarId {
        let name = variable.name.clone();
        let id = self.variables.push(variable);
        self.names.insert(name, id);
        id
    }

    fn add_new(&mut self, name: &str, shape: Shape, span: Span) -> VarId {
        let (name, storage) = (name.to_owned(), Storage::Automatic);
        self.add(Variable { name, shape, storage, initial: Vec::new(), span })
    }

    fn variable(&self, name: &str) -> Option<(VarId, &Variable)> {
        let id = *self.names.get(name)?;
        Some((id, self.variables.get(id)?))
    }

    fn find_procedure(&self, name: &str) -> Option<(ProcId, &'a Signature)> {
        self.signatures.find(name)
    }

    fn is_broken(&self, name: &str) -> bool {
        self.broken.contains(name)
    }

    fn report(&mut self, span: Span, problem: Problem) {
        self.problems.add(span, problem);
    }

    fn fail<T>(&mut self, span: Span, problem: Problem) -> Option<T> {
        self.report(span, problem);
        None
    }

    /// A proposal; none when there are already more errors than are told.
    fn near<'c>(&self, name: &str, candidates: impl Iterator<Item = &'c str>) -> Hint {
        if self.problems.len() > 2 * MAX_ERRORS {
            return Hint::default();
        }
        Hint::nearest(name, candidates)
    }

    fn near_variable(&self, name: &str, arrays: bool) -> Hint {
        self.near(name, self.variable_names(arrays))
    }

    fn near_procedure(&self, name: &str) -> Hint {
        self.near(name, self.signatures.names())
    }

    fn near_applied(&self, name: &str) -> Hint {
        let names = self.variable_names(true).chain(self.signatures.names());
        self.near(name, names.chain(["ABS", "MOD"]))
    }

    fn variable_names(&self, arrays: bool) -> impl Iterator<Item = &str> {
        let matching = move |v: &&Variable| arrays == (v.shape != Shape::Integer);
        self.variables.iter().map(|(_, v)| v).filter(matching).map(|v| v.name.as_str())
    }
}
