//! Reading function bodies.

mod inst;

pub(super) use inst::{initial, scalar};

use super::line::{Diagnostics, Line, LineError, LineResult};
use crate::field::FieldId;
use crate::function::{
    Block, BlockId, Function, Inst, InstKind, Loc, LocId, Operand, Reg, RegDecl, Terminator,
};
use crate::program::{FuncId, GlobalId};
use effigy_base::id::{Id, IdVec};
use effigy_base::sort::Sort;
use effigy_base::source::FileId;
use std::collections::HashMap;

/// The names that bodies and contents may refer to.
pub(super) struct Names<'a> {
    pub(super) functions: &'a HashMap<String, FuncId>,
    pub(super) globals: &'a HashMap<String, GlobalId>,
    pub(super) fields: &'a HashMap<String, FieldId>,
}

impl Names<'_> {
    pub(super) fn function(&self, line: &mut Line<'_>) -> LineResult<FuncId> {
        let before = line.clone();
        let name = line.name("@")?;
        let found = self.functions.get(&name).copied();
        found.map_or_else(|| before.error(format!("there is no function @{name}")), Ok)
    }

    pub(super) fn global(&self, line: &mut Line<'_>) -> LineResult<GlobalId> {
        let before = line.clone();
        let name = line.name("$")?;
        let found = self.globals.get(&name).copied();
        found.map_or_else(|| before.error(format!("there is no global ${name}")), Ok)
    }

    pub(super) fn field(&self, line: &mut Line<'_>) -> LineResult<FieldId> {
        let before = line.clone();
        let name = line.name("&")?;
        let found = self.fields.get(&name).copied();
        found.map_or_else(|| before.error(format!("there is no heap function &{name}")), Ok)
    }
}

/// What a body is read in.
pub(super) struct Scope<'a> {
    pub(super) names: Names<'a>,
    /// The number of files.
    pub(super) files: usize,
    /// The function's results.
    pub(super) results: Vec<Sort>,
}

/// A register with its sort: `%3: bv32`.
pub(super) fn definition(line: &mut Line<'_>) -> LineResult<(usize, Sort)> {
    let index = line.index("%", "a register such as `%0`")?;
    line.expect(":")?;
    Ok((index, line.sort()?))
}

/// `+8`, `-8`, or nothing for zero.
pub(super) fn offset(line: &mut Line<'_>) -> LineResult<i64> {
    let before = line.clone();
    let negative = line.eat("-");
    if !negative && !line.eat("+") {
        return Ok(0);
    }
    let magnitude = line.number("an offset")?;
    let magnitude = i128::try_from(magnitude).unwrap_or(i128::MAX);
    let value = if negative { -magnitude } else { magnitude };
    i64::try_from(value).map_or_else(|_| before.error("the offset does not fit 64 bits"), Ok)
}

/// Reads the lines of a body; the first of them has the index `first` in the text.
pub(super) fn parse(
    lines: &[&str],
    first: usize,
    params: &[(usize, Sort)],
    scope: Scope<'_>,
    errors: &mut Diagnostics<'_>,
) -> Function {
    let mut body = Body {
        scope,
        sorts: HashMap::new(),
        params: Vec::new(),
        uses: Vec::new(),
        block_uses: Vec::new(),
        loc_uses: Vec::new(),
        locs: IdVec::new(),
        blocks: Vec::new(),
        index: first,
    };
    let header = first.saturating_sub(1);
    for &(reg, sort) in params {
        // A clash is found when the parameters are put together.
        body.sorts.entry(reg).or_insert(sort);
        body.params.push(Reg::from_index(reg));
    }
    for (n, text) in lines.iter().enumerate() {
        body.index = first + n;
        let line = Line::new(text);
        if !line.at_end() {
            let result = body.line(line);
            errors.keep(text, first + n, result);
        }
    }
    let (function, late) = body.finish(header);
    for (index, error) in late {
        let text = index.checked_sub(first).and_then(|n| lines.get(n)).copied().unwrap_or("");
        errors.add(text, index, error);
    }
    function
}

/// A use of an id that may be declared later: the id, the line's index, the offset in it.
type Use = (usize, usize, usize);

struct Body<'a> {
    scope: Scope<'a>,
    sorts: HashMap<usize, Sort>,
    params: Vec<Reg>,
    uses: Vec<Use>,
    block_uses: Vec<Use>,
    loc_uses: Vec<Use>,
    locs: IdVec<LocId, Loc>,
    blocks: Vec<OpenBlock>,
    index: usize,
}

struct OpenBlock {
    params: Vec<Reg>,
    insts: Vec<Inst>,
    end: Option<(Terminator, Option<LocId>)>,
    // Where its label stands.
    index: usize,
}

impl Body<'_> {
    fn line(&mut self, mut line: Line<'_>) -> LineResult<()> {
        if line.starts_with("!") {
            return self.location(line);
        }
        if line.eat_word("register") {
            self.declare(&mut line)?;
            return line.end();
        }
        let word = line.peek_word();
        let digits = word.strip_prefix('b').filter(|d| !d.is_empty());
        if digits.is_some_and(|d| d.bytes().all(|b| b.is_ascii_digit())) {
            return self.label(line);
        }
        if self.blocks.last().is_none_or(|block| block.end.is_some()) {
            return line.error("expected a block's label such as `b0:`");
        }
        let before = line.clone();
        if let Some(terminator) = self.terminator(&mut line)? {
            let loc = self.loc(&mut line)?;
            line.end()?;
            self.last(&before)?.end = Some((terminator, loc));
        } else {
            let kind = self.inst(&mut line)?;
            let loc = self.loc(&mut line)?;
            line.end()?;
            self.last(&before)?.insts.push(Inst { kind, loc });
        }
        Ok(())
    }

    fn last(&mut self, line: &Line<'_>) -> LineResult<&mut OpenBlock> {
        self.blocks.last_mut().map_or_else(|| line.error("expected a block's label"), Ok)
    }

    /// Reads a register's declaration or assignment.
    fn declare(&mut self, line: &mut Line<'_>) -> LineResult<Reg> {
        let before = line.clone();
        let (index, sort) = definition(line)?;
        match self.sorts.insert(index, sort) {
            Some(known) if known != sort => {
                before.error(format!("register %{index} has the sort {known}"))
            }
            _ => Ok(Reg::from_index(index)),
        }
    }

    fn location(&mut self, mut line: Line<'_>) -> LineResult<()> {
        let before = line.clone();
        let index = line.index("!", "a location such as `!0`")?;
        line.expect("=")?;
        let file_at = line.clone();
        let file = line.index("f", "a file such as `f0`")?;
        line.expect(":")?;
        let row: u32 = line.small("a line")?;
        line.expect(":")?;
        let column: u32 = line.small("a column")?;
        let function = line.string("the function's name")?;
        let inlined_at = if line.eat_word("at") { Some(self.loc_use(&mut line)?) } else { None };
        line.end()?;
        if index != self.locs.len() {
            return before
                .error(format!("locations are numbered in order: expected !{}", self.locs.len()));
        }
        if file >= self.scope.files {
            return file_at.error(format!("there is no file f{file}"));
        }
        self.locs.push(Loc {
            file: FileId::from_index(file),
            line: row,
            column,
            function,
            inlined_at,
        });
        Ok(())
    }

    fn loc_use(&mut self, line: &mut Line<'_>) -> LineResult<LocId> {
        let offset = line.offset();
        let index = line.index("!", "a location such as `!0`")?;
        self.loc_uses.push((index, self.index, offset));
        Ok(LocId::from_index(index))
    }

    fn loc(&mut self, line: &mut Line<'_>) -> LineResult<Option<LocId>> {
        if line.starts_with("!") { self.loc_use(line).map(Some) } else { Ok(None) }
    }

    fn label(&mut self, mut line: Line<'_>) -> LineResult<()> {
        let before = line.clone();
        let index = line.index("b", "a block's label")?;
        let mut params = Vec::new();
        if line.eat("(") {
            params = line.list(")", |line| self.declare(line))?;
        }
        line.expect(":")?;
        line.end()?;
        let expected = self.blocks.len();
        // Taken even when it is wrong, so that its lines have a block.
        self.blocks.push(OpenBlock { params, insts: Vec::new(), end: None, index: self.index });
        if index != expected {
            return before.error(format!("blocks are numbered in order: expected b{expected}"));
        }
        Ok(())
    }

    fn block_use(&mut self, line: &mut Line<'_>) -> LineResult<BlockId> {
        let offset = line.offset();
        let index = line.index("b", "a block such as `b0`")?;
        self.block_uses.push((index, self.index, offset));
        Ok(BlockId::from_index(index))
    }

    /// The function, and the errors that show only at its end with their lines' indices.
    fn finish(self, header: usize) -> (Function, Vec<(usize, LineError)>) {
        let mut late = Vec::new();
        let count = self.sorts.len();
        if let Some(index) = (0..count).find(|index| !self.sorts.contains_key(index)) {
            let message = format!("registers are numbered without gaps: there is no %{index}");
            late.push((header, LineError { offset: 0, message }));
        }
        let mut missing = |uses: &[Use], known: &dyn Fn(usize) -> bool, what: &str| {
            for &(id, index, offset) in uses.iter().filter(|u| !known(u.0)) {
                let message = format!("there is no {what}{id} in this function");
                late.push((index, LineError { offset, message }));
            }
        };
        missing(&self.uses, &|id| self.sorts.contains_key(&id), "register %");
        missing(&self.block_uses, &|id| id < self.blocks.len(), "block b");
        missing(&self.loc_uses, &|id| id < self.locs.len(), "location !");
        let decls = (0..count).map(|index| self.sorts.get(&index).copied().unwrap_or(Sort::Bool));
        let mut function = Function {
            params: self.params,
            results: self.scope.results,
            regs: decls.map(|sort| RegDecl { sort }).collect(),
            blocks: IdVec::new(),
            locs: self.locs,
            volatile: false,
        };
        for mut block in self.blocks {
            let Some((mut terminator, terminator_loc)) = block.end else {
                let message = "this block has no terminator".to_owned();
                late.push((block.index, LineError { offset: 0, message }));
                continue;
            };
            block.insts.iter_mut().for_each(|inst| derive_inst(&mut inst.kind, &function));
            derive_terminator(&mut terminator, &function);
            let OpenBlock { params, insts, .. } = block;
            function.blocks.push(Block { params, insts, terminator, terminator_loc });
        }
        (function, late)
    }
}

/// Fills in the sorts that the text does not have. A register that does not exist is an error already.
fn derive_inst(kind: &mut InstKind, function: &Function) {
    let sort_of = |operand: &Operand| operand.sort(function).unwrap_or(Sort::Bool);
    match kind {
        InstKind::Store { value, sort, .. } => *sort = sort_of(value),
        InstKind::Call { args, arg_sorts, .. } => *arg_sorts = args.iter().map(sort_of).collect(),
        _ => {}
    }
}

fn derive_terminator(terminator: &mut Terminator, function: &Function) {
    if let Terminator::Switch { value, width, .. } = terminator {
        *width = value.sort(function).and_then(Sort::width).unwrap_or(1);
    }
}
