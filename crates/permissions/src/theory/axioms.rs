//! The axioms of theories and domains, which enter the background when a term first speaks of an instance.

use crate::annotations;
use crate::prelude::{self, theory_of, theory_type};
use crate::prover::Prover;
use crate::symbols;
use crate::terms::Form;
use crate::theory;
use effigy_base::id::IdVec;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{
    Axiom, BinaryOp, DomainId, Expr, ExprKind, FunctionId, Local, LocalId, Program, Quantifier,
    Type, UnaryOp,
};
use effigy_term::Term;
use rustc_hash::FxHashMap;

/// Whether a type is an instance of a pattern, whose type parameters are `bound` to what they stand for.
fn fits(pattern: &Type, ty: &Type, bound: &mut [Option<Type>]) -> bool {
    match (pattern, ty) {
        (Type::Parameter(n), ty) => match bound.get_mut(*n as usize) {
            Some(Some(known)) => known == ty,
            Some(unknown) => {
                *unknown = Some(ty.clone());
                true
            }
            None => false,
        },
        (Type::Seq(p), Type::Seq(t))
        | (Type::Set(p), Type::Set(t))
        | (Type::Multiset(p), Type::Multiset(t)) => fits(p, t, bound),
        (Type::Map(p, q), Type::Map(t, u)) => fits(p, t, bound) && fits(q, u, bound),
        (Type::Domain(d, list), Type::Domain(e, types)) => {
            d == e && list.iter().zip(types.iter()).all(|(p, t)| fits(p, t, bound))
        }
        _ => pattern == ty,
    }
}

/// Makes the axioms of all built-in types and domains in a type known.
pub(crate) fn know_type(p: &mut Prover<'_>, ty: &Type) {
    let inner: Vec<Type> = match ty {
        Type::Seq(a) | Type::Set(a) | Type::Multiset(a) => vec![(**a).clone()],
        Type::Map(a, b) => vec![(**a).clone(), (**b).clone(), Type::Set(a.clone())],
        Type::Domain(domain, arguments) => {
            know_domain(p, *domain, arguments);
            arguments.to_vec()
        }
        _ => return,
    };
    let name = symbols::type_name(p.program, ty, &[]);
    if !p.logic.known.insert(format!("type {name}")) {
        return;
    }
    for ty in &inner {
        know_type(p, ty);
    }
    if prelude::is_collection(ty) {
        let sort = p.terms.type_sort(ty);
        p.terms.collections.insert(sort, ty.clone());
    }
    if let Some((theory, instance)) = theory_of(ty) {
        for (_, domain) in theory.domains.iter() {
            let wanted = match &*domain.name {
                // Intervals are sequences of integers.
                "Interval_" => instance == [Type::Int],
                name => {
                    !domain.parameters.is_empty() || p.logic.known.insert(format!("theory {name}"))
                }
            };
            if !wanted {
                continue;
            }
            for axiom in &domain.axioms {
                let translation = Translation {
                    program: theory,
                    built_in: true,
                    instance: &instance,
                    locals: &axiom.locals,
                    values: FxHashMap::default(),
                };
                add_axiom(p, translation, &axiom.body);
            }
        }
    }
}

/// Makes the axioms of an instance of a domain of the program known.
pub(crate) fn know_domain<'p>(p: &mut Prover<'p>, domain: DomainId, instance: &[Type]) {
    let program: &'p Program = p.program;
    let declared = &program.domains[domain];
    let name = symbols::instance_name(program, &declared.name, instance);
    // Axioms may speak of ever larger instances.
    const DEEPEST: usize = 3;
    let depth = name.matches('<').count();
    if depth > DEEPEST || !p.logic.known.insert(format!("domain {name}")) {
        return;
    }
    for (_, function) in program.domain_functions.iter().filter(|(_, f)| f.domain == domain) {
        for ty in function.parameters.iter().chain([&function.result]) {
            know_type(p, &symbols::instantiate(ty, instance));
        }
    }
    for axiom in &declared.axioms {
        let translation = Translation {
            program,
            built_in: false,
            instance,
            locals: &axiom.locals,
            values: FxHashMap::default(),
        };
        add_axiom(p, translation, &axiom.body);
    }
    know_rules(p, domain, instance);
}

/// Makes domains known that have axioms about an instance of another one: those hold whether or not a function of their own
/// domain is met.
fn know_rules<'p>(p: &mut Prover<'p>, domain: DomainId, instance: &[Type]) {
    let program: &'p Program = p.program;
    for (id, other) in program.domains.iter() {
        if other.parameters.is_empty() || id == domain {
            continue;
        }
        let mut arguments = Vec::new();
        for axiom in &other.axioms {
            effigy_lang_viper::walk::all(&axiom.body, &mut |e| {
                let ExprKind::DomainCall { function, instance: pattern, .. } = &*e.kind else {
                    return;
                };
                let mut bound = vec![None; other.parameters.len()];
                let fits = program.domain_functions[*function].domain == domain
                    && pattern.iter().zip(instance).all(|(p, ty)| fits(p, ty, &mut bound));
                if let (true, Some(bound)) =
                    (fits, bound.into_iter().collect::<Option<Vec<Type>>>())
                {
                    arguments.push(bound);
                }
            });
        }
        for arguments in arguments {
            know_domain(p, id, &arguments);
        }
    }
}

/// Makes the axioms known that do not depend on type arguments.
pub(crate) fn know_plain<'p>(p: &mut Prover<'p>) {
    let program: &'p Program = p.program;
    for (id, domain) in program.domains.iter() {
        if domain.parameters.is_empty() {
            know_domain(p, id, &[]);
            continue;
        }
        for axiom in domain.axioms.iter().filter(|axiom| is_plain(axiom)) {
            let translation = Translation {
                program,
                built_in: false,
                instance: &[],
                locals: &axiom.locals,
                values: FxHashMap::default(),
            };
            add_axiom(p, translation, &axiom.body);
        }
    }
}

fn add_axiom(p: &mut Prover<'_>, mut translation: Translation<'_>, body: &Expr) {
    let axiom = translate(p, &mut translation, body);
    p.logic.solver.background(axiom);
}

/// A closed expression without the heap as a term.
fn translate(p: &mut Prover<'_>, t: &mut Translation<'_>, e: &Expr) -> Term {
    match &*e.kind {
        ExprKind::Bool(truth) => p.terms.bool(*truth),
        ExprKind::Int(n) => p.terms.int_big(n),
        ExprKind::Null => p.terms.null(),
        ExprKind::NoPerm => p.terms.none(),
        ExprKind::FullPerm => p.terms.full(),
        ExprKind::Local(local) => match t.values.get(local) {
            Some(value) => *value,
            None => {
                let sort = translated_sort(p, t, &e.ty);
                p.terms.fresh("unbound", sort)
            }
        },
        ExprKind::Unary(op, operand) => {
            let value = translate(p, t, operand);
            match op {
                UnaryOp::Not => p.terms.not(value),
                UnaryOp::Negate if p.terms.sort(value) == Sort::Int => {
                    let zero = p.terms.int(0);
                    p.terms.app(Op::IntSub, &[zero, value])
                }
                UnaryOp::Negate => {
                    let none = p.terms.none();
                    p.terms.app(Op::RealSub, &[none, value])
                }
                UnaryOp::Cardinality => translated(p, t, &operand.ty, "size", &[value]),
                UnaryOp::Domain => translated(p, t, &operand.ty, "keys", &[value]),
                UnaryOp::Range => translated(p, t, &operand.ty, "values", &[value]),
            }
        }
        ExprKind::Binary(op, a, b) => {
            let left = translate(p, t, a);
            let right = translate(p, t, b);
            let (left_type, right_type) = (t.ty(&a.ty), t.ty(&b.ty));
            // In a theory, equality is what defines the theory's own.
            if t.built_in
                && matches!(op, BinaryOp::Eq | BinaryOp::Ne)
                && matches!(a.ty, Type::Domain(..) | Type::Parameter(_))
            {
                let (left, right) = p.terms.alike(left, right);
                let equal = p.terms.eq(left, right);
                return if *op == BinaryOp::Eq { equal } else { p.terms.not(equal) };
            }
            theory::operation(p, *op, &left_type, &right_type, left, right)
        }
        ExprKind::Conditional(condition, a, b) => {
            let condition = translate(p, t, condition);
            let (a, b) = (translate(p, t, a), translate(p, t, b));
            let (a, b) = p.terms.alike(a, b);
            p.terms.ite(condition, a, b)
        }
        ExprKind::Let(local, value, body) => {
            let value = translate(p, t, value);
            t.values.insert(*local, value);
            translate(p, t, body)
        }
        ExprKind::DomainCall { function, instance, arguments } => {
            let arguments: Vec<Term> =
                arguments.iter().map(|argument| translate(p, t, argument)).collect();
            let instance: Vec<Type> = instance.iter().map(|ty| t.ty(ty)).collect();
            match t.built_in {
                true => {
                    let name = t.program.domain_functions[*function].name.clone();
                    let function = p.terms.theory_function(t.program, &name, &instance);
                    p.terms.apply(function, &arguments)
                }
                false => theory::domain_call(p, *function, &instance, &arguments),
            }
        }
        ExprKind::Call { function, arguments, .. } => {
            let arguments: Vec<Term> =
                arguments.iter().map(|argument| translate(p, t, argument)).collect();
            call_without_heap(p, *function, &arguments)
        }
        ExprKind::Quantifier(quantifier) => translate_quantifier(p, t, quantifier),
        ExprKind::Seq(_)
        | ExprKind::Set(_)
        | ExprKind::Multiset(_)
        | ExprKind::Map(_)
        | ExprKind::Update(..) => translate_collection(p, t, e),
        // The checks of the front end keep the heap out of axioms.
        _ => {
            let sort = translated_sort(p, t, &e.ty);
            p.terms.fresh("heap", sort)
        }
    }
}

fn translate_collection(p: &mut Prover<'_>, t: &mut Translation<'_>, e: &Expr) -> Term {
    let ty = t.ty(&e.ty);
    match &*e.kind {
        ExprKind::Seq(elements) | ExprKind::Set(elements) | ExprKind::Multiset(elements) => {
            let mut whole: Option<Term> = None;
            for element in elements {
                let element = translate(p, t, element);
                whole = Some(match (whole, &ty) {
                    (None, _) => theory::applied(p, &ty, "one", &[element]),
                    (Some(whole), Type::Seq(_)) => {
                        let one = theory::applied(p, &ty, "one", &[element]);
                        theory::applied(p, &ty, "append", &[whole, one])
                    }
                    (Some(whole), _) => theory::applied(p, &ty, "add", &[whole, element]),
                });
            }
            whole.unwrap_or_else(|| theory::applied(p, &ty, "empty", &[]))
        }
        ExprKind::Map(entries) => {
            let mut whole = theory::applied(p, &ty, "empty", &[]);
            for (key, value) in entries {
                let (key, value) = (translate(p, t, key), translate(p, t, value));
                whole = theory::applied(p, &ty, "put", &[whole, key, value]);
            }
            whole
        }
        ExprKind::Update(whole, at, value) => {
            let whole = translate(p, t, whole);
            let (at, value) = (translate(p, t, at), translate(p, t, value));
            theory::applied(p, &ty, "put", &[whole, at, value])
        }
        _ => unreachable!("only collections are translated here"),
    }
}

fn translated(p: &mut Prover<'_>, t: &Translation<'_>, ty: &Type, name: &str, a: &[Term]) -> Term {
    let ty = t.ty(ty);
    theory::applied(p, &ty, name, a)
}

fn translated_sort(p: &Prover<'_>, t: &Translation<'_>, ty: &Type) -> Sort {
    p.terms.type_sort(&t.ty(ty))
}

fn translate_quantifier(
    p: &mut Prover<'_>,
    t: &mut Translation<'_>,
    quantifier: &Quantifier,
) -> Term {
    let mut bound = Vec::new();
    for local in &quantifier.variables {
        let declared = &t.locals[*local];
        let sort = translated_sort(p, t, &declared.ty);
        let variable = p.terms.bound(&declared.name, sort);
        t.values.insert(*local, variable);
        bound.push(variable);
    }
    let body = translate(p, t, &quantifier.body);
    let mut triggers: Vec<Vec<Term>> = quantifier
        .triggers
        .iter()
        .map(|trigger| trigger.iter().map(|e| translate(p, t, e)).collect())
        .collect();
    if !t.built_in {
        for term in triggers.iter_mut().flatten() {
            *term = p.terms.waiting_form(*term);
        }
    }
    let weight = annotations::weight(&quantifier.annotations);
    p.terms.close(quantifier.exists, &bound, triggers, body, "axiom", weight)
}

/// A call in an axiom, of a function that does not depend on the heap.
fn call_without_heap(p: &mut Prover<'_>, function: FunctionId, arguments: &[Term]) -> Term {
    p.define(function);
    let form = p.terms.form(function, Form::Full);
    let name = format!("always {}", form.name());
    if p.program.functions[function].preconditions.is_empty() && p.logic.known.insert(name) {
        let mut all = vec![p.terms.unit()];
        for sort in &form.parameters()[1..] {
            all.push(p.terms.bound("argument", *sort));
        }
        let full = p.terms.apply(form, &all);
        let allowed = p.terms.form(function, Form::Allowed);
        let allowed = p.terms.apply(allowed, &all);
        let axiom = p.terms.close(false, &all[1..], vec![vec![full]], allowed, "always", None);
        p.logic.solver.background(axiom);
    }
    let mut all = vec![p.terms.unit()];
    for (t, sort) in arguments.iter().zip(&form.parameters()[1..]) {
        all.push(if *sort == Sort::Real { p.terms.real_of(*t) } else { *t });
    }
    p.terms.apply(form, &all)
}

/// Whether an axiom names no type parameter.
fn is_plain(axiom: &Axiom) -> bool {
    let mut plain = axiom.locals.iter().all(|(_, local)| !has_parameter(&local.ty));
    crate::walk::each(&axiom.body, &mut |e| {
        plain &= !has_parameter(&e.ty);
        if let ExprKind::DomainCall { instance, .. } = &*e.kind {
            plain &= !instance.iter().any(has_parameter);
        }
    });
    plain
}

fn has_parameter(ty: &Type) -> bool {
    match ty {
        Type::Parameter(_) => true,
        Type::Seq(a) | Type::Set(a) | Type::Multiset(a) => has_parameter(a),
        Type::Map(a, b) => has_parameter(a) || has_parameter(b),
        Type::Domain(_, arguments) => arguments.iter().any(has_parameter),
        Type::Bool | Type::Int | Type::Perm | Type::Ref | Type::Resource => false,
    }
}

/// What an axiom's names stand for.
struct Translation<'a> {
    program: &'a Program,
    /// Whether it is one of the theories of this crate.
    built_in: bool,
    instance: &'a [Type],
    locals: &'a IdVec<LocalId, Local>,
    values: FxHashMap<LocalId, Term>,
}

impl Translation<'_> {
    fn ty(&self, ty: &Type) -> Type {
        match self.built_in {
            true => theory_type(self.program, ty, self.instance),
            false => symbols::instantiate(ty, self.instance),
        }
    }
}
