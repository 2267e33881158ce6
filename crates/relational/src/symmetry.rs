//! Which atoms can be exchanged for each other, and predicates that keep one of the instances that differ by an exchange
//! (lexicographic leaders; Crawford, Ginsberg, Luks, Roy, KR 1996).

use std::rc::Rc;

use effigy_solver::circuit::{Circuit, Lit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::atom::Atom;
use crate::ids::{ExprId, FormulaId, IntId, RelationId};
use crate::matrix::Matrix;
use crate::node::{Expr, Formula, Int};
use crate::problem::Problem;
use crate::tuples::TupleSet;

/// The constants that constraints use.
#[derive(Default)]
struct Constants<'p> {
    exprs: FxHashSet<ExprId>,
    formulas: FxHashSet<FormulaId>,
    ints: FxHashSet<IntId>,
    found: Vec<&'p TupleSet>,
}

/// What is still to be looked at.
enum Node {
    Expr(ExprId),
    Formula(FormulaId),
    Int(IntId),
}

impl<'p> Constants<'p> {
    fn collect(&mut self, problem: &'p Problem) {
        let mut open: Vec<Node> =
            problem.constraints.iter().map(|(_, c)| Node::Formula(c.formula)).collect();
        while let Some(node) = open.pop() {
            match node {
                Node::Expr(id) if self.exprs.insert(id) => {
                    self.expr(problem.exprs.node(id), &mut open);
                }
                Node::Formula(id) if self.formulas.insert(id) => {
                    formula(problem.formulas.node(id), &mut open);
                }
                Node::Int(id) if self.ints.insert(id) => int(problem.ints.node(id), &mut open),
                _ => {}
            }
        }
    }

    fn expr(&mut self, node: &'p Expr, open: &mut Vec<Node>) {
        match node {
            Expr::Constant(tuples) => self.found.push(tuples),
            Expr::Relation(_) | Expr::Variable(_) | Expr::Univ | Expr::Iden => {}
            Expr::Union(a, b)
            | Expr::Intersection(a, b)
            | Expr::Difference(a, b)
            | Expr::Override(a, b)
            | Expr::Join(a, b)
            | Expr::Product(a, b)
            | Expr::RestrictDomain(a, b)
            | Expr::RestrictRange(a, b) => open.extend([Node::Expr(*a), Node::Expr(*b)]),
            Expr::Transpose(a) | Expr::Closure(a) | Expr::ReflexiveClosure(a) => {
                open.push(Node::Expr(*a));
            }
            Expr::If(c, a, b) => {
                open.extend([Node::Formula(*c), Node::Expr(*a), Node::Expr(*b)]);
            }
            Expr::Comprehension(declarations, body) => {
                open.extend(declarations.iter().map(|d| Node::Expr(d.bound)));
                open.push(Node::Formula(*body));
            }
            Expr::IntToAtom(a) => open.push(Node::Int(*a)),
        }
    }
}

fn formula(node: &Formula, open: &mut Vec<Node>) {
    match node {
        Formula::Constant(_) => {}
        Formula::Subset(a, b) | Formula::Equal(a, b) => {
            open.extend([Node::Expr(*a), Node::Expr(*b)]);
        }
        Formula::Some(a) | Formula::No(a) | Formula::One(a) | Formula::Lone(a) => {
            open.push(Node::Expr(*a));
        }
        Formula::Not(a) => open.push(Node::Formula(*a)),
        Formula::And(all) | Formula::Or(all) => {
            open.extend(all.iter().map(|f| Node::Formula(*f)));
        }
        Formula::Implies(a, b) | Formula::Iff(a, b) => {
            open.extend([Node::Formula(*a), Node::Formula(*b)]);
        }
        Formula::ForAll(declarations, body) | Formula::Exists(declarations, body) => {
            open.extend(declarations.iter().map(|d| Node::Expr(d.bound)));
            open.push(Node::Formula(*body));
        }
        Formula::Compare(_, a, b) => open.extend([Node::Int(*a), Node::Int(*b)]),
    }
}

fn int(node: &Int, open: &mut Vec<Node>) {
    match node {
        Int::Constant(_) => {}
        Int::Cardinality(a) | Int::Sum(a) => open.push(Node::Expr(*a)),
        Int::SumOver(declarations, body) => {
            open.extend(declarations.iter().map(|d| Node::Expr(d.bound)));
            open.push(Node::Int(*body));
        }
        Int::Negate(a) | Int::Not(a) => open.push(Node::Int(*a)),
        Int::Binary(_, a, b) => open.extend([Node::Int(*a), Node::Int(*b)]),
        Int::If(c, a, b) => open.extend([Node::Formula(*c), Node::Int(*a), Node::Int(*b)]),
    }
}

/// Sets of tuples with an index of the tuples of each atom.
pub(crate) struct Indexed<'s> {
    sets: Vec<&'s TupleSet>,
    /// For each atom, the sets that have it, in order, each with the numbers of the tuples in which it is.
    places: Vec<Vec<(u32, Vec<u32>)>>,
}

impl<'s> Indexed<'s> {
    pub fn new(atoms: usize, sets: Vec<&'s TupleSet>) -> Self {
        let mut places: Vec<Vec<(u32, Vec<u32>)>> = vec![Vec::new(); atoms];
        for (index, set) in (0u32..).zip(&sets) {
            for (number, tuple) in (0u32..).zip(set.iter()) {
                for atom in tuple {
                    let of = &mut places[atom.index()];
                    match of.last_mut() {
                        Some((last, numbers)) if *last == index => {
                            if numbers.last() != Some(&number) {
                                numbers.push(number);
                            }
                        }
                        _ => of.push((index, vec![number])),
                    }
                }
            }
        }
        Self { sets, places }
    }

    /// In which sets an atom is how often. Atoms that can change places have the same.
    fn profile(&self, atom: Atom) -> Vec<(u32, usize)> {
        self.places[atom.index()].iter().map(|(set, numbers)| (*set, numbers.len())).collect()
    }

    /// Whether the sets stay the same when two atoms change places.
    pub fn exchangeable(&self, a: Atom, b: Atom) -> bool {
        let exchanged = |atom: Atom| match atom {
            atom if atom == a => b,
            atom if atom == b => a,
            atom => atom,
        };
        let stays = |(set, numbers): &(u32, Vec<u32>)| {
            let set = self.sets[*set as usize];
            numbers.iter().all(|number| {
                let start = *number as usize * set.arity();
                let tuple = &set.atoms()[start..start + set.arity()];
                let image: Vec<Atom> = tuple.iter().map(|atom| exchanged(*atom)).collect();
                set.contains(&image)
            })
        };
        self.profile(a) == self.profile(b)
            && self.places[a.index()].iter().chain(&self.places[b.index()]).all(stays)
    }
}

impl Problem {
    /// Classes of atoms any two of which can change places in all bounds but those of `except`, in the constants of the
    /// constraints made so far and among the integers. Each class is in order, and so are the classes by their first
    /// atoms; every atom is in one.
    pub fn interchangeable(&self, except: &[RelationId]) -> Vec<Vec<Atom>> {
        let mut constants = Constants::default();
        constants.collect(self);
        let mut sets = constants.found;
        for (_, relation) in self.relations.iter().filter(|(id, _)| !except.contains(id)) {
            sets.push(&relation.upper);
            if relation.lower != relation.upper {
                sets.push(&relation.lower);
            }
        }
        let indexed = Indexed::new(self.universe.len(), sets);
        let integers: FxHashSet<Atom> =
            self.integer_atoms().iter().map(|(atom, _)| *atom).collect();
        let mut classes: Vec<Vec<Atom>> = Vec::new();
        // Only atoms of one profile are compared: there can be thousands that a constant holds apart.
        let mut alike: FxHashMap<Vec<(u32, usize)>, Vec<usize>> = FxHashMap::default();
        for atom in self.universe.atoms() {
            if integers.contains(&atom) {
                classes.push(vec![atom]);
                continue;
            }
            let places = alike.entry(indexed.profile(atom)).or_default();
            let own = places.iter().find(|at| indexed.exchangeable(classes[**at][0], atom));
            match own {
                Some(at) => classes[*at].push(atom),
                None => {
                    places.push(classes.len());
                    classes.push(vec![atom]);
                }
            }
        }
        classes
    }
}

/// Where no instance is lexicographically above the one in which two neighbours of a class change places, seen through
/// the first so many inputs.
pub(crate) fn leaders(
    circuit: &mut Circuit,
    atoms: u64,
    matrices: &[Rc<Matrix>],
    classes: &[Vec<Atom>],
    most: usize,
) -> Vec<Lit> {
    let mut made = Vec::new();
    for pair in classes.iter().flat_map(|class| class.windows(2)) {
        let (a, b) = (u64::from(pair[0].0), u64::from(pair[1].0));
        let pairs = exchanged_inputs(atoms, matrices, a, b, most);
        let mut same = Lit::TRUE;
        for (place, &(x, y)) in pairs.iter().enumerate() {
            let below = circuit.or(!x, y);
            made.push(circuit.or(!same, below));
            if place + 1 < pairs.len() {
                let equal = circuit.iff(x, y);
                same = circuit.and(same, equal);
            }
        }
    }
    made
}

/// Inputs with those that take their places when two atoms change theirs.
fn exchanged_inputs(
    atoms: u64,
    matrices: &[Rc<Matrix>],
    a: u64,
    b: u64,
    most: usize,
) -> Vec<(Lit, Lit)> {
    let mut pairs: Vec<(Lit, Lit)> = Vec::new();
    let mut seen: FxHashSet<Lit> = FxHashSet::default();
    for matrix in matrices {
        for &(tuple, lit) in &matrix.entries {
            let image = exchanged_tuple(atoms, matrix.arity, tuple, a, b);
            if image == tuple || lit.as_constant().is_some() || !seen.insert(lit) {
                continue;
            }
            let other = matrix.get(image);
            if seen.insert(other) || other.as_constant().is_some() {
                pairs.push((lit, other));
            }
            if pairs.len() == most {
                return pairs;
            }
        }
    }
    pairs
}

/// Whether every exchange within a class maps the tuples of a matrix to each other.
pub(crate) fn is_exchangeable(atoms: u64, matrix: &Matrix, classes: &[Vec<Atom>]) -> bool {
    classes.iter().flat_map(|class| class.windows(2)).all(|pair| {
        let (a, b) = (u64::from(pair[0].0), u64::from(pair[1].0));
        matrix.entries.iter().all(|&(tuple, _)| {
            matrix.get(exchanged_tuple(atoms, matrix.arity, tuple, a, b)) != Lit::FALSE
        })
    })
}

fn exchanged_tuple(atoms: u64, arity: usize, mut tuple: u64, a: u64, b: u64) -> u64 {
    let (mut image, mut scale) = (0, 1u64);
    for _ in 0..arity {
        let atom = match tuple % atoms {
            atom if atom == a => b,
            atom if atom == b => a,
            atom => atom,
        };
        image += atom * scale;
        scale = scale.wrapping_mul(atoms);
        tuple /= atoms;
    }
    image
}
