//! The modules of a crate, with their items and the places where a text can be added to them.

use super::cfg::Cfg;
use quote::ToTokens;
use std::ops::Range;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Item, ItemMod, Lit, Meta};

/// A source file.
pub(super) struct SourceFile {
    /// Its path.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// A module, in a file of its own or in the braces of another one's.
pub(super) struct Module {
    /// Its path from the crate's root on; empty for the root.
    pub path: Vec<String>,
    /// The index of its file.
    pub file: usize,
    /// Where its first item begins in the file's text, in bytes; where it ends when it has none.
    pub start: usize,
    /// Where its last item ends in the file's text, in bytes.
    pub end: usize,
    /// Its items but for modules.
    pub items: Vec<Item>,
}

/// The sources of a crate.
pub(super) struct Sources {
    /// The files; the first one is the root.
    pub files: Vec<SourceFile>,
    /// The modules that are compiled.
    pub modules: Vec<Module>,
    /// The inner attributes of the root.
    pub attributes: Vec<Attribute>,
    /// Files that could not be read or understood, with why.
    pub unread: Vec<(PathBuf, String)>,
}

impl Sources {
    /// Reads the crate whose root is this file.
    pub(super) fn read(root: &Path, cfg: &Cfg) -> Sources {
        let mut sources = Sources {
            files: Vec::new(),
            modules: Vec::new(),
            attributes: Vec::new(),
            unread: Vec::new(),
        };
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        sources.attributes = sources.file(root, Vec::new(), &folder, cfg);
        sources
    }

    /// Reads a module's file, whose own modules lie in the folder; its inner attributes.
    fn file(
        &mut self,
        path: &Path,
        module: Vec<String>,
        folder: &Path,
        cfg: &Cfg,
    ) -> Vec<Attribute> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(cause) => {
                self.unread.push((path.to_owned(), cause.to_string()));
                return Vec::new();
            }
        };
        let moved =
            text.starts_with('\u{feff}') || text.starts_with("#!") && !text.starts_with("#![");
        let parsed = match syn::parse_file(&text) {
            Ok(parsed) if !moved => parsed,
            Ok(_) => {
                self.unread.push((
                    path.to_owned(),
                    "it begins with a mark or a line of its own".to_owned(),
                ));
                return Vec::new();
            }
            Err(error) => {
                let line = error.span().start().line;
                self.unread.push((path.to_owned(), format!("line {line}: {error}")));
                return Vec::new();
            }
        };
        if !cfg.holds(&parsed.attrs) {
            // A module is left away then; a crate is nothing.
            if self.files.is_empty() {
                let conditions = parsed.attrs.iter().filter(|a| a.path().is_ident("cfg"));
                let said: Vec<String> =
                    conditions.map(|a| format!("`{}`", a.to_token_stream())).collect();
                let why = format!(
                    "{} does not hold; `--features` and `--all-features` choose what does",
                    said.join(" and ")
                );
                self.unread.push((path.to_owned(), why));
            }
            return Vec::new();
        }
        let file = self.files.len();
        let end = text.len();
        self.files.push(SourceFile { path: path.to_owned(), text });
        self.items(parsed.items, Place { file, module, folder: folder.to_owned(), end }, cfg);
        parsed.attrs
    }

    fn items(&mut self, items: Vec<Item>, place: Place, cfg: &Cfg) {
        let Place { file, module, folder, end } = place;
        let index = self.modules.len();
        let start = items.first().map_or(end, |first| range(first).start);
        self.modules.push(Module { path: module.clone(), file, start, end, items: Vec::new() });
        let mut own = Vec::new();
        for item in items {
            match item {
                Item::Mod(inner) if cfg.holds(&inner.attrs) => {
                    let path = [module.as_slice(), &[inner.ident.to_string()]].concat();
                    self.module(inner, path, (file, &folder), cfg);
                }
                Item::Mod(_) => {}
                other => own.push(other),
            }
        }
        if let Some(made) = self.modules.get_mut(index) {
            made.items = own;
        }
    }

    fn module(
        &mut self,
        module: ItemMod,
        path: Vec<String>,
        (file, folder): (usize, &Path),
        cfg: &Cfg,
    ) {
        let name = module.ident.to_string();
        let name = name.trim_start_matches("r#");
        let given = given_path(&module.attrs);
        let Some((brace, items)) = module.content else {
            let beside = self.files.get(file).and_then(|f| f.path.parent()).map(Path::to_owned);
            let candidates = match (given, beside) {
                // Within a module in braces a path starts at that module's folder.
                (Some(given), Some(beside)) if path.len() == 1 || self.is_own_file(file, &path) => {
                    vec![beside.join(given)]
                }
                (Some(given), _) => vec![folder.join(given)],
                (None, _) => {
                    vec![folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")]
                }
            };
            let found = candidates.iter().find(|candidate| candidate.is_file());
            let Some(found) = found else {
                let missing = candidates.into_iter().next().unwrap_or_default();
                self.unread.push((missing, "there is no such file".to_owned()));
                return;
            };
            let is_root_of_folder = found.file_name().is_some_and(|file| file == "mod.rs");
            let inner = match (is_root_of_folder, found.parent()) {
                (true, Some(parent)) => parent.to_owned(),
                _ => folder.join(name),
            };
            self.file(&found.clone(), path, &inner, cfg);
            return;
        };
        let end = brace.span.close().byte_range().start;
        let inner = folder.join(given.unwrap_or_else(|| PathBuf::from(name)));
        self.items(items, Place { file, module: path, folder: inner, end }, cfg);
    }

    /// Whether the module around this one is the whole file.
    fn is_own_file(&self, file: usize, path: &[String]) -> bool {
        let around = path.split_last().map_or(&[][..], |(_, around)| around);
        let of_file = self.modules.iter().find(|module| module.file == file);
        of_file.is_some_and(|module| module.path == around)
    }
}

/// Where items stand.
struct Place {
    file: usize,
    module: Vec<String>,
    folder: PathBuf,
    end: usize,
}

/// What `#[path = "..."]` says.
fn given_path(attributes: &[Attribute]) -> Option<PathBuf> {
    attributes.iter().filter(|a| a.path().is_ident("path")).find_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else { return None };
        let Expr::Lit(value) = &pair.value else { return None };
        let Lit::Str(text) = &value.lit else { return None };
        Some(PathBuf::from(text.value()))
    })
}

/// Where something stands in its file's text, in bytes.
pub(super) fn range(spanned: &impl Spanned) -> Range<usize> {
    spanned.span().byte_range()
}
