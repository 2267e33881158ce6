//! What proofs of a program rest on although nobody shows it.

use crate::graph::components;
use crate::measures::Measures;
use crate::termination::{Measure, backward};
use crate::tree::{
    Block, DomainId, Expr, ExprKind, FunctionId, MethodId, Place, Premise, Program, StmtKind,
};
use crate::walk;
use effigy_base::assumption::AssumptionKind;
use effigy_base::id::Id;
use rustc_hash::FxHashSet;

/// Loops whose end nobody shows.
pub const LOOPS: &str = "loops without a measure end";
/// Methods that call themselves.
pub const METHODS: &str = "recursive methods without a measure end";
/// Functions that call themselves.
pub const FUNCTIONS: &str = "recursive functions without a measure end";
const JUMPS: &str = "what jumps repeat ends";
/// `assume` and `inhale`.
pub const ASSUMED: &str = "what is assumed or inhaled holds";
const ABSTRACT_METHODS: &str = "methods without a body keep their contracts";
const ABSTRACT_FUNCTIONS: &str = "functions without a body have what their contracts say";
const AXIOMS: &str = "axioms hold";
const PAIRS: &str = "what `[A, B]` gives holds";

/// The premises of a program; those of single statements were found before.
pub(crate) fn gather(program: &Program, measures: &Measures) -> Vec<Premise> {
    let mut found = Gathered { program, measures, list: measures.premises.clone() };
    found.functions();
    found.methods();
    found.axioms();
    found.pairs();
    found.list.sort_by_key(|premise| premise.place);
    found.list.dedup();
    found.list
}

struct Gathered<'p> {
    program: &'p Program,
    measures: &'p Measures,
    list: Vec<Premise>,
}

/// Whether a measure was checked whatever the values are.
pub(crate) fn is_checked(measure: &Measure) -> bool {
    measure.tuple.as_ref().is_some_and(|tuple| tuple.condition.is_none())
}

/// Which nodes lie on a cycle.
fn cyclic(edges: &[Vec<usize>]) -> Vec<bool> {
    let component = components(edges);
    let on_cycle = |node: usize| {
        edges[node].iter().any(|target| component.get(*target) == component.get(node))
    };
    (0..edges.len()).map(on_cycle).collect()
}

impl<'p> Gathered<'p> {
    fn add(&mut self, kind: AssumptionKind, what: &'static str, place: Place) {
        self.list.push(Premise { kind, what, place });
    }

    fn functions(&mut self) {
        let program = self.program;
        let mut called = FxHashSet::default();
        self.expressions(&mut |e| {
            if let ExprKind::Call { function, .. } = &*e.kind {
                called.insert(*function);
            }
        });
        let calls = |id: FunctionId| {
            let function = &program.functions[id];
            let contract = function.preconditions.iter().chain(&function.postconditions);
            let mut list = Vec::new();
            for e in contract.chain(&function.body) {
                walk::all(e, &mut |e| {
                    if let ExprKind::Call { function, .. } = &*e.kind {
                        list.push(function.index());
                    }
                });
            }
            list
        };
        let edges: Vec<Vec<usize>> = program.functions.ids().map(calls).collect();
        let cyclic = cyclic(&edges);
        for (id, function) in program.functions.iter() {
            let measure = self.measures.functions.get(id.index());
            if cyclic[id.index()] && !measure.is_some_and(is_checked) {
                self.add(AssumptionKind::Termination, FUNCTIONS, function.place);
            }
            let says = !function.postconditions.is_empty() && function.body.is_none();
            if says && called.contains(&id) {
                self.add(AssumptionKind::Contract, ABSTRACT_FUNCTIONS, function.place);
            }
        }
    }

    fn methods(&mut self) {
        let program = self.program;
        let calls = |id: MethodId| {
            let mut list = Vec::new();
            if let Some(body) = &program.methods[id].body {
                called(body, &mut list);
            }
            list
        };
        let edges: Vec<Vec<usize>> = program.methods.ids().map(calls).collect();
        let cyclic = cyclic(&edges);
        let called: FxHashSet<usize> = edges.iter().flatten().copied().collect();
        for (id, method) in program.methods.iter() {
            let measure = self.measures.methods.get(id.index());
            let checked = measure.is_some_and(is_checked);
            if cyclic[id.index()] && !checked {
                self.add(AssumptionKind::Termination, METHODS, method.place);
            }
            match &method.body {
                None if called.contains(&id.index()) => {
                    self.add(AssumptionKind::Contract, ABSTRACT_METHODS, method.place);
                }
                Some(body) if !checked => {
                    for place in backward(body) {
                        self.add(AssumptionKind::Termination, JUMPS, place);
                    }
                }
                _ => {}
            }
        }
    }

    /// Axioms of domains that a member uses: none that come with the language, and none that say what a data type is.
    fn axioms(&mut self) {
        let program = self.program;
        let mut used: FxHashSet<DomainId> = FxHashSet::default();
        self.expressions(&mut |e| {
            if let ExprKind::DomainCall { function, .. } = &*e.kind {
                used.insert(program.domain_functions[*function].domain);
            }
        });
        for (id, domain) in program.domains.iter() {
            let given = crate::imports::is_standard(program.files.path(domain.place.file))
                || self.measures.data_types.contains(&id);
            if !given
                && used.contains(&id)
                && let Some(axiom) = domain.axioms.first()
            {
                self.add(AssumptionKind::Contract, AXIOMS, axiom.body.place);
            }
        }
    }

    fn pairs(&mut self) {
        let mut places = Vec::new();
        self.expressions(&mut |e| {
            if let ExprKind::InhaleExhale(..) = &*e.kind {
                places.push(e.place);
            }
        });
        for place in places {
            self.add(AssumptionKind::Contract, PAIRS, place);
        }
    }

    /// Shows all expressions of functions, predicates and methods.
    fn expressions(&self, f: &mut dyn FnMut(&'p Expr)) {
        let program = self.program;
        for (_, function) in program.functions.iter() {
            let contract = function.preconditions.iter().chain(&function.postconditions);
            contract.chain(&function.body).for_each(|e| walk::all(e, f));
        }
        for (_, predicate) in program.predicates.iter() {
            predicate.body.iter().for_each(|e| walk::all(e, f));
        }
        for (_, method) in program.methods.iter() {
            let contract = method.preconditions.iter().chain(&method.postconditions);
            contract.for_each(|e| walk::all(e, f));
            method.body.iter().for_each(|body| expressions_of(body, f));
        }
    }
}

fn expressions_of<'p>(block: &'p Block, f: &mut dyn FnMut(&'p Expr)) {
    for statement in &block.statements {
        walk::statement(&statement.kind, &mut |e| walk::all(e, f));
        walk::blocks(&statement.kind, &mut |inner| expressions_of(inner, f));
    }
}

/// The methods that a block calls.
fn called(block: &Block, list: &mut Vec<usize>) {
    for statement in &block.statements {
        if let StmtKind::Call { method, .. } = &statement.kind {
            list.push(method.index());
        }
        walk::blocks(&statement.kind, &mut |inner| called(inner, list));
    }
}
