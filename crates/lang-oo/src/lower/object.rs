//! Objects and arrays: creation, access, and what an access demands (de Boer and Bonsangue, section 2.1 and
//! Definition 4.1).

use super::body::Body;
use super::initial;
use crate::tree::{Binary, ClassId, Expr, ExprKind, Type};
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::field::FieldId;
use effigy_ir::function::{InstKind, MarkKind, Operand};

/// Elements of a new array that are set one by one; more are set by a loop.
const MOST_WRITTEN: i128 = 64;

impl<'p> Body<'_, 'p> {
    pub fn get<const N: usize>(
        &mut self,
        field: Option<FieldId>,
        keys: [Operand; N],
        ty: &Type,
    ) -> Operand {
        let dst = self.b.reg(self.context.sort(ty));
        if let Some(field) = field {
            self.b.push(InstKind::Get { dst, field, keys: keys.to_vec() });
        }
        dst.into()
    }

    pub fn set<const N: usize>(
        &mut self,
        field: Option<FieldId>,
        keys: [Operand; N],
        value: Operand,
    ) {
        if let Some(field) = field {
            self.b.push(InstKind::Set { field, keys: keys.to_vec(), value });
        }
    }

    /// A new symbolic input.
    pub fn unknown(&mut self, name: String, ty: &Type) -> Operand {
        let dst = self.b.reg(self.context.sort(ty));
        self.b.push(InstKind::Unknown { dst, name, initial: initial(ty) });
        dst.into()
    }

    /// Demands that a reference is not null.
    pub fn demand_object(&mut self, object: &Expr, reference: &Operand, access: &str) {
        if matches!(object.kind, ExprKind::This | ExprKind::New(..) | ExprKind::NewArray(..)) {
            return;
        }
        let there = self.is_object(reference);
        self.demand(there, FindingKind::Nil, format!("dereference of null: {access}"));
    }

    /// Whether a reference is not null.
    pub fn is_object(&mut self, reference: &Operand) -> Operand {
        let null = self.integers().null();
        if *reference == null {
            return Operand::Bool(false);
        }
        let is_null = self.b.op(Op::Eq, [reference.clone(), null]);
        self.not(is_null)
    }

    /// Demands that an array is there and has an element.
    pub fn demand_element(
        &mut self,
        array: &Expr,
        reference: &Operand,
        index: &Operand,
        access: &str,
    ) {
        self.demand_object(array, reference, access);
        let length = self.length(reference);
        let low = self.compare(Binary::AtMost, self.integers().small(0), index.clone());
        let high = self.compare(Binary::Less, index.clone(), length);
        let inside = self.and(low, high);
        self.demand(inside, FindingKind::OutOfBounds, format!("index out of bounds: {access}"));
    }

    pub fn length(&mut self, array: &Operand) -> Operand {
        let field = self.context.length;
        self.get(Some(field), [array.clone()], &Type::Int)
    }

    fn compare(&mut self, operator: Binary, left: Operand, right: Operand) -> Operand {
        match self.integers().operator(operator) {
            Some((op, ..)) => self.b.op(op, [left, right]),
            None => Operand::Bool(false),
        }
    }

    fn create(&mut self, ty: &Type) -> Operand {
        let dst = self.b.reg(Sort::from(self.integers().reference()));
        let kind = self.context.program.type_name(ty);
        self.b.push(InstKind::Create { dst, kind });
        dst.into()
    }

    /// A new object with the default values of its fields.
    pub fn new_object(&mut self, class: ClassId) -> Operand {
        let object = self.create(&Type::Class(class));
        let program = self.context.program;
        let fields = program.classes.get(class).map_or(&[][..], |class| &class.fields);
        for id in fields {
            if let Some(field) = program.fields.get(*id) {
                let value = self.default(&field.ty);
                let id = self.context.fields.get(*id).copied();
                self.set(id, [object.clone()], value);
            }
        }
        object
    }

    /// A new array with the default values of its elements. Many are set in a loop, whose rounds count as
    /// statements: with a symbolic length there is a path for each.
    pub fn new_array(&mut self, element: &Type, size: &'p Expr) -> Operand {
        let length = self.value(size);
        self.at(size.span);
        let enough = self.compare(Binary::AtMost, self.integers().small(0), length.clone());
        let text = self.names().expression(size);
        self.demand(enough, FindingKind::OutOfBounds, format!("negative array size: {text}"));
        let array = self.create(&Type::Array(Box::new(element.clone())));
        self.set(Some(self.context.length), [array.clone()], length.clone());
        let field = self.context.elements(element);
        let value = self.default(element);
        let count = match &size.kind {
            ExprKind::Int(number) => i128::try_from(number).ok().filter(|n| *n <= MOST_WRITTEN),
            _ => None,
        };
        if let Some(count) = count {
            for index in 0..count {
                let index = self.integers().small(index as i32);
                self.set(Some(field), [array.clone(), index], value.clone());
            }
            return array;
        }
        let (head, more, done) = (self.b.block(), self.b.block(), self.b.block());
        let index: Operand = self.b.block_param(head, self.context.sort(&Type::Int)).into();
        self.b.jump(head, [self.integers().small(0)]);
        self.b.switch_to(head);
        self.mark(MarkKind::Loop);
        let inside = self.compare(Binary::Less, index.clone(), length);
        self.b.branch(inside, more, done);
        self.b.switch_to(more);
        self.set(Some(field), [array.clone(), index.clone()], value);
        let one = self.integers().small(1);
        let next = match self.integers().operator(Binary::Add) {
            Some((op, ..)) => self.b.op(op, [index, one]),
            None => one,
        };
        self.b.jump(head, [next]);
        self.b.switch_to(done);
        array
    }
}
