//! The ways in which parameters of a procedure are one variable: they are passed by reference, so a caller may pass one
//! variable twice, one array twice, or an array and an element of it.
//!
//! Of each two parameters that are one, one has to be assigned: otherwise the run is one of those in which they are
//! different variables with equal values.

use crate::effects::Effects;
use crate::tree::{Bounds, ProcId, Procedure, Program, Shape, Storage, VarId, Variable};
use effigy_base::id::IdVec;
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// Most ways of one procedure.
pub const MOST: usize = 4;

/// Where a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// In a variable of its own.
    Own,
    /// In that of the parameter at this position.
    Same(usize),
    /// In an element of the array that is the parameter at this position.
    Element(usize),
}

/// Where each parameter of a procedure is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way(Vec<Share>);

impl Way {
    /// Where each parameter is.
    pub fn shares(&self) -> &[Share] {
        &self.0
    }

    /// The input under which the run begins in this way: `B is A`.
    pub fn name(&self, procedure: &Procedure) -> String {
        let name = |at: usize| {
            let variable = procedure.parameters.get(at).and_then(|id| procedure.variables.get(*id));
            variable.map_or("", |variable| variable.name.as_str())
        };
        let shared = self.0.iter().enumerate().filter_map(|(at, share)| match share {
            Share::Own => None,
            Share::Same(with) => Some(format!("{} is {}", name(at), name(*with))),
            Share::Element(with) => Some(format!("{} is an element of {}", name(at), name(*with))),
        });
        shared.collect::<Vec<_>>().join(", ")
    }

    /// How many parameters are where another one is.
    pub fn shared(&self) -> usize {
        self.0.iter().filter(|share| **share != Share::Own).count()
    }
}

/// The ways of a procedure other than that in which all parameters are different variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    /// The ways, those first in which fewer parameters share.
    pub ways: Vec<Way>,
    /// Whether there are others, which are too many.
    pub more: bool,
    /// The positions of all parameters that share in some way.
    sharing: BTreeSet<usize>,
}

impl Ways {
    /// The parameters that share in some way, as `A, B and C`.
    pub fn parameters(&self, procedure: &Procedure) -> String {
        let variables = self.sharing.iter().filter_map(|at| procedure.parameters.get(*at));
        let variables = variables.filter_map(|id| procedure.variables.get(*id));
        let mut names: Vec<&str> = variables.map(|variable| variable.name.as_str()).collect();
        match names.pop() {
            Some(last) if names.is_empty() => last.to_owned(),
            Some(last) => format!("{} and {last}", names.join(", ")),
            None => String::new(),
        }
    }
}

/// The ways in which a procedure can begin. When there are more than [`MOST`], as many parameters share as can.
pub fn ways(program: &Program, procedure: &Procedure) -> Ways {
    let sharing = Sharing::new(program, procedure);
    let mut found = Ways { sharing: sharing.parameters(), ..Ways::default() };
    for shared in 1..=sharing.parameters.len() {
        let mut exactly = Vec::new();
        let complete =
            sharing.extend(&mut Vec::new(), shared, MOST - found.ways.len(), &mut exactly);
        if !complete {
            return Ways { more: true, ..found };
        }
        found.ways.append(&mut exactly);
    }
    found
}

/// What decides which parameters can share.
struct Sharing<'p> {
    parameters: Vec<&'p Variable>,
    assigned: Vec<bool>,
    used: Vec<bool>,
}

impl<'p> Sharing<'p> {
    fn new(program: &'p Program, procedure: &'p Procedure) -> Self {
        let all = uses(program);
        let own = program.find(&procedure.name).and_then(|id| all.get(id)).cloned();
        let own = own.unwrap_or_default();
        let ids = || procedure.parameters.iter();
        Self {
            parameters: ids().filter_map(|id| procedure.variables.get(*id)).collect(),
            assigned: ids().map(|id| own.changed.contains(id)).collect(),
            used: ids().map(|id| own.changed.contains(id) || own.read.contains(id)).collect(),
        }
    }

    /// The positions of the parameters that share with another one where no others do.
    fn parameters(&self) -> BTreeSet<usize> {
        let mut pairs = Vec::new();
        self.extend(&mut Vec::new(), 1, usize::MAX, &mut pairs);
        let pairs = pairs.iter().flat_map(|way| way.0.iter().enumerate());
        let members = pairs.filter_map(|(at, share)| match share {
            Share::Own => None,
            Share::Same(with) | Share::Element(with) => Some([at, *with]),
        });
        members.flatten().collect()
    }

    /// Adds the ways that begin like `way` in which `left` more parameters share, at most `room`; whether these are all.
    fn extend(&self, way: &mut Vec<Share>, left: usize, room: usize, all: &mut Vec<Way>) -> bool {
        let at = way.len();
        if at == self.parameters.len() {
            if left == 0 && self.matters(way) {
                all.push(Way(way.clone()));
            }
            return all.len() <= room;
        }
        for share in self.shares(way, at) {
            let left = match share {
                Share::Own => left,
                _ if left == 0 => continue,
                _ => left - 1,
            };
            way.push(share);
            let complete = self.extend(way, left, room, all);
            way.pop();
            if !complete {
                return false;
            }
        }
        true
    }

    /// Where the parameter at this position can be.
    fn shares(&self, way: &[Share], at: usize) -> Vec<Share> {
        let mut shares = vec![Share::Own];
        let is_array = |at: usize| self.parameters[at].shape != Shape::Integer;
        if !self.used[at] {
            return shares;
        }
        for with in 0..self.parameters.len() {
            // An array may come behind its element; it is a variable of its own, or that of one that is.
            let is_own = way.get(with).is_none_or(|share| *share == Share::Own);
            match (is_array(at), is_array(with)) {
                (false, true) if is_own && self.used[with] => shares.push(Share::Element(with)),
                (own, other) if own == other && with < at && is_own && self.used[with] => {
                    let class = (0..at).filter(|p| *p == with || way[*p] == Share::Same(with));
                    if !own
                        || class
                            .into_iter()
                            .all(|p| same_bounds(self.parameters[at], self.parameters[p]))
                    {
                        shares.push(Share::Same(with));
                    }
                }
                _ => {}
            }
        }
        shares
    }

    /// Whether each element is one of an array that is a variable of its own, and of all that are one variable one is assigned.
    fn matters(&self, way: &[Share]) -> bool {
        let root = |at: usize| match way[at] {
            Share::Own => at,
            Share::Same(with) | Share::Element(with) => with,
        };
        let elements = way.iter().all(|share| match share {
            Share::Element(with) => way[*with] == Share::Own,
            _ => true,
        });
        let touched: BTreeSet<usize> =
            (0..way.len()).filter(|at| self.assigned[*at]).map(root).collect();
        let shared = (0..way.len()).filter(|at| way[*at] != Share::Own);
        elements && shared.map(root).all(|root| touched.contains(&root))
    }
}

/// Whether one array can be passed for both.
fn same_bounds(a: &Variable, b: &Variable) -> bool {
    match (bounds(a), bounds(b)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// The bounds of a parameter that has bounds of its own.
fn bounds(variable: &Variable) -> Option<(BigInt, BigInt)> {
    match &variable.shape {
        Shape::Array(Bounds::Range { lower, upper }) => {
            Some((crate::check::constant(lower)?, crate::check::constant(upper)?))
        }
        Shape::Array(Bounds::Argument) | Shape::Integer => None,
    }
}

/// What a procedure and all that it calls do to its variables.
#[derive(Clone, Default, PartialEq, Eq)]
struct Uses {
    read: BTreeSet<VarId>,
    changed: BTreeSet<VarId>,
}

/// What each procedure does to its variables.
fn uses(program: &Program) -> IdVec<ProcId, Uses> {
    let effects: Vec<Effects> =
        program.procedures.iter().map(|(_, p)| Effects::of_procedure(p)).collect();
    let mut all: IdVec<ProcId, Uses> = effects
        .iter()
        .map(|effects| Uses { read: effects.reads.clone(), changed: effects.assigns.clone() })
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (caller, effects) in program.procedures.ids().zip(&effects) {
            for (callee, position, variable) in &effects.passes {
                let parameter = program.procedures.get(*callee);
                let Some(parameter) = parameter.and_then(|p| p.parameters.get(*position)) else {
                    continue;
                };
                let inner = &all[*callee];
                let (reads, changes) =
                    (inner.read.contains(parameter), inner.changed.contains(parameter));
                let own = &mut all[caller];
                changed |= reads && own.read.insert(*variable);
                changed |= changes && own.changed.insert(*variable);
            }
        }
    }
    all
}

/// What a run that begins at a procedure takes for granted of STATIC variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statics {
    /// Those that the procedure and what it calls have, as `V of P`: they have their initial values.
    pub initial: Vec<String>,
    /// Those of them that are passed by reference somewhere: no parameter is one of them.
    pub passed: Vec<String>,
}

/// The STATIC variables of a procedure and of all that it calls.
pub fn statics(program: &Program, procedure: &Procedure) -> Statics {
    let mut reached: BTreeSet<ProcId> = program.find(&procedure.name).into_iter().collect();
    let mut pending: Vec<ProcId> = reached.iter().copied().collect();
    let mut found = Statics::default();
    while let Some(procedure) = pending.pop().and_then(|id| program.procedures.get(id)) {
        let effects = Effects::of_procedure(procedure);
        for (id, variable) in procedure.variables.iter() {
            if variable.storage == Storage::Static {
                let name = format!("{} of {}", variable.name, procedure.name);
                if effects.passes.iter().any(|(_, _, passed)| *passed == id) {
                    found.passed.push(name.clone());
                }
                found.initial.push(name);
            }
        }
        pending.extend(effects.called.into_iter().filter(|called| reached.insert(*called)));
    }
    found
}
