//! Random terms and models.

use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::value::{ArrayValue, Value};
use effigy_term::{Model, Role, Term, TermStore, VarInfo};
use effigy_testkit::times;
use num_rational::BigRational;

use super::{Rng, number};

/// A recipe for a term: a list of steps, each over earlier ones, that can be built in any store.
pub struct Recipe {
    pub steps: Vec<Step>,
}

pub enum Step {
    Variable(String, Sort),
    Bits(u32, u128),
    Apply(Op, Vec<usize>),
}

impl Recipe {
    /// Builds all steps and gives their terms.
    pub fn build(&self, store: &mut TermStore) -> Vec<Term> {
        let mut terms: Vec<Term> = Vec::new();
        for step in &self.steps {
            let t = match step {
                Step::Variable(name, sort) => {
                    store.variable(&VarInfo { name: name.clone(), sort: *sort, role: Role::Input })
                }
                Step::Bits(width, bits) => store.bits(*width, *bits),
                Step::Apply(op, args) => {
                    let args: Vec<Term> = args.iter().map(|i| terms[*i]).collect();
                    store.app(*op, &args)
                }
            };
            terms.push(t);
        }
        terms
    }

    /// Random steps over variables of the given width. Every term has at most `4 * width` bits.
    pub fn random(random: &mut Rng, width: u32, length: usize) -> Self {
        let mut steps = Vec::new();
        let mut sorts = Vec::new();
        for (name, sort) in [
            ("x", Sort::BitVec(width)),
            ("y", Sort::BitVec(width)),
            ("p", Sort::Bool),
            ("q", Sort::Bool),
            ("a", Sort::bit_vector_array(width, width)),
            ("m", Sort::Int),
            ("n", Sort::Int),
            ("f", Sort::Array { index: Scalar::Int, element: Scalar::Int }),
            ("s", Sort::Real),
            ("t", Sort::Real),
        ] {
            steps.push(Step::Variable(name.to_owned(), sort));
            sorts.push(sort);
        }
        for _ in 0..3 {
            steps.push(Step::Bits(width, number(random)));
            sorts.push(Sort::BitVec(width));
        }
        let length = times(length);
        while steps.len() < length {
            let mut op = Op::ALL[random.below(Op::ALL.len())];
            let w = 1 + random.below(2 * width as usize) as u32;
            if op.is_floating_point() || matches!(op, Op::Forall | Op::IntPow | Op::RealDiv) {
                continue;
            }
            match &mut op {
                Op::Extract { hi, lo } => {
                    *lo = random.below(width as usize) as u32;
                    *hi = *lo + w - 1;
                }
                Op::ZeroExtend { width } | Op::SignExtend { width } | Op::BoolToBv { width } => {
                    *width = w
                }
                _ => {}
            }
            let args: Vec<usize> = (0..op.arity())
                .map(|_| {
                    let n = sorts.len();
                    // Recent steps are more likely, so that terms grow deep.
                    if random.one_in(2) { random.below(n) } else { n - 1 - random.below(n.min(8)) }
                })
                .collect();
            let arg_sorts: Vec<Sort> = args.iter().map(|i| sorts[*i]).collect();
            let Some(sort) = op.result_sort(&arg_sorts) else { continue };
            if sort.width().is_some_and(|w| w > 4 * width) {
                continue;
            }
            steps.push(Step::Apply(op, args));
            sorts.push(sort);
        }
        Self { steps }
    }
}

/// A random value of a sort.
pub fn value(random: &mut Rng, sort: Sort) -> Value {
    match sort {
        Sort::Array { index, element } => {
            let mut array = ArrayValue::new(index, value(random, element.into()));
            for _ in 0..random.below(5) {
                array.store(value(random, index.into()), value(random, element.into()));
            }
            Value::Array(array)
        }
        Sort::Int => Value::int(random.below(15) as i64 - 7),
        Sort::Real => {
            let (over, under) = (random.below(15) as i64 - 7, random.below(4) as i64 + 1);
            Value::Real(BigRational::new(over.into(), under.into()))
        }
        _ => Value::from_scalar(sort, number(random)).expect("a scalar sort"),
    }
}

/// Models of the same random values, by name, for the variables of terms in several stores.
pub fn models(random: &mut Rng, terms: &mut [(&mut TermStore, Term)]) -> Vec<Model> {
    let mut values: Vec<(VarInfo, Value)> = Vec::new();
    let mut models = Vec::new();
    for (store, t) in terms {
        let mut model = Model::new();
        for variable in store.variables(*t).iter() {
            let info = store.as_variable(*variable).expect("a variable").clone();
            let known =
                values.iter().find(|(other, _)| *other == info).map(|(_, value)| value.clone());
            let value = known.unwrap_or_else(|| value(random, info.sort));
            values.push((info, value.clone()));
            model.set(*variable, value);
        }
        models.push(model);
    }
    models
}
