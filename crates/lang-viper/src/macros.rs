//! Macros: every use is replaced by the body.
//!
//! Variables and labels that a body declares get new names where theirs are taken. What a use is replaced by stands
//! where the use stands, the outermost one if they are nested.

mod expression;
mod names;
mod statement;

use crate::limits::MAX_OPERATORS;
use crate::problem::{PARSER, Problems};
use crate::syntax::{Contract, Define, Expr, ExprKind, Formal, Member, MemberKind, Name, TypeExpr};
use crate::tree::Place;
use effigy_base::text::Hint;
use effigy_syntax::Reported;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// How many expressions and statements the macros of a program become at most.
const MAX_STEPS: u32 = 1_000_000;

type Expand<T> = Result<T, Reported>;
type Macros = FxHashMap<Arc<str>, Arc<Define>>;

/// What the names of a macro's body stand for.
#[derive(Clone, Default)]
struct Env {
    parameters: FxHashMap<Arc<str>, Arc<Expr>>,
    renamed: FxHashMap<Arc<str>, Arc<str>>,
    /// Where everything stands; `None` outside of macros.
    at: Option<Place>,
}

impl Env {
    /// The environment for the arguments of a macro that is used at `place`.
    fn placed(&self, place: Place) -> Self {
        Self { at: self.at.or(Some(place)), ..self.clone() }
    }
}

/// Replaces all uses of macros in all members.
pub(crate) fn expand(members: Vec<Member>, problems: &mut Problems) -> Vec<Member> {
    let mut globals = FxHashSet::default();
    members.iter().for_each(|member| {
        names::declared(member, &mut |name| {
            globals.insert(name.text.clone());
        })
    });
    let mut macros = Macros::default();
    for member in &members {
        let MemberKind::Define(define) = &member.kind else { continue };
        let name = &define.name;
        if let Some(earlier) = macros.get(&name.text) {
            let line = earlier.name.place.span.start.line;
            let message = format!("there is already a macro `{}` on line {line}", name.text);
            problems.error(name.place, PARSER, message);
        } else if globals.contains(&name.text) {
            let message = format!("`{}` is declared as something else, too", name.text);
            problems.error(name.place, PARSER, message);
        }
        names::unused(define, problems);
        macros.insert(name.text.clone(), define.clone());
    }
    let mut steps = 0;
    let mut expanded = Vec::new();
    for member in members {
        let mut expander = Expander::new(&macros, &globals, problems, steps);
        // A member that cannot be expanded was reported.
        if let Ok(member) = expander.member(member) {
            expanded.push(member);
        }
        steps = expander.steps;
    }
    expanded
}

struct Expander<'a> {
    globals: &'a Macros,
    /// The macros of the method.
    locals: Macros,
    /// The names that are taken everywhere in the member.
    taken: FxHashSet<Arc<str>>,
    global_names: &'a FxHashSet<Arc<str>>,
    /// The names that macros have declared, by scope.
    scopes: Vec<FxHashSet<Arc<str>>>,
    /// The macros that are being expanded.
    active: Vec<Arc<str>>,
    problems: &'a mut Problems,
    depth: u32,
    steps: u32,
    fresh: FxHashMap<Arc<str>, u32>,
}

impl<'a> Expander<'a> {
    fn new(
        globals: &'a Macros,
        global_names: &'a FxHashSet<Arc<str>>,
        problems: &'a mut Problems,
        steps: u32,
    ) -> Self {
        Self {
            globals,
            locals: Macros::default(),
            taken: FxHashSet::default(),
            global_names,
            scopes: vec![FxHashSet::default()],
            active: Vec::new(),
            problems,
            depth: 0,
            steps,
            fresh: FxHashMap::default(),
        }
    }

    fn fail<T>(&mut self, place: Place, message: impl Into<String>) -> Expand<T> {
        self.problems.error(place, PARSER, message);
        Err(Reported)
    }

    fn find(&self, name: &str) -> Option<Arc<Define>> {
        self.locals.get(name).or_else(|| self.globals.get(name)).cloned()
    }

    fn member(&mut self, mut member: Member) -> Expand<Member> {
        names::inside(&member, &mut |name| {
            self.taken.insert(name.text.clone());
        });
        let env = Env::default();
        match &mut member.kind {
            MemberKind::Import(_) | MemberKind::Define(_) | MemberKind::Fields(_) => {}
            MemberKind::Adt(_) => {}
            MemberKind::Domain(domain) => {
                for function in &mut domain.functions {
                    for (_, ty) in &mut function.parameters {
                        self.ty(ty, &env)?;
                    }
                    self.ty(&mut function.result, &env)?;
                }
                for axiom in &mut domain.axioms {
                    axiom.body = self.expr(&axiom.body, &env)?;
                }
            }
            MemberKind::Function(function) => {
                self.formals(&mut function.parameters, &env)?;
                self.ty(&mut function.result, &env)?;
                self.contract(&mut function.contract, &env)?;
                function.body = function.body.as_ref().map(|e| self.expr(e, &env)).transpose()?;
            }
            MemberKind::Predicate(predicate) => {
                self.formals(&mut predicate.parameters, &env)?;
                predicate.body = predicate.body.as_ref().map(|e| self.expr(e, &env)).transpose()?;
            }
            MemberKind::Method(method) => {
                let mut defines = Vec::new();
                method.body.iter().for_each(|body| names::defines(body, false, &mut defines));
                for (define, in_script) in defines {
                    if in_script {
                        let message = "a macro cannot be defined in the script of `package`";
                        return self.fail(define.name.place, message);
                    }
                    names::unused(&define, self.problems);
                    // Of two macros with one name, the first one counts.
                    self.locals.entry(define.name.text.clone()).or_insert(define);
                }
                self.formals(&mut method.parameters, &env)?;
                self.formals(&mut method.results, &env)?;
                self.contract(&mut method.contract, &env)?;
                method.body = method.body.as_ref().map(|b| self.block(b, &env)).transpose()?;
            }
        }
        Ok(member)
    }

    fn contract(&mut self, contract: &mut Contract, env: &Env) -> Expand<()> {
        let lists = [&mut contract.preconditions, &mut contract.postconditions];
        for list in lists {
            *list = self.exprs(list, env)?;
        }
        for decreases in &mut contract.decreases {
            self.decreases(decreases, env)?;
        }
        Ok(())
    }

    fn formals(&mut self, formals: &mut [Formal], env: &Env) -> Expand<()> {
        for formal in formals {
            self.declared(&mut formal.name, env);
            self.ty(&mut formal.ty, env)?;
        }
        Ok(())
    }

    /// The name that a declaration gets.
    fn declared(&self, name: &mut Name, env: &Env) {
        if let Some(new) = env.renamed.get(&name.text) {
            name.text = new.clone();
        }
        name.place = env.at.unwrap_or(name.place);
    }

    fn ty(&mut self, ty: &mut TypeExpr, env: &Env) -> Expand<()> {
        ty.place = env.at.unwrap_or(ty.place);
        for argument in ty.arguments.iter_mut().flatten() {
            self.ty(argument, env)?;
        }
        if ty.arguments.is_none() && self.find(&ty.name.text).is_some() {
            let message = format!("`{}` is a macro, not a type", ty.name.text);
            return self.fail(ty.place, message);
        }
        ty.name = self.name(&ty.name, env)?;
        Ok(())
    }

    /// What a name that is no expression stands for: a field's, a label's, a function's.
    fn name(&mut self, name: &Name, env: &Env) -> Expand<Name> {
        let place = env.at.unwrap_or(name.place);
        let mut text = name.text.clone();
        if let Some(argument) = env.parameters.get(&text) {
            let ExprKind::Name(argument) = &*argument.kind else {
                let message =
                    format!("`{text}` is a name here: its argument cannot be an expression");
                return self.fail(place, message);
            };
            text = argument.text.clone();
        } else if let Some(new) = env.renamed.get(&text) {
            text = new.clone();
        }
        let mut known = FxHashSet::default();
        while let Some(define) = self.find(&text) {
            if define.parameters.is_some() {
                break;
            }
            if !known.insert(text.clone()) {
                return self.fail(define.place, format!("the macro `{text}` is defined by itself"));
            }
            let crate::syntax::DefineBody::Expr(body) = &define.body else { break };
            let ExprKind::Name(body) = &*body.kind else {
                let message =
                    format!("the macro `{text}` is an expression, but a name is needed here");
                return self.fail(place, message);
            };
            text = body.text.clone();
        }
        Ok(Name { text, place })
    }

    /// The environment for the body of a macro that is used at `place`.
    fn enter(
        &mut self,
        define: &Define,
        arguments: Option<Vec<Expr>>,
        place: Place,
    ) -> Expand<Env> {
        let name = &define.name.text;
        if self.active.contains(name) {
            return self.fail(define.place, format!("the macro `{name}` is defined by itself"));
        }
        let count = define.parameters.as_ref().map(Vec::len);
        match (count, &arguments) {
            (Some(_), None) => {
                return self
                    .fail(place, format!("the macro `{name}` needs its arguments: `{name}(...)`"));
            }
            (Some(count), Some(arguments)) if count != arguments.len() => {
                let counted = crate::parse::counted(count, "parameter");
                let message = format!("the macro `{name}` has {counted}, not {}", arguments.len());
                return self.fail(place, message);
            }
            _ => {}
        }
        let names = define.parameters.iter().flatten().map(|p| p.text.clone());
        let parameters = names.zip(arguments.into_iter().flatten().map(Arc::new)).collect();
        let mut env = Env { parameters, renamed: FxHashMap::default(), at: Some(place) };
        let mut declared = Vec::new();
        names::of_body(&define.body, &mut |name: &Name| {
            if !declared.contains(&name.text) {
                declared.push(name.text.clone());
            }
        });
        for name in declared {
            let is_taken = self.is_taken(&name);
            let new = if is_taken { self.fresh_name(&name) } else { name.clone() };
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(new.clone());
            }
            if is_taken {
                env.renamed.insert(name, new);
            }
        }
        Ok(env)
    }

    fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
            || self.global_names.contains(name)
            || self.scopes.iter().any(|scope| scope.contains(name))
    }

    fn fresh_name(&mut self, name: &Arc<str>) -> Arc<str> {
        loop {
            let number = self.fresh.entry(name.clone()).or_insert(0);
            let fresh: Arc<str> = format!("{name}${number}").into();
            *number += 1;
            if !self.is_taken(&fresh) {
                return fresh;
            }
        }
    }

    /// Counts a step, and one level of nesting until `depth` is set back.
    fn step(&mut self, place: Place) -> Expand<()> {
        self.steps += 1;
        self.depth += 1;
        let most = MAX_OPERATORS + MAX_OPERATORS;
        if self.depth > most || self.steps > MAX_STEPS {
            return self.fail(place, "what macros are replaced by here is too large");
        }
        Ok(())
    }

    /// The macro that is nearest to a name.
    fn near(&self, name: &str) -> Hint {
        let mut names: Vec<&str> =
            self.globals.keys().chain(self.locals.keys()).map(|n| &**n).collect();
        names.sort_unstable();
        Hint::nearest(name, names.into_iter())
    }
}
