//! Random choices of small values.

use crate::choices::CellId;
use crate::value::{Value, amount};
use crate::{Machine, MemberId, Run, Stop};
use effigy_lang_viper::tree::{Expr, ExprKind, Program, Type};
use effigy_lang_viper::walk;
use num_traits::ToPrimitive;
use std::collections::{BTreeMap, BTreeSet};

/// Elements of a collection that is chosen, at most.
const LONGEST: u64 = 3;

impl Machine<'_> {
    /// The value of a cell, chosen now if it has none.
    pub(crate) fn read_cell(&mut self, cell: CellId) -> Run<Value> {
        if let Some(value) = &self.choices.cells[cell].value {
            return Ok(value.clone());
        }
        let (ty, born) = (self.choices.cells[cell].ty.clone(), self.choices.cells[cell].born);
        let value = self.choose(&ty, born)?;
        self.choices.cells[cell].value = Some(value.clone());
        Ok(value)
    }

    /// Gives a cell without a value one, if it can have it.
    pub(crate) fn set_cell(&mut self, cell: CellId, value: Value) -> Run<()> {
        if !self.choices.fits(&value, self.choices.cells[cell].born) {
            return Err(Stop::Vacuous);
        }
        self.choices.cells[cell].value = Some(value);
        Ok(())
    }

    /// An object, not `null`.
    pub(crate) fn choose_object(&mut self, born: u32) -> u32 {
        let old: Vec<u32> = (1u32..)
            .zip(&self.choices.births)
            .filter(|(_, birth)| **birth <= born)
            .map(|(object, _)| object)
            .collect();
        match self.random.pick(&old) {
            Some(object) if self.random.percent(45) || old.len() > 6 => *object,
            _ => self.choices.object(born),
        }
    }

    fn choose(&mut self, ty: &Type, born: u32) -> Run<Value> {
        Ok(match ty {
            Type::Bool => Value::Bool(self.random.percent(50)),
            Type::Int => Value::Int(self.choose_number()),
            Type::Perm => {
                let some = [(1, 2), (1, 1), (0, 1), (1, 4), (3, 2), (-1, 2)];
                let (over, under) = *self.random.pick(&some).unwrap_or(&(1, 2));
                Value::Perm(amount(over, under))
            }
            // More objects make more of them less likely, so that what is linked has an end.
            Type::Ref if self.random.percent(30 + 5 * self.choices.births.len() as u64) => {
                Value::Ref(0)
            }
            Type::Ref => Value::Ref(self.choose_object(born)),
            Type::Seq(element) => Value::Seq(self.choose_some(element, born)?),
            Type::Set(element) => {
                Value::Set(self.choose_some(element, born)?.into_iter().collect::<BTreeSet<_>>())
            }
            Type::Multiset(element) => {
                let mut all = BTreeMap::new();
                for value in self.choose_some(element, born)? {
                    *all.entry(value).or_default() += 1;
                }
                Value::Multiset(all)
            }
            Type::Map(key, value) => {
                let keys = self.choose_some(key, born)?;
                let mut all = BTreeMap::new();
                for key in keys {
                    all.insert(key, self.choose(value, born)?);
                }
                Value::Map(all)
            }
            Type::Domain(..) => {
                if self.choices.elements == 0 || self.random.percent(50) {
                    self.choices.elements += 1;
                }
                let number = self.random.below(u64::from(self.choices.elements));
                Value::Element(u32::try_from(number).unwrap_or(0))
            }
            Type::Parameter(_) | Type::Resource => {
                return Err(Stop::Left("a value of a type that is not known"));
            }
        })
    }

    fn choose_some(&mut self, element: &Type, born: u32) -> Run<Vec<Value>> {
        let count = self.random.below(LONGEST + 1);
        (0..count).map(|_| self.choose(element, born)).collect()
    }

    /// A small number, or one that the program or the run has.
    pub(crate) fn choose_number(&mut self) -> i128 {
        match self.random.below(10) {
            0..5 => i128::from(self.random.below(4)),
            5 => -1,
            6 => -i128::from(self.random.below(6)),
            7 => {
                let near = self.random.below(3);
                let number = self.random.pick(&self.numbers).copied().unwrap_or(0);
                number.saturating_add(i128::from(near)).saturating_sub(1)
            }
            8 => self.random.pick(&self.numbers).copied().unwrap_or(5),
            _ => {
                let cell = self.random.below(self.choices.cells.len() as u64);
                let cell = usize::try_from(cell).ok().and_then(|c| self.choices.cells.get(c));
                match cell.and_then(|cell| cell.value.as_ref()) {
                    Some(Value::Int(number)) => *number,
                    _ => 2,
                }
            }
        }
    }
}

/// The numbers in a member.
pub(crate) fn numbers(program: &Program, member: MemberId) -> Vec<i128> {
    let mut all = BTreeSet::new();
    let mut add = |e: &Expr| {
        if let ExprKind::Int(number) = &*e.kind {
            all.extend(number.to_i128());
        }
    };
    match member {
        MemberId::Method(id) => {
            let method = &program.methods[id];
            method
                .preconditions
                .iter()
                .chain(&method.postconditions)
                .for_each(|e| walk::all(e, &mut add));
        }
        MemberId::Function(id) => {
            let function = &program.functions[id];
            function.preconditions.iter().for_each(|e| walk::all(e, &mut add));
        }
        MemberId::Predicate(_) => {}
    }
    all.into_iter().collect()
}
