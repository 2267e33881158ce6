//! The concrete semantics of de Boer & Bonsangue (2021), sections 2, 2.1, 3 and 4: transitions on valuations, on the
//! checked tree. It is what the engine is compared with, and shares nothing with it but the tree.
//!
//! A configuration has a stack of closures (L, S), an assignment G to the global variables and a heap H. [`Run::step`] is
//! one transition; each rule has its name in the paper. Expressions are evaluated from left to right; a call in an
//! expression is a computation of its own, to its return. Errors (delta, section 2.1 and Definition 4.1) are outcomes.

use effigy_lang_oo::tree::{
    Binary, Call, ClassId, Expr, ExprKind, FieldId, GlobalId, LocalId, MethodId, MethodKind,
    Program, Statement, StatementKind, Target, TargetKind, Type, Unary,
};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// The identity of an object or array: it was there before the run, or the run made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    /// From 1.
    Old(u64),
    /// In order of their creation, from 0.
    New(u64),
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Int(BigInt),
    Bool(bool),
    Nil,
    Object(Object),
}

/// What has a value: a variable at the start of the run, or a place in the heap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    This,
    Parameter(LocalId),
    Global(GlobalId),
    /// The value of `x := *`, by the name of `x`, counted from 1.
    Unknown(String, usize),
    Field(Object, FieldId),
    Length(Object),
    /// An element of an array of elements of the named type.
    Element(Object, String, BigInt),
}

/// An initial valuation: the values of cells of a type before the run.
pub type Initial<'a> = dyn Fn(&Cell, &Type) -> Value + 'a;

/// How a computation ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Returned(Option<Value>),
    /// nil-pointer, array-out-of-bound, and so on, at a line.
    Fault(Fault, u32),
    /// An assumption does not hold: there is no computation.
    Assumed,
    /// There is a longer computation.
    Unfinished,
}

/// An error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Nil,
    ArrayOutOfBounds,
    DivisionByZero,
    Assertion,
}

/// A closure (L, S); the last statement of S is the next one.
struct Closure<'p> {
    method: Option<MethodId>,
    this: Option<Value>,
    locals: BTreeMap<LocalId, Value>,
    statements: Vec<&'p Statement>,
}

/// A configuration.
pub struct Run<'a> {
    program: &'a Program,
    /// The width of integers in bits; unbounded without.
    width: Option<u32>,
    initial: &'a Initial<'a>,
    stack: Vec<Closure<'a>>,
    globals: BTreeMap<GlobalId, Value>,
    /// H, as far as it differs from the initial one.
    heap: BTreeMap<Cell, Value>,
    /// The types of the objects that the run made.
    created: Vec<Type>,
    unknowns: BTreeMap<String, usize>,
    /// The value of the last return: the variable r.
    returned: Option<Value>,
    /// Transitions that are left.
    fuel: u32,
}

/// Most executions of one `x := *`: a longer computation is not followed.
pub const UNKNOWNS: usize = 24;

/// Most closures on the stack.
const DEPTH: usize = 60;

impl<'a> Run<'a> {
    /// A configuration without statements in the initial valuation.
    pub fn new(
        program: &'a Program,
        width: Option<u32>,
        fuel: u32,
        initial: &'a Initial<'a>,
    ) -> Self {
        let mut run = Self {
            program,
            width,
            initial,
            stack: Vec::new(),
            globals: BTreeMap::new(),
            heap: BTreeMap::new(),
            created: Vec::new(),
            unknowns: BTreeMap::new(),
            returned: None,
            fuel,
        };
        for (id, global) in program.globals.iter() {
            let value = match &global.initial {
                Some(constant) => run.value(constant).unwrap_or(Value::Nil),
                None => initial(&Cell::Global(id), &global.ty),
            };
            run.globals.insert(id, value);
        }
        run
    }

    /// The computation of a method from the initial valuation to its end. Its preconditions and the invariant of its
    /// object are assumed of the valuation; its postconditions and the invariant are asserted at the end. (The paper has
    /// no contracts; those of methods that are called, and of loops, say nothing here.)
    pub fn method(&mut self, id: MethodId) -> Outcome {
        self.computation(id).unwrap_or_else(|outcome| outcome)
    }

    fn computation(&mut self, id: MethodId) -> Result<Outcome, Outcome> {
        let method = &self.program.methods[id];
        let invariants = match (method.kind, method.class) {
            (MethodKind::Mutator, Some(class)) => &*self.program.classes[class].invariants,
            _ => &[],
        };
        self.begin(id)?;
        for assumption in invariants.iter().chain(&method.requires) {
            if self.truth(assumption) != Ok(true) {
                return Err(Outcome::Assumed);
            }
        }
        self.run_to(0)?;
        let returned = self.returned.take();
        self.begin(id)?;
        for assertion in method.ensures.iter().chain(invariants) {
            self.returned = returned.clone();
            if !self.truth(assertion)? {
                return Err(fault(Fault::Assertion, assertion));
            }
        }
        Ok(Outcome::Returned(returned))
    }

    /// A closure of a method whose object and parameters have their initial values.
    fn begin(&mut self, id: MethodId) -> Result<(), Outcome> {
        let method = &self.program.methods[id];
        let this = method.class.map(|class| (self.initial)(&Cell::This, &Type::Class(class)));
        if this == Some(Value::Nil) {
            return Err(Outcome::Assumed);
        }
        let parameters = method.parameters.iter();
        let value = |id: &LocalId| (self.initial)(&Cell::Parameter(*id), &method.locals[*id].ty);
        let arguments = parameters.map(value).collect();
        self.push(id, this, arguments)
    }

    /// V(old(e)) in a postcondition of the method that the run began with.
    fn before(&mut self, e: &Expr) -> Result<Value, Outcome> {
        let method = self.top().method.expect("a postcondition is one of a method");
        let mut before = Run::new(self.program, self.width, self.fuel, self.initial);
        before.begin(method)?;
        before.value(e)
    }

    /// Transitions until no more than so many closures are on the stack.
    fn run_to(&mut self, depth: usize) -> Result<(), Outcome> {
        while self.stack.len() > depth {
            self.step()?;
        }
        Ok(())
    }

    /// One transition.
    pub fn step(&mut self) -> Result<(), Outcome> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Outcome::Unfinished)?;
        let Some(closure) = self.stack.last_mut() else { return Ok(()) };
        let Some(statement) = closure.statements.pop() else {
            self.procedure_return();
            return Ok(());
        };
        match &statement.kind {
            StatementKind::Declare(id, value) => {
                let ty = self.local(*id).1;
                let value = match value {
                    Some(value) => self.assigned(value, &|run| run.local(*id).0)?,
                    None => default(&ty),
                };
                self.assign_local(*id, value);
            }
            StatementKind::Assign(target, value) => self.assign(target, value)?,
            StatementKind::Evaluate(value) => match &value.kind {
                ExprKind::Call(call) => self.procedure_call(call, value)?,
                _ => drop(self.value(value)?),
            },
            StatementKind::If { condition, then, otherwise } => {
                // Concrete choice.
                let side = if self.truth(condition)? { then } else { otherwise };
                self.sequence(side);
            }
            StatementKind::While { condition, body, .. } => {
                // Concrete iteration.
                if self.truth(condition)? {
                    self.top().statements.push(statement);
                    self.sequence(body);
                }
            }
            StatementKind::Block(body) => self.sequence(body),
            StatementKind::Return(value) => {
                // Concrete method return: r := e, and S is empty.
                self.returned = value.as_ref().map(|value| self.value(value)).transpose()?;
                self.top().statements.clear();
            }
            StatementKind::Assert(condition) | StatementKind::Join(condition) => {
                if !self.truth(condition)? {
                    return Err(fault(Fault::Assertion, condition));
                }
            }
            StatementKind::Assume(condition) => self.test(condition)?,
            StatementKind::Ghost(..) => {}
        }
        Ok(())
    }

    /// Concrete Boolean test.
    pub fn test(&mut self, condition: &Expr) -> Result<(), Outcome> {
        if self.truth(condition)? { Ok(()) } else { Err(Outcome::Assumed) }
    }

    /// Sequential composition.
    fn sequence(&mut self, statements: &'a [Statement]) {
        self.top().statements.extend(statements.iter().rev());
    }

    /// Concrete assignment, of a global or local variable, a field, an element of an array.
    pub fn assign(&mut self, target: &Target, value: &Expr) -> Result<(), Outcome> {
        match &target.kind {
            TargetKind::Local(id) => {
                let value = self.assigned(value, &|run| run.local(*id).0)?;
                self.assign_local(*id, value);
            }
            TargetKind::Global(id) => {
                let name = |run: &Self| run.program.globals[*id].name.clone();
                let value = self.assigned(value, &name)?;
                self.globals.insert(*id, value);
            }
            TargetKind::Field(object, field) => {
                let object = self.value(object)?;
                let value = self.value(value)?;
                let object = existing(object, target.span.start.line)?;
                self.heap.insert(Cell::Field(object, *field), value);
            }
            TargetKind::Element(array, index) => {
                let array = self.value(array)?;
                let index = self.int(index)?;
                let value = self.value(value)?;
                let cell = self.element(array, index, &target.ty, target.span.start.line)?;
                self.heap.insert(cell, value);
            }
        }
        Ok(())
    }

    /// The right side of an assignment to a variable; `*` is any value.
    fn assigned(&mut self, e: &Expr, name: &dyn Fn(&Self) -> String) -> Result<Value, Outcome> {
        if e.kind != ExprKind::Unknown {
            return self.value(e);
        }
        let name = name(self);
        let count = self.unknowns.entry(name.clone()).or_default();
        *count += 1;
        if *count > UNKNOWNS {
            return Err(Outcome::Unfinished);
        }
        Ok((self.initial)(&Cell::Unknown(name, *count), &e.ty))
    }

    fn assign_local(&mut self, id: LocalId, value: Value) {
        self.top().locals.insert(id, value);
    }

    /// Concrete procedure call and method call.
    fn procedure_call(&mut self, call: &Call, at: &Expr) -> Result<(), Outcome> {
        let receiver = call.receiver.as_ref().map(|e| self.value(e)).transpose()?;
        let arguments = call.arguments.iter().map(|e| self.value(e)).collect::<Result<_, _>>()?;
        if let Some(receiver) = &receiver {
            existing(receiver.clone(), at.operator.start.line)?;
        }
        self.push(call.method, receiver, arguments)
    }

    fn push(
        &mut self,
        id: MethodId,
        this: Option<Value>,
        arguments: Vec<Value>,
    ) -> Result<(), Outcome> {
        if self.stack.len() >= DEPTH {
            return Err(Outcome::Unfinished);
        }
        let method = &self.program.methods[id];
        let locals = method.parameters.iter().copied().zip(arguments).collect();
        self.stack.push(Closure { method: Some(id), this, locals, statements: Vec::new() });
        self.returned = None;
        self.sequence(&method.body);
        Ok(())
    }

    /// Concrete procedure return.
    fn procedure_return(&mut self) {
        self.stack.pop();
    }

    /// A call in an expression: the transitions from the call to its return.
    fn called(&mut self, call: &Call, at: &Expr) -> Result<Value, Outcome> {
        let depth = self.stack.len();
        self.procedure_call(call, at)?;
        self.run_to(depth)?;
        Ok(self.returned.take().unwrap_or(Value::Nil))
    }

    /// Concrete object creation: every field of the new object has the default of its type.
    fn creation(&mut self, ty: &Type) -> Object {
        let object = Object::New(self.created.len() as u64);
        self.created.push(ty.clone());
        if let Type::Class(class) = ty {
            for field in &self.program.classes[*class].fields {
                let value = default(&self.program.fields[*field].ty);
                self.heap.insert(Cell::Field(object, *field), value);
            }
        }
        object
    }

    /// V(e).
    pub fn value(&mut self, e: &Expr) -> Result<Value, Outcome> {
        Ok(match &e.kind {
            ExprKind::Int(n) => self.wrapped(n.clone()),
            ExprKind::Bool(truth) => Value::Bool(*truth),
            ExprKind::Null => Value::Nil,
            ExprKind::This => self.top().this.clone().unwrap_or(Value::Nil),
            ExprKind::Local(id) => self.top().locals[id].clone(),
            ExprKind::Global(id) => self.globals[id].clone(),
            ExprKind::Field(object, field) => {
                let object = existing(self.value(object)?, e.operator.start.line)?;
                self.read(Cell::Field(object, *field), &e.ty)
            }
            ExprKind::Element(array, index) => {
                let array = self.value(array)?;
                let index = self.int(index)?;
                let cell = self.element(array, index, &e.ty, e.operator.start.line)?;
                self.read(cell, &e.ty)
            }
            ExprKind::Length(array) => {
                let array = existing(self.value(array)?, e.operator.start.line)?;
                self.read(Cell::Length(array), &Type::Int)
            }
            ExprKind::Result => self.returned.clone().unwrap_or(Value::Nil),
            ExprKind::Old(e) => self.before(e)?,
            ExprKind::Call(call) => self.called(call, e)?,
            ExprKind::New(class, arguments) => {
                let object = Value::Object(self.creation(&Type::Class(*class)));
                self.constructor(*class, object.clone(), arguments)?;
                object
            }
            ExprKind::NewArray(element, size) => {
                let size = self.int(size)?;
                if size < BigInt::ZERO {
                    return Err(fault(Fault::ArrayOutOfBounds, e));
                }
                self.array(element, &size)
            }
            ExprKind::Unary(Unary::Negate, a) => {
                let a = self.int(a)?;
                self.wrapped(-a)
            }
            ExprKind::Unary(Unary::Not, a) => Value::Bool(!self.truth(a)?),
            ExprKind::Binary(Binary::And, a, b) => Value::Bool(self.truth(a)? && self.truth(b)?),
            ExprKind::Binary(Binary::Or, a, b) => Value::Bool(self.truth(a)? || self.truth(b)?),
            ExprKind::Binary(operator, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.operation(*operator, a, b, e)?
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let side = if self.truth(condition)? { then } else { otherwise };
                self.value(side)?
            }
            other => panic!("not a programming expression: {other:?}"),
        })
    }

    /// The constructor's call after a creation.
    fn constructor(
        &mut self,
        class: ClassId,
        object: Value,
        arguments: &[Expr],
    ) -> Result<(), Outcome> {
        let Some(id) = self.program.classes[class].constructor else { return Ok(()) };
        // A trace creates objects without their constructor.
        if self.stack.last().is_some_and(|closure| closure.method.is_none()) {
            return Ok(());
        }
        let arguments = arguments.iter().map(|e| self.value(e)).collect::<Result<_, _>>()?;
        let depth = self.stack.len();
        self.push(id, Some(object), arguments)?;
        self.run_to(depth)
    }

    /// A new array with the defaults of its elements.
    fn array(&mut self, element: &Type, size: &BigInt) -> Value {
        let array = self.creation(&Type::Array(Box::new(element.clone())));
        self.heap.insert(Cell::Length(array), Value::Int(size.clone()));
        let mut index = BigInt::ZERO;
        while index < *size {
            let cell = Cell::Element(array, self.program.type_name(element), index.clone());
            self.heap.insert(cell, default(element));
            index += 1;
        }
        Value::Object(array)
    }

    /// The interpretation of an operator.
    fn operation(&self, operator: Binary, a: Value, b: Value, at: &Expr) -> Result<Value, Outcome> {
        Ok(match (operator, a, b) {
            (Binary::Equal, a, b) => Value::Bool(a == b),
            (Binary::NotEqual, a, b) => Value::Bool(a != b),
            (operator, Value::Int(a), Value::Int(b)) => match operator {
                Binary::Add => self.wrapped(a + b),
                Binary::Subtract => self.wrapped(a - b),
                Binary::Multiply => self.wrapped(a * b),
                Binary::Divide | Binary::Remainder if b == BigInt::ZERO => {
                    return Err(fault(Fault::DivisionByZero, at));
                }
                Binary::Divide => self.wrapped(a / b),
                Binary::Remainder => self.wrapped(a % b),
                Binary::Less => Value::Bool(a < b),
                Binary::AtMost => Value::Bool(a <= b),
                Binary::Greater => Value::Bool(a > b),
                Binary::AtLeast => Value::Bool(a >= b),
                other => panic!("{other:?} is no operator on integers"),
            },
            (operator, a, b) => panic!("{operator:?} on {a:?} and {b:?}"),
        })
    }

    /// Two's complement of the width.
    fn wrapped(&self, n: BigInt) -> Value {
        let Some(width) = self.width else { return Value::Int(n) };
        let (all, half) = (BigInt::from(1) << width, BigInt::from(1) << (width - 1));
        let shifted: BigInt = (n + &half) % &all;
        let shifted = if shifted < BigInt::ZERO { shifted + all } else { shifted };
        Value::Int(shifted - half)
    }

    /// The cell of an element, 0 <= index < |a|.
    fn element(&self, array: Value, index: BigInt, ty: &Type, line: u32) -> Result<Cell, Outcome> {
        let array = existing(array, line)?;
        let Value::Int(length) = self.read(Cell::Length(array), &Type::Int) else {
            panic!("a length is a number")
        };
        if index < BigInt::ZERO || index >= length {
            return Err(Outcome::Fault(Fault::ArrayOutOfBounds, line));
        }
        Ok(Cell::Element(array, self.program.type_name(ty), index))
    }

    /// H(o.f), also of a final configuration.
    pub fn read(&self, cell: Cell, ty: &Type) -> Value {
        match self.heap.get(&cell) {
            Some(value) => value.clone(),
            None => (self.initial)(&cell, ty),
        }
    }

    /// The program that runs.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// G.
    pub fn globals(&self) -> &BTreeMap<GlobalId, Value> {
        &self.globals
    }

    /// The types of the objects that the run made, in order.
    pub fn created(&self) -> &[Type] {
        &self.created
    }

    /// Begins a trace: one closure of its variables, without a method.
    pub fn begin_trace(&mut self, locals: BTreeMap<LocalId, Value>) {
        self.stack.push(Closure { method: None, this: None, locals, statements: Vec::new() });
    }

    fn truth(&mut self, e: &Expr) -> Result<bool, Outcome> {
        match self.value(e)? {
            Value::Bool(truth) => Ok(truth),
            other => panic!("{other:?} is no truth value"),
        }
    }

    fn int(&mut self, e: &Expr) -> Result<BigInt, Outcome> {
        match self.value(e)? {
            Value::Int(n) => Ok(n),
            other => panic!("{other:?} is no integer"),
        }
    }

    fn top(&mut self) -> &mut Closure<'a> {
        self.stack.last_mut().expect("a closure is on the stack while it is executed")
    }

    /// The name and type of a local variable of the closure on top.
    fn local(&self, id: LocalId) -> (String, Type) {
        let method = self.stack.last().and_then(|closure| closure.method);
        let method = &self.program.methods[method.expect("a trace declares nothing on its way")];
        (method.locals[id].name.clone(), method.locals[id].ty.clone())
    }
}

fn fault(fault: Fault, at: &Expr) -> Outcome {
    Outcome::Fault(fault, at.operator.start.line)
}

/// The object that a value is, unless it is nil.
fn existing(value: Value, line: u32) -> Result<Object, Outcome> {
    match value {
        Value::Object(object) => Ok(object),
        _ => Err(Outcome::Fault(Fault::Nil, line)),
    }
}

/// What new fields and local variables hold.
pub fn default(ty: &Type) -> Value {
    match ty {
        Type::Int => Value::Int(BigInt::ZERO),
        Type::Bool => Value::Bool(false),
        _ => Value::Nil,
    }
}
