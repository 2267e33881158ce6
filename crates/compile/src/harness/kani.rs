//! Harnesses for Kani: what their attributes say, and the changes of the sources that make them ordinary functions.
//!
//! The attributes are taken away. A contract goes into the body of its function: what it requires is assumed of the call that a harness checks
//! and must hold for every other one; what it ensures must hold at the end. A derived implementation is written out behind its type.

mod contract;
mod derive;

use super::Wanted;
use super::cfg::Cfg;
use super::edit::Edit;
use super::source::{Module, SourceFile, Sources, range};
use contract::{Contract, Within};
use effigy_outcome::options::Harnesses;
use quote::ToTokens;
use std::ops::Range;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Item, Meta, Signature};

/// What the names of the attributes begin with.
const PREFIX: &str = "kani::";

/// What the attributes of a function say of the harness that it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Proof {
    /// Whether it is to panic on a path.
    pub panics: bool,
    /// The functions that it replaces, and by what, as it names them.
    pub replaces: Vec<(String, String)>,
    /// Why it cannot be run.
    pub refused: Option<&'static str>,
}

/// What the sources of a crate with harnesses say beside their functions.
#[derive(Default)]
pub(super) struct Attributes {
    /// The changes that make it a crate of plain Rust.
    pub edits: Vec<Edit>,
    /// Harnesses that macros write, which are not found: the file, the line, and the macro's text.
    pub in_macros: Vec<(usize, usize, String)>,
    /// Harnesses of contracts that could not be found, by their file and the place of their name.
    unresolved: Vec<(usize, usize)>,
}

impl Attributes {
    /// Of all modules that are compiled.
    pub(super) fn read(sources: &Sources, cfg: &Cfg) -> Attributes {
        let mut found = Attributes::default();
        let mut contracts = Vec::new();
        let mut checks = Vec::new();
        for module in &sources.modules {
            let Some(file) = sources.files.get(module.file) else { continue };
            let mut reader = Reader {
                file,
                module,
                cfg,
                within: Within::default(),
                found: &mut found,
                contracts: &mut contracts,
                checks: &mut checks,
            };
            for item in &module.items {
                reader.visit_item(item);
            }
        }
        for (number, contract) in contracts.iter().enumerate() {
            contract.add_to(number + 1, &mut found.edits);
        }
        for check in &checks {
            match check.resolve(&contracts) {
                Some(number) => found.edits.push(check.begin(number + 1)),
                None => found.unresolved.push(check.place()),
            }
        }
        found
    }

    /// What the attributes say of a function; `None` when it is no harness.
    pub(super) fn proof(
        &self,
        file: usize,
        attributes: &[Attribute],
        sig: &Signature,
        cfg: &Cfg,
    ) -> Option<Proof> {
        let metas: Vec<Meta> = attributes.iter().flat_map(|a| metas(a, cfg)).collect();
        let has = |name: &str| metas.iter().any(|meta| is(meta, name));
        if !has("proof") && !has("proof_for_contract") {
            return None;
        }
        let place = (file, range(&sig.ident).start);
        let refused = match () {
            () if has("stub_verified") => Some("it replaces a function by its contract"),
            () if self.unresolved.contains(&place) => {
                Some("it is not clear which function's contract it checks")
            }
            () => None,
        };
        let replaces = metas.iter().filter(|meta| is(meta, "stub")).filter_map(replacement);
        Some(Proof { panics: has("should_panic"), replaces: replaces.collect(), refused })
    }
}

/// What makes the macros of Kani's count in a whole crate that shadow those of `core`: of harnesses for Kani alone.
pub(super) fn macros(wanted: Wanted<'_>, place: usize) -> Option<Edit> {
    let names = "assert_eq, assert_ne, debug_assert_eq, debug_assert_ne";
    let text = format!("#[macro_use({names})] extern crate kani as effigy_kani_macros;");
    matches!(wanted, Wanted::All(Harnesses::Kani)).then(|| Edit::add(0, place, &text))
}

/// Whether it is the attribute of Kani's with this name.
fn is(meta: &Meta, name: &str) -> bool {
    name_of(meta.path()).strip_prefix(PREFIX) == Some(name)
}

/// The two functions that `#[kani::stub(original, replacement)]` names.
fn replacement(meta: &Meta) -> Option<(String, String)> {
    let parser = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
    let both = meta.require_list().ok()?.parse_args_with(parser).ok()?;
    let text = |expression: &syn::Expr| expression.to_token_stream().to_string();
    Some((text(both.first()?), text(both.get(1)?)))
}

fn name_of(path: &syn::Path) -> String {
    let parts = path.segments.iter().map(|segment| segment.ident.to_string());
    parts.collect::<Vec<_>>().join("::")
}

/// What an attribute is, or, when it is `cfg_attr` and its condition holds, what it holds.
fn metas(attribute: &Attribute, cfg: &Cfg) -> Vec<Meta> {
    if !attribute.path().is_ident("cfg_attr") {
        return vec![attribute.meta.clone()];
    }
    let parser = syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated;
    let Ok(all) = attribute.parse_args_with(parser) else { return Vec::new() };
    let mut all = all.into_iter();
    let Some(condition) = all.next() else { return Vec::new() };
    let condition: Attribute = syn::parse_quote!(#[cfg(#condition)]);
    if cfg.holds(&[condition]) { all.collect() } else { Vec::new() }
}

struct Reader<'a> {
    file: &'a SourceFile,
    module: &'a Module,
    cfg: &'a Cfg,
    within: Within,
    found: &'a mut Attributes,
    contracts: &'a mut Vec<Contract>,
    checks: &'a mut Vec<contract::Check>,
}

impl Reader<'_> {
    fn text(&self) -> (usize, &str) {
        (self.module.file, &self.file.text)
    }

    /// A function with attributes: its contract, and whether it checks one.
    fn function(&mut self, attributes: &[Attribute], sig: &Signature, block: &Block) {
        let metas: Vec<Meta> = attributes.iter().flat_map(|a| metas(a, self.cfg)).collect();
        let place = contract::Place {
            file: self.module.file,
            module: self.module.path.clone(),
            within: self.within.clone(),
        };
        self.contracts.extend(Contract::of(&metas, sig, block, &place));
        self.checks.extend(contract::Check::of(&metas, sig, block, place));
    }

    /// Implementations that a type has by `#[derive]`.
    fn derived(&mut self, item: &Item, attributes: &[Attribute]) {
        let end = range(item).end;
        let imported = self.file.text.contains("use kani::");
        for attribute in attributes {
            let metas = metas(attribute, self.cfg);
            let Some((kept, traits)) = derive::split(&metas, imported) else { continue };
            let edit = Edit::replace(self.text(), range(attribute), &kept);
            self.found.edits.push(edit);
            for name in traits {
                let text = derive::implementation(item, &name, self.cfg);
                self.found.edits.push(Edit::add(self.module.file, end, &text));
            }
        }
    }

    /// Takes attributes away that stand in the text of a macro.
    fn of_macro(&mut self, tokens: proc_macro2::TokenStream) {
        let mut hash: Option<Range<usize>> = None;
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    hash = Some(punct.span().byte_range());
                    continue;
                }
                proc_macro2::TokenTree::Group(group) => {
                    let text: String =
                        group.stream().to_string().chars().filter(|c| !c.is_whitespace()).collect();
                    match &hash {
                        Some(hash) if text.starts_with(PREFIX) => {
                            let line = group.span().start().line;
                            if text.starts_with("kani::proof") {
                                self.found.in_macros.push((self.module.file, line, text));
                            }
                            let whole = hash.start..group.span().byte_range().end;
                            let edit = Edit::erase(self.text(), whole);
                            self.found.edits.push(edit);
                        }
                        _ => self.of_macro(group.stream()),
                    }
                }
                _ => {}
            }
            hash = None;
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let metas = metas(attribute, self.cfg);
        let own = |meta: &Meta| {
            let of_derived = [derive::CONDITION, derive::BOUNDED];
            name_of(meta.path()).starts_with(PREFIX)
                || of_derived.iter().any(|name| meta.path().is_ident(name))
        };
        if !metas.iter().any(own) {
            return;
        }
        let others = metas.iter().filter(|meta| !own(meta));
        let others: String = others.map(|meta| format!("#[{}]", meta.to_token_stream())).collect();
        let edit = Edit::replace(self.text(), range(attribute), &others);
        self.found.edits.push(edit);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if self.cfg.holds(&item.attrs) {
            self.function(&item.attrs, &item.sig, &item.block);
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if self.cfg.holds(&item.attrs) {
            self.function(&item.attrs, &item.sig, &item.block);
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if self.cfg.holds(&item.attrs) {
            let outer = std::mem::replace(&mut self.within, Within::of(item));
            visit::visit_item_impl(self, item);
            self.within = outer;
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Struct(of) if self.cfg.holds(&of.attrs) => self.derived(item, &of.attrs),
            Item::Enum(of) if self.cfg.holds(&of.attrs) => self.derived(item, &of.attrs),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_macro(&mut self, of: &'ast syn::Macro) {
        self.of_macro(of.tokens.clone());
    }
}
