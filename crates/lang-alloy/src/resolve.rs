//! Names and types: from the modules of a model to its tree.
//!
//! Alloy's way: an expression is made from the inside out with all meanings that its names can have; then, from the outside
//! in, what of its tuples matters settles the meanings. A name that is still ambiguous then is an error.

mod check;
mod make;
mod names;
mod result;
mod settle;

use crate::modules::{Declared as Named, Modules};
use crate::problem::Problem;
use crate::sig::{BUILTINS, SigId};
use crate::syntax::{self, Parent, Target, UnaryOp};
use crate::tree::{
    Above, Command, Declared, Expr, Field, FieldGroup, Function, FunctionId, Kind, Located, Many,
    ModuleId, Place, Sig, SigScope, Tree, Var, VarId,
};
use crate::types::{Hierarchy, Type};
use effigy_base::id::Id;
use effigy_base::source::FileId;
use effigy_base::text::{Hint, Span};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// All that is known while names are resolved.
struct Resolver<'m> {
    modules: &'m Modules,
    tree: Tree,
    hierarchy: Hierarchy,
    sig_ids: FxHashMap<(ModuleId, usize), SigId>,
    sigs_of: FxHashMap<ModuleId, Vec<SigId>>,
    functions_of: FxHashMap<ModuleId, Vec<FunctionId>>,
    asserts: Vec<(ModuleId, String, Expr)>,
    problems: Vec<Located>,
    /// Expressions that were settled, and macros that were replaced by their bodies.
    work: Cell<u32>,
}

/// Where an expression stands.
struct Context {
    module: ModuleId,
    file: FileId,
    /// In a field or a fact of this signature.
    sig: Option<SigId>,
    /// In a field, and whether it is defined with `=`.
    field: Option<bool>,
    /// In the parameters or the result of a predicate or function.
    parameters: bool,
    /// Names of this place, the innermost last.
    names: Vec<(String, Expr)>,
    /// How many macros this is the body of.
    macros: u32,
}

impl Context {
    /// Whether predicates and functions can be called.
    fn may_call(&self) -> bool {
        match (self.sig, self.field) {
            (Some(_), field) => field.unwrap_or(true),
            (None, _) => !self.parameters,
        }
    }
}

/// The multiplicity in front of an expression.
pub(crate) fn multiplicity_of(expr: &Expr) -> Option<UnaryOp> {
    match &expr.kind {
        Kind::Unary(op, _) if op.is_multiplicity() => Some(*op),
        _ => None,
    }
}

/// Resolves all names of a model.
///
/// # Errors
/// All problems of the first phase that has some.
pub(crate) fn model(modules: &Modules) -> Result<Tree, Vec<Located>> {
    let mut resolver = Resolver {
        modules,
        tree: Tree::default(),
        hierarchy: Hierarchy::default(),
        sig_ids: FxHashMap::default(),
        sigs_of: FxHashMap::default(),
        functions_of: FxHashMap::default(),
        asserts: Vec::new(),
        problems: Vec::new(),
        work: Cell::new(0),
    };
    for phase in 0..PHASES {
        resolver.phase(phase);
        if !resolver.problems.is_empty() {
            return Err(resolver.problems);
        }
    }
    Ok(resolver.tree)
}

/// How much work a model may be: macros in macros can double what they are given many times.
const MOST_WORK: u32 = 1_000_000;

/// How many phases there are.
const PHASES: u32 = 8;

impl Resolver<'_> {
    /// One phase; each needs those before.
    fn phase(&mut self, phase: u32) {
        match phase {
            0 => self.make_sigs(),
            1 => self.relate_sigs(),
            2 => self.make_fields(false),
            3 => self.make_functions(),
            4 => self.make_fields(true),
            5 => self.make_bodies(),
            6 => self.make_facts(),
            _ => self.make_commands(),
        }
    }

    fn context(&self, module: ModuleId) -> Context {
        let file = self.modules.get(module).file;
        let names = Vec::new();
        Context { module, file, sig: None, field: None, parameters: false, names, macros: 0 }
    }

    /// Counts one step of work; what it is an error for, when it is one too many.
    fn too_much(&self, place: Place) -> Option<Expr> {
        self.work.set(self.work.get().saturating_add(1));
        let large = "a model that grows this large when its macros are replaced by their bodies";
        let problem = || Problem::Unsupported(large.to_owned());
        (self.work.get() > MOST_WORK).then(|| make::bad(place, problem()))
    }

    fn problem(&mut self, place: Place, problem: Problem) {
        self.problems.push(Located { place, problem });
    }

    /// Notes what is wrong with an expression; whether nothing is.
    fn is_good(&mut self, expr: &Expr) -> bool {
        if let Some(error) = &expr.error {
            self.problems.push((**error).clone());
        }
        expr.error.is_none()
    }

    fn variable(&mut self, name: &str, ty: Type, place: Place) -> VarId {
        self.tree.vars.push(Var { name: name.to_owned(), ty, place })
    }

    fn sig_id(&self, sig: Named) -> Option<SigId> {
        match sig {
            Named::Builtin(sig) => Some(sig),
            Named::Of(module, at) => self.sig_ids.get(&(module, at)).copied(),
        }
    }

    fn make_sigs(&mut self) {
        for (at, name) in BUILTINS.iter().enumerate() {
            let sig = SigId::from_index(at);
            let place = Place { file: FileId::from_index(0), span: Span::EMPTY };
            let this = self.variable("this", Type::of(&[sig]), place);
            let parent = match sig {
                SigId::SEQ => Some(SigId::INT),
                SigId::UNIV | SigId::NONE => None,
                _ => Some(SigId::UNIV),
            };
            self.hierarchy.push(parent);
            self.tree.sigs.push(Sig {
                name: (*name).to_owned(),
                label: (*name).to_owned(),
                place,
                above: Above::Builtin,
                children: Vec::new(),
                abstract_: false,
                multiplicity: None,
                private: false,
                enumeration: false,
                fields: Vec::new(),
                facts: Vec::new(),
                this,
                ty: Type::of(&[sig]),
            });
        }
        for module in self.modules.kept.clone() {
            self.make_sigs_of(module);
        }
    }

    fn make_sigs_of(&mut self, id: ModuleId) {
        let module = self.modules.get(id);
        let mut ids = Vec::new();
        for (at, sig) in module.syntax.sigs.iter().enumerate() {
            let place = Place { file: module.file, span: sig.name.span };
            let earlier = module.syntax.sigs.iter().take(at);
            let parameter = module.parameters.iter().any(|(name, _)| *name == sig.name.text);
            if parameter || earlier.into_iter().any(|other| other.name.text == sig.name.text) {
                let message = format!("there is a signature `{}` already", sig.name.text);
                self.problem(place, Problem::Syntax(message));
                continue;
            }
            let this = self.variable("this", Type::default(), place);
            self.hierarchy.push(Some(SigId::UNIV));
            let made = self.tree.sigs.push(Sig {
                name: sig.name.text.clone(),
                label: self.modules.label(Named::Of(id, at)),
                place,
                above: Above::Extends(SigId::UNIV),
                children: Vec::new(),
                abstract_: sig.abstract_,
                multiplicity: sig.multiplicity,
                private: sig.private,
                enumeration: sig.enumeration,
                fields: Vec::new(),
                facts: Vec::new(),
                this,
                ty: Type::default(),
            });
            self.sig_ids.insert((id, at), made);
            ids.push(made);
        }
        self.sigs_of.insert(id, ids);
    }

    fn named_sig(&mut self, module: ModuleId, name: &syntax::Name) -> Option<SigId> {
        match self.modules.sig(module, name) {
            Ok(Some(sig)) => self.sig_id(sig),
            Ok(None) => {
                let unknown = self.modules.unknown_sig(module, name);
                self.problems.push(unknown);
                None
            }
            Err(located) => {
                self.problems.push(located);
                None
            }
        }
    }

    /// Every declared signature with what is written of it.
    fn written_sigs(&self) -> Vec<(SigId, ModuleId, usize, Rc<syntax::Module>)> {
        let mut all = Vec::new();
        for module in &self.modules.kept {
            let syntax = &self.modules.get(*module).syntax;
            for at in 0..syntax.sigs.len() {
                if let Some(sig) = self.sig_ids.get(&(*module, at)) {
                    all.push((*sig, *module, at, syntax.clone()));
                }
            }
        }
        all
    }

    fn relate_sigs(&mut self) {
        for (sig, module, at, syntax) in self.written_sigs() {
            let Some(written) = syntax.sigs.get(at) else { continue };
            let above = match &written.parent {
                Parent::Top => Above::Extends(SigId::UNIV),
                Parent::Extends(name) => {
                    let Some(parent) = self.named_sig(module, name) else { continue };
                    Above::Extends(parent)
                }
                Parent::In(names) | Parent::Equals(names) => {
                    let parents = names.iter().filter_map(|name| self.named_sig(module, name));
                    let exact = matches!(written.parent, Parent::Equals(_));
                    Above::Subset(parents.collect(), exact)
                }
            };
            self.tree.sigs[sig].above = above;
        }
        if self.problems.is_empty() {
            self.check_parents();
        }
        if self.problems.is_empty() {
            for sig in self.tree.sigs.ids().collect::<Vec<_>>() {
                let ty = self.sig_type(sig);
                self.tree.vars[self.tree.sigs[sig].this].ty = ty.clone();
                self.tree.sigs[sig].ty = ty;
            }
        }
    }

    fn check_parents(&mut self) {
        for sig in self.tree.sigs.ids().collect::<Vec<_>>() {
            let place = self.tree.sigs[sig].place;
            if self.is_own_ancestor(sig) {
                let message = "this signature is above itself".to_owned();
                self.problem(place, Problem::Type(message));
                return;
            }
            let parent = match &self.tree.sigs[sig].above {
                Above::Extends(parent) if !sig.is_builtin() => *parent,
                Above::Subset(parents, _) if parents.iter().all(|p| *p == SigId::NONE) => {
                    let message = "a signature cannot be a subset of `none` alone".to_owned();
                    self.problem(place, Problem::Type(message));
                    continue;
                }
                _ => continue,
            };
            let name = self.tree.sigs[parent].name.clone();
            match self.tree.sigs[parent].above {
                Above::Subset(..) => {
                    let message =
                        format!("`{name}` is a subset of other signatures, and cannot be extended");
                    self.problem(place, Problem::Type(message));
                }
                Above::Builtin if parent != SigId::UNIV => {
                    let message = format!("`{name}` is of the language, and cannot be extended");
                    self.problem(place, Problem::Type(message));
                }
                _ if self.tree.sigs[parent].enumeration && !self.tree.sigs[sig].is_one() => {
                    let message = format!("what extends the enumeration `{name}` has `one` atom");
                    self.problem(place, Problem::Type(message));
                }
                _ => {
                    self.hierarchy.set(sig, Some(parent));
                    if parent != SigId::UNIV {
                        self.tree.sigs[parent].children.push(sig);
                    }
                }
            }
        }
    }

    fn parents(&self, sig: SigId) -> Vec<SigId> {
        match &self.tree.sigs[sig].above {
            Above::Builtin => Vec::new(),
            Above::Extends(parent) => vec![*parent],
            Above::Subset(parents, _) => parents.clone(),
        }
    }

    fn is_own_ancestor(&self, sig: SigId) -> bool {
        let (mut seen, mut pending) = (Vec::new(), self.parents(sig));
        while let Some(at) = pending.pop() {
            if at == sig {
                return true;
            }
            if !seen.contains(&at) {
                seen.push(at);
                pending.extend(self.parents(at));
            }
        }
        false
    }

    fn sig_type(&self, sig: SigId) -> Type {
        match &self.tree.sigs[sig].above {
            Above::Subset(parents, _) => {
                let types = parents.iter().map(|parent| self.sig_type(*parent));
                types.reduce(|a, b| self.hierarchy.merge(&a, &b)).unwrap_or_default()
            }
            _ => Type::of(&[sig]),
        }
    }

    /// Makes the fields of all signatures, those above first: the defined ones (`=`) or the others.
    fn make_fields(&mut self, defined: bool) {
        let mut all = self.written_sigs();
        all.sort_by_key(|(sig, ..)| self.depth(*sig));
        for (sig, module, at, syntax) in all {
            let Some(written) = syntax.sigs.get(at) else { continue };
            for decl in &written.fields {
                let exactly =
                    matches!(decl.expr.kind, syntax::ExprKind::Unary(UnaryOp::ExactlyOf, _));
                if exactly == defined {
                    self.make_field_group(sig, module, decl, defined);
                }
            }
        }
        if defined {
            self.reject_clashes();
        }
    }

    fn depth(&self, sig: SigId) -> usize {
        let above = self.parents(sig).into_iter().map(|parent| self.depth(parent) + 1);
        above.max().unwrap_or(0)
    }

    fn make_field_group(
        &mut self,
        sig: SigId,
        module: ModuleId,
        decl: &syntax::Decl,
        defined: bool,
    ) {
        let mut cx = self.context(module);
        cx.sig = Some(sig);
        cx.field = Some(defined);
        let this = self.tree.sigs[sig].this;
        let node = self.var_node(this, self.tree.sigs[sig].place);
        cx.names.push(("this".to_owned(), node));
        let bound = self.check(&mut cx, &decl.expr);
        let mut bound = self.settle_set(&bound);
        if bound.many == Many::No && bound.ty.arity() == Some(1) {
            bound = self.unary(UnaryOp::OneOf, bound.place, &bound, 0);
        }
        if !self.is_good(&bound) {
            return;
        }
        if !bound.ty.has_tuple() {
            let message = "a field cannot be of the empty set".to_owned();
            self.problem(bound.place, Problem::Type(message));
            return;
        }
        let private = decl.private || self.tree.sigs[sig].private;
        let ty = self.hierarchy.product(&self.tree.sigs[sig].ty, &bound.ty);
        let mut fields = Vec::new();
        for name in &decl.names {
            let place = Place { file: cx.file, span: name.span };
            let groups = &self.tree.sigs[sig].fields;
            let earlier = groups.iter().flat_map(|g| g.fields.iter()).chain(&fields);
            if earlier.into_iter().any(|f| self.tree.fields[*f].name == name.text) {
                let message = format!("this signature has a field `{}` already", name.text);
                self.problem(place, Problem::Syntax(message));
                continue;
            }
            let (name, ty) = (name.text.clone(), ty.clone());
            fields.push(self.tree.fields.push(Field { name, sig, place, private, ty }));
        }
        let (disjoint, disjoint_values) = (decl.disjoint, decl.disjoint_values);
        self.tree.sigs[sig].fields.push(FieldGroup { fields, disjoint, disjoint_values, bound });
    }

    /// Fields of one name cannot be in signatures that have atoms in common.
    fn reject_clashes(&mut self) {
        let mut by_name: FxHashMap<String, Vec<crate::tree::FieldId>> = FxHashMap::default();
        for id in self.tree.fields.ids().collect::<Vec<_>>() {
            let field = &self.tree.fields[id];
            let peers = by_name.entry(field.name.clone()).or_default();
            let clash = peers
                .iter()
                .find(|other| self.hierarchy.begin_alike(&field.ty, &self.tree.fields[**other].ty));
            if let Some(other) = clash {
                let other = &self.tree.fields[*other];
                let (name, label) = (&field.name, &self.tree.sigs[other.sig].label);
                let message = format!(
                    "{label} has a field `{name}` too, and the signatures can have atoms in common"
                );
                self.problem(field.place, Problem::Type(message));
                return;
            }
            peers.push(id);
        }
    }

    fn make_functions(&mut self) {
        for module in self.modules.kept.clone() {
            let syntax = self.modules.get(module).syntax.clone();
            let mut ids = Vec::new();
            for written in &syntax.functions {
                if let Some(function) = self.make_function(module, written) {
                    ids.push(self.tree.functions.push(function));
                }
            }
            self.functions_of.insert(module, ids);
        }
    }

    fn make_function(&mut self, module: ModuleId, written: &syntax::Function) -> Option<Function> {
        let mut cx = self.context(module);
        cx.parameters = true;
        let mut parameters = Vec::new();
        for decl in &written.parameters {
            let place = Place { file: cx.file, span: decl.expr.span };
            if decl.private || decl.disjoint_values {
                let message = "parameters are neither `private` nor of `disj` values".to_owned();
                self.problem(place, Problem::Syntax(message));
            }
            let expr = self.check(&mut cx, &decl.expr);
            let expr = self.settle_set(&expr);
            if !self.is_good(&expr) {
                return None;
            }
            let vars = self.declare(&mut cx, decl, &expr.ty);
            parameters.push(Declared { vars, disjoint: decl.disjoint, expr });
        }
        let mut result = None;
        if let Some(written) = &written.result {
            let expr = self.check(&mut cx, written);
            let mut expr = self.settle_set(&expr);
            if expr.many == Many::No && expr.ty.arity() == Some(1) {
                expr = self.unary(UnaryOp::OneOf, expr.place, &expr, 0);
            }
            if !self.is_good(&expr) {
                return None;
            }
            result = Some(expr);
        }
        let path = &self.modules.get(module).path;
        let path = if path.is_empty() { "this" } else { path };
        Some(Function {
            name: written.name.text.clone(),
            label: format!("{path}/{}", written.name.text),
            private: written.private,
            parameters: parameters.into(),
            result,
            body: None,
        })
    }

    fn make_bodies(&mut self) {
        for module in self.modules.kept.clone() {
            let syntax = self.modules.get(module).syntax.clone();
            let ids = self.functions_of.get(&module).cloned().unwrap_or_default();
            for (id, written) in ids.into_iter().zip(&syntax.functions) {
                self.make_body(module, id, &written.body);
            }
            for written in &syntax.asserts {
                let mut cx = self.context(module);
                let body = self.check(&mut cx, &written.body);
                let body = self.settle_formula(&body);
                if self.is_good(&body) {
                    self.asserts.push((module, written.name.clone(), body));
                }
            }
        }
    }

    fn make_body(&mut self, module: ModuleId, id: FunctionId, written: &syntax::Expr) {
        let mut cx = self.context(module);
        let function = &self.tree.functions[id];
        let result = function.result.clone();
        for var in function.vars().collect::<Vec<_>>() {
            let place = self.tree.vars[var].place;
            cx.names.push((self.tree.vars[var].name.clone(), self.var_node(var, place)));
        }
        let body = self.check(&mut cx, written);
        let body = match &result {
            None => self.settle_formula(&body),
            Some(_) => self.settle_set(&body),
        };
        if !self.is_good(&body) {
            return;
        }
        let wrong_arity = result.is_some_and(|r| r.ty.arity() != body.ty.arity());
        if wrong_arity || body.many != Many::No {
            let name = &self.tree.functions[id].name;
            let message =
                format!("the body of `{name}` is {}, which is not its result", self.show(&body.ty));
            self.problem(body.place, Problem::Type(message));
            return;
        }
        self.tree.functions[id].body = Some(body);
    }

    fn make_facts(&mut self) {
        for module in self.modules.kept.clone() {
            let syntax = self.modules.get(module).syntax.clone();
            for fact in &syntax.facts {
                let mut cx = self.context(module);
                let body = self.check(&mut cx, &fact.body);
                let body = self.settle_formula(&body);
                if self.is_good(&body) {
                    self.tree.facts.push((fact.name.clone().unwrap_or_default(), body));
                }
            }
            for parameter in syntax.parameters.iter().filter(|parameter| parameter.exactly) {
                let given = self.modules.parameter(module, &parameter.name.text);
                let own = || self.modules.sigs(module, &parameter.name.text).first().copied();
                if let Some(sig) = given.or_else(own).and_then(|sig| self.sig_id(sig)) {
                    self.tree.exact.push(sig);
                }
            }
        }
        for (sig, module, at, syntax) in self.written_sigs() {
            let fact = syntax.sigs.get(at).and_then(|written| written.fact.as_ref());
            if let Some(fact) = fact {
                self.make_sig_fact(sig, module, fact);
            }
        }
    }

    fn make_sig_fact(&mut self, sig: SigId, module: ModuleId, fact: &syntax::Expr) {
        let mut cx = self.context(module);
        cx.sig = Some(sig);
        let (this, place) = (self.tree.sigs[sig].this, self.tree.sigs[sig].place);
        let one = self.tree.sigs[sig].is_one();
        let node = if one { self.sig_node(sig, place) } else { self.var_node(this, place) };
        cx.names.push(("this".to_owned(), node));
        let body = self.check(&mut cx, fact);
        let body = self.settle_formula(&body);
        if self.is_good(&body) {
            self.tree.sigs[sig].facts.push(body);
        }
    }

    fn make_commands(&mut self) {
        let Some(root) = self.modules.kept.first().copied() else { return };
        let syntax = self.modules.get(root).syntax.clone();
        if syntax.commands.is_empty() {
            let command = self.default_command(root);
            self.tree.commands.push(command);
        }
        for (at, written) in syntax.commands.iter().enumerate() {
            if let Some(command) = self.make_command(root, at, written) {
                self.tree.commands.push(command);
            }
        }
    }

    /// What a model without commands runs: any instance.
    fn default_command(&self, module: ModuleId) -> Command {
        let place = Place { file: self.modules.get(module).file, span: Span::EMPTY };
        Command {
            name: "Default".to_owned(),
            check: false,
            goal: make::constant(syntax::Constant::True, place),
            place,
            overall: None,
            width: None,
            sequences: None,
            strings: None,
            scopes: Vec::new(),
            expect: None,
        }
    }

    fn make_command(
        &mut self,
        module: ModuleId,
        at: usize,
        written: &syntax::Command,
    ) -> Option<Command> {
        let place = Place { file: self.modules.get(module).file, span: written.span };
        let goal = match &written.target {
            Target::Block(body) => {
                let mut cx = self.context(module);
                let body = self.check(&mut cx, body);
                self.settle_formula(&body)
            }
            Target::Named(name) if written.check => self.asserted(module, name)?,
            Target::Named(name) => self.predicate_goal(module, name)?,
        };
        if !self.is_good(&goal) {
            return None;
        }
        let name = match (&written.label, &written.target) {
            (Some(label), _) => label.text.clone(),
            (None, Target::Named(name)) => name.text.clone(),
            (None, Target::Block(_)) => {
                format!("{}${}", if written.check { "check" } else { "run" }, at + 1)
            }
        };
        let (check, overall, expect) = (written.check, written.overall, written.expect);
        let (width, sequences, strings, scopes) = (None, None, None, Vec::new());
        let mut command = Command {
            name,
            check,
            goal,
            place,
            overall,
            width,
            sequences,
            strings,
            scopes,
            expect,
        };
        for scope in &written.scopes {
            self.add_scope(module, &mut command, scope)?;
        }
        Some(command)
    }

    fn add_scope(
        &mut self,
        module: ModuleId,
        command: &mut Command,
        scope: &syntax::Scope,
    ) -> Option<()> {
        let place = Place { span: scope.span, ..command.place };
        let twice = match &scope.what {
            syntax::ScopeOf::Int => command.width.replace(scope.size).is_some(),
            syntax::ScopeOf::Seq => command.sequences.replace(scope.size).is_some(),
            syntax::ScopeOf::String => {
                command.strings.replace((scope.size, scope.exactly)).is_some()
            }
            syntax::ScopeOf::Sig(name) => {
                let sig = self.named_sig(module, name)?;
                let (size, exactly) = (scope.size, scope.exactly);
                command.scopes.push(SigScope { sig, size, exactly, place });
                false
            }
        };
        if twice {
            let message = "this scope is stated twice".to_owned();
            self.problem(place, Problem::Scope(message));
            return None;
        }
        Some(())
    }

    fn unknown_target(
        &mut self,
        module: ModuleId,
        name: &syntax::Name,
        what: &'static str,
        known: &[String],
    ) {
        let place = Place { file: self.modules.get(module).file, span: name.span };
        let hint = Hint::nearest(&name.text, known.iter().map(String::as_str));
        self.problem(place, Problem::Unknown { what, name: name.text.clone(), hint });
    }

    fn ambiguous(&mut self, module: ModuleId, name: &syntax::Name, meanings: String) {
        let place = Place { file: self.modules.get(module).file, span: name.span };
        self.problem(place, Problem::Ambiguous { name: name.text.clone(), meanings });
    }

    fn asserted(&mut self, module: ModuleId, name: &syntax::Name) -> Option<Expr> {
        let (start, rest) = match self.modules.qualified(module, &name.text) {
            Some((start, rest, _)) => (start, rest.to_owned()),
            None => (module, name.text.clone()),
        };
        let named = |modules: &[ModuleId]| -> Vec<Expr> {
            let all = self.asserts.iter();
            let found = all.filter(|(m, n, _)| modules.contains(m) && *n == rest);
            found.map(|(.., body)| body.clone()).collect()
        };
        let mut found = named(&[start]);
        if found.is_empty() {
            found = named(&self.modules.nameable(start));
        }
        match found.len() {
            1 => found.pop(),
            0 => {
                let known: Vec<String> = self.asserts.iter().map(|(_, n, _)| n.clone()).collect();
                self.unknown_target(module, name, "assertion", &known);
                None
            }
            _ => {
                self.ambiguous(module, name, "assertions of several modules".to_owned());
                None
            }
        }
    }

    /// That a predicate holds, or a function has a value, for some arguments.
    fn predicate_goal(&mut self, module: ModuleId, name: &syntax::Name) -> Option<Expr> {
        // What the model itself declares is preferred.
        let own = self.functions(module, &format!("this/{}", name.text));
        let found = if own.is_empty() { self.functions(module, &name.text) } else { own };
        let [id] = found.as_slice() else {
            if found.is_empty() {
                let known = self.tree.functions.iter().map(|(_, f)| f.name.clone());
                let known: Vec<String> = known.collect();
                self.unknown_target(module, name, "predicate or function", &known);
            } else {
                let labels = found.iter().map(|id| self.tree.functions[*id].label.clone());
                let meanings = labels.collect::<Vec<_>>().join(", ");
                self.ambiguous(module, name, meanings);
            }
            return None;
        };
        let function = &self.tree.functions[*id];
        let body = function.body.clone()?;
        let (place, parameters) = (body.place, function.parameters.clone());
        let body = match &function.result {
            None => body,
            Some(result) => self.binary(syntax::BinaryOp::In, place, &body, result),
        };
        if parameters.is_empty() {
            return Some(body);
        }
        Some(self.quantified(syntax::Quantifier::Some, place, parameters, &body))
    }
}
