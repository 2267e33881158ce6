//! Terms and symbols: what a prover builds formulas from.

mod forms;
mod heap;
mod resources;
mod theory;
mod triggers;

use crate::shapes::Shapes;
use crate::state::{MemberId, State};
use crate::symbols;
use effigy_base::function::{Function, FunctionKind};
use effigy_base::id::IdVec;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{Local, LocalId, Program, Type};
use effigy_term::{Role, Term, TermStore, VarInfo};
pub(crate) use forms::Form;
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};

/// The terms of a prover, and the symbols that it makes for them.
pub(crate) struct Terms<'p> {
    pub(crate) program: &'p Program,
    store: TermStore,
    /// What fresh symbols depend on: bound variables around, parameters of the function that is defined.
    pub(crate) scope: Vec<Term>,
    /// The types of sequences, sets, multisets and maps whose theories are known, by their sorts.
    pub(crate) collections: FxHashMap<Sort, Type>,
    /// The shapes of magic wands.
    pub(crate) shapes: Shapes<'p>,
    fresh: u64,
}

impl Deref for Terms<'_> {
    type Target = TermStore;

    fn deref(&self) -> &TermStore {
        &self.store
    }
}

impl DerefMut for Terms<'_> {
    fn deref_mut(&mut self) -> &mut TermStore {
        &mut self.store
    }
}

impl<'p> Terms<'p> {
    /// No term and no symbol.
    pub(crate) fn new(program: &'p Program) -> Self {
        Self {
            program,
            store: TermStore::new(),
            scope: Vec::new(),
            collections: FxHashMap::default(),
            shapes: Shapes::default(),
            fresh: 0,
        }
    }

    pub(crate) fn type_sort(&self, ty: &Type) -> Sort {
        symbols::sort(self.program, ty, &[])
    }

    fn number(&mut self) -> u64 {
        self.fresh += 1;
        self.fresh
    }

    /// A symbol that nothing is known of, for each value of what is bound around.
    pub(crate) fn fresh(&mut self, name: &str, sort: Sort) -> Term {
        let name = format!("{name}@{}", self.number());
        if self.scope.is_empty() {
            return self.store.variable(&VarInfo { name, sort, role: Role::Input });
        }
        let scope = self.scope.clone();
        let sorts: Vec<Sort> = scope.iter().map(|t| self.store.sort(*t)).collect();
        let function = Function::new(&name, &sorts, sort, FunctionKind::Uninterpreted);
        self.store.apply(function, &scope)
    }

    pub(crate) fn fresh_function(
        &mut self,
        name: &str,
        parameters: &[Sort],
        sort: Sort,
    ) -> Function {
        let name = format!("{name}@{}", self.number());
        let mut sorts: Vec<Sort> = self.scope.iter().map(|t| self.store.sort(*t)).collect();
        sorts.extend_from_slice(parameters);
        Function::new(&name, &sorts, sort, FunctionKind::Uninterpreted)
    }

    /// A function that [`Terms::fresh_function`] made, applied.
    pub(crate) fn apply_fresh(&mut self, function: Function, arguments: &[Term]) -> Term {
        let mut all = self.scope.clone();
        // A function that was made further out depends on less.
        all.truncate(function.parameters().len() - arguments.len());
        all.extend_from_slice(arguments);
        self.store.apply(function, &all)
    }

    pub(crate) fn bound(&mut self, name: &str, sort: Sort) -> Term {
        let name = format!("{name}@{}", self.number());
        self.store.variable(&VarInfo { name, sort, role: Role::Bound })
    }

    pub(crate) fn object(&mut self, name: &str) -> Term {
        let name = format!("{name}@{}", self.number());
        let info = VarInfo { name, sort: symbols::reference(), role: Role::Object };
        self.store.variable(&info)
    }

    pub(crate) fn null(&mut self) -> Term {
        self.store.apply(symbols::null(), &[])
    }

    pub(crate) fn unit(&mut self) -> Term {
        self.store.apply(symbols::unit(), &[])
    }

    pub(crate) fn none(&mut self) -> Term {
        self.store.fraction(0, 1)
    }

    pub(crate) fn full(&mut self) -> Term {
        self.store.fraction(1, 1)
    }

    pub(crate) fn unequal(&mut self, a: Term, b: Term) -> Term {
        let equal = self.store.eq(a, b);
        self.store.not(equal)
    }

    pub(crate) fn positive(&mut self, amount: Term) -> Term {
        let none = self.none();
        self.store.app(Op::RealLt, &[none, amount])
    }

    pub(crate) fn implies(&mut self, premise: Term, conclusion: Term) -> Term {
        let not = self.store.not(premise);
        self.store.or(not, conclusion)
    }

    /// The snapshot of two parts. Parts of one snapshot make that snapshot again.
    pub(crate) fn combine(&mut self, first: Term, second: Term) -> Term {
        let part = |terms: &TermStore, t: Term, index| match terms.node(t) {
            effigy_term::Node::Apply(function, &[whole]) if function == symbols::part(index) => {
                Some(whole)
            }
            _ => None,
        };
        match (part(&self.store, first, 0), part(&self.store, second, 1)) {
            (Some(a), Some(b)) if a == b => a,
            _ => self.store.apply(symbols::combine(), &[first, second]),
        }
    }

    /// The two parts of a snapshot.
    pub(crate) fn parts(&mut self, snapshot: Term) -> (Term, Term) {
        let first = self.store.apply(symbols::part(0), &[snapshot]);
        (first, self.store.apply(symbols::part(1), &[snapshot]))
    }

    /// A term as a snapshot. The value that a snapshot has makes that snapshot again.
    pub(crate) fn snapped(&mut self, t: Term) -> Term {
        let sort = self.store.sort(t);
        if sort == symbols::snap() {
            return t;
        }
        if let effigy_term::Node::Apply(function, &[whole]) = self.store.node(t)
            && function == symbols::unboxed(sort)
        {
            return whole;
        }
        self.store.apply(symbols::boxed(sort), &[t])
    }

    /// A snapshot as a term of a sort.
    pub(crate) fn unsnapped(&mut self, snapshot: Term, sort: Sort) -> Term {
        if sort == symbols::snap() {
            return snapshot;
        }
        self.store.apply(symbols::unboxed(sort), &[snapshot])
    }

    /// The two terms with an integer made a permission amount where the other one is one.
    pub(crate) fn alike(&mut self, a: Term, b: Term) -> (Term, Term) {
        match (self.store.sort(a), self.store.sort(b)) {
            (Sort::Int, Sort::Real) => (self.store.app(Op::IntToReal, &[a]), b),
            (Sort::Real, Sort::Int) => (a, self.store.app(Op::IntToReal, &[b])),
            _ => (a, b),
        }
    }

    pub(crate) fn real_of(&mut self, t: Term) -> Term {
        match self.store.sort(t) {
            Sort::Int => self.store.app(Op::IntToReal, &[t]),
            _ => t,
        }
    }

    /// The variables of a member.
    pub(crate) fn locals(&self, member: MemberId) -> &'p IdVec<LocalId, Local> {
        match member {
            MemberId::Method(id) => &self.program.methods[id].locals,
            MemberId::Function(id) => &self.program.functions[id].locals,
            MemberId::Predicate(id) => &self.program.predicates[id].locals,
        }
    }

    /// Arguments with integers made permission amounts where parameters are amounts.
    pub(crate) fn coerced(
        &mut self,
        arguments: &[Term],
        member: MemberId,
        parameters: &[LocalId],
    ) -> Vec<Term> {
        let locals = self.locals(member);
        let pairs = arguments.iter().zip(parameters);
        pairs
            .map(|(t, local)| if locals[*local].ty == Type::Perm { self.real_of(*t) } else { *t })
            .collect()
    }

    pub(crate) fn coerce(&mut self, value: Term, like: Term) -> Term {
        if self.store.sort(like) == Sort::Real { self.real_of(value) } else { value }
    }

    pub(crate) fn replace(&mut self, t: Term, from: &[Term], to: &[Term]) -> Term {
        let sigma: FxHashMap<Term, Term> =
            from.iter().copied().zip(to.iter().copied()).filter(|(a, b)| a != b).collect();
        if sigma.is_empty() { t } else { self.store.substitute(t, &sigma) }
    }

    /// Makes fresh symbols that do not depend on what is bound around, where nothing of what they are made for does.
    pub(crate) fn unscoped<T>(&mut self, parts: &[Term], make: impl FnOnce(&mut Self) -> T) -> T {
        if parts.iter().any(|t| self.mentions(*t, &self.scope)) {
            return make(self);
        }
        let scope = std::mem::take(&mut self.scope);
        let made = make(self);
        self.scope = scope;
        made
    }

    /// The product of a scale and an amount; `None` for one.
    pub(crate) fn scaled(&mut self, scale: Option<Term>, amount: Term) -> Option<Term> {
        let full = self.full();
        let product = match scale {
            Some(scale) => self.store.app(Op::RealMul, &[scale, amount]),
            None => amount,
        };
        (product != full).then_some(product)
    }

    /// The condition of the sides that a state took since `base` facts were known.
    pub(crate) fn side(&mut self, base: usize, state: &State) -> Term {
        let sides: Vec<Term> =
            state.branches.iter().filter(|at| **at >= base).map(|at| state.facts[*at]).collect();
        self.store.and_all(&sides)
    }
}
