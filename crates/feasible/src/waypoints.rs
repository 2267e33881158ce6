//! The places of waypoints that only witnesses have: calls, what they return, and what holds before a statement.
//!
//! A constraint becomes code: its condition is computed where it is asked, and is the argument of the marker.

use super::conditions::{Position, calls};
use super::places::{Insertion, Mark, Places, own_place};
use super::straight::straight_from;
use super::values::{Known, condition};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_exec::route::{PREFIX, Passing};
use effigy_formats::expression::Expression;
use effigy_formats::trace::{Constraint, TraceError, What};
use effigy_ir::function::{
    BlockId, Callee, Function, InstKind, Loc, LocId, Operand, Reg, RegDecl, Terminator,
};
use effigy_ir::program::{FuncId, Program};
use effigy_ir::source_type::{Reading, SourceType};

/// How names of functions begin that return natural numbers, behind the beginning of those that return any number.
pub(super) const ANY_NUMBER: &str = "__VERIFIER_nondet_";

/// A call that a waypoint is about.
struct Made {
    block: BlockId,
    at: usize,
    loc: Option<LocId>,
    results: Vec<Reg>,
    callee: Option<FuncId>,
}

impl Places<'_> {
    /// Finds the call that a waypoint means: where it begins. Without a column it is the first one of the line.
    pub(super) fn call_of(
        &mut self,
        program: &Program,
        step: usize,
        number: u32,
    ) -> Result<Position, TraceError> {
        let wanted = &self.wanted[step];
        let (line, column) = (wanted.line, wanted.column);
        let files: Vec<_> = wanted.files.iter().copied().collect();
        for file in files {
            let all = calls(&self.source(program, file));
            let mut ends = all.iter().filter(|(_, close)| close.0 == line);
            let found = match column {
                Some(column) => ends.find(|(_, close)| close.1 == column),
                None => ends.min_by_key(|(_, close)| close.1),
            };
            if let Some((start, _)) = found {
                return Ok(*start);
            }
        }
        let column = column.map_or(String::new(), |column| format!(":{column}"));
        Err(TraceError::new(number, format!("no call ends at line {line}{column}")))
    }

    /// Marks the calls, and the conditions, of waypoints in a function.
    pub(super) fn mark_waypoints(
        &mut self,
        program: &mut Program,
        function: FuncId,
        body: &mut Function,
        insertions: &mut Vec<Insertion>,
    ) -> Result<(), TraceError> {
        for step in self.backward.clone() {
            match self.wanted[step].what.clone() {
                What::Calls => self.mark_calls(program, body, step, None, insertions)?,
                What::Returns(constraint) => {
                    self.mark_calls(program, body, step, Some(&constraint), insertions)?;
                }
                What::Holds(constraint) => {
                    let at = (function, &mut *body);
                    self.mark_conditions(program, at, step, &constraint, insertions)?;
                }
                What::Selects(case) => self.mark_switches(program, body, step, case, insertions),
                What::Comes | What::Decides(_) | What::Enters(_) | What::Fails | What::Violates => {
                }
            }
        }
        Ok(())
    }

    fn mark_calls(
        &mut self,
        program: &mut Program,
        body: &mut Function,
        step: usize,
        returns: Option<&Constraint>,
        insertions: &mut Vec<Insertion>,
    ) -> Result<(), TraceError> {
        let wanted = &self.wanted[step];
        let mut found = Vec::new();
        for (block, content) in body.blocks.iter() {
            for (at, inst) in content.insts.iter().enumerate() {
                let InstKind::Call { results, callee, .. } = &inst.kind else { continue };
                let Some(loc) = inst.loc.and_then(|loc| body.locs.get(loc)) else { continue };
                let here = Some((loc.line, loc.column)) == wanted.call;
                if here && wanted.files.contains(&loc.file) {
                    let callee = match callee {
                        Callee::Function(callee) => Some(*callee),
                        Callee::Address(_) => None,
                    };
                    found.push(Made { block, at, loc: inst.loc, results: results.clone(), callee });
                }
            }
        }
        let number = self.numbers[step];
        for Made { block, at, loc, results, callee } in found {
            let marker = self.waypoint_marker(program, step, returns.is_some());
            let Some(constraint) = returns else {
                insertions.push(Insertion {
                    block,
                    at,
                    marker,
                    loc,
                    code: Vec::new(),
                    given: None,
                });
                continue;
            };
            let &[result] = results.as_slice() else {
                return Err(TraceError::new(number, "the call returns no number"));
            };
            let name = callee.map(|callee| program.functions[callee].name.clone());
            let signed = name.as_deref().and_then(is_signed);
            let known = Known { operand: Operand::Reg(result), signed };
            let mut code = Vec::new();
            let what = (&constraint.expression, constraint.rules);
            let given = condition(body, &mut code, what, &mut |_, _, _| Ok(known.clone()));
            let given = Some(given.map_err(|message| TraceError::new(number, message))?);
            insertions.push(Insertion { block, at: at + 1, marker, loc, code, given });
        }
        Ok(())
    }

    fn mark_conditions(
        &mut self,
        program: &mut Program,
        (function, body): (FuncId, &mut Function),
        step: usize,
        constraint: &Constraint,
        insertions: &mut Vec<Insertion>,
    ) -> Result<(), TraceError> {
        let mut found = Vec::new();
        let before = straight_from(body, true);
        for (block, content) in body.blocks.iter() {
            let from = before.get(&block).and_then(|from| body.blocks.get(*from));
            let places = self.arrivals(body, (content, from), step);
            found.extend(places.into_iter().map(|(at, loc)| (block, at, loc)));
        }
        let number = self.numbers[step];
        for (block, at, loc) in found {
            let marker = self.waypoint_marker(program, step, true);
            let mut code = Vec::new();
            let what = (&constraint.expression, constraint.rules);
            let given = condition(body, &mut code, what, &mut |body, code, leaf| match leaf {
                Expression::Variable(name) => variable(program, (function, body), code, name),
                _ => Err(format!("`{leaf}` has no meaning here")),
            });
            let given = Some(given.map_err(|message| TraceError::new(number, message))?);
            insertions.push(Insertion { block, at, marker, loc, code, given });
        }
        Ok(())
    }

    /// Marks the `switch` statements of a waypoint.
    fn mark_switches(
        &mut self,
        program: &mut Program,
        body: &mut Function,
        step: usize,
        case: Option<i128>,
        insertions: &mut Vec<Insertion>,
    ) {
        let mut found = Vec::new();
        for (block, content) in body.blocks.iter() {
            let Terminator::Switch { value, width, cases, .. } = &content.terminator else {
                continue;
            };
            let wanted = &self.wanted[step];
            let is_it = |loc: &Loc| {
                let behind = wanted.column.is_none_or(|column| loc.column == column);
                loc.line == wanted.line && behind && wanted.files.contains(&loc.file)
            };
            if content.terminator_loc.is_some_and(|loc| own_place(body, loc, &is_it).is_some()) {
                let known: Vec<u128> = cases.iter().map(|(value, _)| *value).collect();
                let (at, loc) = (content.insts.len(), content.terminator_loc);
                found.push((block, at, loc, value.clone(), *width, known));
            }
        }
        for (block, at, loc, value, width, known) in found {
            let marker = self.waypoint_marker(program, step, true);
            let mut code = Vec::new();
            let mut emit = |op: Op, args: Vec<Operand>| {
                let dst = body.regs.push(RegDecl { sort: Sort::Bool });
                code.push(InstKind::Op { dst, op, args });
                Operand::Reg(dst)
            };
            let case_of = |known: u128| vec![value.clone(), Operand::bits(width, known)];
            let given = match case.map(|case| masked(case, width)) {
                Some(case) if known.contains(&case) => emit(Op::Eq, case_of(case)),
                // Its value goes to the default, and is no case.
                Some(_) => Operand::Bool(false),
                None => known.into_iter().fold(Operand::Bool(true), |others, known| {
                    let equal = emit(Op::Eq, case_of(known));
                    let other = emit(Op::Not, vec![equal]);
                    emit(Op::And, vec![others, other])
                }),
            };
            insertions.push(Insertion { block, at, marker, loc, code, given: Some(given) });
        }
    }

    /// The marker of the waypoint of a step.
    pub(super) fn waypoint_marker(
        &mut self,
        program: &mut Program,
        step: usize,
        holds: bool,
    ) -> FuncId {
        if let Some(mark) = self.marks.iter().find(|mark| mark.points == [step as u32]) {
            return mark.marker;
        }
        let params = if holds { vec![Sort::Bool] } else { Vec::new() };
        let marker =
            super::places::declare(program, &format!("{PREFIX}{}", self.marks.len()), params);
        let passing = if holds { Passing::Holds } else { Passing::Place };
        self.marks.push(Mark { marker, points: vec![step as u32], passing });
        marker
    }
}

/// Whether what a function returns has a sign, where its name says it.
pub(super) fn is_signed(name: &str) -> Option<bool> {
    let kind = name.strip_prefix(ANY_NUMBER)?;
    let natural = kind.starts_with(['u', 'U']) || matches!(kind, "bool" | "_Bool" | "size_t");
    Some(!natural)
}

/// The value of a variable in a function, and whether it has a sign where that is known.
fn variable(
    program: &Program,
    (function, body): (FuncId, &mut Function),
    code: &mut Vec<InstKind>,
    name: &str,
) -> Result<Known, String> {
    let mut places: Vec<Operand> = Vec::new();
    for inst in body.blocks.iter().flat_map(|(_, block)| &block.insts) {
        if let InstKind::Name { variable, value, indirect: true } = &inst.kind
            && variable == name
            && !places.contains(value)
        {
            places.push(value.clone());
        }
    }
    let (address, bits, signed) = match places.as_slice() {
        [one] => {
            let types = program.variables(function);
            let known = types.iter().find(|variable| variable.name == name);
            match known.map(|variable| &*variable.ty) {
                Some(SourceType::Scalar { bits, reading, .. }) if *bits <= 64 => match reading {
                    Reading::Signed => (one.clone(), *bits, Some(true)),
                    Reading::Unsigned | Reading::Truth => (one.clone(), *bits, Some(false)),
                    Reading::Character => (one.clone(), *bits, Some(true)),
                    Reading::Float => return Err(format!("`{name}` is no integer")),
                },
                _ => return Err(format!("`{name}` is no integer")),
            }
        }
        [] => {
            let global = program.global_named(name);
            let global = global.ok_or_else(|| format!("there is no variable `{name}` here"))?;
            let bits = 8 * program.globals[global].size;
            if !matches!(bits, 8 | 16 | 32 | 64) {
                return Err(format!("`{name}` is no integer"));
            }
            (Operand::Global(global, 0), bits as u32, None)
        }
        _ => return Err(format!("there are several variables `{name}` in this function")),
    };
    let dst = body.regs.push(RegDecl { sort: Sort::BitVec(bits) });
    code.push(InstKind::Load { dst, addr: address });
    Ok(Known { operand: Operand::Reg(dst), signed })
}

/// The low bits of a number.
fn masked(value: i128, width: u32) -> u128 {
    match width {
        128.. => value as u128,
        _ => value as u128 & ((1 << width) - 1),
    }
}
