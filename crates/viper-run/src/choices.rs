//! What a run has chosen so far: values are chosen when they are first read.

use crate::value::{Amount, Value, amount};
use effigy_lang_viper::tree::{DomainFunctionId, FieldId, FunctionId, LocalId, PredicateId, Type};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A place for a value that is chosen when it is first read.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub ty: Type,
    pub value: Option<Value>,
    /// Objects that are newer cannot be its value.
    pub born: u32,
}

/// A number of a [`Cell`].
pub(crate) type CellId = usize;

/// A field of an object.
pub(crate) type Spot = (u32, FieldId);

/// What permissions are held to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Resource {
    Field(u32, FieldId),
    Predicate(PredicateId, Vec<Value>),
}

/// Who holds how much of what; nothing is held with the amount 0.
pub(crate) type Mask = BTreeMap<Resource, Amount>;

/// The amount that is held of a resource.
pub(crate) fn held(mask: &Mask, resource: &Resource) -> Amount {
    mask.get(resource).cloned().unwrap_or_else(|| amount(0, 1))
}

pub(crate) fn put(mask: &mut Mask, resource: Resource, more: &Amount) {
    let now = held(mask, &resource) + more;
    match now == amount(0, 1) {
        true => mask.remove(&resource),
        false => mask.insert(resource, now),
    };
}

/// An application of a function of a domain, of these type arguments.
pub(crate) type Applied = (DomainFunctionId, Arc<[Type]>, Vec<Value>);

/// An application of a function without a body, with the part of the heap that it reads.
pub(crate) type Abstracted = (FunctionId, Vec<Value>, Vec<(Resource, Value)>);

/// What the choices of a run are kept in. It is copied before something is tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices {
    pub cells: Vec<Cell>,
    /// When each object came to be, by its number less 1.
    pub births: Vec<u32>,
    pub now: u32,
    /// Fields that were not written in an epoch.
    pub base: BTreeMap<(Spot, u32), CellId>,
    /// When each epoch began.
    pub epochs: Vec<u32>,
    pub applied: BTreeMap<Applied, CellId>,
    pub abstracted: BTreeMap<Abstracted, CellId>,
    pub elements: u32,
}

impl Choices {
    pub fn new() -> Self {
        Choices { epochs: vec![0], ..Choices::default() }
    }

    pub fn cell(&mut self, ty: Type, value: Option<Value>) -> CellId {
        self.cells.push(Cell { ty, value, born: self.now });
        self.cells.len() - 1
    }

    pub fn object(&mut self, born: u32) -> u32 {
        self.births.push(born);
        u32::try_from(self.births.len()).unwrap_or(u32::MAX)
    }

    /// A new epoch: all that nobody keeps has new values.
    pub fn epoch(&mut self) -> u32 {
        self.epochs.push(self.now);
        u32::try_from(self.epochs.len() - 1).unwrap_or(u32::MAX)
    }

    /// Whether a value can be that of a cell: it holds no object that came later.
    pub fn fits(&self, value: &Value, born: u32) -> bool {
        match value {
            Value::Ref(0) => true,
            Value::Ref(object) => self.births.get(*object as usize - 1).is_some_and(|b| *b <= born),
            Value::Seq(all) => all.iter().all(|v| self.fits(v, born)),
            Value::Set(all) => all.iter().all(|v| self.fits(v, born)),
            Value::Multiset(all) => all.keys().all(|v| self.fits(v, born)),
            Value::Map(all) => all.iter().all(|(k, v)| self.fits(k, born) && self.fits(v, born)),
            _ => true,
        }
    }
}

/// A heap: values of all fields, and what is held.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    pub written: BTreeMap<Spot, CellId>,
    /// The epoch of what was not written.
    pub epoch: u32,
    /// The epochs of instances of predicates without a body.
    pub versions: BTreeMap<Resource, u32>,
    pub mask: Mask,
    /// What is left of it while an assertion takes its permissions: `perm` and `forperm` look there.
    pub rest: Option<Mask>,
}

impl Heap {
    /// What `perm` and `forperm` look at.
    pub fn amounts(&self) -> &Mask {
        self.rest.as_ref().unwrap_or(&self.mask)
    }
}

/// A state of one member.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub store: BTreeMap<LocalId, CellId>,
    pub heap: Heap,
    pub olds: BTreeMap<Arc<str>, Heap>,
    pub result: Option<CellId>,
}
