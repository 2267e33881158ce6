//! The well-founded orders that come with the language: measures of termination are compared in them. Their axioms say when
//! a value is smaller; here it is smaller then and never else, unless the program says more of the order itself.

use crate::value::{Amount, Value, amount};
use crate::{Machine, Run, Stop};
use effigy_lang_viper::tree::{DomainFunctionId, ExprKind, Program, Type};
use effigy_lang_viper::walk;
use std::collections::BTreeMap;

/// The functions of the standard order.
#[derive(Clone, Copy)]
pub(crate) struct Order {
    decreasing: DomainFunctionId,
    bounded: DomainFunctionId,
}

impl Order {
    /// That of a program, when only files that come with the language say something of it.
    pub fn of(program: &Program) -> Option<Self> {
        let is_standard = |file| program.files.path(file).starts_with('<');
        let find = |name: &str| {
            let mut named = program.domain_functions.iter().filter(|(_, f)| &*f.name == name);
            let (id, function) = named.next()?;
            let file = program.domains[function.domain].place.file;
            (named.next().is_none() && is_standard(file)).then_some(id)
        };
        let order = Self { decreasing: find("decreasing")?, bounded: find("bounded")? };
        let speaks = |kind: &ExprKind| match kind {
            ExprKind::DomainCall { function, .. } => {
                *function == order.decreasing || *function == order.bounded
            }
            _ => false,
        };
        let own = program.domains.iter().filter(|(_, domain)| !is_standard(domain.place.file));
        let mut axioms = own.flat_map(|(_, domain)| &domain.axioms);
        let says_more = axioms.any(|axiom| walk::any(&axiom.body, &mut |e| speaks(&e.kind)));
        (!says_more).then_some(order)
    }
}

impl Machine<'_> {
    /// What the standard order says of values; `None` for other functions.
    pub(crate) fn ordered(
        &self,
        function: DomainFunctionId,
        instance: &[Type],
        values: &[Value],
    ) -> Run<Option<bool>> {
        let Some(order) = self.order else { return Ok(None) };
        if let Some(Type::Domain(..) | Type::Map(..)) = instance.first() {
            return Ok(None);
        }
        match values {
            [before, after] if function == order.decreasing => smaller(before, after).map(Some),
            [value] if function == order.bounded => Ok(Some(is_bounded(value))),
            _ => Ok(None),
        }
    }
}

fn smaller(before: &Value, after: &Value) -> Run<bool> {
    let total = |all: &BTreeMap<Value, u32>| all.values().map(|n| u64::from(*n)).sum::<u64>();
    Ok(match (before, after) {
        (Value::Int(a), Value::Int(b)) => a < b,
        (Value::Bool(a), Value::Bool(b)) => !a && *b,
        (Value::Ref(a), Value::Ref(b)) => *a == 0 && *b != 0,
        (Value::Perm(a), Value::Perm(b)) => *a <= b.clone() - amount(1, 1),
        (Value::Seq(a), Value::Seq(b)) => a.len() < b.len(),
        (Value::Set(a), Value::Set(b)) => a.len() < b.len(),
        (Value::Multiset(a), Value::Multiset(b)) => total(a) < total(b),
        _ => return Err(Stop::Left("an order that is not known")),
    })
}

fn is_bounded(value: &Value) -> bool {
    let none: Amount = amount(0, 1);
    match value {
        Value::Int(n) => *n >= 0,
        Value::Perm(p) => *p >= none,
        _ => true,
    }
}
