//! The modules of a crate: what each defines, what it imports and which paths it names. Tests are left out.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Ident, Item, ItemMod, ItemUse, Lit, Meta, Token, UseTree};

/// The segments of a path; the first one may be `crate`, `self` or `super`.
pub type Names = Vec<String>;

/// A module.
#[derive(Debug, Default)]
pub struct Module {
    /// Its path from the crate's root, whose own is empty.
    pub path: Names,
    /// The names of its items, modules aside.
    pub defined: BTreeSet<String>,
    /// What its `use` items bring in.
    pub imports: Vec<Import>,
    /// The paths in its code, those of its `use` items aside.
    pub named: BTreeSet<Names>,
}

/// One name that a `use` item brings in.
#[derive(Debug)]
pub struct Import {
    /// The name that it has in the module; `None` for `*`.
    pub name: Option<String>,
    /// Where it comes from.
    pub path: Names,
}

/// The modules of a crate.
///
/// # Errors
/// When the file of a module cannot be read, or is no Rust.
pub fn modules(main: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Result<Vec<Module>, String> {
    let mut found = Vec::new();
    let folder = main.parent().unwrap_or(Path::new("")).to_owned();
    file(main, Vec::new(), &folder, read, &mut found)?;
    Ok(found)
}

/// Reads a file; those of its modules are below `folder`.
fn file(
    file: &Path,
    path: Names,
    folder: &Path,
    read: &dyn Fn(&Path) -> Option<String>,
    found: &mut Vec<Module>,
) -> Result<(), String> {
    let text = read(file).ok_or_else(|| format!("cannot read {}", file.display()))?;
    let parsed = syn::parse_file(&text).map_err(|e| format!("{}: {e}", file.display()))?;
    items(&parsed.items, path, (file, folder), read, found)
}

/// Reads the items of a module that stands in a file.
fn items(
    items: &[Item],
    path: Names,
    (within, folder): (&Path, &Path),
    read: &dyn Fn(&Path) -> Option<String>,
    found: &mut Vec<Module>,
) -> Result<(), String> {
    let mut module = Module { path: path.clone(), ..Module::default() };
    for item in items {
        let (attributes, name) = head(item);
        if !is_test(attributes) {
            module.defined.extend(name.map(plain));
            module.visit_item(item);
        }
    }
    found.push(module);
    for item in items {
        let Item::Mod(child) = item else { continue };
        let name = plain(&child.ident);
        if is_test(&child.attrs) || name == "tests" {
            continue;
        }
        let mut path = path.clone();
        path.push(name.clone());
        let below = folder.join(&name);
        match &child.content {
            Some((_, content)) => self::items(content, path, (within, &below), read, found)?,
            None => {
                let (source, below) = place(child, within, folder, read);
                file(&source, path, &below, read, found)?;
            }
        }
    }
    Ok(())
}

/// The file of a module, and the folder of the modules in it.
fn place(
    module: &ItemMod,
    within: &Path,
    folder: &Path,
    read: &dyn Fn(&Path) -> Option<String>,
) -> (PathBuf, PathBuf) {
    if let Some(path) = module.attrs.iter().find_map(written_path) {
        let file = within.parent().unwrap_or(Path::new("")).join(path);
        let below = file.parent().unwrap_or(Path::new("")).to_owned();
        return (file, below);
    }
    let below = folder.join(plain(&module.ident));
    let inside = below.join("mod.rs");
    match read(&inside) {
        Some(_) => (inside, below),
        None => (below.with_extension("rs"), below),
    }
}

/// The text of an attribute `#[path = "..."]`.
fn written_path(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attribute.meta else { return None };
    let Expr::Lit(value) = &meta.value else { return None };
    match &value.lit {
        Lit::Str(text) if meta.path.is_ident("path") => Some(text.value()),
        _ => None,
    }
}

/// Whether code is there in tests alone: `#[test]`, `#[cfg(test)]`, or `#[cfg(all(..))]` with it.
fn is_test(attributes: &[Attribute]) -> bool {
    fn needs_test(meta: &Meta) -> bool {
        match meta {
            Meta::Path(path) => path.is_ident("test"),
            Meta::List(list) if list.path.is_ident("all") => {
                let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
                parts.is_ok_and(|parts| parts.iter().any(needs_test))
            }
            _ => false,
        }
    }
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            list.parse_args::<Meta>().is_ok_and(|meta| needs_test(&meta))
        }
        meta => meta.path().is_ident("test"),
    })
}

/// The attributes of an item, and the name that it defines. That of a module is not among them.
fn head(item: &Item) -> (&[Attribute], Option<&Ident>) {
    match item {
        Item::Const(i) => (&i.attrs, Some(&i.ident)),
        Item::Enum(i) => (&i.attrs, Some(&i.ident)),
        Item::Fn(i) => (&i.attrs, Some(&i.sig.ident)),
        Item::Macro(i) => (&i.attrs, i.ident.as_ref()),
        Item::Static(i) => (&i.attrs, Some(&i.ident)),
        Item::Struct(i) => (&i.attrs, Some(&i.ident)),
        Item::Trait(i) => (&i.attrs, Some(&i.ident)),
        Item::TraitAlias(i) => (&i.attrs, Some(&i.ident)),
        Item::Type(i) => (&i.attrs, Some(&i.ident)),
        Item::Union(i) => (&i.attrs, Some(&i.ident)),
        Item::ExternCrate(i) => (&i.attrs, None),
        Item::ForeignMod(i) => (&i.attrs, None),
        Item::Impl(i) => (&i.attrs, None),
        Item::Mod(i) => (&i.attrs, None),
        Item::Use(i) => (&i.attrs, None),
        _ => (&[], None),
    }
}

/// An identifier without the mark of a raw one.
fn plain(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map_or_else(|| text.clone(), str::to_owned)
}

impl Module {
    /// Notes what a `use` tree brings in behind a prefix.
    fn import(&mut self, prefix: &[String], tree: &UseTree) {
        let behind = |name: &Ident| -> Names {
            // `use a::{self}` is `use a`.
            let name = Some(plain(name)).filter(|name| prefix.is_empty() || name != "self");
            prefix.iter().cloned().chain(name).collect()
        };
        match tree {
            UseTree::Path(path) => self.import(&behind(&path.ident), &path.tree),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(prefix, tree));
            }
            UseTree::Glob(_) => self.imports.push(Import { name: None, path: prefix.to_vec() }),
            UseTree::Name(name) => {
                let path = behind(&name.ident);
                self.imports.push(Import { name: path.last().cloned(), path });
            }
            UseTree::Rename(name) => {
                let path = behind(&name.ident);
                self.imports.push(Import { name: Some(plain(&name.rename)), path });
            }
        }
    }

    /// Notes the paths in the tokens of a macro or an attribute.
    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |at: usize, wanted: char| matches!(tokens.get(at), Some(TokenTree::Punct(found)) if found.as_char() == wanted);
        let is_colons = |at: usize| is(at, ':') && is(at + 1, ':');
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Group(group) => self.scan(group.stream()),
                TokenTree::Ident(first) => {
                    // A field, a method, or what follows generic arguments is no path of its own.
                    let continues = at > 0 && is(at - 1, '.') || at > 1 && is_colons(at - 2);
                    let mut path = vec![plain(first)];
                    while is_colons(at + 1)
                        && let Some(TokenTree::Ident(next)) = tokens.get(at + 3)
                    {
                        path.push(plain(next));
                        at += 3;
                    }
                    if !continues {
                        self.named.insert(path);
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item(&mut self, item: &'ast Item) {
        // A module is one of its own.
        if !matches!(item, Item::Mod(_)) && !is_test(head(item).0) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if item.leading_colon.is_none() {
            self.import(&[], &item.tree);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if !is_test(&field.attrs) {
            visit::visit_field(self, field);
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if !is_test(&local.attrs) {
            visit::visit_local(self, local);
        }
    }

    /// `pub(in crate::a)` uses nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            self.named.insert(path.segments.iter().map(|s| plain(&s.ident)).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.visit_path(&item.path);
        self.scan(item.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.scan(list.tokens.clone());
        }
    }
}
