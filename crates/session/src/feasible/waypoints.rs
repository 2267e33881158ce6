//! The places of waypoints that only witnesses have: calls, what they return, and what holds before a statement.
//!
//! A constraint becomes code: its condition is computed where it is asked, and is the argument of the marker.

use super::conditions::{Position, calls};
use super::places::{Insertion, Places, straight_from};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_exec::route::{PREFIX, Passing, Site};
use effigy_formats::trace::{Comparison, Relation, TraceError, What};
use effigy_ir::function::{BlockId, Callee, Function, InstKind, LocId, Operand, Reg, RegDecl};
use effigy_ir::program::{FuncId, Program};
use effigy_ir::source_type::{Reading, SourceType};

/// The width at which numbers are compared: none of C is wider, with its sign.
const WIDTH: u32 = 128;

/// How names of functions begin that return natural numbers, behind the beginning of those that return any number.
const ANY_NUMBER: &str = "__VERIFIER_nondet_";

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
        for step in 0..self.wanted.len() {
            match self.wanted[step].what.clone() {
                What::Calls => self.mark_calls(program, body, step, None, insertions)?,
                What::Returns(all) => {
                    self.mark_calls(program, body, step, Some(&all), insertions)?;
                }
                What::Holds(all) => {
                    self.mark_conditions(program, (function, body), step, &all, insertions)?;
                }
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
        returns: Option<&[Comparison]>,
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
            let Some(all) = returns else {
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
            let value = Operand::Reg(result);
            let mut code = Vec::new();
            let mut parts = Vec::new();
            for comparison in all {
                let part = compare(body, &mut code, &value, signed, comparison);
                parts.push(part.map_err(|message| TraceError::new(number, message))?);
            }
            let given = Some(both(body, &mut code, parts));
            insertions.push(Insertion { block, at: at + 1, marker, loc, code, given });
        }
        Ok(())
    }

    fn mark_conditions(
        &mut self,
        program: &mut Program,
        (function, body): (FuncId, &mut Function),
        step: usize,
        all: &[Comparison],
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
            let (mut code, mut parts) = (Vec::new(), Vec::new());
            for comparison in all {
                let name = comparison.name.as_deref().unwrap_or_default();
                let part = self.variable(program, (function, body), &mut code, name).and_then(
                    |(value, signed)| compare(body, &mut code, &value, signed, comparison),
                );
                parts.push(part.map_err(|message| TraceError::new(number, message))?);
            }
            let given = Some(both(body, &mut code, parts));
            insertions.push(Insertion { block, at, marker, loc, code, given });
        }
        Ok(())
    }

    /// The value of a variable in a function, and whether it has a sign where that is known.
    fn variable(
        &self,
        program: &Program,
        (function, body): (FuncId, &mut Function),
        code: &mut Vec<InstKind>,
        name: &str,
    ) -> Result<(Operand, Option<bool>), String> {
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
                    Some(SourceType::Scalar { bits, reading, .. }) if *bits <= 64 => {
                        match reading {
                            Reading::Signed => (one.clone(), *bits, Some(true)),
                            Reading::Unsigned | Reading::Truth => (one.clone(), *bits, Some(false)),
                            Reading::Character => (one.clone(), *bits, Some(true)),
                            Reading::Float => return Err(format!("`{name}` is no integer")),
                        }
                    }
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
        Ok((Operand::Reg(dst), signed))
    }

    /// The marker of the waypoint of a step.
    fn waypoint_marker(&mut self, program: &mut Program, step: usize, holds: bool) -> FuncId {
        let own = |site: &&Site| site.steps == [step as u32];
        if let Some(site) = self.sites.iter().find(own) {
            return site.marker;
        }
        let params = if holds { vec![Sort::Bool] } else { Vec::new() };
        let marker =
            super::places::declare(program, &format!("{PREFIX}{}", self.sites.len()), params);
        let passing = if holds { Passing::Holds } else { Passing::Place };
        self.sites.push(Site { marker, steps: vec![step as u32], passing });
        marker
    }
}

/// Whether what a function returns has a sign, where its name says it.
pub(super) fn is_signed(name: &str) -> Option<bool> {
    let kind = name.strip_prefix(ANY_NUMBER)?;
    let natural = kind.starts_with(['u', 'U']) || matches!(kind, "bool" | "_Bool" | "size_t");
    Some(!natural)
}

/// Code that compares a number with a value, as C does: a negative value that is compared with a natural number wraps around.
fn compare(
    body: &mut Function,
    code: &mut Vec<InstKind>,
    value: &Operand,
    signed: Option<bool>,
    comparison: &Comparison,
) -> Result<Operand, String> {
    let Comparison { name, relation, value: constant } = comparison;
    let name = name.as_deref().unwrap_or("\\result");
    let equality = matches!(relation, Relation::Equal | Relation::Differs);
    if signed.is_none() && !equality {
        return Err(format!(
            "whether `{name}` has a sign is not known: only == and != are understood of it"
        ));
    }
    let sort = value.sort(body).ok_or("an unknown value")?;
    let mut emit = |op: Op, args: Vec<Operand>, sort: Sort| {
        let dst = body.regs.push(RegDecl { sort });
        code.push(InstKind::Op { dst, op, args });
        Operand::Reg(dst)
    };
    let (number, width) = match sort {
        Sort::Bool => (emit(Op::BoolToBv { width: 8 }, vec![value.clone()], Sort::BitVec(8)), 8),
        Sort::BitVec(width) if width < WIDTH => (value.clone(), width),
        _ => return Err(format!("`{name}` is no integer")),
    };
    let compared = match (signed, equality) {
        (None, _) => {
            let constant = Operand::bits(width, *constant as u128);
            emit(Op::Eq, vec![number, constant], Sort::Bool)
        }
        (Some(signed), _) => {
            let wraps = !signed && *constant < 0;
            let constant = if wraps { constant + (1 << width.max(32)) } else { *constant };
            let op = match signed {
                true => Op::SignExtend { width: WIDTH },
                false => Op::ZeroExtend { width: WIDTH },
            };
            let number = emit(op, vec![number], Sort::BitVec(WIDTH));
            let constant = Operand::bits(WIDTH, constant as u128);
            let (op, args) = match relation {
                Relation::Equal | Relation::Differs => (Op::Eq, vec![number, constant]),
                Relation::Below => (Op::BvSlt, vec![number, constant]),
                Relation::AtMost => (Op::BvSle, vec![number, constant]),
                Relation::Above => (Op::BvSlt, vec![constant, number]),
                Relation::AtLeast => (Op::BvSle, vec![constant, number]),
            };
            emit(op, args, Sort::Bool)
        }
    };
    Ok(match relation {
        Relation::Differs => emit(Op::Not, vec![compared], Sort::Bool),
        _ => compared,
    })
}

/// Code for a conjunction.
fn both(body: &mut Function, code: &mut Vec<InstKind>, parts: Vec<Operand>) -> Operand {
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or(Operand::Bool(true));
    parts.fold(first, |all, part| {
        let dst = body.regs.push(RegDecl { sort: Sort::Bool });
        code.push(InstKind::Op { dst, op: Op::And, args: vec![all, part] });
        Operand::Reg(dst)
    })
}
