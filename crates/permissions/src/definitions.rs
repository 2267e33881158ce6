//! How far the definitions of functions are, and which functions call each other.

use crate::walk;
use effigy_base::id::IdVec;
use effigy_lang_viper::tree::{Function, FunctionId, Program};
use effigy_term::Term;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The definitions that a prover made, and the one that it is at.
pub(crate) struct Definitions {
    pub(crate) axioms: FxHashMap<FunctionId, Axioms>,
    /// Which functions call each other.
    pub(crate) groups: Rc<Groups>,
    /// The group of the function that is defined or proved.
    pub(crate) group: Option<usize>,
    /// What says which predicate instances were unfolded in the definition of a function.
    pub(crate) opened: Vec<Term>,
}

impl Definitions {
    /// No definition.
    pub(crate) fn new(groups: Rc<Groups>) -> Self {
        Self { axioms: FxHashMap::default(), groups, group: None, opened: Vec::new() }
    }
}

/// How far the axioms of a function are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axioms {
    /// They are being made: an application in here is a recursive call.
    Pending,
    /// They are in the background.
    Ready,
}

/// Which functions call each other, by a number for each group.
pub(crate) struct Groups {
    numbers: Vec<usize>,
}

impl Groups {
    /// The groups of a program: the strongly connected parts of who calls whom.
    pub(crate) fn new(program: &Program) -> Self {
        let callees = |function: &Function| {
            let mut found = Vec::new();
            let contract = function.preconditions.iter().chain(&function.postconditions);
            for e in contract.chain(&function.body) {
                walk::calls(e, &mut found);
            }
            found
        };
        let graph: IdVec<FunctionId, Vec<FunctionId>> =
            program.functions.iter().fold(IdVec::new(), |mut graph, (_, function)| {
                graph.push(callees(function));
                graph
            });
        let reach = |from: FunctionId| {
            let mut seen = vec![false; graph.len()];
            let mut pending = graph[from].clone();
            while let Some(function) = pending.pop() {
                if !std::mem::replace(&mut seen[index(function)], true) {
                    pending.extend(&graph[function]);
                }
            }
            seen
        };
        let reached: Vec<Vec<bool>> = graph.ids().map(reach).collect();
        let numbers = (0..reached.len())
            .map(|a| {
                (0..reached.len())
                    .find(|b| *b == a || reached[a][*b] && reached[*b][a])
                    .unwrap_or(a)
            })
            .collect();
        Self { numbers }
    }

    /// The group of a function.
    pub(crate) fn of(&self, function: FunctionId) -> usize {
        self.numbers.get(index(function)).copied().unwrap_or(usize::MAX)
    }
}

fn index(function: FunctionId) -> usize {
    effigy_base::id::Id::index(function)
}
