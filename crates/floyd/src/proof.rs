//! All paths of one function.

use super::contract::{Contract, precondition};
use super::effects::Effects;
use super::live::carried;
use super::loops::{Loops, first_mark};
use super::path::{Path, Stage};
use super::prove::Prover;
use super::start::{Entry, Forget, Scope, Start, enter};
use super::{FloydError, FloydOptions, Gap, Obligation};
use effigy_exec::code::{Code, Inst};
use effigy_exec::context::Context;
use effigy_ir::program::FuncId;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The proof of one function.
pub(super) struct Proof<'c> {
    pub context: &'c mut Context,
    /// Made for the context's terms: what a chain remembers means nothing for others.
    pub prover: Prover,
    pub options: &'c FloydOptions,
    pub effects: Effects,
    pub function: FuncId,
    pub code: Rc<Code>,
    pub entry: Entry,
    /// The number of activations in the verified one.
    pub frames: u32,
    /// The assertion that is its first statement.
    pub precondition: Option<u32>,
    /// Scalars that are perhaps not set at an assertion.
    pub unset: BTreeMap<u32, BTreeSet<u64>>,
    loops: FxHashMap<FuncId, Rc<Loops>>,
    contracts: FxHashMap<FuncId, Option<Rc<Contract>>>,
    /// The functions whose contracts were used.
    pub used: BTreeSet<FuncId>,
    /// The start of the paths that are followed now, and what was found on them.
    pub start: Start,
    pub found: Found,
    /// Whether paths go on through assertions, rounds of loops and calls: in the search for a run that fails.
    pub through: bool,
}

/// What was found on the paths from one cut point.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub obligations: Vec<Obligation>,
    pub gaps: Vec<Gap>,
    pub loops: BTreeSet<(FuncId, u32)>,
}

impl<'c> Proof<'c> {
    /// The proof of a function that the context's job begins with.
    ///
    /// # Errors
    /// When its entry cannot be executed, or it keeps values where no path can find them.
    pub fn new(
        context: &'c mut Context,
        prover: Prover,
        options: &'c FloydOptions,
        function: FuncId,
    ) -> Result<Self, FloydError> {
        let name = context.job.program.functions[function].display.clone();
        let program = context.job.program.clone();
        let entry = enter(context, function)
            .map_err(|reason| FloydError::Entry { function: name.clone(), reason })?;
        let code = entry.state.stack.top.code.clone();
        if let Some(number) = carried(&code.body) {
            return Err(FloydError::Carried { function: name, number });
        }
        Ok(Self {
            effects: Effects::of(&program, function),
            frames: entry.state.stack.frames,
            precondition: precondition(&code),
            unset: BTreeMap::new(),
            loops: FxHashMap::default(),
            contracts: FxHashMap::default(),
            used: BTreeSet::new(),
            start: Start::Entry,
            found: Found::default(),
            through: false,
            context,
            prover,
            options,
            function,
            code,
            entry,
        })
    }

    /// Sets out for the paths from a cut point.
    pub fn begin(&mut self, start: Start, through: bool) {
        self.start = start;
        self.found = Found::default();
        if self.through != through {
            self.through = through;
            self.loops.clear();
        }
    }

    /// The loops of a function that end paths.
    pub fn loops(&mut self, code: &Code) -> Rc<Loops> {
        if let Some(loops) = self.loops.get(&code.function) {
            return loops.clone();
        }
        let loops = Rc::new(Loops::new(code, !self.through && code.function == self.function));
        self.loops.insert(code.function, loops.clone());
        loops
    }

    /// The contract of a function, if it is called by one.
    pub fn contract(&mut self, function: FuncId) -> Option<Rc<Contract>> {
        if let Some(known) = self.contracts.get(&function) {
            return known.clone();
        }
        let code = self.context.code(function).ok();
        let whole = code.filter(|code| carried(&code.body).is_none());
        let contract = whole.and_then(|code| Contract::of(&code)).map(Rc::new);
        self.contracts.insert(function, contract.clone());
        contract
    }

    /// The state that the paths from the present cut point begin in.
    pub fn beginning(&mut self) -> Path {
        let mut state = self.entry.state.clone();
        let first = first_mark(&self.code);
        let number = |at: u32| match self.code.insts.get(at as usize) {
            Some(Inst::Mark { number, .. }) => *number,
            _ => 0,
        };
        match self.start {
            Start::Entry => {
                let stage =
                    if self.precondition.is_some() { Stage::Starting } else { Stage::Running };
                let mut forget = Forget { context: self.context, number: number(first) };
                for handle in &self.entry.lasting {
                    forget.lasting(&mut state, *handle, "object");
                }
                Path::new(state, stage, self.entry.lasting.clone())
            }
            Start::Assertion(cut) => {
                let unset = self.unset.get(&cut).cloned().unwrap_or_default();
                let scope = Scope {
                    first,
                    outer: self.entry.outer,
                    lasting: &self.entry.lasting,
                    unset: &unset,
                };
                let mut forget = Forget { context: self.context, number: number(cut) };
                forget.frame(&mut state, &self.effects, &scope);
                state.stack.top.at = cut;
                Path::new(state, Stage::Starting, self.entry.lasting.clone())
            }
        }
    }
}
