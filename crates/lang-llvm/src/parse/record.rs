//! What the debug information says of variables: records and intrinsics.

use super::Parse;
use super::local::BodyParser;
use crate::ast::{
    Constant, DebugExpr, DebugVariable, DebugVariableKind, Inst, InstKind, MdRef, Operand, Value,
};
use crate::lexer::Kind;

/// An operand of type metadata.
pub(super) enum MdOperand {
    /// A value.
    Value(Operand),
    /// A node.
    Node(MdRef),
}

impl BodyParser<'_> {
    /// `#dbg_value(...)` and its like; `None` for a record that is about no variable.
    pub fn record(&mut self) -> Parse<Option<Inst>> {
        let at = self.p.token.start;
        let Some(name) = self.p.token.text.strip_prefix("dbg_") else {
            return self.p.expected("an instruction or a debug record");
        };
        self.p.bump();
        self.p.expect_punct(b'(')?;
        let mut operands = vec![self.metadata_operand()?];
        while self.p.eat_punct(b',') {
            operands.push(self.metadata_operand()?);
        }
        self.p.expect_punct(b')')?;
        let loc = match operands.pop() {
            Some(MdOperand::Node(node)) => Some(node),
            _ => return self.p.fail(at, "a debug record ends with its location".to_owned()),
        };
        let kind =
            Self::debug_variable(name, operands, self.p.context.text).map(InstKind::DebugVariable);
        Ok(kind.map(|kind| Inst { result: None, kind, loc, at }))
    }

    /// A metadata operand: a node, or a value with its type.
    pub fn metadata_operand(&mut self) -> Parse<MdOperand> {
        match self.p.token.kind {
            Kind::Meta | Kind::Punct(b'!') => self.p.metadata_ref().map(MdOperand::Node),
            _ => self.operand().map(MdOperand::Value),
        }
    }

    /// The meaning of the record or intrinsic `name` with these operands.
    pub fn debug_variable(
        name: &str,
        operands: Vec<MdOperand>,
        text: &str,
    ) -> Option<DebugVariable> {
        let kind = match name {
            "declare" => DebugVariableKind::Declare,
            "value" | "assign" | "declare_value" => DebugVariableKind::Value,
            _ => return None,
        };
        let mut operands = operands.into_iter();
        let value = match operands.next()? {
            MdOperand::Value(operand) => Some(operand),
            MdOperand::Node(_) => None,
        };
        let unknown =
            |v: &Operand| matches!(v.value, Value::Constant(Constant::Undef | Constant::Poison));
        let value = value.filter(|v| !unknown(v));
        let MdOperand::Node(variable) = operands.next()? else {
            return None;
        };
        let expr = match operands.next() {
            Some(MdOperand::Node(node)) => debug_expr(node, text),
            _ => DebugExpr::Other,
        };
        Some(DebugVariable { kind, value, variable, expr })
    }
}

fn debug_expr(node: MdRef, text: &str) -> DebugExpr {
    let MdRef::Inline(span) = node else {
        return DebugExpr::Other;
    };
    let text = text.get(span.start as usize..span.end as usize).unwrap_or("");
    match text.strip_prefix("!DIExpression(").and_then(|t| t.strip_suffix(')')).map(str::trim) {
        Some("") => DebugExpr::Plain,
        Some("DW_OP_deref") => DebugExpr::Deref,
        _ => DebugExpr::Other,
    }
}
