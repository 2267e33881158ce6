//! Types: unions of products of signatures, as Alloy has them (Edwards, Jackson, Torlak, "A Type System for Object
//! Models", FSE 2004).

use crate::sig::SigId;
use effigy_base::id::Id;

/// Columns of tuples, each an atom of a signature that is no subset signature.
pub(crate) type Product = Vec<SigId>;

/// Where the signatures of types stand: the parent of each.
#[derive(Clone, Default, Debug)]
pub(crate) struct Hierarchy {
    parents: Vec<Option<SigId>>,
}

/// What an expression may be.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Type {
    /// A formula.
    pub boolean: bool,
    /// An integer that is not yet an atom.
    pub small_int: bool,
    /// None is below another one.
    pub products: Vec<Product>,
}

impl Hierarchy {
    /// Takes in the parent of the next signature.
    pub fn push(&mut self, parent: Option<SigId>) {
        self.parents.push(parent);
    }

    /// Says what the parent of a signature is.
    pub fn set(&mut self, sig: SigId, parent: Option<SigId>) {
        if let Some(place) = self.parents.get_mut(sig.index()) {
            *place = parent;
        }
    }

    /// Whether one signature is the other or below it.
    pub fn below(&self, sig: SigId, other: SigId) -> bool {
        if sig == SigId::NONE || sig == other || other == SigId::UNIV {
            return true;
        }
        let parent = |sig: SigId| self.parents.get(sig.index()).copied().flatten();
        std::iter::successors(Some(sig), |sig| parent(*sig))
            .take(self.parents.len() + 1)
            .any(|sig| sig == other)
    }

    fn meet(&self, a: SigId, b: SigId) -> SigId {
        if self.below(a, b) {
            a
        } else if self.below(b, a) {
            b
        } else {
            SigId::NONE
        }
    }

    /// Whether two signatures can have an atom in common.
    pub fn overlap(&self, a: SigId, b: SigId) -> bool {
        self.meet(a, b) != SigId::NONE
    }

    fn product_below(&self, a: &[SigId], b: &[SigId]) -> bool {
        a.iter().zip(b).all(|(a, b)| self.below(*a, *b))
    }

    fn add(&self, products: &mut Vec<Product>, new: Product) {
        if new.is_empty() {
            return;
        }
        let same = |p: &Product| p.len() == new.len();
        if products.iter().any(|p| same(p) && self.product_below(&new, p)) {
            return;
        }
        products.retain(|p| !(same(p) && self.product_below(p, &new)));
        products.push(new);
    }

    fn of(&self, all: impl IntoIterator<Item = Product>) -> Type {
        let mut products = Vec::new();
        for product in all {
            self.add(&mut products, product);
        }
        Type { products, ..Type::default() }
    }

    fn meet_products(&self, a: &[SigId], b: &[SigId]) -> Product {
        let columns: Product = a.iter().zip(b).map(|(a, b)| self.meet(*a, *b)).collect();
        if columns.contains(&SigId::NONE) { vec![SigId::NONE; a.len()] } else { columns }
    }

    /// The tuples of both.
    pub fn intersect(&self, a: &Type, b: &Type) -> Type {
        self.of(pairs(a, b)
            .filter(|(a, b)| a.len() == b.len())
            .map(|(a, b)| self.meet_products(a, b)))
    }

    /// Whether both can have a tuple in common.
    pub fn intersects(&self, a: &Type, b: &Type) -> bool {
        pairs(a, b).any(|(a, b)| {
            a.len() == b.len()
                && !is_none(a)
                && !is_none(b)
                && a.iter().zip(b).all(|(a, b)| self.overlap(*a, *b))
        })
    }

    /// Whether tuples of both can begin with one atom.
    pub fn begin_alike(&self, a: &Type, b: &Type) -> bool {
        pairs(a, b).any(|(a, b)| match (a.first(), b.first()) {
            (Some(a), Some(b)) => self.overlap(*a, *b),
            _ => false,
        })
    }

    /// What is either of two things.
    pub fn merge(&self, a: &Type, b: &Type) -> Type {
        if a.boolean == b.boolean {
            if a.products.is_empty() {
                return b.clone();
            }
            if b.products.is_empty() {
                return a.clone();
            }
        }
        let merged = self.of(a.products.iter().chain(&b.products).cloned());
        Type { boolean: a.boolean || b.boolean, ..merged }
    }

    /// The union of the tuples of arities that both have.
    pub fn union_of_common_arity(&self, a: &Type, b: &Type) -> Type {
        let left = a.products.iter().filter(|p| b.has_arity(p.len()));
        let right = b.products.iter().filter(|p| a.has_arity(p.len()));
        self.of(left.chain(right).cloned())
    }

    /// Tuples of one followed by tuples of the other.
    pub fn product(&self, a: &Type, b: &Type) -> Type {
        self.of(pairs(a, b).map(|(a, b)| {
            let columns = [a.as_slice(), b.as_slice()].concat();
            if is_none(a) || is_none(b) { vec![SigId::NONE; columns.len()] } else { columns }
        }))
    }

    pub fn join_products(&self, a: &[SigId], b: &[SigId]) -> Product {
        let (Some((last, left)), Some((first, right))) = (a.split_last(), b.split_first()) else {
            return Product::new();
        };
        let columns = [left, right].concat();
        if self.overlap(*last, *first) { columns } else { vec![SigId::NONE; columns.len()] }
    }

    /// The relational join.
    pub fn join(&self, a: &Type, b: &Type) -> Type {
        self.of(pairs(a, b)
            .filter(|(a, b)| a.len() > 1 || b.len() > 1)
            .map(|(a, b)| self.join_products(a, b)))
    }

    pub fn transpose(&self, a: &Type) -> Type {
        self.of(a.products.iter().filter_map(|p| match p.as_slice() {
            [x, y] => Some(vec![*y, *x]),
            _ => None,
        }))
    }

    pub fn closure(&self, a: &Type) -> Type {
        let base = a.extract(2);
        let (mut all, mut step) = (base.clone(), base.clone());
        loop {
            step = self.join(&step, &base);
            let next = self.union_of_common_arity(&all, &step);
            if next.products == all.products || next.products.is_empty() {
                return all;
            }
            all = next;
        }
    }

    /// A product with one column restricted.
    pub fn restrict(&self, product: &[SigId], sig: SigId, column: usize) -> Product {
        let mut restricted = product.to_vec();
        if is_none(product) {
            return restricted;
        }
        if let Some(place) = restricted.get_mut(column) {
            *place = self.meet(*place, sig);
            if *place == SigId::NONE {
                return vec![SigId::NONE; product.len()];
            }
        }
        restricted
    }

    pub fn restrict_domain(&self, relation: &Type, set: &Type) -> Type {
        self.of(pairs(set, relation).filter_map(|(s, r)| match s.as_slice() {
            [sig] => Some(self.restrict(r, *sig, 0)),
            _ => None,
        }))
    }

    pub fn restrict_range(&self, relation: &Type, set: &Type) -> Type {
        self.of(pairs(set, relation).filter_map(|(s, r)| match s.as_slice() {
            [sig] => Some(self.restrict(r, *sig, r.len().wrapping_sub(1))),
            _ => None,
        }))
    }

    /// One more product.
    pub fn with(&self, a: &Type, product: Product) -> Type {
        let mut products = a.products.clone();
        self.add(&mut products, product);
        Type { products, small_int: false, boolean: a.boolean }
    }
}

fn pairs<'t>(a: &'t Type, b: &'t Type) -> impl Iterator<Item = (&'t Product, &'t Product)> {
    a.products.iter().flat_map(|x| b.products.iter().map(move |y| (x, y)))
}

/// Whether tuples of a product are known not to exist.
pub(crate) fn is_none(product: &[SigId]) -> bool {
    product.first().is_none_or(|first| *first == SigId::NONE)
}

impl Type {
    /// A formula.
    pub fn formula() -> Type {
        Type { boolean: true, ..Type::default() }
    }

    /// An integer that is not yet an atom.
    pub fn integer() -> Type {
        Type { small_int: true, ..Type::of(&[SigId::INT]) }
    }

    pub fn of(product: &[SigId]) -> Type {
        Type { products: vec![product.to_vec()], ..Type::default() }
    }

    /// Neither a formula nor anything else.
    pub fn is_empty(&self) -> bool {
        !self.boolean && self.products.is_empty()
    }

    pub fn is_int(&self) -> bool {
        self.products.iter().any(|p| p.as_slice() == [SigId::INT])
    }

    pub fn has_tuple(&self) -> bool {
        self.products.iter().any(|p| !is_none(p))
    }

    pub fn has_arity(&self, arity: usize) -> bool {
        self.products.iter().any(|p| p.len() == arity)
    }

    pub fn has_common_arity(&self, other: &Type) -> bool {
        self.products.iter().any(|p| other.has_arity(p.len()))
    }

    /// The arity of all tuples, when it is one.
    pub fn arity(&self) -> Option<usize> {
        let first = self.products.first()?.len();
        self.products.iter().all(|p| p.len() == first).then_some(first)
    }

    /// The tuples of an arity.
    pub fn extract(&self, arity: usize) -> Type {
        self.filter(|p| p.len() == arity)
    }

    /// The tuples of arities that another type has.
    pub fn common_arity(&self, other: &Type) -> Type {
        self.filter(|p| other.has_arity(p.len()))
    }

    /// The tuples alone.
    pub fn tuples(&self) -> Type {
        self.filter(|_| true)
    }

    fn filter(&self, keep: impl Fn(&Product) -> bool) -> Type {
        let products = self.products.iter().filter(|p| keep(p)).cloned().collect();
        Type { products, ..Type::default() }
    }
}
