//! Jumps into blocks: the statements of a block that is jumped into from outside become statements of the list around it, so
//! that a jump always leads to a label of its own list or of one around. A loop becomes a label with its invariants, a
//! branch and a jump back.

use effigy_lang_viper::tree::{Block, Expr, Program, Stmt, StmtKind};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::Arc;

/// How many jumps there are to each label.
type Jumps = FxHashMap<Arc<str>, usize>;

/// The program in which no jump leads into a block.
pub(crate) fn flattened(program: &Program) -> Cow<'_, Program> {
    let mut program = Cow::Borrowed(program);
    for id in program.methods.ids() {
        let Some(body) = &program.methods[id].body else { continue };
        let (mut jumps, mut labels) = (Jumps::default(), Vec::new());
        survey(&body.statements, &mut jumps, &mut labels);
        let mut pass = Pass { jumps, made: 0 };
        if body.statements.iter().any(|statement| pass.is_entered_deep(statement)) {
            let body = pass.block(body);
            program.to_mut().methods[id].body = Some(body);
        }
    }
    program
}

/// Counts the jumps in statements by their labels, and gathers the labels that stand there.
fn survey(statements: &[Stmt], jumps: &mut Jumps, labels: &mut Vec<Arc<str>>) {
    for statement in statements {
        match &statement.kind {
            StmtKind::Goto(label) => *jumps.entry(label.clone()).or_default() += 1,
            StmtKind::Label { name, .. } => labels.push(name.clone()),
            _ => blocks(statement).for_each(|inner| survey(&inner.statements, jumps, labels)),
        }
    }
}

/// How many statements there are, at any depth.
pub(crate) fn size(block: &Block) -> usize {
    let inside = |statement| blocks(statement).map(size).sum::<usize>();
    block.statements.iter().map(|statement| 1 + inside(statement)).sum()
}

/// The blocks of a statement that control enters and leaves.
fn blocks(statement: &Stmt) -> impl Iterator<Item = &Block> {
    let (first, second) = match &statement.kind {
        StmtKind::If { then, otherwise, .. } => (Some(then), Some(otherwise)),
        StmtKind::While { body, .. } | StmtKind::Block(body) => (Some(body), None),
        _ => (None, None),
    };
    first.into_iter().chain(second)
}

struct Pass {
    /// The jumps of the whole method.
    jumps: Jumps,
    /// How many labels were made.
    made: usize,
}

impl Pass {
    /// Whether a jump from elsewhere leads into a block of the statement.
    fn is_entered(&self, statement: &Stmt) -> bool {
        blocks(statement).any(|block| {
            let (mut inside, mut labels) = (Jumps::default(), Vec::new());
            survey(&block.statements, &mut inside, &mut labels);
            labels.iter().any(|label| inside.get(label) != self.jumps.get(label))
        })
    }

    /// The same for the statement and all that are in it.
    fn is_entered_deep(&self, statement: &Stmt) -> bool {
        self.is_entered(statement)
            || blocks(statement)
                .any(|block| block.statements.iter().any(|inner| self.is_entered_deep(inner)))
    }

    fn list(&mut self, statements: &[Stmt], out: &mut Vec<Stmt>) {
        for statement in statements {
            if self.is_entered(statement) {
                self.open(statement, out);
            } else {
                out.push(self.kept(statement));
            }
        }
    }

    fn block(&mut self, block: &Block) -> Block {
        let mut statements = Vec::new();
        self.list(&block.statements, &mut statements);
        Block { statements, place: block.place }
    }

    /// A statement whose blocks stay.
    fn kept(&mut self, statement: &Stmt) -> Stmt {
        let mut kept = statement.clone();
        match &mut kept.kind {
            StmtKind::If { then, otherwise, .. } => {
                *then = self.block(then);
                *otherwise = self.block(otherwise);
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) => *body = self.block(body),
            _ => {}
        }
        kept
    }

    /// A statement with its blocks opened.
    fn open(&mut self, statement: &Stmt, out: &mut Vec<Stmt>) {
        let with = |kind| Stmt { kind, ..statement.clone() };
        let label = |name: &Arc<str>, invariants: &[Expr]| {
            with(StmtKind::Label { name: name.clone(), invariants: invariants.to_vec() })
        };
        let goto = |name: &Arc<str>| with(StmtKind::Goto(name.clone()));
        let branch = |condition: &Expr, yes: &Arc<str>, no: &Arc<str>| {
            let jump = |name| Block { statements: vec![goto(name)], place: None };
            let (then, otherwise) = (jump(yes), jump(no));
            with(StmtKind::If { condition: condition.clone(), then, otherwise })
        };
        match &statement.kind {
            StmtKind::Block(body) => self.list(&body.statements, out),
            StmtKind::If { condition, then, otherwise } => {
                let (yes, no, end) = (self.name(), self.name(), self.name());
                out.push(branch(condition, &yes, &no));
                out.push(label(&yes, &[]));
                self.list(&then.statements, out);
                out.extend([goto(&end), label(&no, &[])]);
                self.list(&otherwise.statements, out);
                out.push(label(&end, &[]));
            }
            StmtKind::While { condition, invariants, body } => {
                let (head, inside, end) = (self.name(), self.name(), self.name());
                out.push(label(&head, invariants));
                out.push(branch(condition, &inside, &end));
                out.push(label(&inside, &[]));
                self.list(&body.statements, out);
                out.extend([goto(&head), label(&end, &[])]);
            }
            _ => out.push(statement.clone()),
        }
    }

    /// A name that no label of a text has.
    fn name(&mut self) -> Arc<str> {
        self.made += 1;
        format!("@{}", self.made).into()
    }
}
