//! Initial heaps as objects with fields, from the values of inputs.

use crate::options::Integers;
use crate::outcome::{Datum, Heap, HeapObject, HeapSlot, HeapValue};
use effigy_lang_oo::tree::{MethodId, Program, Type};
use num_bigint::BigInt;
use std::collections::{HashMap, VecDeque};

/// Most objects that are shown.
const MOST_OBJECTS: usize = 64;

/// Most elements of an array that are shown.
const MOST_ELEMENTS: usize = 32;

/// The inputs of a path of a program, read as the machine lays them out (`effigy_ir::field`): a reference is a number,
/// 0 is null; two objects are the same when their types and numbers are.
pub(crate) struct Reader<'a> {
    program: &'a Program,
    integers: Integers,
    inputs: HashMap<&'a str, &'a Datum>,
    heap: Heap,
    known: HashMap<(String, BigInt), usize>,
    /// Objects whose slots are to be read: the type and the number of each.
    open: VecDeque<(Type, BigInt)>,
}

/// The variables of an initial state that hold references or truth values, with what they lead to.
pub(crate) fn heap(
    program: &Program,
    variables: &[(String, Type)],
    integers: Integers,
    inputs: &[(&str, &Datum)],
) -> Heap {
    let mut reader = Reader {
        program,
        integers,
        inputs: inputs.iter().copied().collect(),
        heap: Heap::default(),
        known: HashMap::new(),
        open: VecDeque::new(),
    };
    for (name, ty) in variables {
        if *ty == Type::Int {
            continue;
        }
        if let Some(Datum::Integer(value)) = reader.inputs.get(name.as_str()).copied() {
            let value = reader.value(ty, value);
            reader.heap.variables.push(HeapSlot { name: name.clone(), value });
        }
    }
    while let Some((ty, number)) = reader.open.pop_front() {
        let slots = reader.slots(&ty, &number);
        if let Some(index) = reader.known.get(&(program.type_name(&ty), number)) {
            reader.heap.objects[*index].slots = slots;
        }
    }
    reader.heap
}

/// The variables that a path begins or ends with: `this`, the parameters, the locals that are unknown inputs, the result,
/// the globals.
pub(crate) fn variables(program: &Program, entry: Option<MethodId>) -> Vec<(String, Type)> {
    let mut all = Vec::new();
    if let Some(method) = entry.and_then(|entry| program.methods.get(entry)) {
        all.extend(method.class.map(|class| ("this".to_owned(), Type::Class(class))));
        let locals = method.locals.iter().map(|(_, local)| (local.name.clone(), local.ty.clone()));
        all.extend(locals);
        all.extend(method.result.clone().map(|ty| ("return".to_owned(), ty)));
    }
    all.extend(program.globals.iter().map(|(_, global)| (global.name.clone(), global.ty.clone())));
    all
}

impl Reader<'_> {
    fn value(&mut self, ty: &Type, value: &BigInt) -> HeapValue {
        match ty {
            Type::Bool => HeapValue::Truth(*value != BigInt::ZERO),
            ty if ty.is_reference() => self.reference(ty, value),
            _ => HeapValue::integer(value),
        }
    }

    fn reference(&mut self, ty: &Type, number: &BigInt) -> HeapValue {
        if *number == BigInt::ZERO {
            return HeapValue::Null;
        }
        let key = (self.program.type_name(ty), number.clone());
        if let Some(index) = self.known.get(&key) {
            return HeapValue::Object(*index);
        }
        let count = 1 + self.known.keys().filter(|(of, _)| *of == key.0).count();
        let index = self.heap.objects.len();
        let name = format!("{} {count}", key.0);
        self.heap.objects.push(HeapObject { name, slots: Vec::new() });
        if self.heap.objects.len() <= MOST_OBJECTS {
            self.open.push_back((ty.clone(), number.clone()));
        }
        self.known.insert(key, index);
        HeapValue::Object(index)
    }

    fn slots(&mut self, ty: &Type, number: &BigInt) -> Vec<HeapSlot> {
        match ty {
            Type::Class(class) => {
                let program = self.program;
                let fields = program.classes.get(*class).map_or(&[][..], |class| &class.fields);
                let mut slots = Vec::new();
                for id in fields {
                    let Some(field) = program.fields.get(*id) else { continue };
                    let own = effigy_lang_oo::lower::field_name(program, *id);
                    if let Some(value) = self.element(&own, number) {
                        let value = self.value(&field.ty, &value);
                        slots.push(HeapSlot { name: field.name.clone(), value });
                    }
                }
                slots
            }
            Type::Array(element) => self.elements(element, number),
            _ => Vec::new(),
        }
    }

    /// The element of an input array; `None` when the path does not depend on the array.
    fn element(&self, name: &str, index: &BigInt) -> Option<BigInt> {
        match self.inputs.get(name)? {
            Datum::Array { default, elements } => {
                Some(elements.get(index).unwrap_or(default).clone())
            }
            Datum::Integer(_) => None,
        }
    }

    /// The length of an array, and its first elements.
    fn elements(&mut self, element: &Type, number: &BigInt) -> Vec<HeapSlot> {
        let mut slots = Vec::new();
        let length = self.element(".length", number);
        if let Some(length) = &length {
            let value = HeapValue::integer(length);
            slots.push(HeapSlot { name: "length".to_owned(), value });
        }
        let contents = effigy_lang_oo::lower::contents_name(self.program, element);
        let length = length.and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
        for at in 0..length.min(MOST_ELEMENTS) {
            if let Some(value) = self.element(&contents, &self.key(number, at)) {
                let value = self.value(element, &value);
                slots.push(HeapSlot { name: format!("[{at}]"), value });
            }
        }
        slots
    }

    /// The key of an element among the contents of all arrays.
    fn key(&self, number: &BigInt, index: usize) -> BigInt {
        match self.integers {
            Integers::Unbounded => number * effigy_exec::heap::PITCH + index,
            Integers::Fixed(width) => {
                // A word whose sign is that of the reference.
                (number << width) + index
            }
        }
    }
}
