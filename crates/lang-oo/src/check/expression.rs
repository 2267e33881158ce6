//! Expressions and calls.

use super::{Checker, Mode};
use crate::problem::Problem;
use crate::syntax::{Name, RawExpr, RawExprKind};
use crate::tree::{
    Binary, Call, ClassId, Expr, ExprKind, Method, MethodId, MethodKind, Type, Unary,
};
use effigy_base::text::Span;
use num_bigint::BigInt;

impl<'a> Checker<'a> {
    /// An expression with a value of this type. Everything wrong in it is reported.
    pub(super) fn typed(&mut self, raw: &RawExpr, ty: &Type) -> Option<Expr> {
        let value = self.value(raw)?;
        self.fits(value, ty)
    }

    /// The value, when a variable of this type can hold it.
    fn fits(&mut self, value: Expr, ty: &Type) -> Option<Expr> {
        match (ty, &value.ty) {
            (Type::Broken, _) => None,
            (ty, found) if ty == found => Some(value),
            (Type::Class(_) | Type::Array(_), Type::Null) => Some(value),
            (ty, found) => {
                let problem = Problem::WrongType { needed: self.a(ty), found: self.a(found) };
                self.fail(value.span, problem)
            }
        }
    }

    /// An expression with a value.
    pub(super) fn value(&mut self, raw: &RawExpr) -> Option<Expr> {
        let value = self.expression(raw)?;
        if let (Type::Void, ExprKind::Call(call)) = (&value.ty, &value.kind) {
            let problem = Problem::VoidValue(self.program.method_name(call.method));
            return self.fail(value.span, problem);
        }
        Some(value)
    }

    /// An expression, or a call without a value.
    pub(super) fn expression(&mut self, raw: &RawExpr) -> Option<Expr> {
        let (kind, ty) = match &raw.kind {
            RawExprKind::Paren(inner) => return self.expression(inner),
            RawExprKind::Name(name) => return self.read(name, raw.span),
            RawExprKind::Chain(operands, operators) => return self.chain(operands, operators),
            RawExprKind::Int(digits) => match digits.parse::<BigInt>() {
                Ok(number) => (ExprKind::Int(number), Type::Int),
                Err(_) => return self.fail(raw.span, Problem::BadNumber(digits.clone())),
            },
            RawExprKind::Bool(value) => (ExprKind::Bool(*value), Type::Bool),
            RawExprKind::Null => (ExprKind::Null, Type::Null),
            RawExprKind::This if self.is_trace && self.local("this").is_some() => {
                return self.read("this", raw.span);
            }
            RawExprKind::This => match self.class {
                Some(class) => (ExprKind::This, Type::Class(class)),
                None => return self.fail(raw.span, Problem::NoThis),
            },
            RawExprKind::Unknown => return self.fail(raw.span, Problem::MisplacedUnknown),
            RawExprKind::Field(inner, name) => self.field(inner, name)?,
            RawExprKind::Element(array, index) => self.element(array, index)?,
            RawExprKind::Call(receiver, name, list) => {
                self.call(receiver.as_deref(), name, list, raw.span)?
            }
            RawExprKind::New(name, list) => self.creation(name, list, raw.span)?,
            RawExprKind::NewArray(element, size) => {
                let element = self.ty(element);
                let size = self.operand(|c| c.typed(size, &Type::Int));
                if self.mode.effectless {
                    self.report(raw.span, Problem::CreationInContract);
                }
                let ty = Type::Array(Box::new(element.clone()));
                match element {
                    Type::Broken => return None,
                    element => (ExprKind::NewArray(element, Box::new(size?)), ty),
                }
            }
            RawExprKind::Unary(operator, inner) => {
                let ty = if *operator == Unary::Negate { Type::Int } else { Type::Bool };
                let inner = self.operand(|c| c.typed(inner, &ty))?;
                (ExprKind::Unary(*operator, Box::new(inner)), ty)
            }
            RawExprKind::And(left, right) => {
                let (left, right) = (self.typed(left, &Type::Bool), self.typed(right, &Type::Bool));
                (ExprKind::Binary(Binary::And, Box::new(left?), Box::new(right?)), Type::Bool)
            }
            RawExprKind::Or(left, right) => {
                let left = self.operand(|c| c.typed(left, &Type::Bool));
                let right = self.operand(|c| c.typed(right, &Type::Bool));
                (ExprKind::Binary(Binary::Or, Box::new(left?), Box::new(right?)), Type::Bool)
            }
            RawExprKind::Implies(left, right) => {
                let left = self.operand(|c| c.typed(left, &Type::Bool));
                let right = self.typed(right, &Type::Bool);
                let (span, operator) = (raw.span, raw.operator);
                let yes = Expr { kind: ExprKind::Bool(true), ty: Type::Bool, span, operator };
                let parts = (Box::new(left?), Box::new(right?), Box::new(yes));
                (ExprKind::Conditional(parts.0, parts.1, parts.2), Type::Bool)
            }
            RawExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, raw.operator)?
            }
            RawExprKind::Old(inner) => self.old(inner, raw.span)?,
            RawExprKind::Acc(inner, amount) => {
                (self.acc(inner, amount.as_deref(), raw.span)?, Type::Bool)
            }
            RawExprKind::Untouched(inner) => {
                if !self.mode.post {
                    return self.fail(raw.span, Problem::PostconditionOnly("untouched"));
                }
                self.conjunct("untouched", raw.span);
                (ExprKind::Untouched(Box::new(self.typed(inner, &Type::Bool)?)), Type::Bool)
            }
            RawExprKind::Opening(call, inner) => {
                let call = self.ghost_call("opening", call, MethodKind::Predicate);
                let inner = self.value(inner)?;
                let ty = inner.ty.clone();
                (ExprKind::Opening(call?, Box::new(inner)), ty)
            }
            RawExprKind::Using(call, inner) => {
                let call = self.ghost_call("using", call, MethodKind::Pure);
                let inner = self.value(inner)?;
                let ty = inner.ty.clone();
                (ExprKind::Using(call?, Box::new(inner)), ty)
            }
            RawExprKind::Broken => return None,
        };
        Some(Expr { kind, ty, span: raw.span, operator: raw.operator })
    }

    /// A variable.
    fn read(&mut self, name: &str, span: Span) -> Option<Expr> {
        let variable = self.variable(name, span)?;
        if let ExprKind::Local(id) = variable.kind
            && !self.mode.ghost
            && self.locals.get(id).is_some_and(|local| local.ghost)
        {
            return self.fail(span, Problem::GhostRead(name.to_owned()));
        }
        Some(variable)
    }

    fn field(&mut self, inner: &RawExpr, name: &Name) -> Option<(ExprKind, Type)> {
        let object = self.operand(|c| c.value(inner))?;
        let class = match &object.ty {
            Type::Class(class) => *class,
            Type::Array(_) => {
                return match name.text.as_str() {
                    "length" => Some((ExprKind::Length(Box::new(object)), Type::Int)),
                    "elems" => self.fail(name.span, Problem::Elements),
                    _ => self.fail(name.span, Problem::ArrayField),
                };
            }
            ty => {
                let problem = Problem::NoFields(self.program.type_name(ty));
                return self.fail(name.span, problem);
            }
        };
        let fields = &self.names.members.get(class)?.fields;
        let Some(id) = fields.get(&name.text) else {
            let hint = self.near(&name.text, fields.keys().map(String::as_str));
            let (class, name_text) = (self.class_name(class), name.text.clone());
            let problem = Problem::UnknownField { class, name: name_text, hint };
            return self.fail(name.span, problem);
        };
        match self.program.fields.get(*id)?.ty.clone() {
            Type::Broken => None,
            ty => Some((ExprKind::Field(Box::new(object), *id), ty)),
        }
    }

    fn class_name(&self, class: ClassId) -> String {
        self.program.type_name(&Type::Class(class))
    }

    fn element(&mut self, array: &RawExpr, index: &RawExpr) -> Option<(ExprKind, Type)> {
        let array = self.operand(|c| c.value(array));
        let index = self.operand(|c| c.typed(index, &Type::Int));
        let array = array?;
        let Type::Array(ty) = array.ty.clone() else {
            let problem = Problem::NoElements(self.program.type_name(&array.ty));
            return self.fail(array.span, problem);
        };
        Some((ExprKind::Element(Box::new(array), Box::new(index?)), *ty))
    }

    /// The call and its type, [`Type::Void`] without a result.
    fn call(
        &mut self,
        receiver: Option<&RawExpr>,
        name: &Name,
        list: &[RawExpr],
        span: Span,
    ) -> Option<(ExprKind, Type)> {
        let target = match receiver {
            Some(receiver) => self.method_of(receiver, name),
            None => self.called(name),
        };
        let Some((receiver, id)) = target else {
            self.loose(list);
            return None;
        };
        let method = self.program.methods.get(id)?;
        let arguments = self.arguments(method, list, span);
        match method.kind {
            MethodKind::Predicate if !self.mode.conjunct => {
                self.report(span, Problem::MisplacedPredicate);
            }
            MethodKind::Mutator if self.mode.effectless => {
                self.report(span, Problem::EffectInContract(method.name.clone()));
            }
            _ => {}
        }
        let ty = match method.result.clone() {
            Some(Type::Broken) => return None,
            Some(ty) => ty,
            None => Type::Void,
        };
        let receiver = receiver.map(Box::new);
        Some((ExprKind::Call(Call { method: id, receiver, arguments: arguments? }), ty))
    }

    /// The method of an object.
    fn method_of(&mut self, raw: &RawExpr, name: &Name) -> Option<(Option<Expr>, MethodId)> {
        let object = self.operand(|c| c.value(raw))?;
        let Type::Class(class) = object.ty else {
            let problem = Problem::NoMethods(self.program.type_name(&object.ty));
            return self.fail(name.span, problem);
        };
        let methods = &self.names.members.get(class)?.methods;
        if let Some(id) = methods.get(&name.text) {
            return Some((Some(object), *id));
        }
        let hint = self.near(&name.text, methods.keys().map(String::as_str));
        let (class, text) = (self.class_name(class), name.text.clone());
        self.fail(name.span, Problem::UnknownMethod { class, name: text, hint })
    }

    /// The method of `this` or the procedure of a bare name.
    fn called(&mut self, name: &Name) -> Option<(Option<Expr>, MethodId)> {
        let own = self.class.and_then(|class| Some((class, self.names.members.get(class)?)));
        if let Some((class, id)) = own.and_then(|(c, m)| Some((c, *m.methods.get(&name.text)?))) {
            let (span, ty) = (name.span, Type::Class(class));
            return Some((Some(Expr { kind: ExprKind::This, ty, span, operator: span }), id));
        }
        if let Some(id) = self.names.procedures.get(&name.text) {
            return Some((None, *id));
        }
        let problem = if self.names.classes.contains_key(&name.text) {
            Problem::ClassCalled(name.text.clone())
        } else {
            let own = own.into_iter().flat_map(|(_, m)| m.methods.keys());
            let all = own.chain(self.names.procedures.keys()).map(String::as_str);
            Problem::UnknownProcedure(name.text.clone(), self.near(&name.text, all))
        };
        self.fail(name.span, problem)
    }

    /// Arguments of something unknown: only what is wrong in them counts.
    fn loose(&mut self, list: &[RawExpr]) {
        for raw in list {
            self.operand(|c| c.value(raw));
        }
    }

    fn arguments(&mut self, method: &'a Method, list: &[RawExpr], span: Span) -> Option<Vec<Expr>> {
        if list.len() != method.parameters.len() {
            self.loose(list);
            let expected = match method.parameters.len() {
                0 => "no parameters".to_owned(),
                1 => "1 parameter".to_owned(),
                n => format!("{n} parameters"),
            };
            let (name, found) = (method.name.clone(), list.len());
            return self.fail(span, Problem::ArgumentCount { name, expected, found });
        }
        let types = method.parameters.iter().filter_map(|id| method.locals.get(*id));
        let checked: Vec<Option<Expr>> = types
            .zip(list)
            .map(|(parameter, raw)| self.operand(|c| c.typed(raw, &parameter.ty)))
            .collect();
        checked.into_iter().collect()
    }

    fn creation(&mut self, name: &Name, list: &[RawExpr], span: Span) -> Option<(ExprKind, Type)> {
        if self.mode.effectless {
            self.report(span, Problem::CreationInContract);
        }
        let Some(id) = self.names.classes.get(&name.text).copied() else {
            self.loose(list);
            let classes = self.names.classes.keys().map(String::as_str);
            let hint = self.near(&name.text, classes);
            return self.fail(name.span, Problem::UnknownClass(name.text.clone(), hint));
        };
        // A trace creates objects without their constructor.
        let constructor = self.program.classes.get(id)?.constructor.filter(|_| !self.is_trace);
        let constructor = constructor.and_then(|id| self.program.methods.get(id));
        let arguments = match constructor {
            Some(constructor) => self.arguments(constructor, list, span)?,
            None if list.is_empty() => Vec::new(),
            None => {
                self.loose(list);
                return self.fail(span, Problem::NoConstructor(name.text.clone()));
            }
        };
        Some((ExprKind::New(id, arguments), Type::Class(id)))
    }

    fn conditional(
        &mut self,
        condition: &RawExpr,
        then: &RawExpr,
        otherwise: &RawExpr,
        operator: Span,
    ) -> Option<(ExprKind, Type)> {
        let condition = self.operand(|c| c.typed(condition, &Type::Bool));
        let (then, otherwise) = (self.value(then), self.value(otherwise));
        let (condition, then, otherwise) = (condition?, then?, otherwise?);
        let ty = match (&then.ty, &otherwise.ty) {
            (left, right) if left == right => left.clone(),
            (Type::Null, ty) | (ty, Type::Null) if ty.is_reference() => ty.clone(),
            (left, right) => {
                let problem = Problem::Branches { left: self.a(left), right: self.a(right) };
                return self.fail(operator, problem);
            }
        };
        let parts = (Box::new(condition), Box::new(then), Box::new(otherwise));
        Some((ExprKind::Conditional(parts.0, parts.1, parts.2), ty))
    }

    fn old(&mut self, inner: &RawExpr, span: Span) -> Option<(ExprKind, Type)> {
        if !self.mode.post {
            return self.fail(span, Problem::PostconditionOnly("old"));
        }
        if self.mode.old {
            return self.fail(span, Problem::NestedOld);
        }
        let mode = Mode { old: true, conjunct: false, ..self.mode };
        let inner = self.within(mode, |checker| checker.value(inner))?;
        let ty = inner.ty.clone();
        Some((ExprKind::Old(Box::new(inner)), ty))
    }

    fn conjunct(&mut self, word: &'static str, span: Span) {
        if !self.mode.conjunct {
            self.report(span, Problem::MisplacedAssertion(word));
        }
    }

    /// What `acc` is about.
    fn acc(&mut self, inner: &RawExpr, amount: Option<&RawExpr>, span: Span) -> Option<ExprKind> {
        self.conjunct("acc", span);
        let amount = amount.map(|raw| self.operand(|c| c.typed(raw, &Type::Int)).map(Box::new));
        let amount = amount.map_or(Some(None), |amount| amount.map(Some));
        if let RawExprKind::Field(array, name) = &inner.kind
            && name.text == "elems"
        {
            let array = self.operand(|c| c.value(array))?;
            if let Type::Array(_) = array.ty {
                return Some(ExprKind::AccElements(Box::new(array), amount?));
            }
        }
        let amount = amount?;
        let location = match amount {
            Some(_) => self.value(inner)?,
            None => self.operand(|c| c.value(inner))?,
        };
        match location.kind {
            ExprKind::Field(..) | ExprKind::Element(..) | ExprKind::Global(_) => {
                Some(ExprKind::Acc(Box::new(location), amount))
            }
            ExprKind::Call(ref call) if self.is_predicate(call) && amount.is_some() => {
                Some(ExprKind::Acc(Box::new(location), amount))
            }
            _ => self.fail(span, Problem::NoLocation),
        }
    }

    fn is_predicate(&self, call: &Call) -> bool {
        let method = self.program.methods.get(call.method);
        method.is_some_and(|method| method.kind == MethodKind::Predicate)
    }

    /// The call of a ghost operation.
    pub(super) fn ghost_call(
        &mut self,
        word: &'static str,
        raw: &RawExpr,
        kind: MethodKind,
    ) -> Option<Call> {
        let mode = Mode { effectless: true, ghost: true, conjunct: true, ..self.mode };
        let needed = if kind == MethodKind::Predicate { "predicate" } else { "pure method" };
        let call = self.within(mode, |checker| checker.value(raw))?;
        match call.kind {
            ExprKind::Call(inner)
                if self.program.methods.get(inner.method).is_some_and(|m| m.kind == kind) =>
            {
                Some(inner)
            }
            _ => self.fail(raw.span, Problem::GhostCall { word, needed }),
        }
    }

    /// Whether evaluating it changes something.
    pub(super) fn has_effects(&self, expression: &Expr) -> bool {
        let own = match &expression.kind {
            ExprKind::New(..) | ExprKind::NewArray(..) => true,
            ExprKind::Call(call) => {
                let method = self.program.methods.get(call.method);
                method.is_some_and(|m| m.kind == MethodKind::Mutator)
            }
            _ => false,
        };
        own || expression.operands().into_iter().any(|inner| self.has_effects(inner))
    }
}
