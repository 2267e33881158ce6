//! Variables of a function that is being made.

use super::HANDLE;
use super::body::Body;
use super::place::{Limits, Place};
use crate::tree::{self, ProcId, Shape, Storage, VarId, Variable};
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::{Bounds, InstKind, Operand};

impl Body<'_, '_> {
    /// A new object; its elements are not set, or those of a symbolic input.
    pub(super) fn object(&mut self, symbolic: Option<String>) -> Operand {
        let dst = self.b.reg(HANDLE);
        let scalar = self.integers().scalar();
        self.b.push(InstKind::Array { dst, index: scalar, element: scalar, symbolic });
        dst.into()
    }

    pub(super) fn put(&mut self, object: &Operand, index: &Operand, value: Operand) {
        let (array, index) = (object.clone(), index.clone());
        self.b.push(InstKind::Put { array, index, value });
    }

    pub(super) fn select(&mut self, object: &Operand, index: &Operand) -> Operand {
        let dst = self.b.reg(self.integers().sort());
        let (array, index) = (object.clone(), index.clone());
        self.b.push(InstKind::Select { dst, array, index });
        dst.into()
    }

    pub(super) fn is_set(&mut self, object: &Operand, index: &Operand) -> Operand {
        let dst = self.b.reg(Sort::Bool);
        let (array, index) = (object.clone(), index.clone());
        self.b.push(InstKind::IsSet { dst, array, index });
        dst.into()
    }

    /// The object of a STATIC variable, from where it is kept.
    pub(super) fn kept(&mut self, global: effigy_ir::program::GlobalId) -> Operand {
        self.b.load(HANDLE, Operand::Global(global, 0))
    }

    /// Says where a variable is.
    pub(super) fn announce(&mut self, name: &str, place: &Place) {
        let name = name.to_owned();
        let array = place.object().clone();
        let (index, bounds) = match place.clone() {
            Place::Integer { index, .. } => (Some(index), None),
            Place::Array { limits, .. } if limits.known == Operand::Bool(false) => (None, None),
            Place::Array { limits: Limits { low, high, known }, .. } => {
                (None, Some(Bounds { low, high, known }))
            }
        };
        self.b.push(InstKind::Variable { name, array, index, bounds });
    }

    /// Makes or finds the variables of a procedure whose parameters are the function's.
    pub(super) fn variables_of(&mut self, id: ProcId, parameters: &[VarId]) {
        let mut operands = self.b.params().to_vec().into_iter().map(Operand::from);
        let variables = self.variables;
        let none = Place::Integer { object: Operand::Undef(HANDLE), index: self.zero() };
        self.places = vec![none; variables.len()].into_iter().collect();
        for parameter in parameters {
            if let Some(variable) = variables.get(*parameter) {
                self.places[*parameter] = Place::from_operands(&variable.shape, &mut operands);
            }
        }
        for (variable, declared) in variables.iter() {
            if declared.storage != Storage::Parameter {
                let kept = self.context.statics.get(&(id, variable)).copied();
                let object = match kept {
                    Some(global) => self.kept(global),
                    None => self.object(None),
                };
                self.places[variable] = self.own_place(declared, object);
            }
        }
        for (variable, declared) in variables.iter() {
            self.limit(variable, declared);
        }
        for (variable, declared) in variables.iter() {
            let place = self.places[variable].clone();
            self.announce(&declared.name, &place);
        }
    }

    /// The place of a variable that is all of an object; an array's bounds come later.
    pub(super) fn own_place(&mut self, variable: &Variable, object: Operand) -> Place {
        match variable.shape {
            Shape::Integer => Place::Integer { object, index: self.zero() },
            Shape::Array(_) => Place::Array { object, limits: Limits::none(self.integers()) },
        }
    }

    /// Evaluates the declared bounds of an array. Those of a parameter have to be the argument's, when it has any.
    pub(super) fn limit(&mut self, id: VarId, variable: &Variable) {
        let Shape::Array(tree::Bounds::Range { lower, upper }) = &variable.shape else { return };
        self.at(variable.span);
        let (low, high) = (self.value(lower), self.value(upper));
        let Some(Place::Array { object, limits }) = self.places.get(id).cloned() else { return };
        if variable.storage == Storage::Parameter {
            let same_low = self.b.op(Op::Eq, [limits.low, low.clone()]);
            let same_high = self.b.op(Op::Eq, [limits.high, high.clone()]);
            let same = self.b.op(Op::And, [same_low, same_high]);
            let unknown = self.b.op(Op::Not, [limits.known]);
            let fits = self.b.op(Op::Or, [unknown, same]);
            let message = format!("the array passed for {} has other bounds", variable.name);
            self.check(fits, FindingKind::OutOfBounds, message);
        }
        let limits = Limits { low, high, known: Operand::Bool(true) };
        self.places[id] = Place::Array { object, limits };
    }
}
