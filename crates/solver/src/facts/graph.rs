//! Equal terms: classes, and congruence.

use std::hash::BuildHasher;

use effigy_base::function::Function;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_term::{Node, Role, Term, TermStore};
use rustc_hash::FxBuildHasher;

use super::{Facts, Job, Undo};

/// A term that is known, and what is known of its class where it stands for one.
#[derive(Debug)]
pub(super) struct Place {
    pub term: Term,
    parent: u32,
    pub members: Vec<u32>,
    /// Applications to members of the class.
    uses: Vec<u32>,
    /// A member that differs from others by what it is: a constant, what a constructor made, a new object.
    pub value: Option<Term>,
    /// Members of classes that differ from this one.
    differs: Vec<u32>,
    /// How many instances, one after the other, it took to make the term.
    pub age: u8,
}

/// How two classes became one.
#[derive(Debug)]
pub(super) struct Union {
    child: u32,
    root: u32,
    members: usize,
    uses: usize,
    differs: usize,
    value: Option<Term>,
}

/// What is applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Head {
    Op(Op),
    Function(Function),
}

pub(super) fn head(store: &TermStore, t: Term) -> Option<Head> {
    match store.node(t) {
        // Below a quantifier are variables that mean nothing outside.
        Node::App(Op::Forall, _) => None,
        Node::App(op, _) => Some(Head::Op(op)),
        Node::Apply(function, _) => Some(Head::Function(function)),
        _ => None,
    }
}

fn is_value(store: &TermStore, t: Term) -> bool {
    store.is_constant(t)
        || store.as_apply(t).is_some_and(|(function, _)| function.is_constructor())
        || store.as_variable(t).is_some_and(|info| info.role == Role::Object)
}

impl Facts {
    #[inline]
    pub(super) fn root(&self, mut at: u32) -> u32 {
        loop {
            let parent = self.places[at as usize].parent;
            if parent == at {
                return at;
            }
            at = parent;
        }
    }

    pub(super) fn class(&self, t: Term) -> Option<u32> {
        self.index.get(&t).map(|at| self.root(*at))
    }

    pub(super) fn same(&self, a: Term, b: Term) -> bool {
        a == b || matches!((self.class(a), self.class(b)), (Some(a), Some(b)) if a == b)
    }

    /// The value of a term's class.
    pub(super) fn value_of(&self, t: Term) -> Option<Term> {
        self.places[self.class(t)? as usize].value
    }

    /// The truth value of a Boolean term's class.
    pub(super) fn truth(&self, store: &TermStore, t: Term) -> Option<bool> {
        store.as_bool(t).or_else(|| store.as_bool(self.value_of(t)?))
    }

    /// Whether two terms are known to differ.
    pub(super) fn differ(&self, store: &TermStore, a: Term, b: Term) -> bool {
        let (Some(a), Some(b)) = (self.class(a), self.class(b)) else { return false };
        let (x, y) = (&self.places[a as usize], &self.places[b as usize]);
        if matches!((x.value, y.value), (Some(x), Some(y)) if store.differ(x, y)) {
            return true;
        }
        let (shorter, other) = if x.differs.len() <= y.differs.len() { (x, b) } else { (y, a) };
        shorter.differs.iter().any(|d| self.root(*d) == other)
    }

    /// Makes a term and its parts known.
    pub(super) fn register(&mut self, store: &TermStore, t: Term) -> u32 {
        let mut pending = vec![(t, false)];
        while let Some((t, expanded)) = pending.pop() {
            if self.index.contains_key(&t) {
                continue;
            }
            let args = if head(store, t).is_some() { store.args(t) } else { &[] };
            if expanded || args.is_empty() {
                self.place(store, t, args);
            } else {
                pending.push((t, true));
                pending.extend(args.iter().map(|arg| (*arg, false)));
            }
        }
        self.index.get(&t).copied().unwrap_or_default()
    }

    fn place(&mut self, store: &TermStore, t: Term, args: &[Term]) {
        let at = self.places.len() as u32;
        self.places.push(Place {
            term: t,
            parent: at,
            members: vec![at],
            uses: Vec::new(),
            value: Some(t).filter(|t| is_value(store, *t)),
            differs: Vec::new(),
            age: self.age,
        });
        self.index.insert(t, at);
        self.trail.push(Undo::Place);
        for arg in args {
            if let Some(class) = self.class(*arg) {
                self.places[class as usize].uses.push(at);
                self.trail.push(Undo::Use(class));
            }
        }
        if !args.is_empty() {
            self.sign(store, at);
            self.jobs.push_back(Job::Look(at));
        }
    }

    /// A hash of what is applied and of the classes of the arguments.
    fn signature(&self, store: &TermStore, t: Term) -> Option<u64> {
        let mut hash = FxBuildHasher.hash_one(head(store, t)?);
        for arg in store.args(t) {
            hash = FxBuildHasher.hash_one((hash, self.class(*arg)));
        }
        Some(hash)
    }

    /// Whether no congruent application is looked at instead.
    pub(super) fn is_first(&self, store: &TermStore, at: u32) -> bool {
        let t = self.places[at as usize].term;
        let first = self.signature(store, t).and_then(|hash| self.signatures.get(&hash));
        first.is_none_or(|first| {
            *first == at || !self.congruent(store, t, self.places[*first as usize].term)
        })
    }

    /// Looks for a congruent term, or notes this one.
    fn sign(&mut self, store: &TermStore, at: u32) {
        let t = self.places[at as usize].term;
        let Some(hash) = self.signature(store, t) else { return };
        match self.signatures.get(&hash).copied() {
            Some(other) if self.congruent(store, t, self.places[other as usize].term) => {
                if self.root(other) != self.root(at) {
                    self.jobs.push_back(Job::Merge(at, other));
                }
            }
            // Of two that have one hash by chance the later one is not found.
            Some(_) => {}
            None => {
                self.signatures.insert(hash, at);
                self.trail.push(Undo::Signature(hash));
            }
        }
    }

    fn congruent(&self, store: &TermStore, a: Term, b: Term) -> bool {
        let (x, y) = (store.args(a), store.args(b));
        head(store, a) == head(store, b)
            && x.len() == y.len()
            && x.iter().zip(y).all(|(x, y)| self.class(*x) == self.class(*y))
    }

    /// Two classes become one.
    pub(super) fn merge(&mut self, store: &mut TermStore, a: u32, b: u32) {
        let (x, y) = (self.root(a), self.root(b));
        if x == y {
            return;
        }
        let values = (self.places[x as usize].value, self.places[y as usize].value);
        if let (Some(v), Some(w)) = values {
            if store.differ(v, w) {
                self.contradict();
                return;
            }
            self.merge_parts(store, v, w);
        }
        let weight = |p: &Place| p.members.len() + p.uses.len();
        let lighter = weight(&self.places[x as usize]) < weight(&self.places[y as usize]);
        let (child, root) = if lighter { (x, y) } else { (y, x) };
        if self.places[child as usize].differs.iter().any(|d| self.root(*d) == root) {
            self.contradict();
            return;
        }
        // Those whose class gets a value look at it.
        let (of_child, of_root) =
            (self.places[child as usize].value, self.places[root as usize].value);
        let gained = match (of_child, of_root) {
            (None, Some(value)) => Some((child, value)),
            (Some(value), None) => Some((root, value)),
            _ => None,
        };
        if let Some((class, value)) = gained {
            if let Some(truth) = store.as_bool(value) {
                let members = &self.places[class as usize].members;
                self.jobs.extend(members.iter().map(|m| Job::Decide(*m, truth)));
            }
            if class == root {
                self.jobs.extend(self.places[root as usize].uses.iter().map(|u| Job::Look(*u)));
            }
        }
        let moved = self.link(child, root);
        for at in moved {
            self.sign(store, at);
            self.jobs.push_back(Job::Look(at));
        }
        let (s, t) = (self.places[a as usize].term, self.places[b as usize].term);
        if matches!(store.sort(s), Sort::Int | Sort::Real) {
            self.learn_equal(store, s, t);
        }
    }

    /// Equal results of one constructor have equal arguments.
    fn merge_parts(&mut self, store: &TermStore, v: Term, w: Term) {
        let (Some((f, x)), Some((g, y))) = (store.as_apply(v), store.as_apply(w)) else { return };
        if f == g {
            for (x, y) in x.iter().zip(y) {
                if let (Some(x), Some(y)) = (self.index.get(x), self.index.get(y)) {
                    self.jobs.push_back(Job::Merge(*x, *y));
                }
            }
        }
    }

    /// Hangs one class below another and gives the applications to its members.
    fn link(&mut self, child: u32, root: u32) -> Vec<u32> {
        let below = &mut self.places[child as usize];
        below.parent = root;
        let (members, uses) = (below.members.clone(), below.uses.clone());
        let (differs, value) = (below.differs.clone(), below.value);
        let above = &mut self.places[root as usize];
        self.trail.push(Undo::Union(Union {
            child,
            root,
            members: above.members.len(),
            uses: above.uses.len(),
            differs: above.differs.len(),
            value: above.value,
        }));
        above.members.extend(members);
        above.uses.extend(&uses);
        above.differs.extend(differs);
        above.value = above.value.or(value);
        uses
    }

    /// Two terms differ.
    pub(super) fn separate(&mut self, a: Term, b: Term) {
        let (Some(x), Some(y)) = (self.class(a), self.class(b)) else { return };
        if x == y {
            self.contradict();
            return;
        }
        for (x, y) in [(x, y), (y, x)] {
            self.places[x as usize].differs.push(y);
            self.trail.push(Undo::Differs(x));
            // Equalities of the two are decided.
            self.jobs.extend(self.places[x as usize].uses.iter().map(|u| Job::Look(*u)));
        }
    }

    pub(super) fn undo_place(&mut self) {
        if let Some(place) = self.places.pop() {
            self.index.remove(&place.term);
        }
    }

    pub(super) fn undo_use(&mut self, class: u32) {
        self.places[class as usize].uses.pop();
    }

    pub(super) fn undo_differs(&mut self, class: u32) {
        self.places[class as usize].differs.pop();
    }

    pub(super) fn undo_union(&mut self, union: &Union) {
        self.places[union.child as usize].parent = union.child;
        let root = &mut self.places[union.root as usize];
        root.members.truncate(union.members);
        root.uses.truncate(union.uses);
        root.differs.truncate(union.differs);
        root.value = union.value;
    }
}
