//! Bounds: which atoms each signature and field has at least and at most, and the relations for them.

use super::{Done, Translator, order};
use crate::problem::Problem;
use crate::scope::Scopes;
use crate::sig::SigId;
use crate::syntax::Multiplicity;
use crate::tree::{Above, Located, Tree};
use crate::types::Product;
use effigy_base::id::Id;
use effigy_relational::{Atom, Declaration, ExprId, RelationId, TupleSet, Universe};

/// The largest bound of a field, in atoms of its tuples.
const MOST_CELLS: u64 = 1 << 26;

/// The atoms that each signature has at least and at most.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    pub lower: Vec<TupleSet>,
    pub upper: Vec<TupleSet>,
}

impl Bounds {
    pub fn lower(&self, sig: SigId) -> TupleSet {
        self.lower.get(sig.index()).cloned().unwrap_or_else(|| TupleSet::empty(1))
    }

    pub fn upper(&self, sig: SigId) -> TupleSet {
        self.upper.get(sig.index()).cloned().unwrap_or_else(|| TupleSet::empty(1))
    }

    /// Deals the atoms out: to exact signatures their own, to others those of the signature above that are left.
    pub fn of(tree: &Tree, scopes: &Scopes, universe: &Universe) -> Bounds {
        let none = vec![TupleSet::empty(1); tree.sigs.len()];
        let mut builder = BoundsBuilder {
            tree,
            scopes,
            bounds: Bounds { lower: none.clone(), upper: none },
            atoms: universe.atoms().take(scopes.atoms.len()).collect::<Vec<_>>().into_iter(),
        };
        let tops = || tree.sigs.iter().filter(|(_, sig)| sig.is_top()).map(|(id, _)| id);
        for sig in tops() {
            builder.lower(sig);
        }
        for sig in tops() {
            builder.upper(sig);
        }
        let mut bounds = builder.bounds;
        let behind =
            |from: usize, count: usize| TupleSet::set(universe.atoms().skip(from).take(count));
        let (own, ints) =
            (scopes.atoms.len(), scopes.range().map_or(0, |(min, max)| max - min + 1));
        let ints = usize::try_from(ints).unwrap_or(0);
        let sequences = scopes.sequences as usize;
        let zero = own + ints / 2;
        let builtin = [
            (SigId::UNIV, behind(0, universe.len())),
            (SigId::INT, behind(own, ints)),
            (SigId::SEQ, behind(zero, sequences)),
            (SigId::STRING, behind(own + ints, scopes.strings.len())),
        ];
        for (sig, atoms) in builtin {
            bounds.lower[sig.index()] = atoms.clone();
            bounds.upper[sig.index()] = atoms;
        }
        bounds
    }

    /// How many atoms all tuples that products of signatures can have are made of, roughly.
    fn cells(&self, products: &[Product]) -> u64 {
        let size = |sig: &SigId| self.upper(*sig).len() as u64;
        let tuples = |p: &Product| p.iter().map(size).fold(1, u64::saturating_mul);
        let cells = products.iter().map(|p| tuples(p).saturating_mul(p.len() as u64));
        cells.fold(0, u64::saturating_add)
    }

    /// All tuples that products of signatures can have.
    pub fn product(&self, products: &[Product], arity: usize) -> TupleSet {
        let mut all = TupleSet::empty(arity);
        for product in products {
            let columns = product.iter().map(|sig| self.upper(*sig));
            let tuples = columns.reduce(|all, column| all.product(&column));
            let united = tuples.and_then(|tuples| all.union(&tuples));
            all = united.unwrap_or(all);
        }
        all
    }
}

struct BoundsBuilder<'t> {
    tree: &'t Tree,
    scopes: &'t Scopes,
    bounds: Bounds,
    atoms: std::vec::IntoIter<Atom>,
}

impl BoundsBuilder<'_> {
    fn lower(&mut self, sig: SigId) -> TupleSet {
        let mut lower: Vec<Atom> = Vec::new();
        for child in &self.tree.sigs[sig].children {
            lower.extend(self.lower(*child).atoms());
        }
        let mut upper = lower.clone();
        let exact = self.scopes.is_exact(sig);
        if exact || self.tree.sigs[sig].is_top() {
            let size = self.scopes.size(sig).unwrap_or(0) as usize;
            let own: Vec<Atom> =
                self.atoms.by_ref().take(size.saturating_sub(upper.len())).collect();
            upper.extend(&own);
            if exact {
                lower.extend(&own);
            }
        }
        let lower = TupleSet::set(lower);
        self.bounds.lower[sig.index()] = lower.clone();
        self.bounds.upper[sig.index()] = TupleSet::set(upper);
        lower
    }

    fn upper(&mut self, sig: SigId) {
        let mut free = self.bounds.upper(sig);
        let children = &self.tree.sigs[sig].children;
        for child in children {
            free = free.difference(&self.bounds.lower(*child)).unwrap_or(free);
        }
        for child in children {
            let size = self.scopes.size(*child).unwrap_or(0) as usize;
            if size > self.bounds.lower(*child).len() {
                let all = self.bounds.upper(*child).union(&free);
                if let Some(all) = all {
                    self.bounds.upper[child.index()] = all;
                }
            }
            self.upper(*child);
        }
    }
}

impl Translator<'_> {
    /// Makes the relations of all signatures and fields, and what their declarations demand beside facts.
    pub(super) fn make_relations(&mut self) -> Done<()> {
        self.make_builtins()?;
        let sigs: Vec<SigId> = self.tree.sigs.ids().collect();
        let mut all = vec![self.sig_expr(SigId::UNIV)];
        for sig in &sigs {
            if self.tree.sigs[*sig].is_top() {
                all.push(self.make_sig(*sig)?);
            }
        }
        self.sigs[SigId::UNIV.index()] = self.united(all)?;
        for sig in &sigs {
            self.make_subset(*sig)?;
        }
        for sig in &sigs {
            if !order::make_fixed(self, *sig)? {
                self.make_fields(*sig)?;
            }
        }
        for sig in &sigs {
            self.make_size(*sig)?;
        }
        Ok(())
    }

    /// The union of expressions, which may be so many that a chain of them would be too deep.
    fn united(&mut self, mut all: Vec<ExprId>) -> Done<ExprId> {
        let place = self.command.place;
        while all.len() > 1 {
            let mut halved = Vec::with_capacity(all.len().div_ceil(2));
            for pair in all.chunks(2) {
                halved.push(match *pair {
                    [a, b] => {
                        let union = self.problem.union(a, b);
                        self.at(place, union)?
                    }
                    _ => pair.first().copied().unwrap_or(self.sig_expr(SigId::NONE)),
                });
            }
            all = halved;
        }
        Ok(all.pop().unwrap_or(self.sig_expr(SigId::NONE)))
    }

    fn make_builtins(&mut self) -> Done<()> {
        let place = self.command.place;
        for sig in [SigId::NONE, SigId::INT, SigId::SEQ, SigId::STRING] {
            let constant = self.problem.constant(self.bounds.upper(sig));
            self.sigs[sig.index()] = self.at(place, constant)?;
        }
        let (ints, strings) = (self.sig_expr(SigId::INT), self.sig_expr(SigId::STRING));
        let both = self.problem.union(ints, strings);
        self.sigs[SigId::UNIV.index()] = self.at(place, both)?;
        Ok(())
    }

    /// A signature that has atoms of its own: the union of those below it, and of what is in none of them.
    fn make_sig(&mut self, sig: SigId) -> Done<ExprId> {
        let data = &self.tree.sigs[sig];
        let place = data.place;
        let (mut lower, mut upper) = (self.bounds.lower(sig), self.bounds.upper(sig));
        let mut whole: Option<ExprId> = None;
        let mut relations = Vec::new();
        for child in &data.children {
            let part = self.make_sig(*child)?;
            relations.extend(self.sig_relations[child.index()].clone());
            // The rest has what can be in no part, and nothing that must be in one.
            lower = lower.difference(&self.bounds.upper(*child)).unwrap_or(lower);
            upper = upper.difference(&self.bounds.lower(*child)).unwrap_or(upper);
            let Some(before) = whole else {
                whole = Some(part);
                continue;
            };
            let both = self.problem.intersection(before, part);
            let both = self.at(place, both)?;
            let none = self.problem.no(both);
            let none = self.at(place, none)?;
            let child = &self.tree.sigs[*child];
            let text = format!("the parts of {} have no atom in common", data.name);
            self.constrain(child.place, &text, none)?;
            let union = self.problem.union(before, part);
            whole = Some(self.at(place, union)?);
        }
        if whole.is_none() || !data.abstract_ {
            let relation = self.problem.relation(data.label.clone(), lower, upper);
            let relation = self.at(place, relation)?;
            relations.push(relation);
            let rest = self.problem.rel(relation);
            let rest = self.at(place, rest)?;
            whole = Some(match whole {
                None => rest,
                Some(parts) => {
                    let both = self.problem.intersection(parts, rest);
                    let both = self.at(place, both)?;
                    let none = self.problem.no(both);
                    let none = self.at(place, none)?;
                    self.constrain(place, &format!("what is in no part of {}", data.name), none)?;
                    let union = self.problem.union(parts, rest);
                    self.at(place, union)?
                }
            });
        }
        let whole = whole.unwrap_or_else(|| self.sig_expr(SigId::NONE));
        self.require_lower(sig, whole, &relations)?;
        self.sigs[sig.index()] = whole;
        self.sig_relations[sig.index()] = relations;
        Ok(whole)
    }

    /// Demands the atoms that a signature has at least, where the bounds of its parts do not: they may be in any part.
    fn require_lower(&mut self, sig: SigId, whole: ExprId, parts: &[RelationId]) -> Done<()> {
        let mut missing = self.bounds.lower(sig);
        for part in parts {
            if let Some(data) = self.problem.relation_data(*part) {
                missing = missing.difference(&data.lower).unwrap_or(missing);
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        let place = self.tree.sigs[sig].place;
        let missing = self.problem.constant(missing);
        let missing = self.at(place, missing)?;
        let inside = self.problem.subset(missing, whole);
        let inside = self.at(place, inside)?;
        let text = format!("the exact scope of {}", self.tree.sigs[sig].name);
        self.constrain(place, &text, inside).map(drop)
    }

    fn make_subset(&mut self, sig: SigId) -> Done<()> {
        let data = &self.tree.sigs[sig];
        let Above::Subset(parents, exact) = &data.above else { return Ok(()) };
        if self.made[sig.index()] {
            return Ok(());
        }
        self.made[sig.index()] = true;
        let (mut whole, mut upper) = (self.sig_expr(SigId::NONE), TupleSet::empty(1));
        for parent in parents {
            self.make_subset(*parent)?;
            let union = self.problem.union(whole, self.sig_expr(*parent));
            whole = self.at(data.place, union)?;
            upper = upper.union(&self.bounds.upper(*parent)).unwrap_or(upper);
        }
        if let [only] = parents.as_slice() {
            whole = self.sig_expr(*only);
        }
        self.bounds.upper[sig.index()] = upper.clone();
        if *exact {
            self.sigs[sig.index()] = whole;
            return Ok(());
        }
        let relation = self.problem.relation(data.label.clone(), TupleSet::empty(1), upper);
        let relation = self.at(data.place, relation)?;
        self.sig_relations[sig.index()] = vec![relation];
        let own = self.problem.rel(relation);
        let own = self.at(data.place, own)?;
        self.sigs[sig.index()] = own;
        let subset = self.problem.subset(own, whole);
        let subset = self.at(data.place, subset)?;
        self.constrain(data.place, &format!("{} is a subset", data.name), subset).map(drop)
    }

    fn make_fields(&mut self, sig: SigId) -> Done<()> {
        let data = &self.tree.sigs[sig];
        for group in &data.fields {
            for id in &group.fields {
                let field = &self.tree.fields[*id];
                let one = data.is_one();
                // A field of the only atom of a signature is a relation without that atom.
                let products: Vec<Product> = field
                    .ty
                    .products
                    .iter()
                    .map(|p| if one { p.iter().skip(1).copied().collect() } else { p.clone() })
                    .collect();
                let arity = products.first().map_or(1, Vec::len);
                if self.bounds.cells(&products) > MOST_CELLS {
                    let what =
                        format!("the field `{}`, which may have that many tuples,", field.name);
                    return Err(Located {
                        place: field.place,
                        problem: Problem::Unsupported(what),
                    });
                }
                let upper = self.bounds.product(&products, arity);
                let name = format!("{}.{}", data.label, field.name);
                let relation = self.problem.relation(name, TupleSet::empty(arity), upper);
                let relation = self.at(field.place, relation)?;
                let own = self.problem.rel(relation);
                let own = self.at(field.place, own)?;
                self.set_field(sig, *id, own, relation)?;
            }
        }
        Ok(())
    }

    /// How many atoms a signature has, where its bounds do not say it.
    fn make_size(&mut self, sig: SigId) -> Done<()> {
        let data = &self.tree.sigs[sig];
        if sig.is_builtin() {
            return Ok(());
        }
        let (whole, place, name) = (self.sig_expr(sig), data.place, &data.name);
        let (lower, upper) = match data.above {
            Above::Extends(_) => (self.bounds.lower(sig), self.bounds.upper(sig)),
            _ => (TupleSet::empty(1), self.bounds.upper(sig)),
        };
        match data.multiplicity {
            Some(Multiplicity::One) if lower.len() != 1 || upper.len() != 1 => {
                let one = self.problem.one(whole);
                let one = self.at(place, one)?;
                return self.constrain(place, &format!("{name} has one atom"), one).map(drop);
            }
            Some(Multiplicity::Some) if lower.is_empty() => {
                let some = self.problem.some(whole);
                let some = self.at(place, some)?;
                self.constrain(place, &format!("{name} has some atoms"), some)?;
            }
            Some(Multiplicity::Lone) if upper.len() > 1 => {
                let lone = self.problem.lone(whole);
                let lone = self.at(place, lone)?;
                self.constrain(place, &format!("{name} has at most one atom"), lone)?;
            }
            _ => {}
        }
        let Some(size) = self.scopes.size(sig) else { return Ok(()) };
        let (size, exact) = (size as usize, self.scopes.is_exact(sig));
        if exact && lower.len() == size && upper.len() == size || !exact && upper.len() <= size {
            return Ok(());
        }
        let sized = self.sized(sig, whole, size, exact, upper.len())?;
        let text = format!("the scope of {name} is {}{size}", if exact { "exactly " } else { "" });
        self.constrain(place, &text, sized).map(drop)
    }

    /// That a set has at most, or exactly, so many atoms.
    fn sized(
        &mut self,
        sig: SigId,
        set: ExprId,
        size: usize,
        exact: bool,
        most: usize,
    ) -> Done<effigy_relational::FormulaId> {
        let place = self.tree.sigs[sig].place;
        match (size, exact) {
            (0, _) => {
                let no = self.problem.no(set);
                return self.at(place, no);
            }
            (1, true) => {
                let one = self.problem.one(set);
                return self.at(place, one);
            }
            (1, false) => {
                let lone = self.problem.lone(set);
                return self.at(place, lone);
            }
            _ => {}
        }
        let counts = self.scopes.range().is_some_and(|(_, max)| max >= most as i64);
        if counts {
            let count = self.problem.cardinality(set);
            let count = self.at(place, count)?;
            let limit = self.problem.int(size as i64);
            let limit = self.at(place, limit)?;
            let compared = if exact {
                self.problem.same_int(count, limit)
            } else {
                self.problem.less_or_equal(count, limit)
            };
            return self.at(place, compared);
        }
        self.sized_by_names(sig, set, size, exact)
    }

    /// The same where integers are too narrow to count: the set is that of so many atoms.
    fn sized_by_names(
        &mut self,
        sig: SigId,
        set: ExprId,
        size: usize,
        exact: bool,
    ) -> Done<effigy_relational::FormulaId> {
        let place = self.tree.sigs[sig].place;
        let (mut declared, mut conjuncts, mut all) = (Vec::new(), Vec::new(), None::<ExprId>);
        for number in 0..size {
            let name = format!("{}${number}", self.tree.sigs[sig].name);
            let variable = self.problem.variable(name, 1);
            let variable = self.at(place, variable)?;
            self.hidden.insert(variable);
            declared.push(Declaration::one(variable, set));
            let own = self.problem.var(variable);
            let own = self.at(place, own)?;
            all = Some(match all {
                None => own,
                Some(before) => {
                    if exact {
                        let both = self.problem.intersection(before, own);
                        let both = self.at(place, both)?;
                        let none = self.problem.no(both);
                        conjuncts.push(self.at(place, none)?);
                    }
                    let union = self.problem.union(before, own);
                    self.at(place, union)?
                }
            });
        }
        let all = all.unwrap_or(set);
        let equal = self.problem.equal(all, set);
        conjuncts.push(self.at(place, equal)?);
        let body = self.problem.and(conjuncts);
        let body = self.at(place, body)?;
        let exists = self.problem.exists(&declared, body);
        let exists = self.at(place, exists)?;
        if exact {
            return Ok(exists);
        }
        let empty = self.problem.no(set);
        let empty = self.at(place, empty)?;
        let either = self.problem.or([empty, exists]);
        self.at(place, either)
    }
}
