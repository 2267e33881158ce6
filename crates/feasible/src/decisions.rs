//! The decisions of a program that a trace speaks of: branches, the sides on which conditions of the source hold, and values that are
//! chosen without a branch.

use super::conditions::{Condition, Position, innermost};
use super::places::{Insertion, MOST_JUMPS, Mark, Places, Wanted, declare, own_place};
use super::straight::{is_check, located, straight_on};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::source::FileId;
use effigy_compile::languages::RUST;
use effigy_exec::route::{Edge, PREFIX, Passing, WATCH};
use effigy_formats::trace::TraceError;
use effigy_ir::function::{BlockId, Function, InstKind, Loc, LocId, Operand, RegDecl, Terminator};
use effigy_ir::program::Program;
use std::collections::BTreeSet;

impl Places<'_> {
    /// Marks the decisions of a function, those of steps and all others.
    pub(super) fn mark_decisions(
        &mut self,
        program: &mut Program,
        body: &Function,
        insertions: &mut Vec<Insertion>,
    ) -> Result<(), TraceError> {
        let in_c = self.compiled.language != RUST;
        let mut decisions: Vec<Decision> = Vec::new();
        for (block, content) in body.blocks.iter() {
            let Terminator::Branch { then, otherwise, .. } = &content.terminator else { continue };
            let users = |loc: &Loc| {
                loc.line > 0 && self.compiled.user_files.contains(program.files.path(loc.file))
            };
            let Some(id) = content.terminator_loc else { continue };
            let Some(own) = own_place(body, id, &users) else { continue };
            let sides = [then.block, otherwise.block];
            if sides.iter().any(|side| is_check(body, *side, id, in_c)) {
                continue;
            }
            let (file, place) = (own.file, (own.line, own.column));
            let condition = innermost(self.conditions(program, file), place).cloned();
            let known = self.lines.entry(file).or_default();
            known.0.insert(condition.as_ref().map_or(place.0, |c| c.from.0));
            decisions.push(Decision { block, sides, file, place, condition, loc: id });
        }
        for at in 0..decisions.len() {
            let Some(decision) = decisions.get(at) else { continue };
            let steps = self.steps_of(decision);
            let insertion = |marker| {
                let at = body.blocks.get(decision.block).map_or(0, |block| block.insts.len());
                let (block, loc) = (decision.block, Some(decision.loc));
                Insertion { block, at, marker, loc, code: Vec::new(), given: None }
            };
            if steps.is_empty() {
                let watch = *self.watch.get_or_insert_with(|| declare(program, WATCH, Vec::new()));
                insertions.push(insertion(watch));
                continue;
            }
            let edges = match &decision.condition {
                Some(condition) if condition.chooses => {
                    chosen_edges(body, (decision, condition), &decisions, in_c)
                }
                Some(condition) => decision
                    .sides
                    .map(|side| edge(body, (decision, condition), &decisions, side, in_c)),
                None => [Some(Edge::Leaves(true)), Some(Edge::Leaves(false))],
            };
            let [Some(then), Some(otherwise)] = edges else {
                return Err(self.no_side(steps.first()));
            };
            let name = format!("{PREFIX}{}", self.marks.len());
            let marker = declare(program, &name, Vec::new());
            let passing = Passing::Decision { then, otherwise };
            self.marks.push(Mark { marker, points: steps, passing });
            insertions.push(insertion(marker));
        }
        Ok(())
    }

    fn no_side(&self, step: Option<&u32>) -> TraceError {
        let number = step.and_then(|step| self.numbers.get(*step as usize));
        let message = "the compiled program does not show on which side the condition holds";
        TraceError::new(number.copied().unwrap_or(1), message)
    }

    /// Marks values that a compiler chooses without a branch, where the source has a `?`.
    pub(super) fn mark_choices(
        &mut self,
        program: &mut Program,
        body: &mut Function,
        insertions: &mut Vec<Insertion>,
    ) -> Result<(), TraceError> {
        for step in self.backward.clone() {
            let wanted = &self.wanted[step];
            let (Some(side), Some(from)) = (wanted.side, wanted.condition) else { continue };
            let files: Vec<FileId> = wanted.files.iter().copied().collect();
            let mut found = Vec::new();
            for file in files {
                let all = self.conditions(program, file);
                let is_it = |loc: &Loc| {
                    let inner = innermost(all, (loc.line, loc.column));
                    loc.file == file && inner.is_some_and(|c| c.chooses && c.from == from)
                };
                for (block, content) in body.blocks.iter() {
                    for (at, inst) in content.insts.iter().enumerate() {
                        if let InstKind::Op { op: Op::Ite, args, .. } = &inst.kind
                            && let Some(loc) = inst.loc
                            && own_place(body, loc, &is_it).is_some()
                            && let Some(truth) = args.first()
                        {
                            found.push((block, at, loc, truth.clone()));
                        }
                    }
                }
            }
            let Some((block, at, loc, truth)) = found.pop() else { continue };
            // One value that is taken apart is chosen piece by piece, by the same condition.
            let marked = self.marks.iter().any(|mark| mark.points.contains(&(step as u32)));
            if marked || found.iter().any(|(_, _, _, other)| *other != truth) {
                return Err(self.no_side(Some(&(step as u32))));
            }
            let (block, at, loc) = found.first().map_or((block, at, loc), |f| (f.0, f.1, f.2));
            let marker = self.waypoint_marker(program, step, true);
            let mut code = Vec::new();
            let given = match side {
                true => truth,
                false => {
                    let dst = body.regs.push(RegDecl { sort: Sort::Bool });
                    code.push(InstKind::Op { dst, op: Op::Not, args: vec![truth] });
                    Operand::Reg(dst)
                }
            };
            let (loc, given) = (Some(loc), Some(given));
            insertions.push(Insertion { block, at, marker, loc, code, given });
        }
        Ok(())
    }

    /// The steps that a decision belongs to.
    fn steps_of(&self, decision: &Decision) -> Vec<u32> {
        let is_it = |wanted: &&Wanted| {
            let here = wanted.side.is_some() && wanted.files.contains(&decision.file);
            here && match (&wanted.condition, &decision.condition) {
                (Some(from), Some(condition)) => *from == condition.from,
                (None, None) => {
                    let (line, column) = decision.place;
                    line == wanted.line && wanted.column.is_none_or(|known| known == column)
                }
                _ => false,
            }
        };
        let steps = self.wanted.iter().enumerate().filter(|(_, wanted)| is_it(wanted));
        steps.map(|(step, _)| step as u32).collect()
    }
}

/// A branch of the user's code.
struct Decision {
    block: BlockId,
    sides: [BlockId; 2],
    file: FileId,
    place: Position,
    condition: Option<Condition>,
    loc: LocId,
}

/// Where a side of a part of a condition leads; `None` where that cannot be told.
fn edge(
    body: &Function,
    (decision, condition): (&Decision, &Condition),
    all: &[Decision],
    side: BlockId,
    in_c: bool,
) -> Option<Edge> {
    let place = |loc: LocId| {
        let own = own_place(body, loc, &|loc| loc.file == decision.file)?;
        Some((own.line, own.column)).filter(|place| place.0 > 0)
    };
    let parts = all.iter().filter(|other| {
        other.file == decision.file
            && other.condition.as_ref().is_some_and(|c| c.from == condition.from)
    });
    let parts: Vec<BlockId> = parts.map(|other| other.block).collect();
    // Compilers write the part first that is decided first.
    let first = parts.iter().copied().min();
    let mut block = side;
    for _ in 0..MOST_JUMPS {
        if Some(block) == first {
            return Some(Edge::Leaves(condition.repeats));
        }
        let content = body.blocks.get(block)?;
        let mut known = located(content).filter_map(|(_, loc)| place(loc));
        if let Some(outside) = known.find(|place| !condition.contains(*place)) {
            return Some(Edge::Leaves(condition.runs(outside)));
        }
        match &content.terminator {
            _ if parts.contains(&block) => return Some(Edge::Within),
            _ => block = straight_on(body, content, in_c)?,
        }
    }
    None
}

/// Where the sides of a part of the condition of a `?` lead. Compilers write what is computed where it holds before what is computed
/// where it does not.
fn chosen_edges(
    body: &Function,
    (decision, condition): (&Decision, &Condition),
    all: &[Decision],
    in_c: bool,
) -> [Option<Edge>; 2] {
    let parts: Vec<&Decision> = all
        .iter()
        .filter(|other| {
            let same = other.condition.as_ref().is_some_and(|c| c.from == condition.from);
            other.file == decision.file && same
        })
        .collect();
    let inside = |block: BlockId| {
        let Some(content) = body.blocks.get(block) else { return false };
        located(content).all(|(_, loc)| {
            let own = own_place(body, loc, &|loc| loc.file == decision.file);
            own.is_some_and(|loc| condition.contains((loc.line, loc.column)))
        })
    };
    // Whether a side leads to another part.
    let within = |side: BlockId| {
        let mut block = side;
        for _ in 0..MOST_JUMPS {
            if parts.iter().any(|part| part.block == block) {
                return true;
            }
            let next = body.blocks.get(block).filter(|_| inside(block));
            match next.and_then(|content| straight_on(body, content, in_c)) {
                Some(next) => block = next,
                None => return false,
            }
        }
        false
    };
    let leaves: BTreeSet<BlockId> =
        parts.iter().flat_map(|part| part.sides).filter(|side| !within(*side)).collect();
    let ends: Vec<BlockId> = leaves.into_iter().collect();
    decision.sides.map(|side| match ends.as_slice() {
        [_, _] if within(side) => Some(Edge::Within),
        [holds, _] => Some(Edge::Leaves(side == *holds)),
        _ => None,
    })
}
