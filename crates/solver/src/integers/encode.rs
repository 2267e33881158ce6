//! Terms as literals and linear sums.

use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_term::{Node, Role, Term, TermStore, VarInfo};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Gap;
use super::atoms::{Atoms, Sum};
use super::products::Products;
use crate::circuit::sat::SatLit;

/// Terms nested deeper are not looked at: encoding recurs.
const MOST_DEPTH: usize = 300;

/// Terms that are encoded for one query.
const MOST_TERMS: usize = 3_000;

/// Instances of quantifiers in one query.
const MOST_INSTANCES: usize = 300;

/// An element that is read from an array variable.
pub(super) struct Read {
    pub array: Term,
    pub index: Sum,
    pub element: Element,
}

/// The value of a read.
#[derive(Clone)]
pub(super) enum Element {
    Int(Sum),
    Bool(SatLit),
}

/// What holds of all integers in a range when its literal does.
struct Universal {
    literal: SatLit,
    term: Term,
    done: FxHashSet<Term>,
}

/// The query as clauses over atoms.
pub(super) struct Encoder {
    pub atoms: Atoms,
    pub reads: Vec<Read>,
    pub products: Products,
    sums: FxHashMap<Term, Sum>,
    literals: FxHashMap<Term, SatLit>,
    divisions: FxHashMap<(Term, Term), (Sum, Sum)>,
    universals: Vec<Universal>,
    /// Where arrays are looked at, and the witnesses of quantifiers: what universals are instantiated with.
    places: Vec<Term>,
    /// Variables that witnesses may not be: those of the query, and other witnesses.
    taken: FxHashSet<Term>,
    depth: usize,
    terms: usize,
}

impl Encoder {
    /// Nothing of these assertions is encoded yet.
    pub fn new(s: &mut TermStore, assertions: &[Term]) -> Self {
        let mut taken = FxHashSet::default();
        for assertion in assertions {
            taken.extend(s.variables(*assertion).iter().copied());
        }
        Self {
            atoms: Atoms::new(),
            reads: Vec::new(),
            products: Products::default(),
            sums: FxHashMap::default(),
            literals: FxHashMap::default(),
            divisions: FxHashMap::default(),
            universals: Vec::new(),
            places: Vec::new(),
            taken,
            depth: 0,
            terms: 0,
        }
    }

    /// The column of a variable that was met.
    pub fn known_sum(&self, t: Term) -> Option<&Sum> {
        self.sums.get(&t)
    }

    /// The literal of a Boolean variable that was met.
    pub fn known_literal(&self, t: Term) -> Option<SatLit> {
        self.literals.get(&t).copied()
    }

    /// The literal of a Boolean term.
    pub fn literal(&mut self, s: &mut TermStore, t: Term) -> Result<SatLit, Gap> {
        if let Some(known) = self.literals.get(&t) {
            return Ok(*known);
        }
        self.deeper()?;
        let literal = self.new_literal(s, t)?;
        self.depth -= 1;
        self.literals.insert(t, literal);
        Ok(literal)
    }

    fn deeper(&mut self) -> Result<(), Gap> {
        self.depth += 1;
        self.terms += 1;
        let fits = self.depth <= MOST_DEPTH && self.terms <= MOST_TERMS;
        if fits { Ok(()) } else { Err(Gap::Effort) }
    }

    fn new_literal(&mut self, s: &mut TermStore, t: Term) -> Result<SatLit, Gap> {
        if let Some(truth) = s.as_bool(t) {
            return Ok(if truth { self.atoms.truth } else { -self.atoms.truth });
        }
        if let Some(info) = s.as_variable(t) {
            return if info.role == Role::Bound { Err(Gap::Theory) } else { Ok(self.fresh()) };
        }
        let args = s.args(t).to_vec();
        match (s.op(t).ok_or(Gap::Theory)?, args.as_slice()) {
            (Op::Not, [a]) => Ok(-self.literal(s, *a)?),
            (Op::And, [a, b]) => {
                let sides = [self.literal(s, *a)?, self.literal(s, *b)?];
                Ok(self.atoms.both(sides))
            }
            (Op::Or, [a, b]) => {
                let sides = [-self.literal(s, *a)?, -self.literal(s, *b)?];
                Ok(-self.atoms.both(sides))
            }
            (Op::Xor, [a, b]) => {
                let sides = [self.literal(s, *a)?, self.literal(s, *b)?];
                Ok(-self.same(sides))
            }
            (Op::Eq, [a, b]) => self.equality(s, t, *a, *b),
            (Op::Ite, [c, a, b]) => {
                let c = self.literal(s, *c)?;
                let sides = [self.literal(s, *a)?, self.literal(s, *b)?];
                let result = self.fresh();
                for (c, side) in [(-c, sides[0]), (c, sides[1])] {
                    self.atoms.sat.clause([c, -result, side]);
                    self.atoms.sat.clause([c, result, -side]);
                }
                Ok(result)
            }
            (Op::IntLe, [a, b]) => {
                let (a, b) = (self.sum(s, *a)?, self.sum(s, *b)?);
                self.atoms.at_most(&a, &b)
            }
            (Op::IntLt, [a, b]) => {
                let (a, b) = (self.sum(s, *a)?, self.sum(s, *b)?);
                Ok(-self.atoms.at_most(&b, &a)?)
            }
            (Op::Select, [array, index]) => match self.read(s, *array, *index)? {
                Reading::Term(t) => self.literal(s, t),
                Reading::Element(Element::Bool(literal)) => Ok(literal),
                Reading::Element(Element::Int(_)) => Err(Gap::Theory),
            },
            (Op::Forall, _) => self.universal(s, t),
            _ => Err(Gap::Theory),
        }
    }

    fn fresh(&mut self) -> SatLit {
        self.atoms.sat.fresh()
    }

    fn same(&mut self, [a, b]: [SatLit; 2]) -> SatLit {
        let same = self.fresh();
        self.atoms.sat.clause([-same, -a, b]);
        self.atoms.sat.clause([-same, a, -b]);
        self.atoms.sat.clause([same, a, b]);
        self.atoms.sat.clause([same, -a, -b]);
        same
    }

    fn equality(&mut self, s: &mut TermStore, t: Term, a: Term, b: Term) -> Result<SatLit, Gap> {
        match s.sort(a) {
            Sort::Bool => {
                let sides = [self.literal(s, a)?, self.literal(s, b)?];
                Ok(self.same(sides))
            }
            Sort::Int => {
                let (a, b) = (self.sum(s, a)?, self.sum(s, b)?);
                self.atoms.equal(&a, &b)
            }
            Sort::Array { index: Scalar::Int, .. } => self.universal(s, t),
            _ => Err(Gap::Theory),
        }
    }

    /// The sum of an integer term.
    pub fn sum(&mut self, s: &mut TermStore, t: Term) -> Result<Sum, Gap> {
        if let Some(known) = self.sums.get(&t) {
            return Ok(known.clone());
        }
        self.deeper()?;
        let zero = s.int(0);
        let sum = match s.linear_difference(t, zero) {
            Some(linear) => {
                let mut sum = Sum::constant(linear.constant.0);
                for (part, (coefficient, _)) in &linear.parts {
                    let part = if *part == t { self.part(s, t)? } else { self.sum(s, *part)? };
                    sum = sum.plus(&part, *coefficient)?;
                }
                sum
            }
            None => self.part(s, t)?,
        };
        self.depth -= 1;
        self.sums.insert(t, sum.clone());
        Ok(sum)
    }

    /// The sum of an integer term that is no addition, or one too long for a normal form.
    fn part(&mut self, s: &mut TermStore, t: Term) -> Result<Sum, Gap> {
        if let Some(info) = s.as_variable(t) {
            return if info.role == Role::Bound { Err(Gap::Theory) } else { Ok(self.unknown()) };
        }
        let args = s.args(t).to_vec();
        match (s.op(t).ok_or(Gap::Theory)?, args.as_slice()) {
            (Op::IntAdd, [a, b]) => self.sum(s, *a)?.plus(&self.sum(s, *b)?, 1),
            (Op::IntSub, [a, b]) => self.sum(s, *a)?.plus(&self.sum(s, *b)?, -1),
            (Op::Ite, [c, a, b]) => {
                let c = self.literal(s, *c)?;
                let (a, b) = (self.sum(s, *a)?, self.sum(s, *b)?);
                self.choice(c, &a, &b)
            }
            (Op::IntMul, [a, b]) => {
                let factors = [self.sum(s, *a)?, self.sum(s, *b)?];
                self.product(factors)
            }
            (Op::IntDiv, [a, b]) => Ok(self.division(s, *a, *b)?.0),
            (Op::IntMod, [a, b]) => Ok(self.division(s, *a, *b)?.1),
            (Op::IntAbs, [a]) => {
                let a = self.sum(s, *a)?;
                let negated = Sum::default().plus(&a, -1)?;
                let negative = self.atoms.at_most_zero(&a)?;
                self.choice(negative, &negated, &a)
            }
            (Op::IntQuot, [a, b]) => {
                let zero = s.int(0);
                let negated = s.app(Op::IntSub, &[zero, *a]);
                let negative = s.app(Op::IntLt, &[*a, zero]);
                let negative = self.literal(s, negative)?;
                let (down, up) = (self.division(s, *a, *b)?.0, self.division(s, negated, *b)?.0);
                self.choice(negative, &Sum::default().plus(&up, -1)?, &down)
            }
            (Op::Select, [array, index]) => match self.read(s, *array, *index)? {
                Reading::Term(t) => self.sum(s, t),
                Reading::Element(Element::Int(sum)) => Ok(sum),
                Reading::Element(Element::Bool(_)) => Err(Gap::Theory),
            },
            // Nothing is assumed of a power: a contradiction holds without, and models are evaluated.
            (Op::IntPow, _) => Ok(self.unknown()),
            _ => Err(Gap::Theory),
        }
    }

    fn unknown(&mut self) -> Sum {
        Sum::column(self.atoms.simplex.column())
    }

    fn choice(&mut self, condition: SatLit, yes: &Sum, no: &Sum) -> Result<Sum, Gap> {
        let result = self.unknown();
        for (not_chosen, side) in [(-condition, yes), (condition, no)] {
            let equal = self.atoms.equal(&result, side)?;
            self.atoms.sat.clause([not_chosen, equal]);
        }
        Ok(result)
    }

    fn product(&mut self, factors: [Sum; 2]) -> Result<Sum, Gap> {
        for (a, b) in [(0, 1), (1, 0)] {
            if factors[a].parts.is_empty() {
                return Sum::default().plus(&factors[b], factors[a].constant);
            }
        }
        self.products.product(&mut self.atoms, factors)
    }

    /// Quotient and remainder as in SMT-LIB, by zero as in `effigy_base`: 0 and the dividend.
    fn division(&mut self, s: &mut TermStore, a: Term, b: Term) -> Result<(Sum, Sum), Gap> {
        if let Some(known) = self.divisions.get(&(a, b)) {
            return Ok(known.clone());
        }
        let (x, y) = (self.sum(s, a)?, self.sum(s, b)?);
        let (quotient, rest) = (self.unknown(), self.unknown());
        let product = self.product([y.clone(), quotient.clone()])?;
        let zero = Sum::default();
        let by_zero = self.atoms.equal(&y, &zero)?;
        for (literal, same) in [
            (by_zero, (&x, &product.plus(&rest, 1)?)),
            (-by_zero, (&quotient, &zero)),
            (-by_zero, (&rest, &x)),
        ] {
            let equal = self.atoms.equal(same.0, same.1)?;
            self.atoms.sat.clause([literal, equal]);
        }
        let negative = self.atoms.at_most_zero(&y)?;
        let enough = self.atoms.at_most(&zero, &rest)?;
        self.atoms.sat.clause([by_zero, enough]);
        let magnitude = [(negative, y.clone()), (-negative, zero.plus(&y, -1)?)];
        for (unless, magnitude) in magnitude {
            let small = self.atoms.at_most(&rest.shifted(1)?, &magnitude)?;
            self.atoms.sat.clause([by_zero, unless, small]);
        }
        self.divisions.insert((a, b), (quotient.clone(), rest.clone()));
        Ok((quotient, rest))
    }

    fn read(&mut self, s: &mut TermStore, array: Term, index: Term) -> Result<Reading, Gap> {
        let Sort::Array { index: Scalar::Int, element } = s.sort(array) else {
            return Err(Gap::Theory);
        };
        self.place(index);
        if let Node::ConstArray(table) = s.node(array) {
            let default = table.default.clone();
            return Ok(Reading::Term(s.constant(&default)));
        }
        if s.as_variable(array).is_some() {
            let index = self.sum(s, index)?;
            let known = self.reads.iter().find(|r| r.array == array && r.index == index);
            if let Some(known) = known {
                return Ok(Reading::Element(known.element.clone()));
            }
            let element = match element {
                Scalar::Int => Element::Int(self.unknown()),
                Scalar::Bool => Element::Bool(self.fresh()),
                Scalar::BitVec(_) => return Err(Gap::Theory),
            };
            self.reads.push(Read { array, index, element: element.clone() });
            return Ok(Reading::Element(element));
        }
        let args = s.args(array).to_vec();
        let (condition, yes, no) = match (s.op(array), args.as_slice()) {
            (Some(Op::Store), [below, at, element]) => {
                self.place(*at);
                let below = s.app(Op::Select, &[*below, index]);
                (s.app(Op::Eq, &[index, *at]), *element, below)
            }
            (Some(Op::Ite), [c, a, b]) => {
                let (a, b) = (s.app(Op::Select, &[*a, index]), s.app(Op::Select, &[*b, index]));
                (*c, a, b)
            }
            _ => return Err(Gap::Theory),
        };
        // Not as a term: rewriting may turn the choice back into the read.
        let condition = self.literal(s, condition)?;
        if element == Scalar::Bool {
            let (yes, no) = (self.literal(s, yes)?, self.literal(s, no)?);
            let result = self.fresh();
            for (c, side) in [(-condition, yes), (condition, no)] {
                self.atoms.sat.clause([c, -result, side]);
                self.atoms.sat.clause([c, result, -side]);
            }
            return Ok(Reading::Element(Element::Bool(result)));
        }
        let (yes, no) = (self.sum(s, yes)?, self.sum(s, no)?);
        Ok(Reading::Element(Element::Int(self.choice(condition, &yes, &no)?)))
    }

    fn place(&mut self, place: Term) {
        if !self.places.contains(&place) {
            self.places.push(place);
        }
    }

    /// A literal that implies the instances of a quantifier over a range, or of an equality of arrays, and whose negation
    /// implies that a new constant is a counterexample.
    fn universal(&mut self, s: &mut TermStore, t: Term) -> Result<SatLit, Gap> {
        let literal = self.fresh();
        let witness = self.witness(s);
        let instance = self.instance(s, t, witness)?;
        self.atoms.sat.clause([literal, -instance]);
        self.place(witness);
        self.universals.push(Universal { literal, term: t, done: FxHashSet::default() });
        Ok(literal)
    }

    /// A variable that occurs nowhere. Its name depends on the query alone, and so do the order of terms and the model.
    fn witness(&mut self, s: &mut TermStore) -> Term {
        let mut n = self.universals.len();
        loop {
            let info = VarInfo { name: format!("witness {n}"), sort: Sort::Int, role: Role::Input };
            let witness = s.variable(&info);
            if self.taken.insert(witness) {
                return witness;
            }
            n += 1;
        }
    }

    fn instance(&mut self, s: &mut TermStore, t: Term, place: Term) -> Result<SatLit, Gap> {
        let args = s.args(t).to_vec();
        match args.as_slice() {
            [a, b] => {
                let (a, b) = (s.app(Op::Select, &[*a, place]), s.app(Op::Select, &[*b, place]));
                let equal = s.app(Op::Eq, &[a, b]);
                self.literal(s, equal)
            }
            [low, high, variable, body] => {
                let sigma = FxHashMap::from_iter([(*variable, place)]);
                let body = s.substitute(*body, &sigma);
                let place = self.sum(s, place)?;
                let (low, high) = (self.sum(s, *low)?, self.sum(s, *high)?);
                let (low, high) =
                    (self.atoms.at_most(&low, &place)?, self.atoms.at_most(&place, &high)?);
                let inside = self.atoms.both([low, high]);
                let body = self.literal(s, body)?;
                Ok(-self.atoms.both([inside, -body]))
            }
            _ => Err(Gap::Theory),
        }
    }

    /// Adds instances of the universals at the places that are known, two rounds of them.
    pub fn instantiate(&mut self, s: &mut TermStore) -> Result<(), Gap> {
        let mut instances = 0;
        for _ in 0..2 {
            let places = self.places.clone();
            for index in 0..self.universals.len() {
                let (literal, term) = (self.universals[index].literal, self.universals[index].term);
                for place in shifted(s, term, &places) {
                    if instances == MOST_INSTANCES {
                        return Ok(());
                    }
                    if self.universals[index].done.insert(place) {
                        instances += 1;
                        let instance = self.instance(s, term, place)?;
                        self.atoms.sat.clause([-literal, instance]);
                    }
                }
            }
        }
        Ok(())
    }
}

/// What a read is.
enum Reading {
    Element(Element),
    Term(Term),
}

/// The places, and those at which the body of a quantifier reads one of them: for `a[i + 1]` they are one less.
fn shifted(s: &mut TermStore, universal: Term, places: &[Term]) -> Vec<Term> {
    let mut all = places.to_vec();
    let &[low, high, variable, body] = s.args(universal) else { return all };
    all.extend([low, high]);
    for offset in offsets(s, variable, body) {
        for place in places {
            let place = s.app(Op::IntSub, &[*place, offset]);
            all.push(place);
        }
    }
    all.retain(|place| !has_bound(s, *place));
    all
}

/// What the body adds to the variable where it reads arrays.
fn offsets(s: &mut TermStore, variable: Term, body: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = vec![body];
    while let Some(t) = pending.pop() {
        if !seen.insert(t) {
            continue;
        }
        pending.extend_from_slice(s.args(t));
        if let (Some(Op::Select), &[_, index]) = (s.op(t), s.args(t)) {
            let offset = s.app(Op::IntSub, &[index, variable]);
            if !has_bound(s, offset) && !found.contains(&offset) {
                found.push(offset);
            }
        }
    }
    found
}

fn has_bound(s: &mut TermStore, t: Term) -> bool {
    let variables = s.variables(t);
    variables.iter().any(|v| s.as_variable(*v).is_some_and(|info| info.role == Role::Bound))
}
