//! What a name can mean.

use super::make::{self, bad};
use super::{Context, Resolver};
use crate::problem::Problem;
use crate::sig::{BUILTINS, SigId};
use crate::syntax::Constant;
use crate::tree::{Expr, FieldId, FunctionId, Kind, Many, ModuleId, Node, Place};
use crate::types::Type;
use effigy_base::id::Id;
use effigy_base::text::Hint;
use std::rc::Rc;

impl Resolver<'_> {
    /// All meanings of a name, as one expression.
    pub(super) fn meanings(&mut self, cx: &Context, place: Place, name: &str) -> Expr {
        if name.contains('/')
            && let Some(found) = self.qualified_macro(cx, place, name)
        {
            return found;
        }
        if let Some((_, found)) = cx.names.iter().rev().find(|(other, _)| other == name) {
            return match found.kind {
                Kind::Macro(..) => found.clone(),
                _ => Rc::new(Node { place, ..(**found).clone() }),
            };
        }
        match self.unqualified_macro(cx, place, name) {
            Ok(None) => {}
            Ok(Some(found)) => return found,
            Err(problem) => return bad(place, problem),
        }
        let plain = name.strip_prefix('@').unwrap_or(name);
        if let Some(at) = BUILTINS.iter().position(|builtin| *builtin == plain) {
            return self.sig_node(SigId::from_index(at), place);
        }
        if plain == "iden" {
            return make::constant(Constant::Iden, place);
        }
        if plain == "this" {
            let message = "there is no `this` here".to_owned();
            return bad(place, Problem::Type(message));
        }
        let this = cx.names.iter().rev().find(|(other, _)| other == "this");
        let this = this.map(|(_, this)| this.clone());
        let mut choices = Vec::new();
        self.sigs_called(cx, place, plain, &mut choices);
        if cx.may_call() {
            self.functions_called(cx, place, plain, this.as_ref(), &mut choices);
        }
        self.fields_called(cx, place, name, this.as_ref(), &mut choices);
        if choices.is_empty() {
            self.unknown(cx, place, plain)
        } else {
            self.choice(place, choices)
        }
    }

    fn unknown(&self, cx: &Context, place: Place, name: &str) -> Expr {
        if name.contains('$') {
            let what = format!("`{name}`: names with `$`, of atoms and of the model itself,");
            return bad(place, Problem::Unsupported(what));
        }
        let mut known: Vec<&str> = cx.names.iter().map(|(name, _)| name.as_str()).collect();
        known.extend(self.tree.sigs.iter().map(|(_, sig)| sig.name.as_str()));
        known.extend(self.tree.fields.iter().map(|(_, field)| field.name.as_str()));
        known.extend(self.tree.functions.iter().map(|(_, f)| f.name.as_str()));
        let hint = Hint::nearest(name, known.into_iter());
        bad(place, Problem::Unknown { what: "name", name: name.to_owned(), hint })
    }

    fn macro_node(&self, module: ModuleId, number: usize, place: Place) -> Expr {
        let message = "a macro lacks arguments here".to_owned();
        let error = crate::tree::Located { place, problem: Problem::Syntax(message) };
        Rc::new(Node {
            kind: Kind::Macro(module, number, Vec::new()),
            ty: Type::default(),
            place,
            weight: 0,
            ambiguous: false,
            many: Many::No,
            error: Some(Rc::new(error)),
        })
    }

    fn own_macro(&self, module: ModuleId, name: &str, private: bool) -> Option<usize> {
        let macros = &self.modules.get(module).syntax.macros;
        macros.iter().position(|m| m.name.text == name && (private || !m.private))
    }

    fn qualified_macro(&self, cx: &Context, place: Place, name: &str) -> Option<Expr> {
        let (module, rest, _) = self.modules.qualified(cx.module, name)?;
        let number = self.own_macro(module, rest, module == cx.module)?;
        Some(self.macro_node(module, number, place))
    }

    fn unqualified_macro(
        &self,
        cx: &Context,
        place: Place,
        name: &str,
    ) -> Result<Option<Expr>, Problem> {
        let modules = self.modules.nameable(cx.module);
        let own = |m: &ModuleId| self.own_macro(*m, name, true).map(|number| (*m, number));
        let found: Vec<_> = modules.iter().filter_map(own).collect();
        match found.as_slice() {
            [] => Ok(None),
            [(module, number)] => Ok(Some(self.macro_node(*module, *number, place))),
            _ => Err(Problem::Ambiguous {
                name: name.to_owned(),
                meanings: format!("macros of {} modules", found.len()),
            }),
        }
    }

    fn sigs_called(
        &self,
        cx: &Context,
        place: Place,
        name: &str,
        choices: &mut Vec<(Expr, String)>,
    ) {
        let mut found = self.modules.sigs(cx.module, name);
        if let Some(sig) = self.modules.parameter(cx.module, name)
            && !found.contains(&sig)
        {
            found.push(sig);
        }
        for sig in found {
            let Some(sig) = self.sig_id(sig) else { continue };
            let reason = format!("the signature {}", self.tree.sigs[sig].label);
            choices.push((self.sig_node(sig, place), reason));
        }
    }

    /// The predicates and functions of this name that can be named from a module.
    pub(super) fn functions(&self, from: ModuleId, name: &str) -> Vec<FunctionId> {
        let own = |module: ModuleId, name: &str, private: bool| -> Vec<FunctionId> {
            let all = self.functions_of.get(&module).map_or(&[][..], Vec::as_slice);
            let named = all.iter().copied().filter(|id| {
                let function = &self.tree.functions[*id];
                function.name == name && (private || !function.private)
            });
            named.collect()
        };
        let unqualified = |start: ModuleId, name: &str| -> Vec<FunctionId> {
            let modules = self.modules.nameable(start).into_iter();
            modules.flat_map(|module| own(module, name, module == from)).collect()
        };
        if !name.contains('/') {
            return unqualified(from, name);
        }
        let Some((module, rest, level)) = self.modules.qualified(from, name) else {
            return Vec::new();
        };
        let found = own(module, rest, level == 0);
        if found.is_empty() { unqualified(module, rest) } else { found }
    }

    fn functions_called(
        &self,
        cx: &Context,
        place: Place,
        name: &str,
        this: Option<&Expr>,
        choices: &mut Vec<(Expr, String)>,
    ) {
        for id in self.functions(cx.module, name) {
            let function = &self.tree.functions[id];
            let count = function.count();
            let reason = format!(
                "{} {}",
                if function.result.is_none() { "the predicate" } else { "the function" },
                function.label
            );
            // In a signature, `this` can be the first argument of what is called, which is more far-fetched.
            if let (Some(this), Some(first), true) =
                (this, function.vars().next(), cx.sig.is_some())
                && this.ty.has_arity(1)
                && self.hierarchy.intersects(&self.tree.vars[first].ty, &this.ty)
            {
                let this = Rc::new(Node { place, ..(**this).clone() });
                let args = [this];
                let call = if count == 1 {
                    self.call(place, id, &args, 1)
                } else {
                    self.partial(place, id, &args, 1)
                };
                choices.push((call, format!("{reason} of `this`")));
            }
            let call = if count == 0 {
                self.call(place, id, &[], 0)
            } else {
                self.partial(place, id, &[], 0)
            };
            choices.push((call, reason));
        }
    }

    fn fields_called(
        &self,
        cx: &Context,
        place: Place,
        name: &str,
        this: Option<&Expr>,
        choices: &mut Vec<(Expr, String)>,
    ) {
        let plain = name.strip_prefix('@').unwrap_or(name);
        for module in self.modules.nameable(cx.module) {
            let own = module == cx.module;
            for sig in self.sigs_of.get(&module).map_or(&[][..], Vec::as_slice) {
                if !own && self.tree.sigs[*sig].private {
                    continue;
                }
                let groups = &self.tree.sigs[*sig].fields;
                for id in groups.iter().flat_map(|group| group.fields.iter().copied()) {
                    let field = &self.tree.fields[id];
                    if field.name != plain || (!own && field.private) {
                        continue;
                    }
                    let reason =
                        format!("the field {} of {}", field.name, self.tree.sigs[*sig].label);
                    if let Some(meaning) = self.field_meaning(cx, place, id, name, this) {
                        choices.push((meaning, reason));
                    }
                }
            }
        }
    }

    /// A field here: in its own signature, and in those below, that of `this`.
    fn field_meaning(
        &self,
        cx: &Context,
        place: Place,
        id: FieldId,
        name: &str,
        this: Option<&Expr>,
    ) -> Option<Expr> {
        let field = &self.tree.fields[id];
        let (kind, ty, error) = (Kind::Field(id), field.ty.clone(), None);
        let (weight, ambiguous, many) = (0, false, Many::No);
        let node: Expr = Rc::new(Node { kind, ty, place, weight, ambiguous, many, error });
        let Some(sig) = cx.sig else { return Some(node) };
        if self.is_below(sig, field.sig) {
            return match this {
                Some(this) if !name.starts_with('@') => {
                    let this = Rc::new(Node { place, ..(**this).clone() });
                    Some(self.join(place, &this, &node))
                }
                _ => Some(node),
            };
        }
        cx.may_call().then(|| self.weighted(&node, 1))
    }

    /// Whether a signature is another one, or extends it, or is in some that are.
    fn is_below(&self, sig: SigId, other: SigId) -> bool {
        let mut seen = Vec::new();
        let mut pending = vec![sig];
        while let Some(sig) = pending.pop() {
            if sig == other {
                return true;
            }
            if seen.contains(&sig) {
                continue;
            }
            seen.push(sig);
            match &self.tree.sigs[sig].above {
                crate::tree::Above::Builtin => {}
                crate::tree::Above::Extends(parent) => pending.push(*parent),
                crate::tree::Above::Subset(parents, _) => pending.extend(parents),
            }
        }
        false
    }
}
