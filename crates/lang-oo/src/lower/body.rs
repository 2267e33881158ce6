//! A function that is being made.

use super::Context;
use super::integers::Integers;
use crate::print::Names;
use crate::tree::{Local, LocalId, Method, MethodId, MethodKind, Type};
use effigy_base::finding::FindingKind;
use effigy_base::id::IdVec;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::text::Span;
use effigy_ir::builder::FunctionBuilder;
use effigy_ir::function::{BlockId, InstKind, Loc, MarkKind, Operand};
use rustc_hash::FxHashMap;

/// What becomes of a condition under which an expression is defined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Demand {
    /// It is a finding when it does not hold.
    Check,
    /// It is assumed.
    Assume,
    /// Nothing: the expression has some value anyway.
    Nothing,
}

/// A function that is being made.
pub(super) struct Body<'w, 'p> {
    pub context: &'w mut Context<'p>,
    pub b: FunctionBuilder,
    pub locals: &'p IdVec<LocalId, Local>,
    /// The values of the local variables at the place.
    pub values: Vec<Operand>,
    pub this: Operand,
    /// The value that is returned, in postconditions.
    pub result: Operand,
    /// The values of `old(e)`, by the places of `e`.
    pub olds: FxHashMap<Span, Operand>,
    /// Under which condition the place is evaluated, in parts of expressions.
    pub guard: Operand,
    pub demand: Demand,
    /// Whether `new` calls constructors.
    pub constructs: bool,
    /// The function for locations and for names of inputs.
    pub name: String,
    /// The number of the statement at the place.
    pub number: u32,
    /// Where control goes to return, with the result.
    exit: Option<BlockId>,
}

impl<'w, 'p> Body<'w, 'p> {
    pub fn new(
        context: &'w mut Context<'p>,
        name: String,
        locals: &'p IdVec<LocalId, Local>,
        (params, results): (&[Sort], &[Sort]),
    ) -> Self {
        let null = context.options.integers.null();
        let values = locals.iter().map(|(_, local)| default(context, &local.ty)).collect();
        Self {
            context,
            b: FunctionBuilder::new(params, results),
            locals,
            values,
            this: null.clone(),
            result: null,
            olds: FxHashMap::default(),
            guard: Operand::Bool(true),
            demand: Demand::Check,
            constructs: true,
            name,
            number: 0,
            exit: None,
        }
    }

    /// The body of a method.
    pub fn method(
        context: &'w mut Context<'p>,
        method: &'p Method,
        id: MethodId,
    ) -> FunctionBuilder {
        let parameters = method.parameters.iter().filter_map(|id| method.locals.get(*id));
        let this = method.class.map(|_| context.options.integers.reference().into());
        let params: Vec<Sort> =
            this.into_iter().chain(parameters.map(|p| context.sort(&p.ty))).collect();
        let results: Vec<Sort> = method.result.iter().map(|ty| context.sort(ty)).collect();
        let name = context.program.method_name(id);
        let mut body = Body::new(context, name, &method.locals, (&params, &results));
        let mut values = body.b.params().to_vec().into_iter().map(Operand::Reg);
        if method.class.is_some() {
            body.this = values.next().unwrap_or(body.this);
        }
        body.at(method.span);
        for (id, value) in method.parameters.iter().zip(values.collect::<Vec<_>>()) {
            body.assign_local(*id, value);
        }
        let entry = body.values.clone();
        body.check_all(&method.requires, "precondition");
        body.save_olds(method);
        let exit = body.b.block();
        body.exit = Some(exit);
        let result = results.first().map(|sort| body.b.block_param(exit, *sort).into());
        body.statements(&method.body);
        if !body.b.is_terminated() {
            body.at(method.end);
            match results.is_empty() {
                true => body.b.jump(exit, []),
                // A predicate or an endless loop does not come here.
                false => body.b.terminate(effigy_ir::function::Terminator::Fail {
                    kind: FindingKind::Unreachable,
                    message: "the method ends without a value".to_owned(),
                }),
            }
        }
        body.b.switch_to(exit);
        body.values = entry;
        body.result = result.clone().unwrap_or(Operand::Bool(true));
        body.at(method.end);
        body.check_all(&method.ensures, "postcondition");
        if matches!(method.kind, MethodKind::Mutator | MethodKind::Constructor)
            && let Some(class) = method.class.and_then(|id| body.context.program.classes.get(id))
        {
            body.check_all(&class.invariants, "invariant");
        }
        body.at(method.end);
        body.b.ret(Vec::from_iter(result));
        body.b
    }

    /// Ends the path through the method.
    pub fn leave(&mut self, value: Option<Operand>) {
        if let Some(exit) = self.exit {
            self.b.jump(exit, Vec::from_iter(value));
        }
    }

    pub fn integers(&self) -> Integers {
        self.context.options.integers
    }

    pub fn names(&self) -> Names<'p> {
        Names::new(self.context.program, self.locals)
    }

    /// The default value of a type.
    pub fn default(&self, ty: &Type) -> Operand {
        default(self.context, ty)
    }

    /// Instructions come from this place from here on.
    pub fn at(&mut self, span: Span) {
        let Some(file) = self.context.file else { return };
        let (line, column) = (span.start.line, span.start.column);
        let function = self.name.clone();
        let loc = Loc { file, line, column, function, inlined_at: None };
        let loc = (line > 0).then(|| self.b.loc(loc));
        self.b.set_loc(loc);
    }

    pub fn mark(&mut self, kind: MarkKind) {
        self.b.push(InstKind::Mark { number: self.number, kind });
    }

    /// A local variable holds a value from here on.
    pub fn assign_local(&mut self, id: LocalId, value: Operand) {
        use effigy_base::id::Id;
        if let Some(slot) = self.values.get_mut(id.index()) {
            *slot = value.clone();
        }
        if let Some(local) = self.locals.get(id) {
            let variable = local.name.clone();
            self.b.push(InstKind::Name { variable, value, indirect: false });
        }
    }

    pub fn local(&self, id: LocalId) -> Operand {
        use effigy_base::id::Id;
        self.values.get(id.index()).cloned().unwrap_or(Operand::Bool(false))
    }

    /// Demands a condition, under which what is evaluated here is defined.
    pub fn demand(&mut self, cond: Operand, kind: FindingKind, message: String) {
        let cond = match self.guard.clone() {
            Operand::Bool(true) => cond,
            guard => {
                let broken = self.not(cond);
                let broken = self.and(guard, broken);
                self.not(broken)
            }
        };
        match self.demand {
            _ if cond == Operand::Bool(true) => {}
            Demand::Check => self.b.check(cond, kind, message),
            Demand::Assume => self.b.push(InstKind::Assume { cond }),
            Demand::Nothing => {}
        }
    }

    pub fn not(&mut self, a: Operand) -> Operand {
        match a {
            Operand::Bool(a) => Operand::Bool(!a),
            a => self.b.op(Op::Not, [a]),
        }
    }

    pub fn and(&mut self, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (Operand::Bool(true), x) | (x, Operand::Bool(true)) => x,
            (Operand::Bool(false), _) | (_, Operand::Bool(false)) => Operand::Bool(false),
            (a, b) => self.b.op(Op::And, [a, b]),
        }
    }

    pub fn or(&mut self, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (Operand::Bool(false), x) | (x, Operand::Bool(false)) => x,
            (Operand::Bool(true), _) | (_, Operand::Bool(true)) => Operand::Bool(true),
            (a, b) => self.b.op(Op::Or, [a, b]),
        }
    }
}

fn default(context: &Context<'_>, ty: &Type) -> Operand {
    let integers = context.options.integers;
    match ty {
        Type::Int => integers.small(0),
        Type::Bool => Operand::Bool(false),
        _ => integers.null(),
    }
}
