//! The search for instances.

mod exchanged;

use std::rc::Rc;
use std::time::{Duration, Instant};

use effigy_base::budget::{CancelToken, StopReason};
use effigy_solver::circuit::{Circuit, Lit, Solved};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::atom::Atom;
use crate::contradiction;
use crate::error::EvaluationError;
use crate::evaluate::{Evaluator, Known};
use crate::found::{Core, Found, Instance, Skolem, Why};
use crate::ids::{ConstraintId, FormulaId};
use crate::isomorphism;
use crate::matrix::Matrix;
use crate::options::{CoreEffort, FinderOptions};
use crate::overflow;
use crate::problem::Problem;
use crate::symmetry;
use crate::translate::{Translator, Witness};
use crate::tuples::TupleSet;

/// Sizes and times of a search so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FinderStatistics {
    /// Tuples of relations that are neither certain nor impossible.
    pub primary: usize,
    /// Gates of the circuit.
    pub gates: usize,
    /// Variables of the SAT solver.
    pub variables: usize,
    /// Clauses of the SAT solver.
    pub clauses: usize,
    /// Time for making the circuit.
    pub translating: Duration,
    /// Time for making clauses and solving them.
    pub solving: Duration,
}

/// A problem as a circuit.
struct Translated {
    circuit: Circuit,
    relations: Vec<Rc<Matrix>>,
    constraints: Vec<(ConstraintId, Lit)>,
    /// What holds of one instance of each class, and of one choice of its witnesses at least.
    harmless: Vec<Lit>,
    witnesses: Vec<Witness>,
    classes: Vec<Vec<Atom>>,
    /// The inputs of relations.
    inputs: Vec<Lit>,
}

/// Searches for the instances of a problem, one for each class of instances that differ only by exchanging atoms which
/// all bounds, constants and integers leave interchangeable. The same problem and options give the same instances in the
/// same order.
pub struct Finder<'p> {
    problem: &'p Problem,
    options: FinderOptions,
    translated: Option<Translated>,
    /// The forms of the instances found.
    seen: FxHashSet<Vec<TupleSet>>,
    over: Option<Core>,
    statistics: FinderStatistics,
}

impl<'p> Finder<'p> {
    /// A search that has found nothing yet.
    pub fn new(problem: &'p Problem, options: FinderOptions) -> Self {
        Self {
            problem,
            options,
            translated: None,
            seen: FxHashSet::default(),
            over: None,
            statistics: FinderStatistics::default(),
        }
    }

    /// Sizes and times so far.
    pub fn statistics(&self) -> FinderStatistics {
        self.statistics
    }

    /// The next instance that is isomorphic to none found before. After [`Found::Unknown`] it can be asked again, with
    /// more time.
    pub fn next_instance(&mut self, cancel: &CancelToken) -> Found {
        if let Some(core) = &self.over {
            return Found::None(core.clone());
        }
        match self.search(cancel) {
            Ok(found) => found,
            Err(why) => Found::Unknown(why),
        }
    }

    fn search(&mut self, cancel: &CancelToken) -> Result<Found, Why> {
        let mut translated = match self.translated.take() {
            Some(translated) => translated,
            None => {
                let start = Instant::now();
                let translated = Translated::new(self.problem, self.options, cancel);
                self.statistics.translating += start.elapsed();
                translated?
            }
        };
        let found = self.search_in(&mut translated, cancel);
        self.translated = Some(translated);
        found
    }

    fn search_in(
        &mut self,
        translated: &mut Translated,
        cancel: &CancelToken,
    ) -> Result<Found, Why> {
        loop {
            let start = Instant::now();
            let solved = translated.circuit.solve(&[], cancel);
            self.statistics.solving += start.elapsed();
            let sizes = translated.circuit.statistics();
            self.statistics.primary = translated.inputs.len();
            self.statistics.gates = sizes.gates;
            (self.statistics.variables, self.statistics.clauses) = (sizes.variables, sizes.clauses);
            match solved {
                Solved::Stopped => return Err(stopped(cancel)),
                Solved::Unsat => {
                    let core = self.core(translated, cancel);
                    self.over = Some(core.clone());
                    return Ok(Found::None(core));
                }
                Solved::Sat => {}
            }
            let values: FxHashMap<Lit, bool> = translated
                .inputs
                .iter()
                .map(|lit| (*lit, translated.circuit.value(*lit)))
                .collect();
            let instance = self.instance(translated, cancel)?;
            let form = isomorphism::canonical(instance.values(), &translated.classes, cancel)
                .map_err(Why::Stopped)?;
            let differs: Vec<Lit> = translated
                .inputs
                .iter()
                .map(|lit| if values[lit] { !*lit } else { *lit })
                .collect();
            let other = translated.circuit.or_all(differs);
            translated.circuit.assert(other);
            if self.seen.insert(form) {
                return Ok(Found::Instance(instance));
            }
        }
    }

    /// The constraints that contradict, after no instance was found.
    fn core(&self, translated: &Translated, cancel: &CancelToken) -> Core {
        if !self.seen.is_empty() {
            return Core { constraints: Vec::new(), minimal: false };
        }
        let constraints: Vec<ConstraintId> = self.problem.constraints.ids().collect();
        if self.options.core == CoreEffort::All {
            return Core { minimal: constraints.is_empty(), constraints };
        }
        let minimize = self.options.core == CoreEffort::Minimal;
        contradiction::core(
            &translated.circuit,
            &translated.constraints,
            &translated.harmless,
            minimize,
            cancel,
        )
    }

    /// The instance that the solver found, once it was evaluated on all constraints.
    fn instance(&self, translated: &Translated, cancel: &CancelToken) -> Result<Instance, Why> {
        let problem = self.problem;
        let mut room = Decoder { problem, circuit: &translated.circuit };
        let relations = translated.relations.iter().map(|matrix| room.tuples(matrix)).collect();
        let mut skolems: Vec<Skolem> = Vec::new();
        let mut known: FxHashMap<FormulaId, Vec<Known>> = FxHashMap::default();
        for witness in &translated.witnesses {
            let value = room.tuples(&witness.value);
            let parameters = room.parameters(witness);
            room.skolem(witness, &parameters, &value, &mut skolems);
            let level = witness.level;
            let parameters = parameters
                .into_iter()
                .map(|(variable, tuple)| (variable, single(&tuple)))
                .collect();
            known.entry(witness.formula).or_default().push(Known { level, parameters, value });
        }
        let instance = Instance { relations, skolems };
        for ((_, relation), value) in problem.relations().zip(&instance.relations) {
            if !relation.lower.is_subset(value) || !value.is_subset(&relation.upper) {
                let label = format!("the bounds of {}", relation.name);
                return Err(Why::WrongInstance { label });
            }
        }
        let mut evaluator =
            Evaluator::new(problem, &instance, self.options.overflow).with(known).until(cancel);
        for (_, constraint) in problem.constraints() {
            match evaluator.holds(constraint.formula) {
                Ok(Some(true)) => {}
                Err(EvaluationError::Stopped(reason)) => return Err(Why::Stopped(reason)),
                Ok(_) => return Err(Why::WrongInstance { label: constraint.label.clone() }),
                Err(error) => {
                    return Err(Why::Unevaluated { label: constraint.label.clone(), error });
                }
            }
        }
        Ok(instance)
    }
}

/// Why a token stopped something.
fn stopped(cancel: &CancelToken) -> Why {
    Why::Stopped(cancel.reason().unwrap_or(StopReason::User))
}

fn single(tuple: &[Atom]) -> TupleSet {
    let mut set = TupleSet::empty(tuple.len());
    set.insert(tuple);
    set
}

/// Reads tuples from what the solver found.
struct Decoder<'t> {
    problem: &'t Problem,
    circuit: &'t Circuit,
}

impl Decoder<'_> {
    fn tuple(&self, arity: usize, mut number: u64) -> Vec<Atom> {
        let atoms = (self.problem.universe().len() as u64).max(1);
        let mut tuple = vec![Atom(0); arity];
        for atom in tuple.iter_mut().rev() {
            *atom = Atom(u32::try_from(number % atoms).unwrap_or(u32::MAX));
            number /= atoms;
        }
        tuple
    }

    fn tuples(&mut self, matrix: &Matrix) -> TupleSet {
        let had = matrix.entries.iter().filter(|(_, lit)| self.circuit.value(*lit));
        let tuples: Vec<Vec<Atom>> =
            had.map(|(number, _)| self.tuple(matrix.arity, *number)).collect();
        TupleSet::of(matrix.arity, tuples).unwrap_or_else(|_| TupleSet::empty(matrix.arity))
    }

    fn parameters(&self, witness: &Witness) -> Vec<(crate::VariableId, Vec<Atom>)> {
        let arity = |variable| self.problem.variable_data(variable).map_or(1, |data| data.arity);
        let parameters = witness.parameters.iter();
        parameters
            .map(|(variable, tuple)| (*variable, self.tuple(arity(*variable), *tuple)))
            .collect()
    }

    /// Adds the tuples of a witness to those of the same variable under other parameters.
    fn skolem(
        &self,
        witness: &Witness,
        parameters: &[(crate::VariableId, Vec<Atom>)],
        value: &TupleSet,
        skolems: &mut Vec<Skolem>,
    ) {
        let variables: Vec<crate::VariableId> = parameters.iter().map(|(v, _)| *v).collect();
        let prefix: Vec<Atom> = parameters.iter().flat_map(|(_, tuple)| tuple.clone()).collect();
        let prefixed =
            if prefix.is_empty() { value.clone() } else { single(&prefix).product(value) };
        let same = skolems
            .iter_mut()
            .find(|s| s.variable == witness.variable && s.parameters == variables);
        match same {
            Some(skolem) if !variables.is_empty() => {
                if let Some(both) = skolem.value.union(&prefixed) {
                    skolem.value = both;
                }
            }
            _ => skolems.push(Skolem {
                variable: witness.variable,
                name: self.problem.variables[witness.variable].name.clone(),
                parameters: variables,
                value: prefixed,
            }),
        }
    }
}

impl Translated {
    fn new(problem: &Problem, options: FinderOptions, cancel: &CancelToken) -> Result<Self, Why> {
        let mut circuit = Circuit::new();
        let relations = overflow::relations(problem, &mut circuit, cancel)?;
        let entries = relations.iter().flat_map(|matrix| &matrix.entries);
        let inputs = entries.map(|(_, lit)| *lit).filter(|lit| *lit != Lit::TRUE).collect();
        let mut translator = Translator::new(problem, &mut circuit, cancel, &relations, options);
        let mut constraints = Vec::with_capacity(problem.constraints.len());
        for (id, constraint) in problem.constraints() {
            constraints.push((id, translator.constraint(constraint.formula)?));
        }
        let (witnesses, tight) = translator.into_witnesses();
        let classes = problem.interchangeable(&[]);
        let mut harmless = tight;
        if options.symmetry > 0 {
            let exchanged = exchanged::matrices(problem, &relations, &witnesses, &classes);
            let atoms = problem.universe().len() as u64;
            let most = options.symmetry;
            harmless.extend(symmetry::leaders(&mut circuit, atoms, &exchanged, &classes, most));
        }
        for lit in constraints.iter().map(|(_, lit)| lit).chain(&harmless) {
            circuit.assert(*lit);
        }
        Ok(Self { circuit, relations, constraints, harmless, witnesses, classes, inputs })
    }
}

#[cfg(test)]
mod tests;
