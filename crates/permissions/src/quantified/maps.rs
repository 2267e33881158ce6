//! Maps: the snapshots of all instances that a quantified chunk speaks of, and the formal arguments that stand for an
//! instance.

use crate::prover::Prover;
use crate::quantified::SummaryKey;
use crate::state::{Chunk, Content, Heap, Resource, State};
use crate::symbols;
use effigy_base::function::{Function, FunctionKind};
use effigy_base::sort::Sort;
use effigy_base::symbol::Symbol;
use effigy_lang_viper::tree::LocalId;
use effigy_term::{Role, Term, VarInfo};
use rustc_hash::FxHashMap;

impl<'p> Prover<'p> {
    /// The formal arguments of a resource.
    pub(crate) fn formals(&mut self, resource: Resource) -> Vec<Term> {
        let name = self.resource_key(resource);
        let sorts = self.argument_sorts(resource);
        let formal = |(index, sort): (usize, &Sort)| {
            let name = format!("{name}.{index}%");
            self.terms.variable(&VarInfo { name, sort: *sort, role: Role::Bound })
        };
        sorts.iter().enumerate().map(formal).collect()
    }

    pub(super) fn resource_key(&self, resource: Resource) -> String {
        match resource {
            Resource::Wand(shape) => format!("wand{shape}"),
            _ => self.resource_name(resource),
        }
    }

    pub(super) fn argument_sorts(&self, resource: Resource) -> Vec<Sort> {
        match resource {
            Resource::Field(_) => vec![symbols::reference()],
            Resource::Predicate(id) => {
                let predicate = &self.program.predicates[id];
                let sort = |local: &LocalId| self.sort(&predicate.locals[*local].ty);
                predicate.parameters.iter().map(sort).collect()
            }
            Resource::Wand(shape) => self.shapes.sorts(shape),
        }
    }

    /// A term over a resource's formal arguments, for these arguments.
    pub(crate) fn instantiate(&mut self, resource: Resource, t: Term, arguments: &[Term]) -> Term {
        let formals = self.formals(resource);
        self.replace(t, &formals, arguments)
    }

    pub(crate) fn replace(&mut self, t: Term, from: &[Term], to: &[Term]) -> Term {
        let sigma: FxHashMap<Term, Term> =
            from.iter().copied().zip(to.iter().copied()).filter(|(a, b)| a != b).collect();
        if sigma.is_empty() { t } else { self.terms.substitute(t, &sigma) }
    }

    /// The sort of maps from a resource's arguments to its snapshots.
    pub(super) fn map_sort(&self, resource: Resource) -> Sort {
        Sort::Named(Symbol::new(&format!("{}.values", self.resource_key(resource))))
    }

    pub(super) fn map_function(&self, resource: Resource, name: &str, result: Sort) -> Function {
        let mut sorts = vec![self.map_sort(resource)];
        sorts.extend(self.argument_sorts(resource));
        let name = format!("{}.{name}", self.resource_key(resource));
        Function::new(&name, &sorts, result, FunctionKind::Uninterpreted)
    }

    /// The snapshot that a map gives for these arguments.
    pub(crate) fn lookup(&mut self, resource: Resource, map: Term, arguments: &[Term]) -> Term {
        let sort = self.snapshot_sort(resource);
        let function = self.map_function(resource, "at", sort);
        let mut all = vec![map];
        all.extend_from_slice(arguments);
        self.terms.apply(function, &all)
    }

    /// Whether a map that is a snapshot speaks of these arguments.
    pub(super) fn covers(&mut self, resource: Resource, map: Term, arguments: &[Term]) -> Term {
        let function = self.map_function(resource, "covers", Sort::Bool);
        let mut all = vec![map];
        all.extend_from_slice(arguments);
        self.terms.apply(function, &all)
    }

    /// One map that agrees with every chunk of a resource where the chunk holds some permission.
    pub(crate) fn summary(&mut self, s: &mut State, heap: &Heap, resource: Resource) -> Term {
        let chunks: Vec<Chunk> =
            heap.iter().filter(|chunk| chunk.resource == resource).cloned().collect();
        if let [Chunk { content: Content::Many { snapshots }, .. }] = &chunks[..] {
            return *snapshots;
        }
        let contents = chunks.iter().map(|chunk| {
            let parts = match &chunk.content {
                Content::One { arguments, snapshot } => {
                    arguments.iter().copied().chain([*snapshot]).collect()
                }
                Content::Many { snapshots } => vec![*snapshots],
            };
            (chunk.amount, parts)
        });
        let key: SummaryKey = (resource, contents.collect());
        let known = self.summaries.get(&key).copied();
        let map = match known {
            Some(map) => map,
            None => {
                let sort = self.map_sort(resource);
                let parts: Vec<Term> = key
                    .1
                    .iter()
                    .flat_map(|(amount, parts)| parts.iter().copied().chain([*amount]))
                    .collect();
                self.unscoped(&parts, |this| this.fresh("summary", sort))
            }
        };
        self.summaries.insert(key, map);
        let formals = self.formals(resource);
        for chunk in &chunks {
            let fact = match &chunk.content {
                Content::One { arguments, snapshot } => {
                    let positive = self.positive(chunk.amount);
                    let value = self.lookup(resource, map, arguments);
                    let equal = self.terms.eq(value, *snapshot);
                    self.implies(positive, equal)
                }
                Content::Many { snapshots } => {
                    let positive = self.positive(chunk.amount);
                    let value = self.lookup(resource, map, &formals);
                    let other = self.lookup(resource, *snapshots, &formals);
                    let equal = self.terms.eq(value, other);
                    let body = self.implies(positive, equal);
                    let triggers = vec![vec![value], vec![other]];
                    self.close(false, &formals, triggers, body, "summary", None)
                }
            };
            self.learn(s, fact);
        }
        map
    }

    /// Makes fresh symbols that do not depend on what is bound around, where nothing of what they are made for does.
    pub(super) fn unscoped<T>(&mut self, parts: &[Term], make: impl FnOnce(&mut Self) -> T) -> T {
        if parts.iter().any(|t| self.mentions(*t, &self.scope)) {
            return make(self);
        }
        let scope = std::mem::take(&mut self.scope);
        let made = make(self);
        self.scope = scope;
        made
    }

    /// The snapshot of the instances to which an amount is positive: a map that speaks of them alone.
    pub(super) fn restricted(
        &mut self,
        s: &mut State,
        heap: &Heap,
        resource: Resource,
        amount: Term,
    ) -> Term {
        let summary = self.summary(s, heap, resource);
        let formals = self.formals(resource);
        let key = (resource, vec![(amount, vec![summary])]);
        let sort = self.map_sort(resource);
        let map = match self.summaries.get(&key) {
            Some(map) => *map,
            None => self.unscoped(&[amount, summary], |this| this.fresh("values", sort)),
        };
        self.summaries.insert(key, map);
        let positive = self.positive(amount);
        let covers = self.covers(resource, map, &formals);
        let equal = self.terms.eq(covers, positive);
        let domain = self.close(false, &formals, vec![vec![covers]], equal, "covers", None);
        self.learn(s, domain);
        let (mine, all) =
            (self.lookup(resource, map, &formals), self.lookup(resource, summary, &formals));
        let equal = self.terms.eq(mine, all);
        let body = self.implies(positive, equal);
        let triggers = vec![vec![mine], vec![all]];
        let values = self.close(false, &formals, triggers, body, "values", None);
        self.learn(s, values);
        self.know_maps(resource);
        map
    }

    /// Maps that cover the same instances and agree on them are one snapshot.
    pub(super) fn know_maps(&mut self, resource: Resource) {
        let sort = self.map_sort(resource);
        if !self.known.insert(format!("maps {}", self.resource_key(resource))) {
            return;
        }
        let (a, b) = (self.bound("a", sort), self.bound("b", sort));
        let formals = self.formals(resource);
        let (in_a, in_b) = (self.covers(resource, a, &formals), self.covers(resource, b, &formals));
        let (at_a, at_b) = (self.lookup(resource, a, &formals), self.lookup(resource, b, &formals));
        let domain = self.terms.eq(in_a, in_b);
        let equal = self.terms.eq(at_a, at_b);
        let value = self.implies(in_a, equal);
        let agree = self.terms.and(domain, value);
        let triggers = vec![vec![in_a], vec![in_b], vec![at_a], vec![at_b]];
        let agree = self.terms.forall(&formals, &triggers, agree, "agree", None);
        let same = self.terms.eq(a, b);
        let body = self.implies(agree, same);
        let (snap_a, snap_b) = (self.snapped(a), self.snapped(b));
        let axiom = self.terms.forall(&[a, b], &[vec![snap_a, snap_b]], body, "maps", None);
        self.solver.background(axiom);
    }
}
