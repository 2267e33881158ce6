//! Declared theories: sequences, sets, multisets and maps, and the domains of the program.
//!
//! The built-in ones are domains too, written in the language itself (`theory/*.vpr`); they are read once a process. The
//! axioms of an instance enter the background when a term first speaks of it.

use crate::prover::Prover;
use crate::symbols;
use effigy_base::function::{Function, FunctionKind};
use effigy_base::id::IdVec;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{
    Axiom, BinaryOp, DomainId, Expr, ExprKind, Local, LocalId, Program, Quantifier, Type, UnaryOp,
};
use effigy_term::Term;
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::LazyLock;

/// The built-in theories, by the name of the type's constructor.
static PRELUDE: LazyLock<FxHashMap<&'static str, Program>> = LazyLock::new(|| {
    [
        ("Seq", include_str!("theory/sequences.vpr")),
        ("Set", include_str!("theory/sets.vpr")),
        ("Multiset", include_str!("theory/multisets.vpr")),
        ("Map", include_str!("theory/maps.vpr")),
    ]
    .into_iter()
    .map(|(name, text)| (name, read(name, text)))
    .collect()
});

#[expect(clippy::panic, reason = "the texts are part of this crate, and a test reads them")]
fn read(name: &str, text: &str) -> Program {
    match effigy_lang_viper::parse(Path::new(name), text, &effigy_lang_viper::Disk) {
        Ok(parsed) => parsed.program,
        Err(problems) => panic!("the theory of {name}: {problems:?}"),
    }
}

/// The theory of a type and its type arguments.
fn theory_of(ty: &Type) -> Option<(&'static Program, Vec<Type>)> {
    let (name, arguments) = match ty {
        Type::Seq(element) => ("Seq", vec![(**element).clone()]),
        Type::Set(element) => ("Set", vec![(**element).clone()]),
        Type::Multiset(element) => ("Multiset", vec![(**element).clone()]),
        Type::Map(key, value) => ("Map", vec![(**key).clone(), (**value).clone()]),
        _ => return None,
    };
    Some((PRELUDE.get(name)?, arguments))
}

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

impl<'p> Prover<'p> {
    /// A function of a built-in type applied. The type's axioms are known from here on.
    pub(crate) fn theory(&mut self, ty: &Type, function: &str, arguments: &[Term]) -> Term {
        self.know_type(ty);
        let Some((theory, instance)) = theory_of(ty) else {
            let sort = self.sort(ty);
            return self.fresh(function, sort);
        };
        let known = theory.domain_functions.iter().find(|(_, f)| &*f.name == function);
        let function = known.map(|(_, f)| self.theory_function(theory, &f.name, &instance));
        match function {
            Some(function) => {
                let arguments: Vec<Term> = arguments
                    .iter()
                    .zip(function.parameters())
                    .map(|(t, sort)| if *sort == Sort::Real { self.real(*t) } else { *t })
                    .collect();
                self.terms.apply(function, &arguments)
            }
            None => {
                let sort = self.sort(ty);
                self.fresh("theory", sort)
            }
        }
    }

    /// A function of a built-in theory for these type arguments.
    fn theory_function(&self, theory: &Program, name: &str, instance: &[Type]) -> Function {
        let (_, declared) = theory
            .domain_functions
            .iter()
            .find(|(_, f)| &*f.name == name)
            .unwrap_or_else(|| unreachable!("the theory has no `{name}`"));
        let sorts: Vec<Sort> =
            declared.parameters.iter().map(|ty| self.theory_sort(theory, ty, instance)).collect();
        let result = self.theory_sort(theory, &declared.result, instance);
        let domain = &theory.domains[declared.domain];
        let instance = &instance[..domain.parameters.len().min(instance.len())];
        let name = format!("{}.{name}", domain.name);
        let name = symbols::instance_name(self.program, &name, instance);
        Function::new(&name, &sorts, result, FunctionKind::Uninterpreted)
    }

    /// The sort of a type in a built-in theory: its domains are the built-in types.
    fn theory_sort(&self, theory: &Program, ty: &Type, instance: &[Type]) -> Sort {
        self.sort(&theory_type(theory, ty, instance))
    }

    /// Makes the axioms of all built-in types and domains in a type known.
    pub(crate) fn know_type(&mut self, ty: &Type) {
        let inner: Vec<Type> = match ty {
            Type::Seq(a) | Type::Set(a) | Type::Multiset(a) => vec![(**a).clone()],
            Type::Map(a, b) => vec![(**a).clone(), (**b).clone(), Type::Set(a.clone())],
            Type::Domain(domain, arguments) => {
                self.know_domain(*domain, arguments);
                arguments.to_vec()
            }
            _ => return,
        };
        let name = symbols::type_name(self.program, ty, &[]);
        if !self.known.insert(format!("type {name}")) {
            return;
        }
        for ty in &inner {
            self.know_type(ty);
        }
        if crate::eval::is_collection(ty) {
            let sort = self.sort(ty);
            self.collections.insert(sort, ty.clone());
        }
        if let Some((theory, instance)) = theory_of(ty) {
            for (_, domain) in theory.domains.iter() {
                let wanted = match &*domain.name {
                    // Intervals are sequences of integers.
                    "Interval_" => instance == [Type::Int],
                    name => {
                        !domain.parameters.is_empty() || self.known.insert(format!("theory {name}"))
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
                    self.axiom(translation, &axiom.body);
                }
            }
        }
    }

    /// Makes the axioms of an instance of a domain of the program known.
    pub(crate) fn know_domain(&mut self, domain: DomainId, instance: &[Type]) {
        let program: &'p Program = self.program;
        let declared = &program.domains[domain];
        let name = symbols::instance_name(program, &declared.name, instance);
        // Axioms may speak of ever larger instances.
        const DEEPEST: usize = 3;
        let depth = name.matches('<').count();
        if depth > DEEPEST || !self.known.insert(format!("domain {name}")) {
            return;
        }
        for (_, function) in program.domain_functions.iter().filter(|(_, f)| f.domain == domain) {
            for ty in function.parameters.iter().chain([&function.result]) {
                self.know_type(&symbols::instantiate(ty, instance));
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
            self.axiom(translation, &axiom.body);
        }
        self.know_rules(domain, instance);
    }

    /// Makes domains known that have axioms about an instance of another one: those hold whether or not a function of their own
    /// domain is met.
    fn know_rules(&mut self, domain: DomainId, instance: &[Type]) {
        let program: &'p Program = self.program;
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
                self.know_domain(id, &arguments);
            }
        }
    }

    /// Makes the axioms known that do not depend on type arguments.
    pub(crate) fn know_plain_axioms(&mut self) {
        let program: &'p Program = self.program;
        for (id, domain) in program.domains.iter() {
            if domain.parameters.is_empty() {
                self.know_domain(id, &[]);
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
                self.axiom(translation, &axiom.body);
            }
        }
    }

    fn axiom(&mut self, mut translation: Translation<'_>, body: &Expr) {
        let axiom = self.translate(&mut translation, body);
        self.solver.background(axiom);
    }

    /// A closed expression without the heap as a term.
    fn translate(&mut self, t: &mut Translation<'_>, e: &Expr) -> Term {
        match &*e.kind {
            ExprKind::Bool(truth) => self.truth(*truth),
            ExprKind::Int(n) => self.terms.int_big(n),
            ExprKind::Null => self.null(),
            ExprKind::NoPerm => self.none(),
            ExprKind::FullPerm => self.full(),
            ExprKind::Local(local) => match t.values.get(local) {
                Some(value) => *value,
                None => {
                    let sort = self.translated_sort(t, &e.ty);
                    self.fresh("unbound", sort)
                }
            },
            ExprKind::Unary(op, operand) => {
                let value = self.translate(t, operand);
                match op {
                    UnaryOp::Not => self.terms.not(value),
                    UnaryOp::Negate if self.terms.sort(value) == Sort::Int => {
                        let zero = self.terms.int(0);
                        self.terms.app(Op::IntSub, &[zero, value])
                    }
                    UnaryOp::Negate => {
                        let none = self.none();
                        self.terms.app(Op::RealSub, &[none, value])
                    }
                    UnaryOp::Cardinality => self.translated(t, &operand.ty, "size", &[value]),
                    UnaryOp::Domain => self.translated(t, &operand.ty, "keys", &[value]),
                    UnaryOp::Range => self.translated(t, &operand.ty, "values", &[value]),
                }
            }
            ExprKind::Binary(op, a, b) => {
                let left = self.translate(t, a);
                let right = self.translate(t, b);
                let (left_type, right_type) = (t.ty(&a.ty), t.ty(&b.ty));
                // In a theory, equality is what defines the theory's own.
                if t.built_in
                    && matches!(op, BinaryOp::Eq | BinaryOp::Ne)
                    && matches!(a.ty, Type::Domain(..) | Type::Parameter(_))
                {
                    let (left, right) = self.alike(left, right);
                    let equal = self.terms.eq(left, right);
                    return if *op == BinaryOp::Eq { equal } else { self.terms.not(equal) };
                }
                self.operation(*op, &left_type, &right_type, left, right)
            }
            ExprKind::Conditional(condition, a, b) => {
                let condition = self.translate(t, condition);
                let (a, b) = (self.translate(t, a), self.translate(t, b));
                let (a, b) = self.alike(a, b);
                self.terms.ite(condition, a, b)
            }
            ExprKind::Let(local, value, body) => {
                let value = self.translate(t, value);
                t.values.insert(*local, value);
                self.translate(t, body)
            }
            ExprKind::DomainCall { function, instance, arguments } => {
                let arguments: Vec<Term> =
                    arguments.iter().map(|argument| self.translate(t, argument)).collect();
                let instance: Vec<Type> = instance.iter().map(|ty| t.ty(ty)).collect();
                match t.built_in {
                    true => {
                        let name = t.program.domain_functions[*function].name.clone();
                        let function = self.theory_function(t.program, &name, &instance);
                        self.terms.apply(function, &arguments)
                    }
                    false => self.domain_call(*function, &instance, &arguments),
                }
            }
            ExprKind::Call { function, arguments, .. } => {
                let arguments: Vec<Term> =
                    arguments.iter().map(|argument| self.translate(t, argument)).collect();
                self.call_without_heap(*function, &arguments)
            }
            ExprKind::Quantifier(quantifier) => self.translate_quantifier(t, quantifier),
            ExprKind::Seq(_)
            | ExprKind::Set(_)
            | ExprKind::Multiset(_)
            | ExprKind::Map(_)
            | ExprKind::Update(..) => self.translate_collection(t, e),
            // The checks of the front end keep the heap out of axioms.
            _ => {
                let sort = self.translated_sort(t, &e.ty);
                self.fresh("heap", sort)
            }
        }
    }

    fn translate_collection(&mut self, t: &mut Translation<'_>, e: &Expr) -> Term {
        let ty = t.ty(&e.ty);
        match &*e.kind {
            ExprKind::Seq(elements) | ExprKind::Set(elements) | ExprKind::Multiset(elements) => {
                let mut whole: Option<Term> = None;
                for element in elements {
                    let element = self.translate(t, element);
                    whole = Some(match (whole, &ty) {
                        (None, _) => self.theory(&ty, "one", &[element]),
                        (Some(whole), Type::Seq(_)) => {
                            let one = self.theory(&ty, "one", &[element]);
                            self.theory(&ty, "append", &[whole, one])
                        }
                        (Some(whole), _) => self.theory(&ty, "add", &[whole, element]),
                    });
                }
                whole.unwrap_or_else(|| self.theory(&ty, "empty", &[]))
            }
            ExprKind::Map(entries) => {
                let mut whole = self.theory(&ty, "empty", &[]);
                for (key, value) in entries {
                    let (key, value) = (self.translate(t, key), self.translate(t, value));
                    whole = self.theory(&ty, "put", &[whole, key, value]);
                }
                whole
            }
            ExprKind::Update(whole, at, value) => {
                let whole = self.translate(t, whole);
                let (at, value) = (self.translate(t, at), self.translate(t, value));
                self.theory(&ty, "put", &[whole, at, value])
            }
            _ => unreachable!("only collections are translated here"),
        }
    }

    fn translated(&mut self, t: &Translation<'_>, ty: &Type, name: &str, a: &[Term]) -> Term {
        let ty = t.ty(ty);
        self.theory(&ty, name, a)
    }

    fn translated_sort(&self, t: &Translation<'_>, ty: &Type) -> Sort {
        self.sort(&t.ty(ty))
    }

    fn translate_quantifier(&mut self, t: &mut Translation<'_>, quantifier: &Quantifier) -> Term {
        let mut bound = Vec::new();
        for local in &quantifier.variables {
            let declared = &t.locals[*local];
            let sort = self.translated_sort(t, &declared.ty);
            let variable = self.bound(&declared.name, sort);
            t.values.insert(*local, variable);
            bound.push(variable);
        }
        let body = self.translate(t, &quantifier.body);
        let mut triggers: Vec<Vec<Term>> = quantifier
            .triggers
            .iter()
            .map(|trigger| trigger.iter().map(|e| self.translate(t, e)).collect())
            .collect();
        if !t.built_in {
            for term in triggers.iter_mut().flatten() {
                *term = self.waiting_form(*term);
            }
        }
        let weight = crate::quantifier::weight(&quantifier.annotations);
        self.close(quantifier.exists, &bound, triggers, body, "axiom", weight)
    }
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

/// A type of a built-in theory as the type that it is the theory of.
fn theory_type(theory: &Program, ty: &Type, instance: &[Type]) -> Type {
    let inner = |ty: &Type| theory_type(theory, ty, instance).into();
    let (domain, arguments) = match ty {
        // What an instance names are types of the program.
        Type::Parameter(_) => return symbols::instantiate(ty, instance),
        Type::Seq(a) => return Type::Seq(inner(a)),
        Type::Set(a) => return Type::Set(inner(a)),
        Type::Multiset(a) => return Type::Multiset(inner(a)),
        Type::Map(a, b) => return Type::Map(inner(a), inner(b)),
        Type::Domain(domain, arguments) => (domain, arguments),
        _ => return ty.clone(),
    };
    let argument = |index: usize| inner(arguments.get(index).unwrap_or(&Type::Int));
    match &*theory.domains[*domain].name {
        "Seq_" => Type::Seq(argument(0)),
        "Set_" => Type::Set(argument(0)),
        "Multiset_" => Type::Multiset(argument(0)),
        _ => Type::Map(argument(0), argument(1)),
    }
}
