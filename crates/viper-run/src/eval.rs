//! Values of expressions.

use crate::choices::{Abstracted, Applied, CellId, Heap, Resource, State, held};
use crate::value::{Value, amount};
use crate::{Machine, Run, Stop};
use effigy_lang_viper::tree::{
    Access, BinaryOp, DomainFunctionId, Expr, ExprKind, FieldId, FunctionId, LocalId, Location,
    Type,
};
use effigy_lang_viper::walk;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Calls within calls that are followed.
const DEEPEST: u32 = 40;

/// Values of a function of a domain that are tried until the axioms allow one.
const CHOICES: u32 = 4;

impl<'p> Machine<'p> {
    pub(crate) fn eval(&mut self, s: &mut State, e: &'p Expr) -> Run<Value> {
        self.step()?;
        Ok(match &*e.kind {
            ExprKind::Bool(truth) => Value::Bool(*truth),
            ExprKind::Int(number) => {
                Value::Int(number.to_i128().ok_or(Stop::Left("a number that is too large"))?)
            }
            ExprKind::Null => Value::Ref(0),
            ExprKind::NoPerm => Value::Perm(amount(0, 1)),
            ExprKind::FullPerm => Value::Perm(amount(1, 1)),
            ExprKind::Local(local) => {
                let cell = self.local(s, *local)?;
                self.read_cell(cell)?
            }
            ExprKind::Result => {
                let cell = s.result.ok_or(Stop::Left("a result that is not there"))?;
                self.read_cell(cell)?
            }
            ExprKind::Unary(op, a) => {
                let a = self.eval(s, a)?;
                self.unary(*op, a)?
            }
            ExprKind::Binary(op, a, b) => self.binary(s, e, *op, a, b)?,
            ExprKind::Conditional(condition, a, b) => match self.truth(s, condition)? {
                true => self.eval(s, a)?,
                false => self.eval(s, b)?,
            },
            ExprKind::Let(local, value, body) => {
                let value = self.eval(s, value)?;
                self.bind(s, *local, value);
                self.eval(s, body)?
            }
            ExprKind::Field(receiver, field) => {
                let cell = self.field(s, e, receiver, *field)?;
                self.read_cell(cell)?
            }
            ExprKind::Call { function, arguments, reveal } => {
                let arguments = self.evals(s, arguments)?;
                self.call_function(s, e, *function, arguments, *reveal)?
            }
            ExprKind::DomainCall { function, instance, arguments } => {
                let arguments = self.evals(s, arguments)?;
                match self.ordered(*function, instance, &arguments)? {
                    Some(truth) => Value::Bool(truth),
                    None => {
                        let cell = self.applied(*function, instance, arguments)?;
                        self.read_cell(cell)?
                    }
                }
            }
            ExprKind::Old(label, body) => self.eval_old(s, label.as_ref(), body)?,
            ExprKind::Unfolding(access, body) => self.eval_unfolding(s, access, body)?,
            ExprKind::Asserting(assertion, body) => {
                self.check(s, assertion)?;
                self.eval(s, body)?
            }
            ExprKind::Quantifier(quantifier) => Value::Bool(self.quantified(s, quantifier)?),
            ExprKind::ForPerm { .. } | ExprKind::Perm(_) if self.trusted => {
                return Err(Stop::Left("amounts in a function or a predicate"));
            }
            ExprKind::ForPerm { variables, location, body } => {
                Value::Bool(self.for_perm(s, variables, location, body)?)
            }
            ExprKind::Perm(location) => {
                let resource = self.resource(s, location)?;
                Value::Perm(held(s.heap.amounts(), &resource))
            }
            ExprKind::InhaleExhale(..) => return Err(Stop::Left("an assertion as a value")),
            ExprKind::Seq(list) => Value::Seq(self.evals(s, list)?),
            ExprKind::Set(list) => Value::Set(self.evals(s, list)?.into_iter().collect()),
            ExprKind::Multiset(list) => {
                let mut all = BTreeMap::new();
                for value in self.evals(s, list)? {
                    *all.entry(value).or_default() += 1;
                }
                Value::Multiset(all)
            }
            ExprKind::Map(list) => {
                let mut all = BTreeMap::new();
                for (key, value) in list {
                    all.insert(self.eval(s, key)?, self.eval(s, value)?);
                }
                Value::Map(all)
            }
            ExprKind::Update(whole, at, value) => self.eval_update(s, e, whole, at, value)?,
            ExprKind::Wand(..) | ExprKind::Applying(..) => return Err(Stop::Left("magic wands")),
            ExprKind::Wildcard | ExprKind::Epsilon => {
                return Err(Stop::Left("wildcards as values"));
            }
            ExprKind::Access(_) => return Err(Stop::Left("an assertion as a value")),
        })
    }

    pub(crate) fn evals(&mut self, s: &mut State, all: &'p [Expr]) -> Run<Vec<Value>> {
        all.iter().map(|e| self.eval(s, e)).collect()
    }

    pub(crate) fn truth(&mut self, s: &mut State, e: &'p Expr) -> Run<bool> {
        match self.eval(s, e)? {
            Value::Bool(truth) => Ok(truth),
            _ => Err(Stop::Left("operands of another type")),
        }
    }

    fn binary(
        &mut self,
        s: &mut State,
        e: &'p Expr,
        op: BinaryOp,
        a: &'p Expr,
        b: &'p Expr,
    ) -> Run<Value> {
        match op {
            BinaryOp::And => Ok(Value::Bool(self.truth(s, a)? && self.truth(s, b)?)),
            BinaryOp::Or => Ok(Value::Bool(self.truth(s, a)? || self.truth(s, b)?)),
            BinaryOp::Implies => Ok(Value::Bool(!self.truth(s, a)? || self.truth(s, b)?)),
            _ => {
                let (left, right) = (self.eval(s, a)?, self.eval(s, b)?);
                let value = crate::operators::binary(op, left, right)?;
                value.map_err(|what| self.wrong(s, e.place, what))
            }
        }
    }

    pub(crate) fn declare(&mut self, s: &mut State, ty: &Type, local: LocalId) {
        let cell = self.choices.cell(ty.clone(), None);
        s.store.insert(local, cell);
    }

    pub(crate) fn bind(&mut self, s: &mut State, local: LocalId, value: Value) {
        let cell = self.choices.cell(Type::Resource, Some(value));
        s.store.insert(local, cell);
    }

    fn local(&self, s: &State, local: LocalId) -> Run<CellId> {
        s.store.get(&local).copied().ok_or(Stop::Left("a variable without a value"))
    }

    /// The place of a field's value, which the member must have permission to read.
    fn field(
        &mut self,
        s: &mut State,
        e: &Expr,
        receiver: &'p Expr,
        field: FieldId,
    ) -> Run<CellId> {
        let Value::Ref(object) = self.eval(s, receiver)? else {
            return Err(Stop::Left("operands of another type"));
        };
        if object == 0 {
            return Err(self.wrong(s, e.place, "the receiver is null"));
        }
        let some = held(&s.heap.mask, &Resource::Field(object, field)) > amount(0, 1);
        if !some && !self.trusted {
            return Err(self.wrong(s, e.place, "there is no permission to read the field"));
        }
        Ok(self.spot(&mut s.heap, (object, field)))
    }

    /// Where the value of a field is.
    pub(crate) fn spot(&mut self, heap: &mut Heap, spot: (u32, FieldId)) -> CellId {
        if let Some(cell) = heap.written.get(&spot) {
            return *cell;
        }
        let epoch = heap.epoch;
        if let Some(cell) = self.choices.base.get(&(spot, epoch)) {
            return *cell;
        }
        let ty = self.program.fields[spot.1].ty.clone();
        let cell = self.choices.cell(ty, None);
        // An object that is newer than the epoch has fields that may hold itself.
        let birth = self.choices.births.get(spot.0 as usize - 1).copied().unwrap_or(0);
        let began = self.choices.epochs.get(epoch as usize).copied().unwrap_or(0);
        self.choices.cells[cell].born = birth.max(began);
        self.choices.base.insert((spot, epoch), cell);
        cell
    }

    /// The cell of an expression that stands for one and has no value yet.
    pub(crate) fn open_cell(&mut self, s: &mut State, e: &'p Expr) -> Run<Option<CellId>> {
        let cell = match &*e.kind {
            ExprKind::Local(local) => self.local(s, *local)?,
            ExprKind::Result => s.result.ok_or(Stop::Left("a result that is not there"))?,
            ExprKind::Field(receiver, field) => self.field(s, e, receiver, *field)?,
            ExprKind::DomainCall { function, instance, arguments } => {
                let arguments = self.evals(s, arguments)?;
                if self.ordered(*function, instance, &arguments)?.is_some() {
                    return Ok(None);
                }
                self.applied(*function, instance, arguments)?
            }
            _ => return Ok(None),
        };
        Ok(self.choices.cells[cell].value.is_none().then_some(cell))
    }

    pub(crate) fn resource(&mut self, s: &mut State, location: &'p Location) -> Run<Resource> {
        match location {
            Location::Field(receiver, field) => match self.eval(s, receiver)? {
                Value::Ref(object) => Ok(Resource::Field(object, *field)),
                _ => Err(Stop::Left("operands of another type")),
            },
            Location::Predicate(predicate, arguments) => {
                Ok(Resource::Predicate(*predicate, self.evals(s, arguments)?))
            }
            Location::Wand(_) => Err(Stop::Left("magic wands")),
        }
    }

    fn eval_old(&mut self, s: &mut State, label: Option<&Arc<str>>, body: &'p Expr) -> Run<Value> {
        let label = label.map_or("", |label| label);
        let old = s.olds.get(label).cloned().ok_or(Stop::Left("an old heap that is not there"))?;
        let now = std::mem::replace(&mut s.heap, old);
        let value = self.eval(s, body);
        s.heap = now;
        value
    }

    fn eval_unfolding(&mut self, s: &mut State, access: &'p Access, body: &'p Expr) -> Run<Value> {
        let mut inside = s.clone();
        inside.heap.rest = None;
        self.unfold(&mut inside, access)?;
        self.eval(&mut inside, body)
    }

    fn eval_update(
        &mut self,
        s: &mut State,
        e: &Expr,
        whole: &'p Expr,
        at: &'p Expr,
        value: &'p Expr,
    ) -> Run<Value> {
        let (whole, at) = (self.eval(s, whole)?, self.eval(s, at)?);
        let value = self.eval(s, value)?;
        match (whole, at) {
            (Value::Seq(mut all), Value::Int(at)) => {
                let spot = usize::try_from(at).ok().and_then(|at| all.get_mut(at));
                *spot.ok_or_else(|| self.wrong(s, e.place, "the index is out of bounds"))? = value;
                Ok(Value::Seq(all))
            }
            (Value::Map(mut all), key) => {
                all.insert(key, value);
                Ok(Value::Map(all))
            }
            _ => Err(Stop::Left("operands of another type")),
        }
    }

    fn call_function(
        &mut self,
        s: &mut State,
        e: &Expr,
        function: FunctionId,
        arguments: Vec<Value>,
        reveal: bool,
    ) -> Run<Value> {
        let program = self.program;
        let declared = &program.functions[function];
        if self.depth > DEEPEST {
            return Err(Stop::Left("a recursion that is too deep"));
        }
        let mut inner = State { heap: s.heap.clone(), ..State::default() };
        for (local, value) in declared.parameters.iter().zip(&arguments) {
            self.bind(&mut inner, *local, value.clone());
        }
        if !self.trusted {
            self.function_precondition(s, e, &mut inner, function)?;
        }
        self.depth += 1;
        let trusted = std::mem::replace(&mut self.trusted, true);
        let locals = std::mem::replace(&mut self.locals, &declared.locals);
        let value = match &declared.body {
            Some(body) if !declared.opaque => self.eval(&mut inner, body),
            Some(body) if reveal => {
                let value = self.eval(&mut inner, body);
                value.and_then(|value| self.revealed(&mut inner, function, arguments, value))
            }
            _ => self.abstract_value(&mut inner, function, arguments),
        };
        (self.trusted, self.locals) = (trusted, locals);
        self.depth -= 1;
        value
    }

    fn function_precondition(
        &mut self,
        s: &State,
        e: &Expr,
        inner: &mut State,
        function: FunctionId,
    ) -> Run<()> {
        let declared = &self.program.functions[function];
        let foreign = std::mem::replace(&mut self.foreign, true);
        let locals = std::mem::replace(&mut self.locals, &declared.locals);
        let mut met = Ok(true);
        for pre in &declared.preconditions {
            met = self.readable(inner, pre);
            if !matches!(met, Ok(true)) {
                break;
            }
        }
        (self.foreign, self.locals) = (foreign, locals);
        match met? {
            true => Ok(()),
            false => Err(self.wrong(s, e.place, "the precondition of the function does not hold")),
        }
    }

    /// The value of a function without a body, or with one that is not looked at: it depends on what it may read.
    fn abstract_value(
        &mut self,
        inner: &mut State,
        function: FunctionId,
        arguments: Vec<Value>,
    ) -> Run<Value> {
        let declared = &self.program.functions[function];
        let key = self.reading(inner, function, arguments)?;
        if let Some(cell) = self.choices.abstracted.get(&key) {
            return self.read_cell(*cell);
        }
        let cell = self.choices.cell(declared.result.clone(), None);
        self.choices.abstracted.insert(key, cell);
        inner.result = Some(cell);
        for post in &declared.postconditions {
            self.assume(inner, post)?;
        }
        self.read_cell(cell)
    }

    /// The value of a function whose body is looked at here: it is known from here on, and it was not another one before.
    fn revealed(
        &mut self,
        inner: &mut State,
        function: FunctionId,
        arguments: Vec<Value>,
        value: Value,
    ) -> Run<Value> {
        let key = self.reading(inner, function, arguments)?;
        match self.choices.abstracted.get(&key).copied() {
            Some(cell) if self.choices.cells[cell].value.is_none() => {
                self.set_cell(cell, value.clone())?;
            }
            Some(cell) if self.choices.cells[cell].value.as_ref() != Some(&value) => {
                return Err(Stop::Vacuous);
            }
            Some(_) => {}
            None => {
                let ty = self.program.functions[function].result.clone();
                let cell = self.choices.cell(ty, Some(value.clone()));
                self.choices.abstracted.insert(key, cell);
            }
        }
        Ok(value)
    }

    /// An application of a function with all that it may read.
    fn reading(
        &mut self,
        inner: &mut State,
        function: FunctionId,
        arguments: Vec<Value>,
    ) -> Run<Abstracted> {
        let declared = &self.program.functions[function];
        let mut footprint = BTreeMap::new();
        for pre in &declared.preconditions {
            let mask = self.footprint(inner, pre)?;
            footprint.extend(mask);
        }
        let mut values = Vec::new();
        for resource in footprint.into_keys() {
            let value = match &resource {
                Resource::Field(object, field) => {
                    let cell = self.spot(&mut inner.heap, (*object, *field));
                    self.read_cell(cell)?
                }
                Resource::Predicate(..) => {
                    let version = inner.heap.versions.get(&resource).copied();
                    Value::Int(i128::from(version.unwrap_or(inner.heap.epoch)))
                }
            };
            values.push((resource, value));
        }
        Ok((function, arguments, values))
    }

    /// The value of a function of a domain; the axioms about a new one are assumed.
    fn applied(
        &mut self,
        function: DomainFunctionId,
        instance: &Arc<[Type]>,
        arguments: Vec<Value>,
    ) -> Run<CellId> {
        let declared = &self.program.domain_functions[function];
        let domain = &self.program.domains[declared.domain];
        if declared.interpretation.is_some() || domain.interpretation.is_some() {
            return Err(Stop::Left("functions with an interpretation"));
        }
        let key = (function, instance.clone(), arguments.clone());
        if let Some(cell) = self.choices.applied.get(&key) {
            return Ok(*cell);
        }
        if self.depth > DEEPEST {
            return Err(Stop::Left("a recursion that is too deep"));
        }
        let ty = match &declared.result {
            Type::Parameter(position) => instance.get(*position as usize).cloned(),
            ty => Some(ty.clone()),
        };
        let ty = ty.ok_or(Stop::Left("a value of a type that is not known"))?;
        let (choices, depth) = (self.choices.clone(), self.depth);
        for _ in 1..CHOICES {
            match self.apply_anew(&key, ty.clone()) {
                Err(Stop::Vacuous) => (self.choices, self.depth) = (choices.clone(), depth),
                cell => return cell,
            }
        }
        self.apply_anew(&key, ty)
    }

    /// A value of a function of a domain that has none yet, of which the axioms are assumed.
    fn apply_anew(&mut self, key: &Applied, ty: Type) -> Run<CellId> {
        let (function, _, arguments) = key;
        let cell = self.choices.cell(ty, None);
        // What a function of no heap says was so before the run.
        self.choices.cells[cell].born = 0;
        self.choices.applied.insert(key.clone(), cell);
        for (_, domain) in self.program.domains.iter() {
            for axiom in &domain.axioms {
                let mut s = State::default();
                if self.matches(&mut s, &axiom.body, *function, arguments) {
                    let body = match &*axiom.body.kind {
                        ExprKind::Quantifier(quantifier) => &quantifier.body,
                        _ => &axiom.body,
                    };
                    let trusted = std::mem::replace(&mut self.trusted, true);
                    let locals = std::mem::replace(&mut self.locals, &axiom.locals);
                    self.depth += 1;
                    let assumed = self.assume(&mut s, body);
                    self.depth -= 1;
                    (self.trusted, self.locals) = (trusted, locals);
                    assumed?;
                }
            }
        }
        Ok(cell)
    }

    /// Binds the variables of an axiom so that it speaks of an application; `false` when it does not.
    fn matches(
        &mut self,
        s: &mut State,
        axiom: &'p Expr,
        function: DomainFunctionId,
        values: &[Value],
    ) -> bool {
        let ExprKind::Quantifier(quantifier) = &*axiom.kind else {
            let mut named = false;
            walk::all(axiom, &mut |e| {
                named |=
                    matches!(&*e.kind, ExprKind::DomainCall { function: f, .. } if *f == function);
            });
            return named;
        };
        let mut found = None;
        let mut look = |e: &'p Expr| {
            let ExprKind::DomainCall { function: f, arguments, .. } = &*e.kind else { return };
            let locals: Option<Vec<LocalId>> = arguments.iter().map(as_local).collect();
            if let (true, Some(locals), None) = (*f == function, locals, &found) {
                let covers = quantifier.variables.iter().all(|v| locals.contains(v));
                found = covers.then_some(locals);
            }
        };
        match quantifier.triggers.is_empty() {
            true => walk::all(&quantifier.body, &mut look),
            false => quantifier.triggers.iter().flatten().for_each(|e| walk::all(e, &mut look)),
        }
        let Some(locals) = found else { return false };
        for (local, value) in locals.iter().zip(values) {
            self.bind(s, *local, value.clone());
        }
        true
    }
}

/// A variable by itself.
pub(crate) fn as_local(e: &Expr) -> Option<LocalId> {
    match &*e.kind {
        ExprKind::Local(local) => Some(*local),
        _ => None,
    }
}
