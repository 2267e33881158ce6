//! Mutants of a program: one part of a contract, of an invariant, of a predicate or of a body is left out or changed.

use effigy_lang_viper::tree::{
    Access, BinaryOp, Block, Expr, ExprKind, Origin, Place, Program, Stmt, StmtKind, Type,
};

/// What a mutant changes.
#[derive(Clone, Debug)]
pub struct Mutation {
    /// In words.
    pub what: String,
    /// The line.
    pub line: u32,
    /// Whether it may be in an axiom or in the body of a function.
    pub anywhere: bool,
}

/// Finds the place that is changed, by its number.
struct Mutator {
    wanted: usize,
    next: usize,
    found: Option<Mutation>,
}

/// All mutants of a program, in the order of its members.
pub fn mutants(program: &Program) -> impl Iterator<Item = (Mutation, Program)> {
    (0..).map_while(|wanted| {
        let mut mutant = program.clone();
        let mut mutator = Mutator { wanted, next: 0, found: None };
        mutator.program(&mut mutant);
        mutator.found.map(|mutation| (mutation, mutant))
    })
}

impl Mutator {
    /// Whether this is the place.
    fn hits(&mut self, what: impl Into<String>, place: Place) -> bool {
        let hit = self.next == self.wanted;
        self.next += 1;
        if hit {
            let what = format!("without {}", what.into());
            self.found = Some(Mutation { what, line: place.span.start.line, anywhere: false });
        }
        hit
    }

    fn program(&mut self, program: &mut Program) {
        for id in program.functions.ids() {
            let function = &mut program.functions[id];
            self.assertions(&mut function.preconditions, "a precondition");
            self.assertions(&mut function.postconditions, "a postcondition");
        }
        for id in program.predicates.ids() {
            if let Some(body) = &mut program.predicates[id].body {
                self.assertion(body, "a predicate");
            }
        }
        for id in program.methods.ids() {
            let method = &mut program.methods[id];
            if method.origin != Origin::Text {
                continue;
            }
            self.assertions(&mut method.preconditions, "a precondition");
            self.assertions(&mut method.postconditions, "a postcondition");
            if let Some(body) = &mut method.body {
                self.block(body);
            }
        }
    }

    fn assertions(&mut self, all: &mut [Expr], of: &str) {
        all.iter_mut().for_each(|e| self.assertion(e, of));
    }

    fn assertion(&mut self, e: &mut Expr, of: &str) {
        let place = e.place;
        match &mut *e.kind {
            ExprKind::Bool(true) => return,
            ExprKind::Binary(BinaryOp::And, a, b) | ExprKind::InhaleExhale(a, b) => {
                self.assertion(a, of);
                return self.assertion(b, of);
            }
            ExprKind::Binary(BinaryOp::Implies, condition, body) => {
                if self.hits(format!("the premise of an implication in {of}"), place) {
                    *condition.kind = ExprKind::Bool(true);
                }
                return self.assertion(body, of);
            }
            ExprKind::Conditional(_, a, b) => {
                self.assertion(a, of);
                return self.assertion(b, of);
            }
            ExprKind::Let(_, _, body) => return self.assertion(body, of),
            ExprKind::Quantifier(quantifier) if !quantifier.exists => {
                self.assertion(&mut quantifier.body, of);
            }
            ExprKind::Access(access)
                if is_full(access) && self.hits(format!("half of a permission in {of}"), place) =>
            {
                access.amount = Some(half(place));
                return;
            }
            ExprKind::Binary(op, ..) => self.comparison(op, place, of),
            _ => {}
        }
        if self.hits(format!("a conjunct of {of}"), place) {
            *e.kind = ExprKind::Bool(true);
        }
    }

    fn comparison(&mut self, op: &mut BinaryOp, place: Place, of: &str) {
        let other = match op {
            BinaryOp::Lt => BinaryOp::Le,
            BinaryOp::Le => BinaryOp::Lt,
            BinaryOp::Gt => BinaryOp::Ge,
            BinaryOp::Ge => BinaryOp::Gt,
            BinaryOp::Eq => BinaryOp::Ne,
            BinaryOp::Ne => BinaryOp::Eq,
            _ => return,
        };
        if self.hits(format!("a comparison in {of}"), place) {
            *op = other;
        }
    }

    fn block(&mut self, block: &mut Block) {
        let mut index = 0;
        while index < block.statements.len() {
            let statement = &mut block.statements[index];
            let place = statement.place;
            if left_out(statement).is_some_and(|what| self.hits(what, place)) {
                block.statements.remove(index);
                continue;
            }
            match &mut statement.kind {
                StmtKind::While { condition, invariants, body } => {
                    self.assertions(invariants, "an invariant");
                    self.condition(condition);
                    self.block(body);
                }
                StmtKind::If { condition, then, otherwise } => {
                    self.condition(condition);
                    self.block(then);
                    self.block(otherwise);
                }
                StmtKind::Label { invariants, .. } => self.assertions(invariants, "an invariant"),
                StmtKind::Block(inner) => self.block(inner),
                StmtKind::Package { script, .. } => self.block(script),
                StmtKind::Inhale(e) | StmtKind::Assume(e) => self.assertion(e, "an assumption"),
                StmtKind::Exhale(e) => self.assertion(e, "an exhale"),
                _ => {}
            }
            index += 1;
        }
    }

    fn condition(&mut self, condition: &mut Expr) {
        let place = condition.place;
        if let ExprKind::Binary(op, ..) = &mut *condition.kind {
            self.comparison(op, place, "a condition");
        }
    }
}

/// What a mutant without this statement lacks; `None` when it is not left out.
fn left_out(statement: &Stmt) -> Option<&'static str> {
    match &statement.kind {
        StmtKind::Fold(_) | StmtKind::Unfold(_) => Some("a fold or an unfold"),
        StmtKind::Package { .. } | StmtKind::Apply(_) => Some("a package or an apply"),
        StmtKind::Assign { .. } | StmtKind::AssignField { .. } => Some("an assignment"),
        StmtKind::Call { .. } => Some("a call"),
        StmtKind::Exhale(_) => Some("an exhale"),
        _ => None,
    }
}

fn is_full(access: &Access) -> bool {
    access.amount.as_ref().is_none_or(|amount| matches!(&*amount.kind, ExprKind::FullPerm))
}

/// `1/2` at a place.
fn half(place: Place) -> Expr {
    let number = |n: i32| Expr { kind: Box::new(ExprKind::Int(n.into())), ty: Type::Int, place };
    let kind = Box::new(ExprKind::Binary(BinaryOp::PermDiv, number(1), number(2)));
    Expr { kind, ty: Type::Perm, place }
}
