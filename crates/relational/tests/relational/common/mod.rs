//! Random problems, and all their instances by trying.

use effigy_relational::{
    Atom, Declaration, Evaluator, ExprId, FormulaId, Instance, IntComparison, IntId, IntOp,
    Multiplicity, Overflow, Problem, RelationId, TupleSet, Universe, VariableId,
};
use effigy_testkit::Rng;

/// Tuples over all relations that are neither certain nor impossible, at most.
const MOST_FREE: usize = 6;

/// A random problem with its constraints.
pub struct Random {
    pub problem: Problem,
    pub relations: Vec<RelationId>,
    rng: Rng,
    /// Variables in scope, with their arities.
    scope: Vec<(VariableId, usize)>,
    has_ints: bool,
    free: usize,
}

impl Random {
    /// A problem whose instances can all be tried.
    pub fn new(seed: u64) -> Self {
        Self::of_size(seed, false)
    }

    /// A problem of which one instance can be evaluated.
    pub fn large(seed: u64) -> Self {
        Self::of_size(seed, true)
    }

    fn of_size(seed: u64, large: bool) -> Self {
        let mut rng = Rng::new(seed);
        let has_ints = rng.one_in(2);
        let width = 1 + rng.below(4) as u32;
        let things = match (large, rng.one_in(20)) {
            (true, _) => 5,
            (false, true) => 0,
            (false, false) => 1 + rng.below(3),
        };
        // A part of the integers that fit, sometimes all of them.
        let lowest = -(1i64 << (width - 1));
        let count = 1usize << width;
        let numbers: Vec<i64> = match (has_ints, rng.below(3)) {
            (true, 0) if width <= 2 => (0..count as i64).map(|n| lowest + n).collect(),
            (true, 0 | 1) => {
                (0..count as i64).filter(|_| rng.one_in(count / 2)).map(|n| lowest + n).collect()
            }
            _ => Vec::new(),
        };
        let names = (0..things).map(|n| format!("a{n}"));
        let names = names.chain(numbers.iter().map(|n| n.to_string()));
        let mut problem = Problem::new(Universe::new(names).unwrap());
        if has_ints {
            let atoms: Vec<(Atom, i64)> = (things as u32..).map(Atom).zip(numbers).collect();
            problem.integers(width, &atoms).unwrap();
        }
        let mut random =
            Self { problem, relations: Vec::new(), rng, scope: Vec::new(), has_ints, free: 0 };
        for number in 0..1 + random.rng.below(3) {
            if large {
                random.wide_relation(number);
            } else {
                random.relation(number);
            }
        }
        random
    }

    /// A relation that can have any pair or atom.
    fn wide_relation(&mut self, number: usize) {
        let all = self.problem.universe().all();
        let upper = if number == 1 { all } else { all.product(&all) };
        let lower = TupleSet::empty(upper.arity());
        let relation = self.problem.relation(format!("r{number}"), lower, upper);
        self.relations.push(relation.unwrap());
    }

    fn relation(&mut self, number: usize) {
        let arity = [1, 1, 2, 2, 2, 3][self.rng.below(6)];
        let all = self.problem.universe().all();
        let mut every = all.clone();
        for _ in 1..arity {
            every = every.product(&all);
        }
        // Bounds that are even over the things keep symmetries; others break them.
        let even = self.rng.one_in(2);
        let (mut lower, mut upper) = (TupleSet::empty(arity), TupleSet::empty(arity));
        let budget = self.rng.below(MOST_FREE + 1 - self.free);
        if even && every.len() <= budget {
            upper = every.clone();
        }
        for tuple in &every {
            if upper.len() - lower.len() < budget && self.rng.one_in(2) {
                upper.insert(tuple);
            } else if self.rng.one_in(6) {
                upper.insert(tuple);
                lower.insert(tuple);
            }
        }
        self.free += upper.len() - lower.len();
        let relation = self.problem.relation(format!("r{number}"), lower, upper);
        self.relations.push(relation.unwrap());
    }

    fn below(&mut self, end: usize) -> usize {
        self.rng.below(end)
    }

    /// A variable or relation of this arity, or a constant.
    fn leaf(&mut self, arity: usize) -> ExprId {
        let variables: Vec<VariableId> =
            self.scope.iter().filter(|(_, a)| *a == arity).map(|(v, _)| *v).collect();
        if !variables.is_empty() && !self.rng.one_in(3) {
            let variable = *self.rng.pick(&variables);
            return self.problem.var(variable).unwrap();
        }
        let relations: Vec<RelationId> = self.relations.clone().into_iter().collect();
        let relations: Vec<RelationId> = relations
            .into_iter()
            .filter(|r| self.problem.relation_data(*r).unwrap().upper.arity() == arity)
            .collect();
        if !relations.is_empty() && !self.rng.one_in(4) {
            let relation = *self.rng.pick(&relations);
            return self.problem.rel(relation).unwrap();
        }
        match (arity, self.below(4)) {
            (1, 0 | 1) => self.problem.univ(),
            (2, 0 | 1) => self.problem.iden(),
            (_, 2) => self.problem.none(arity).unwrap(),
            _ => {
                let all: Vec<Atom> = self.problem.universe().atoms().collect();
                let mut tuples = TupleSet::empty(arity);
                for _ in 0..2 {
                    if !all.is_empty() {
                        let tuple: Vec<Atom> = (0..arity).map(|_| *self.rng.pick(&all)).collect();
                        tuples.insert(&tuple);
                    }
                }
                self.problem.constant(tuples).unwrap()
            }
        }
    }

    pub fn expr(&mut self, arity: usize, depth: usize) -> ExprId {
        if depth == 0 || self.rng.one_in(5) {
            return self.leaf(arity);
        }
        let d = depth - 1;
        match self.below(12) {
            choice @ 0..=3 => {
                let (a, b) = (self.expr(arity, d), self.expr(arity, d));
                let p = &mut self.problem;
                match choice {
                    0 => p.union(a, b),
                    1 => p.intersection(a, b),
                    2 => p.difference(a, b),
                    _ => p.override_with(a, b),
                }
                .unwrap()
            }
            4 | 5 if arity < 3 => {
                let left = 1 + self.below(arity + 1);
                let (a, b) = (self.expr(left, d), self.expr(arity + 2 - left, d));
                self.problem.join(a, b).unwrap()
            }
            4..=6 if arity > 1 => {
                let left = 1 + self.below(arity - 1);
                let (a, b) = (self.expr(left, d), self.expr(arity - left, d));
                self.problem.product(a, b).unwrap()
            }
            7 if arity == 2 => {
                let a = self.expr(2, d);
                match self.below(3) {
                    0 => self.problem.transpose(a),
                    1 => self.problem.closure(a),
                    _ => self.problem.reflexive_closure(a),
                }
                .unwrap()
            }
            8 => {
                let (set, of) = (self.expr(1, d), self.expr(arity, d));
                if self.rng.one_in(2) {
                    self.problem.restrict_domain(set, of).unwrap()
                } else {
                    self.problem.restrict_range(of, set).unwrap()
                }
            }
            9 => {
                let condition = self.formula(d);
                let (a, b) = (self.expr(arity, d), self.expr(arity, d));
                self.problem.if_expr(condition, a, b).unwrap()
            }
            10 if arity < 3 => {
                let before = self.scope.len();
                let declarations: Vec<Declaration> =
                    (0..arity).map(|_| self.declaration(1, Multiplicity::One, d)).collect();
                let body = self.formula(d);
                self.scope.truncate(before);
                self.problem.comprehension(&declarations, body).unwrap()
            }
            11 if arity == 1 && self.has_ints => {
                let int = self.int(d);
                self.problem.int_to_atom(int).unwrap()
            }
            _ => self.leaf(arity),
        }
    }

    fn declaration(
        &mut self,
        arity: usize,
        multiplicity: Multiplicity,
        depth: usize,
    ) -> Declaration {
        let bound = if multiplicity != Multiplicity::One && arity > 1 {
            self.leaf(arity)
        } else if arity == 1 && self.has_ints && self.rng.one_in(3) {
            self.problem.all_ints().unwrap()
        } else {
            self.expr(arity, depth.min(1))
        };
        // A variable in scope is declared again sometimes.
        let same: Vec<VariableId> =
            self.scope.iter().filter(|(_, a)| *a == arity).map(|(v, _)| *v).collect();
        let variable = if !same.is_empty() && self.rng.one_in(8) {
            *self.rng.pick(&same)
        } else {
            let name = format!("x{}", self.scope.len());
            self.problem.variable(name, arity).unwrap()
        };
        self.scope.push((variable, arity));
        Declaration::with(variable, multiplicity, bound)
    }

    pub fn formula(&mut self, depth: usize) -> FormulaId {
        if depth == 0 {
            let a = self.leaf(1);
            return self.problem.some(a).unwrap();
        }
        let d = depth - 1;
        match self.below(14) {
            0 | 1 => {
                let arity = 1 + self.below(2);
                let (a, b) = (self.expr(arity, d), self.expr(arity, d));
                if self.rng.one_in(2) {
                    self.problem.subset(a, b)
                } else {
                    self.problem.equal(a, b)
                }
                .unwrap()
            }
            2 | 3 => {
                let arity = 1 + self.below(2);
                let a = self.expr(arity, d);
                match self.below(4) {
                    0 => self.problem.some(a),
                    1 => self.problem.no(a),
                    2 => self.problem.one(a),
                    _ => self.problem.lone(a),
                }
                .unwrap()
            }
            4 => {
                let a = self.formula(d);
                self.problem.not(a).unwrap()
            }
            choice @ 5..=8 => {
                let (a, b) = (self.formula(d), self.formula(d));
                match choice {
                    5 => self.problem.and([a, b]),
                    6 => self.problem.or([a, b]),
                    7 => self.problem.implies(a, b),
                    _ => self.problem.iff(a, b),
                }
                .unwrap()
            }
            9..=11 => self.quantified(d),
            12 | 13 if self.has_ints => {
                let how = [IntComparison::Equal, IntComparison::Less, IntComparison::LessOrEqual];
                let (a, b) = (self.int(d), self.int(d));
                let how = *self.rng.pick(&how);
                self.problem.compare(how, a, b).unwrap()
            }
            12 => {
                let value = self.rng.one_in(2);
                self.problem.truth(value)
            }
            _ => self.quantified(d),
        }
    }

    fn quantified(&mut self, depth: usize) -> FormulaId {
        let before = self.scope.len();
        let first_order = !self.rng.one_in(4);
        let count = 1 + self.below(2);
        let declarations: Vec<Declaration> = (0..count)
            .map(|_| {
                let all =
                    [Multiplicity::One, Multiplicity::Lone, Multiplicity::Some, Multiplicity::Set];
                let multiplicity = if first_order { all[0] } else { *self.rng.pick(&all) };
                let arity = if self.rng.one_in(6) { 2 } else { 1 };
                self.declaration(arity, multiplicity, depth)
            })
            .collect();
        let body = self.formula(depth);
        self.scope.truncate(before);
        let atoms =
            first_order && declarations.iter().all(|d| self.problem.arity(d.bound) == Ok(1));
        match self.below(8) {
            0..=2 => self.problem.for_all(&declarations, body),
            3 => self.problem.for_none(&declarations, body),
            4 if atoms => self.problem.for_one(&declarations, body),
            5 if atoms => self.problem.for_lone(&declarations, body),
            _ => self.problem.exists(&declarations, body),
        }
        .unwrap()
    }

    fn int(&mut self, depth: usize) -> IntId {
        let width = self.problem.integer_width().unwrap();
        if depth == 0 || self.rng.one_in(5) {
            let set = self.leaf(1);
            return match self.below(3) {
                0 => {
                    let number = self.below(1 << width) as i64 - (1 << (width - 1));
                    self.problem.int(number)
                }
                1 => self.problem.cardinality(set),
                _ => self.problem.sum(set),
            }
            .unwrap();
        }
        let d = depth - 1;
        match self.below(8) {
            0 => {
                let a = self.int(d);
                self.problem.negate(a).unwrap()
            }
            1 => {
                let a = self.int(d);
                self.problem.not_bits(a).unwrap()
            }
            2 => {
                let condition = self.formula(d);
                let (a, b) = (self.int(d), self.int(d));
                self.problem.if_int(condition, a, b).unwrap()
            }
            3 => {
                let before = self.scope.len();
                let declaration = self.declaration(1, Multiplicity::One, d);
                let body = self.int(d);
                self.scope.truncate(before);
                self.problem.sum_over(&[declaration], body).unwrap()
            }
            4 => {
                let arity = 1 + self.below(2);
                let set = self.expr(arity, d);
                self.problem.cardinality(set).unwrap()
            }
            _ => {
                let ops = [
                    IntOp::Add,
                    IntOp::Add,
                    IntOp::Sub,
                    IntOp::Mul,
                    IntOp::Div,
                    IntOp::Rem,
                    IntOp::Shl,
                    IntOp::Shr,
                    IntOp::Sar,
                    IntOp::And,
                    IntOp::Or,
                    IntOp::Xor,
                ];
                let op = *self.rng.pick(&ops);
                let (a, b) = (self.int(d), self.int(d));
                self.problem.operate(op, a, b).unwrap()
            }
        }
    }
}

/// All values of the relations within their bounds.
pub fn all_instances(problem: &Problem) -> Vec<Instance> {
    let free: Vec<(usize, Vec<Atom>)> = problem
        .relations()
        .enumerate()
        .flat_map(|(number, (_, r))| {
            let open = r.upper.difference(&r.lower).unwrap();
            open.iter().map(|t| (number, t.to_vec())).collect::<Vec<_>>()
        })
        .collect();
    (0u64..1 << free.len())
        .map(|chosen| {
            let mut values: Vec<TupleSet> =
                problem.relations().map(|(_, r)| r.lower.clone()).collect();
            for (place, (number, tuple)) in free.iter().enumerate() {
                if chosen >> place & 1 == 1 {
                    values[*number].insert(tuple);
                }
            }
            Instance::new(values)
        })
        .collect()
}

/// The instances in which all these constraints hold.
pub fn models(problem: &Problem, overflow: Overflow, chosen: &[FormulaId]) -> Vec<Instance> {
    let mut instances = all_instances(problem);
    instances.retain(|instance| {
        let mut evaluator = Evaluator::new(problem, instance, overflow);
        chosen.iter().all(|formula| evaluator.holds(*formula).unwrap() == Some(true))
    });
    instances
}
