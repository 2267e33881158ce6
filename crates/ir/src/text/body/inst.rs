//! Reading instructions, terminators and operands.

use super::Body;
use crate::field::Initial;
use crate::function::{
    Bounds, Callee, Catch, InstKind, Life, MarkKind, Operand, Reg, Target, Terminator,
};
use crate::text::line::{Line, LineResult};
use effigy_base::finding::FindingKind;
use effigy_base::id::Id;
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};

impl Body<'_> {
    pub(super) fn inst(&mut self, line: &mut Line<'_>) -> LineResult<InstKind> {
        if line.starts_with("%") {
            let mut results = vec![self.declare(line)?];
            while line.eat(",") {
                results.push(self.declare(line)?);
            }
            line.expect(":=")?;
            return self.assignment(line, results);
        }
        let before = line.clone();
        let kind = match line.word("an instruction")? {
            "store" => {
                let (addr, value) = (self.operand(line)?, self.next_operand(line)?);
                InstKind::Store { addr, value, sort: Sort::Bool }
            }
            "copy" => {
                let (dst, src) = (self.operand(line)?, self.next_operand(line)?);
                let len = self.next_operand(line)?;
                InstKind::Copy { dst, src, len, apart: line.eat_word("apart") }
            }
            "fill" => {
                let (dst, value) = (self.operand(line)?, self.next_operand(line)?);
                InstKind::Fill { dst, value, len: self.next_operand(line)? }
            }
            word @ ("begin" | "return_to" | "end" | "unwind" | "unread") => {
                let life = match word {
                    "begin" => Life::Begins,
                    "return_to" => Life::Returns,
                    "end" => Life::Ends,
                    "unread" => Life::Unread,
                    _ => Life::EndsWithYounger,
                };
                let address = self.operand(line)?;
                line.expect("size")?;
                InstKind::Lifetime { address, size: line.small("a size")?, life }
            }
            "aligned" => {
                let addr = self.operand(line)?;
                line.expect("to")?;
                InstKind::Aligned { addr, align: line.small("an alignment")? }
            }
            "defined" => {
                let value = self.operand(line)?;
                InstKind::Defined { value, what: line.string("what the value is")? }
            }
            "floats" => InstKind::Floats { args: line.small("a set of arguments")? },
            "call" => self.call(line, Vec::new())?,
            "put" => {
                let (array, index) = (self.operand(line)?, self.next_operand(line)?);
                InstKind::Put { array, index, value: self.next_operand(line)? }
            }
            "set" => {
                let field = self.scope.names.field(line)?;
                line.expect("(")?;
                let keys = line.list(")", |line| self.operand(line))?;
                InstKind::Set { field, keys, value: self.next_operand(line)? }
            }
            word @ ("assert" | "prove") => {
                let (cond, prove) = (self.operand(line)?, word == "prove");
                InstKind::Assert { cond, prove, text: line.string("the condition's text")? }
            }
            "mark" => mark(line)?,
            "output" => {
                let name = line.string("the result's name")?;
                InstKind::Output { name, value: self.operand(line)? }
            }
            "variable" => self.variable(line)?,
            "assume" => InstKind::Assume { cond: self.operand(line)? },
            "check" => {
                let cond = self.operand(line)?;
                let (kind, message) = finding(line)?;
                InstKind::Check { cond, kind, message }
            }
            "name" => {
                let variable = line.string("the variable's name")?;
                let indirect = line.eat_word("at");
                InstKind::Name { variable, value: self.operand(line)?, indirect }
            }
            "unsupported" => InstKind::Unsupported { what: line.string("the construct")? },
            word if is_valued(word) => {
                return before.error(format!("the result of `{word}` needs a register"));
            }
            word => return before.error(format!("unknown instruction `{word}`")),
        };
        Ok(kind)
    }

    fn assignment(&mut self, line: &mut Line<'_>, results: Vec<Reg>) -> LineResult<InstKind> {
        let before = line.clone();
        let word = line.word("an operator or an instruction")?;
        if word == "call" {
            return self.call(line, results);
        }
        let &[dst] = results.as_slice() else {
            return before.error("only a call has several results");
        };
        match word {
            "catches" => {
                let before = line.clone();
                match Catch::named(line.word("what is caught")?) {
                    Some(kind) => Ok(InstKind::Catches { dst, kind }),
                    None => before.error("expected `cleanup`, `nothing` or `all`"),
                }
            }
            "poison" => {
                let (value, valid) = (self.operand(line)?, self.next_operand(line)?);
                let (kind, cause) = finding(line)?;
                Ok(InstKind::Poison { dst, value, valid, kind, cause })
            }
            "sameobject" => {
                let first = self.operand(line)?;
                Ok(InstKind::SameObject { dst, first, second: self.next_operand(line)? })
            }
            "freeze" => Ok(InstKind::Freeze { dst, value: self.operand(line)? }),
            "load" => Ok(InstKind::Load { dst, addr: self.operand(line)? }),
            "select" => {
                let array = self.operand(line)?;
                Ok(InstKind::Select { dst, array, index: self.next_operand(line)? })
            }
            "isset" => {
                let array = self.operand(line)?;
                Ok(InstKind::IsSet { dst, array, index: self.next_operand(line)? })
            }
            "get" => {
                let field = self.scope.names.field(line)?;
                line.expect("(")?;
                Ok(InstKind::Get { dst, field, keys: line.list(")", |line| self.operand(line))? })
            }
            "create" => {
                let named = line.starts_with("\"");
                let kind = if named { line.string("a kind of objects")? } else { String::new() };
                Ok(InstKind::Create { dst, kind })
            }
            "unknown" => {
                let name = line.string("a name")?;
                Ok(InstKind::Unknown { dst, name, initial: initial(line)? })
            }
            "symbolic" => Ok(InstKind::Symbolic { dst, name: line.string("a name")? }),
            "bound" => Ok(InstKind::Bound { dst, name: line.string("a name")? }),
            "array" => {
                let (index, element) = (scalar(line)?, scalar(line)?);
                let named = line.eat_word("symbolic");
                let symbolic = if named { Some(line.string("a name")?) } else { None };
                Ok(InstKind::Array { dst, index, element, symbolic })
            }
            "alloc" => {
                let size = self.operand(line)?;
                line.expect("align")?;
                Ok(InstKind::Alloc { dst, size, align: line.small("an alignment")? })
            }
            head => {
                let mut params = Vec::new();
                if line.eat("[") {
                    params = line.list("]", |line| line.small("a parameter"))?;
                }
                let op =
                    Op::parse(head, &params).filter(|op| !matches!(op, Op::Select | Op::Store));
                let Some(op) = op else {
                    return before.error(format!(
                        "unknown operator `{head}` with {} parameters",
                        params.len()
                    ));
                };
                let mut args = vec![self.operand(line)?];
                while line.eat(",") {
                    args.push(self.operand(line)?);
                }
                Ok(InstKind::Op { dst, op, args })
            }
        }
    }

    fn variable(&mut self, line: &mut Line<'_>) -> LineResult<InstKind> {
        let name = line.string("the variable's name")?;
        let array = self.operand(line)?;
        let mut index = None;
        if line.eat("[") {
            index = Some(self.operand(line)?);
            line.expect("]")?;
        }
        let mut bounds = None;
        if line.eat_word("from") {
            let low = self.operand(line)?;
            line.expect("to")?;
            let high = self.operand(line)?;
            let known = match line.eat_word("if") {
                true => self.operand(line)?,
                false => Operand::Bool(true),
            };
            bounds = Some(Bounds { low, high, known });
        }
        Ok(InstKind::Variable { name, array, index, bounds })
    }

    fn call(&mut self, line: &mut Line<'_>, results: Vec<Reg>) -> LineResult<InstKind> {
        let callee = if line.eat("*") {
            Callee::Address(self.operand(line)?)
        } else {
            Callee::Function(self.scope.names.function(line)?)
        };
        line.expect("(")?;
        let args = line.list(")", |line| self.operand(line))?;
        Ok(InstKind::Call { results, callee, args, arg_sorts: Vec::new() })
    }

    /// A terminator, or nothing when the line is an instruction.
    pub(super) fn terminator(&mut self, line: &mut Line<'_>) -> LineResult<Option<Terminator>> {
        let word = line.peek_word();
        if !matches!(word, "jump" | "branch" | "switch" | "return" | "fail") {
            return Ok(None);
        }
        line.expect(word)?;
        let terminator = match word {
            "jump" => Terminator::Jump(self.target(line)?),
            "branch" => {
                let cond = self.operand(line)?;
                line.expect(",")?;
                let then = self.target(line)?;
                line.expect(",")?;
                Terminator::Branch { cond, then, otherwise: self.target(line)? }
            }
            "switch" => self.switch(line)?,
            "return" => {
                let mut values = Vec::new();
                if !line.at_end() && !line.starts_with("!") {
                    values.push(self.operand(line)?);
                }
                while !values.is_empty() && line.eat(",") {
                    values.push(self.operand(line)?);
                }
                Terminator::Return(values)
            }
            _ => {
                let (kind, message) = finding(line)?;
                Terminator::Fail { kind, message }
            }
        };
        Ok(Some(terminator))
    }

    fn switch(&mut self, line: &mut Line<'_>) -> LineResult<Terminator> {
        let value = self.operand(line)?;
        line.expect("{")?;
        let mut cases = Vec::new();
        while !line.eat_word("else") {
            let case = line.number("a case or `else`")?;
            line.expect(":")?;
            cases.push((case, self.target(line)?));
            line.expect(",")?;
        }
        line.expect(":")?;
        let default = self.target(line)?;
        line.expect("}")?;
        Ok(Terminator::Switch { value, width: 1, cases, default })
    }

    fn target(&mut self, line: &mut Line<'_>) -> LineResult<Target> {
        let block = self.block_use(line)?;
        let args =
            if line.eat("(") { line.list(")", |line| self.operand(line))? } else { Vec::new() };
        Ok(Target { block, args })
    }

    fn next_operand(&mut self, line: &mut Line<'_>) -> LineResult<Operand> {
        line.expect(",")?;
        self.operand(line)
    }

    fn operand(&mut self, line: &mut Line<'_>) -> LineResult<Operand> {
        if line.starts_with("%") {
            let offset = line.offset();
            let index = line.index("%", "a register")?;
            self.uses.push((index, self.index, offset));
            return Ok(Operand::Reg(Reg::from_index(index)));
        }
        if line.starts_with("@") {
            return self.scope.names.function(line).map(Operand::Function);
        }
        if line.starts_with("$") {
            let global = self.scope.names.global(line)?;
            return Ok(Operand::Global(global, super::offset(line)?));
        }
        if line.eat_word("true") {
            return Ok(Operand::Bool(true));
        }
        if line.eat_word("false") {
            return Ok(Operand::Bool(false));
        }
        if line.eat_word("undef") {
            return line.sort().map(Operand::Undef);
        }
        constant(line)
    }
}

/// `5:bv32` or `-5:int`.
fn constant(line: &mut Line<'_>) -> LineResult<Operand> {
    let before = line.clone();
    let negative = line.eat("-");
    let value = line.number("an operand")?;
    line.expect(":")?;
    let sort_at = line.clone();
    let width = match line.sort()? {
        Sort::BitVec(width) if !negative => width,
        Sort::Int => {
            let value = match negative {
                true => 0i128.checked_sub_unsigned(value),
                false => value.try_into().ok(),
            };
            return value
                .map_or_else(|| before.error("the integer is too large"), |v| Ok(Operand::Int(v)));
        }
        _ => return sort_at.error("a number has a sort such as `bv32` or `int`"),
    };
    if width < u128::BITS && value >> width != 0 {
        return before.error(format!("{value} does not fit {width} bits"));
    }
    Ok(Operand::Bits { width, value })
}

pub(in crate::text) fn scalar(line: &mut Line<'_>) -> LineResult<Scalar> {
    let before = line.clone();
    let sort = line.sort()?;
    sort.scalar().map_or_else(|| before.error("an array cannot hold arrays"), Ok)
}

/// What a value from before the run can be.
pub(in crate::text) fn initial(line: &mut Line<'_>) -> LineResult<Initial> {
    let before = line.clone();
    let word = line.word("`value`, `reference` or `length`")?;
    let found = Initial::ALL.into_iter().find(|initial| initial.name() == word);
    found.map_or_else(|| before.error("expected `value`, `reference` or `length`"), Ok)
}

/// What follows `mark`.
fn mark(line: &mut Line<'_>) -> LineResult<InstKind> {
    let number = line.small("a statement's number")?;
    let kind = if line.eat_word("assertion") {
        MarkKind::Assertion
    } else if line.eat_word("loop") {
        MarkKind::Loop
    } else {
        MarkKind::Statement
    };
    Ok(InstKind::Mark { number, kind })
}

/// A finding's kind and message.
fn finding(line: &mut Line<'_>) -> LineResult<(FindingKind, String)> {
    let before = line.clone();
    let Ok(kind) = line.word("a kind of finding")?.parse() else {
        let kinds: Vec<&str> = FindingKind::ALL.iter().map(|k| k.name()).collect();
        return before
            .error(format!("unknown kind of finding; the kinds are {}", kinds.join(", ")));
    };
    Ok((kind, line.string("the message")?))
}

/// Whether this instruction has a result.
fn is_valued(word: &str) -> bool {
    let op = Op::ALL.iter().any(|op| op.head() == word);
    let insts = [
        "freeze",
        "poison",
        "sameobject",
        "load",
        "alloc",
        "array",
        "select",
        "isset",
        "symbolic",
        "bound",
        "get",
        "create",
        "unknown",
    ];
    op || insts.contains(&word)
}
