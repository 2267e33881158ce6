//! Initial states: values of the inputs of a lowered program, and what they say of the cells of the reference.
//!
//! A state is a model of the engine's inputs. Object `n` from before the run is the number `n`; the contents of arrays
//! are one function of the number and the index.

use super::reference::{Cell, Object, UNKNOWNS, Value as Concrete, default};
use effigy_base::bits::BitVec;
use effigy_base::sort::Sort;
use effigy_base::value::{ArrayValue, Value};
use effigy_exec::heap;
use effigy_ir::field::{FieldDecl, FieldId, Initial};
use effigy_lang_oo::tree::{MethodId, Program, Trace, Type};
use effigy_term::{Model, Role, Term, TermStore, VarInfo};
use effigy_testkit::Rng;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The width of integers: small, so that the embedded solver decides everything.
pub const WIDTH: u32 = 8;

/// The width of references beside machine integers.
const REFERENCE: u32 = 32;

/// With unbounded integers, the contents of arrays are one function of `index + number * 2^ROW`.
const ROW: u32 = 31;

/// Objects that states know by name: 1 to 3. Others are as the default of each function says.
pub const OBJECTS: u64 = 3;

/// The inputs of a lowered program.
pub struct Inputs {
    program: Rc<Program>,
    /// The width of integers; unbounded without.
    width: Option<u32>,
    locals: BTreeMap<usize, String>,
    variables: BTreeMap<String, Term>,
}

impl Inputs {
    /// The inputs of a run that begins with a method.
    pub fn of_method(
        program: &Rc<Program>,
        lowered: &effigy_ir::program::Program,
        (method, width): (MethodId, Option<u32>),
        store: &mut TermStore,
    ) -> Self {
        let mut inputs = Self::of_heap(program, lowered, width, store);
        let method = &program.methods[method];
        if let Some(class) = method.class {
            inputs.scalar("this".to_owned(), &Type::Class(class), store);
        }
        for id in &method.parameters {
            let local = &method.locals[*id];
            inputs.locals.insert(effigy_base::id::Id::index(*id), local.name.clone());
            inputs.scalar(local.name.clone(), &local.ty, store);
        }
        for (_, method) in program.methods.iter() {
            for (_, local) in method.locals.iter().filter(|(_, l)| l.name.starts_with('u')) {
                inputs.scalar(local.name.clone(), &local.ty, store);
                for count in 2..=UNKNOWNS {
                    inputs.scalar(format!("{}#{count}", local.name), &local.ty, store);
                }
            }
        }
        inputs
    }

    /// The inputs of a trace.
    pub fn of_trace(
        program: &Rc<Program>,
        lowered: &effigy_ir::program::Program,
        trace: &Trace,
        store: &mut TermStore,
    ) -> Self {
        let mut inputs = Self::of_heap(program, lowered, Some(WIDTH), store);
        for (id, local) in trace.locals.iter() {
            inputs.locals.insert(effigy_base::id::Id::index(id), local.name.clone());
            inputs.scalar(local.name.clone(), &local.ty, store);
        }
        inputs
    }

    fn of_heap(
        program: &Rc<Program>,
        lowered: &effigy_ir::program::Program,
        width: Option<u32>,
        store: &mut TermStore,
    ) -> Self {
        let (program, locals, variables) = (program.clone(), BTreeMap::new(), BTreeMap::new());
        let mut inputs = Self { program, width, locals, variables };
        for (_, decl) in lowered.fields.iter() {
            let (sort, _) = heap::initial_sorts(decl);
            inputs.variable(decl.name.clone(), sort, heap::role(decl.initial), store);
        }
        inputs
    }

    fn scalar(&mut self, name: String, ty: &Type, store: &mut TermStore) {
        let number = |width: u32| self.width.map_or(Sort::Int, |_| Sort::BitVec(width));
        let (sort, initial) = match ty {
            Type::Int => (number(WIDTH), Initial::Value),
            Type::Bool => (Sort::Bool, Initial::Value),
            _ => (number(REFERENCE), Initial::Reference),
        };
        self.variable(name, heap::kept_as(sort, initial), heap::role(initial), store);
    }

    fn variable(&mut self, name: String, sort: Sort, role: Role, store: &mut TermStore) {
        let info = VarInfo { name: name.clone(), sort, role };
        self.variables.insert(name, store.variable(&info));
    }

    /// A random state.
    pub fn random(&self, rng: &mut Rng, store: &TermStore) -> Model {
        self.variables.values().map(|t| (*t, self.value(rng, store, *t))).collect()
    }

    /// A state that differs from another one in some inputs.
    pub fn changed(&self, rng: &mut Rng, store: &TermStore, state: &Model) -> Model {
        let mut changed = state.clone();
        for term in self.variables.values() {
            if rng.one_in(3) {
                changed.set(*term, self.value(rng, store, *term));
            }
        }
        changed
    }

    /// A state for people.
    pub fn describe(&self, state: &Model) -> String {
        let value = |(name, term): (&String, &Term)| {
            state.get(*term).map(|value| format!("{name} = {value}\n"))
        };
        self.variables.iter().filter_map(value).collect()
    }

    /// The values of a state by the names of the inputs.
    pub fn given(&self, state: &Model) -> Vec<(String, Value)> {
        let value =
            |(name, term): (&String, &Term)| Some((name.clone(), state.get(*term)?.clone()));
        self.variables.iter().filter_map(value).collect()
    }

    /// The value of a cell before the run.
    pub fn cell(&self, state: &Model, cell: &Cell, ty: &Type) -> Concrete {
        let program = &self.program;
        let (name, key) = match cell {
            Cell::This => ("this".to_owned(), None),
            Cell::Parameter(id) => (self.locals[&effigy_base::id::Id::index(*id)].clone(), None),
            Cell::Global(id) => (program.globals[*id].name.clone(), None),
            Cell::Unknown(name, 1) => (name.clone(), None),
            Cell::Unknown(name, count) => (format!("{name}#{count}"), None),
            Cell::Field(object, field) => (field_name(program, *field), Some((*object, None))),
            Cell::Length(array) => (".length".to_owned(), Some((*array, None))),
            Cell::Element(array, _, index) => {
                (contents_name(program, ty), Some((*array, Some(index))))
            }
        };
        let variable = self.variables.get(&name).unwrap_or_else(|| panic!("no input {name}"));
        let Some(value) = state.get(*variable) else { return default(ty) };
        let value = match key {
            None => value,
            Some((Object::New(_), _)) => panic!("{cell:?} was not there before the run"),
            Some((Object::Old(number), index)) => {
                let index = index.map(|index| word(index, WIDTH));
                let array = value.as_array().expect("a function is an array");
                array.select(&self.key_of(number, index))
            }
        };
        concrete(value, ty, !matches!(cell, Cell::Length(_)))
    }

    /// The key of an element of an array, or of a field, before the run.
    fn key_of(&self, number: u64, index: Option<u128>) -> Value {
        let number = u128::from(number);
        match (self.width, index) {
            (Some(_), None) => Value::bits(REFERENCE - 1, number),
            (Some(width), Some(index)) => {
                Value::bits(REFERENCE - 1 + width, number << width | index)
            }
            (None, None) => Value::int(number),
            (None, Some(index)) => Value::int((number << ROW) + index),
        }
    }

    /// A random value of an input; functions have entries at the objects with names and at small indices.
    fn value(&self, rng: &mut Rng, store: &TermStore, variable: Term) -> Value {
        let info = store.as_variable(variable).expect("an input is a variable");
        let Sort::Array { index, element } = info.sort else {
            return scalar(rng, info.sort, info.role);
        };
        let default = match rng.one_in(4) {
            true => scalar(rng, element.into(), info.role),
            false => Value::zero(element.into()),
        };
        let mut array = ArrayValue::new(index, default);
        let indices: &[Option<u128>] = match info.name.starts_with("[]") {
            true => &[Some(0), Some(1), Some(2), Some(3)],
            false => &[None],
        };
        for object in 0..=OBJECTS {
            for at in indices {
                array.store(self.key_of(object, *at), scalar(rng, element.into(), info.role));
            }
        }
        Value::Array(array)
    }
}

/// The name of the heap function of a field.
pub fn field_name(program: &Program, id: effigy_lang_oo::tree::FieldId) -> String {
    let field = &program.fields[id];
    match program.fields.iter().filter(|(_, f)| f.name == field.name).count() {
        1 => format!(".{}", field.name),
        _ => format!(".{}@{}", field.name, program.classes[field.class].name),
    }
}

/// The name of the heap function of the contents of arrays.
pub fn contents_name(program: &Program, element: &Type) -> String {
    match element {
        Type::Int => "[]".to_owned(),
        ty => format!("[]{}", program.type_name(ty)),
    }
}

/// The heap function of this name.
pub fn function(lowered: &effigy_ir::program::Program, name: &str) -> (FieldId, FieldDecl) {
    let found = lowered.fields.iter().find(|(_, decl)| decl.name == name);
    let (id, decl) = found.unwrap_or_else(|| panic!("no heap function {name}"));
    (id, decl.clone())
}

/// A number as a word of two's complement.
pub fn word(n: &BigInt, width: u32) -> u128 {
    let all = BigInt::from(1) << width;
    let word = ((n % &all) + &all) % &all;
    u128::try_from(word).expect("a word is small")
}

/// A value of the engine that was kept for a type: a reference by its number, a length without its sign.
fn concrete(value: &Value, ty: &Type, signed: bool) -> Concrete {
    match (value, ty) {
        (Value::Bool(truth), _) => Concrete::Bool(*truth),
        (Value::Int(n), Type::Int) => Concrete::Int(n.clone()),
        (value, Type::Int) => {
            let bits = value.as_bits().expect("an integer is a word");
            let negative =
                if signed && bits.sign() { BigInt::from(1) << bits.width() } else { BigInt::ZERO };
            Concrete::Int(BigInt::from(bits.to_big()) - negative)
        }
        (value, _) => match value.scalar().expect("a reference is a word") {
            0 => Concrete::Nil,
            number => Concrete::Object(Object::Old(number as u64)),
        },
    }
}

/// A value of the engine in a run: references from before are even, those of new objects are odd.
pub fn in_run(value: &Value, ty: &Type) -> Concrete {
    match ty {
        Type::Int | Type::Bool => concrete(value, ty, true),
        _ => match value.scalar().expect("a reference is a word") as u64 {
            0 => Concrete::Nil,
            odd if odd % 2 == 1 => Concrete::Object(Object::New(odd / 2)),
            even => Concrete::Object(Object::Old(even / 2)),
        },
    }
}

/// The engine's reference to an object.
pub fn reference(object: Object) -> u128 {
    match object {
        Object::Old(number) => 2 * u128::from(number),
        Object::New(number) => 2 * u128::from(number) + 1,
    }
}

fn scalar(rng: &mut Rng, sort: Sort, role: Role) -> Value {
    let small = rng.below(4) as u128;
    let bits = match role {
        Role::Reference | Role::Length => small,
        _ if rng.one_in(8) => rng.next_u128(),
        _ if rng.one_in(4) => small.wrapping_neg(),
        _ => small,
    };
    match sort {
        Sort::Bool => Value::Bool(rng.one_in(2)),
        Sort::Int => Value::int(bits as i128),
        sort => Value::BitVec(BitVec::new(sort.width().expect("a word"), bits)),
    }
}
