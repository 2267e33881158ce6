//! Symbolic states: store, heap, older heaps and path condition (Smans, Jacobs and Piessens, Definition 2).

use effigy_base::id::Id;
use effigy_base::source::FileId;
use effigy_base::text::Span;
use effigy_lang_viper::tree::{FieldId, FunctionId, LocalId, MethodId, Place, PredicateId};
use effigy_term::{Term, TermStore};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// No place in a text.
pub(crate) fn nowhere() -> Place {
    Place { file: FileId::from_index(0), span: Span::EMPTY }
}

/// What permissions are held to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Resource {
    Field(FieldId),
    Predicate(PredicateId),
    /// The shape of a magic wand, by its number in [`crate::shapes::Shapes`].
    Wand(u32),
}

/// Permission to one resource instance, or to all instances of a set, and what is known of their values.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Chunk {
    pub(crate) resource: Resource,
    /// The permission amount, a real; over the resource's formal arguments where the chunk is quantified.
    pub(crate) amount: Term,
    pub(crate) content: Content,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Content {
    /// One instance: its arguments (the receiver of a field) and its snapshot (the value of a field).
    One { arguments: Rc<[Term]>, snapshot: Term },
    /// Instances that [`Chunk::amount`] says: a map from arguments to snapshots.
    Many { snapshots: Term },
}

/// The chunks of a heap, in the order in which they came.
pub(crate) type Heap = Rc<Vec<Chunk>>;

/// The label of the heap at the start of a member, which `old(e)` names.
pub(crate) const START: &str = "";

/// The label of the left side's heap while a magic wand's right side is looked at.
pub(crate) const LEFT: &str = "lhs";

/// A member of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum MemberId {
    Method(MethodId),
    Function(FunctionId),
    Predicate(PredicateId),
}

/// The values of a member's variables.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    pub(crate) member: MemberId,
    values: Rc<Vec<Option<Term>>>,
}

impl Store {
    /// A store without a value.
    pub(crate) fn new(member: MemberId) -> Self {
        Self { member, values: Rc::default() }
    }

    /// All values that there are.
    pub(crate) fn values(&self) -> impl Iterator<Item = (LocalId, Term)> {
        let numbered = self.values.iter().enumerate();
        numbered.filter_map(|(index, value)| Some((LocalId::from_index(index), (*value)?)))
    }
}

/// A branch whose sides were joined.
#[derive(Clone, Debug)]
pub(crate) struct Joined {
    pub(crate) condition: Term,
    pub(crate) place: Place,
    /// How many sides the path took before.
    pub(crate) taken: usize,
    /// What was joined where the condition holds, and where it does not.
    pub(crate) inside: [Vec<Rc<Joined>>; 2],
}

/// A predicate instance that is open around an expression.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) resource: Resource,
    pub(crate) arguments: Vec<Term>,
    /// The heap before it was opened.
    pub(crate) before: Heap,
}

/// A symbolic state.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The values of the variables of the member that is looked at.
    pub(crate) store: Store,
    pub(crate) heap: Heap,
    /// Heaps that have labels.
    pub(crate) olds: Rc<BTreeMap<Arc<str>, Heap>>,
    /// The path condition: branch conditions and what was assumed, in order.
    pub(crate) facts: Vec<Term>,
    /// The indices in [`State::facts`] that are branch conditions.
    pub(crate) branches: Vec<usize>,
    /// The value of `result`.
    pub(crate) result: Option<Term>,
    /// What permission amounts are multiplied by; 1 where there is none.
    pub(crate) scale: Option<Term>,
    /// Whether any positive amount is as good as another, so that nothing follows from amounts: in functions.
    pub(crate) reads: bool,
    /// The heap without what is consumed already, for `perm`.
    pub(crate) rest: Option<Heap>,
    /// The heaps around the wand that is packaged, the nearest last: what is missing is taken from there.
    pub(crate) outer: Vec<Heap>,
    /// What was taken from the heaps around.
    pub(crate) moved: Vec<Chunk>,
    /// The predicates whose bodies are being produced, the innermost last.
    pub(crate) bodies: Vec<PredicateId>,
    /// The predicate instances that are open around an expression of a function: their permissions are left where they are.
    pub(crate) open: Vec<Opened>,
    /// The sides that the path took.
    pub(crate) trail: Rc<Vec<(Place, String)>>,
    /// The sides that were chosen of branches that were joined, with how many others the path took before.
    pub(crate) chosen: Vec<(usize, (Place, String))>,
    /// The branches of the path whose sides were joined.
    pub(crate) joined: Vec<Rc<Joined>>,
    /// The last state of the path that was kept, by its number in [`crate::history::History`].
    pub(crate) past: Option<usize>,
    /// The heaps of which the facts have all that their chunks say of each other.
    pub(crate) consolidated: Vec<Heap>,
}

impl State {
    /// A state with no variable, no permission and no assumption.
    pub(crate) fn new(member: MemberId) -> Self {
        Self {
            store: Store::new(member),
            heap: Heap::default(),
            olds: Rc::default(),
            facts: Vec::new(),
            branches: Vec::new(),
            result: None,
            scale: None,
            reads: false,
            rest: None,
            outer: Vec::new(),
            moved: Vec::new(),
            bodies: Vec::new(),
            open: Vec::new(),
            trail: Rc::default(),
            chosen: Vec::new(),
            joined: Vec::new(),
            past: None,
            consolidated: Vec::new(),
        }
    }

    pub(crate) fn get(&self, local: LocalId) -> Option<Term> {
        self.store.values.get(local.index()).copied().flatten()
    }

    pub(crate) fn set(&mut self, local: LocalId, value: Term) {
        let store = Rc::make_mut(&mut self.store.values);
        if store.len() <= local.index() {
            store.resize(local.index() + 1, None);
        }
        store[local.index()] = Some(value);
    }

    /// Adds a fact, unless it is there.
    pub(crate) fn assume(&mut self, terms: &TermStore, fact: Term) {
        if fact != terms.bool(true) && self.facts.last() != Some(&fact) {
            self.facts.push(fact);
        }
    }

    /// Adds a fact that may be there already.
    pub(crate) fn learn(&mut self, terms: &TermStore, fact: Term) {
        if !self.facts.contains(&fact) {
            self.assume(terms, fact);
        }
    }

    /// Adds the condition of a side that the path takes.
    pub(crate) fn assume_branch(&mut self, condition: Term) {
        self.branches.push(self.facts.len());
        self.facts.push(condition);
    }

    /// Notes a side that the path takes, for people.
    pub(crate) fn note(&mut self, place: Place, what: &str) {
        Rc::make_mut(&mut self.trail).push((place, what.to_owned()));
    }

    /// The state with a store of its own for another member's contract.
    pub(crate) fn bind(
        &self,
        member: MemberId,
        parameters: &[LocalId],
        arguments: &[Term],
    ) -> Self {
        let mut inner = self.clone();
        inner.store = Store::new(member);
        for (local, value) in parameters.iter().zip(arguments) {
            inner.set(*local, *value);
        }
        inner
    }

    /// All sides that the path took, those of joined branches that were chosen too.
    pub(crate) fn path(&self) -> Vec<(Place, String)> {
        let mut path = self.trail.to_vec();
        for (taken, side) in &self.chosen {
            path.insert(*taken.min(&path.len()), side.clone());
        }
        path
    }

    pub(crate) fn add(&mut self, chunk: Chunk) {
        Rc::make_mut(&mut self.heap).push(chunk);
    }

    pub(crate) fn label(&mut self, name: &str) {
        let heap = self.heap.clone();
        Rc::make_mut(&mut self.olds).insert(name.into(), heap);
    }
}

/// Whose obligation something is: the error's first identifier and the place that the error is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blame {
    pub(crate) error: &'static str,
    pub(crate) place: Place,
}

/// A permission that is needed: its resource, arguments and place.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) resource: Resource,
    pub(crate) arguments: &'a [Term],
    pub(crate) place: Place,
    pub(crate) blame: Blame,
}

/// Why a path ends before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// A failure was found and is kept.
    Failed,
    /// The path condition is contradictory.
    Dead,
    /// The time is over.
    Cancelled,
}

/// What came out, or `None` where the path turned out to be none.
pub(crate) fn alive<T>(result: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Stop::Dead) => Ok(None),
        Err(stop) => Err(stop),
    }
}
