//! The names that members, macros and blocks declare.

use crate::problem::{PARSER, Problems};
use crate::syntax::{
    Block, Define, DefineBody, Expr, ExprKind, Formal, Member, MemberKind, Name, StmtKind,
};
use std::sync::Arc;

/// Shows the names that a member declares for the whole program.
pub(super) fn declared(member: &Member, f: &mut dyn FnMut(&Name)) {
    match &member.kind {
        MemberKind::Import(_) | MemberKind::Define(_) => {}
        MemberKind::Fields(fields) => fields.iter().for_each(|field| f(&field.name)),
        MemberKind::Method(method) => f(&method.name),
        MemberKind::Function(function) => f(&function.name),
        MemberKind::Predicate(predicate) => f(&predicate.name),
        MemberKind::Domain(domain) => {
            f(&domain.name);
            domain.functions.iter().for_each(|function| f(&function.name));
        }
        MemberKind::Adt(adt) => {
            f(&adt.name);
            adt.constructors.iter().for_each(|constructor| f(&constructor.name));
        }
    }
}

fn formals(list: &[Formal], f: &mut dyn FnMut(&Name)) {
    list.iter().for_each(|formal| f(&formal.name));
}

/// Shows the names that are declared inside of a member.
pub(super) fn inside(member: &Member, f: &mut dyn FnMut(&Name)) {
    match &member.kind {
        MemberKind::Import(_) | MemberKind::Define(_) => {}
        MemberKind::Fields(_) | MemberKind::Adt(_) => {}
        MemberKind::Method(method) => {
            formals(&method.parameters, f);
            formals(&method.results, f);
            let contract = &method.contract;
            let assertions = contract.preconditions.iter().chain(&contract.postconditions);
            assertions.for_each(|e| of_expr(e, f));
            method.body.iter().for_each(|body| of_block(body, f));
        }
        MemberKind::Function(function) => {
            formals(&function.parameters, f);
            let contract = &function.contract;
            let all = contract.preconditions.iter().chain(&contract.postconditions);
            all.chain(&function.body).for_each(|e| of_expr(e, f));
        }
        MemberKind::Predicate(predicate) => {
            formals(&predicate.parameters, f);
            predicate.body.iter().for_each(|e| of_expr(e, f));
        }
        MemberKind::Domain(domain) => {
            domain.axioms.iter().for_each(|axiom| of_expr(&axiom.body, f))
        }
    }
}

/// Shows the names that a macro's body declares.
pub(super) fn of_body(body: &DefineBody, f: &mut dyn FnMut(&Name)) {
    match body {
        DefineBody::Expr(e) => of_expr(e, f),
        DefineBody::Block(block) => of_block(block, f),
    }
}

fn of_expr(e: &Expr, f: &mut dyn FnMut(&Name)) {
    match &*e.kind {
        ExprKind::Let(name, ..) => f(name),
        ExprKind::Quantifier(q) => formals(&q.variables, f),
        ExprKind::ForPerm(variables, ..) => formals(variables, f),
        _ => {}
    }
    e.kind.each(&mut |part| of_expr(part, f));
}

/// Shows the direct expressions of a statement.
pub(super) fn exprs<'s>(kind: &'s StmtKind, f: &mut dyn FnMut(&'s Expr)) {
    match kind {
        StmtKind::Var(_, value) => value.iter().for_each(f),
        StmtKind::Assign(targets, value) => targets.iter().chain([value]).for_each(f),
        StmtKind::Evaluate(e)
        | StmtKind::Inhale(e)
        | StmtKind::Exhale(e)
        | StmtKind::Assume(e)
        | StmtKind::Assert(e)
        | StmtKind::Refute(e)
        | StmtKind::Fold(e)
        | StmtKind::Unfold(e)
        | StmtKind::Package(e, _)
        | StmtKind::Apply(e)
        | StmtKind::If(e, ..) => f(e),
        StmtKind::While(parts) => {
            [&parts.condition].into_iter().chain(&parts.invariants).for_each(f);
        }
        StmtKind::Label(_, invariants) => invariants.iter().for_each(f),
        StmtKind::Goto(_) | StmtKind::Block(_) | StmtKind::Define(_) | StmtKind::Reached => {}
        StmtKind::Havoc(_, condition, resource) => condition.iter().chain([resource]).for_each(f),
    }
}

/// Shows the blocks of a statement, and whether each is the script of `package`.
fn blocks<'s>(kind: &'s StmtKind, f: &mut dyn FnMut(&'s Block, bool)) {
    match kind {
        StmtKind::Package(_, Some(block)) => f(block, true),
        StmtKind::Block(block) => f(block, false),
        StmtKind::If(_, then, otherwise) => {
            f(then, false);
            otherwise.iter().for_each(|block| f(block, false));
        }
        StmtKind::While(parts) => f(&parts.body, false),
        _ => {}
    }
}

fn of_block(block: &Block, f: &mut dyn FnMut(&Name)) {
    for statement in &block.statements {
        match &statement.kind {
            StmtKind::Var(variables, _) | StmtKind::Havoc(variables, ..) => formals(variables, f),
            StmtKind::Label(name, _) => f(name),
            _ => {}
        }
        exprs(&statement.kind, &mut |e| of_expr(e, f));
        blocks(&statement.kind, &mut |block, _| of_block(block, f));
    }
}

/// Collects the macros that a block defines, and whether each stands in the script of `package`.
pub(super) fn defines(block: &Block, in_script: bool, list: &mut Vec<(Arc<Define>, bool)>) {
    for statement in &block.statements {
        if let StmtKind::Define(define) = &statement.kind {
            list.push((define.clone(), in_script));
        }
        blocks(&statement.kind, &mut |block, script| defines(block, in_script || script, list));
    }
}

/// Warns of parameters that the body does not use.
pub(super) fn unused(define: &Define, problems: &mut Problems) {
    for parameter in define.parameters.iter().flatten() {
        let used = match &define.body {
            DefineBody::Expr(e) => uses(e, &parameter.text),
            DefineBody::Block(block) => block_uses(block, &parameter.text),
        };
        if !used {
            let message = format!(
                "the macro `{}` does not use its parameter `{}`",
                define.name.text, parameter.text
            );
            problems.warning(define.place, PARSER, message);
        }
    }
}

fn uses(e: &Expr, name: &str) -> bool {
    let here = match &*e.kind {
        ExprKind::Name(n) | ExprKind::Field(_, n) | ExprKind::Call(n, ..) => *n.text == *name,
        ExprKind::Instance(n, _) | ExprKind::Old(Some(n), _) => *n.text == *name,
        ExprKind::New(Some(names)) => names.iter().any(|n| *n.text == *name),
        _ => false,
    };
    let mut used = here;
    e.kind.each(&mut |part| used = used || uses(part, name));
    used
}

fn block_uses(block: &Block, name: &str) -> bool {
    block.statements.iter().any(|statement| {
        let mut used = match &statement.kind {
            StmtKind::Label(n, _) | StmtKind::Goto(n) => *n.text == *name,
            _ => false,
        };
        exprs(&statement.kind, &mut |e| used = used || uses(e, name));
        blocks(&statement.kind, &mut |block, _| used = used || block_uses(block, name));
        used
    })
}
