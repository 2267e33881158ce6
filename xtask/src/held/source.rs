//! What is called: the functions of a package with their paths from outside, and how values of its types are made.

use quote::ToTokens;
use std::path::Path;
use syn::{Fields, FnArg, GenericParam, Generics, ImplItem, Item, ReturnType, Type, Visibility};

/// A function that can be called by its name in a report.
pub struct Function {
    /// The end of its path in the report, such as `Stock::free`.
    pub name: String,
    /// What stands before its arguments: a path, in which `{T}` is the instance of each type parameter, and `{N}` of each constant.
    pub callees: Vec<String>,
    /// How many arguments it takes.
    pub arguments: usize,
    /// Whether it has type or constant parameters.
    pub is_generic: bool,
}

/// The functions of all files below a folder, and the implementations that make values of its types.
#[derive(Default)]
pub struct Sources {
    pub functions: Vec<Function>,
    pub makers: Vec<String>,
}

impl Sources {
    /// Reads the files below the folder; those that are not understood add nothing.
    pub fn read(folder: &Path) -> Sources {
        let mut sources = Sources::default();
        sources.folder(folder);
        sources
    }

    fn folder(&mut self, folder: &Path) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                self.folder(&path);
            } else if path.extension().is_some_and(|end| end == "rs")
                && let Ok(text) = std::fs::read_to_string(&path)
                && let Ok(file) = syn::parse_file(&text)
            {
                self.items(&file.items);
            }
        }
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Fn(of) => {
                    let name = of.sig.ident.to_string();
                    let callee = format!("{{path}}{name}{}", turbofish(&of.sig.generics));
                    self.add(&name, vec![callee], &of.sig, is_generic(&of.sig.generics));
                }
                Item::Impl(of) => self.block(of),
                Item::Struct(of) if of.generics.params.is_empty() => {
                    let open = of.fields.iter().all(|f| matches!(f.vis, Visibility::Public(_)));
                    if open {
                        self.maker(&of.ident.to_string(), &literal("{own}", &of.fields));
                    }
                }
                Item::Enum(of) if of.generics.params.is_empty() => {
                    let ways = of.variants.iter().enumerate().map(|(at, variant)| {
                        let way = literal(&format!("{{own}}::{}", variant.ident), &variant.fields);
                        format!("{at} => {way}, ")
                    });
                    let ways: String = ways.collect();
                    let count = of.variants.len().max(1);
                    let body =
                        format!("match source.below({count}) {{ {ways} _ => unreachable!() }}");
                    self.maker(&of.ident.to_string(), &body);
                }
                Item::Mod(of) => {
                    let inner = of.content.as_ref().map(|(_, items)| items.as_slice());
                    self.items(inner.unwrap_or_default());
                }
                _ => {}
            }
        }
    }

    fn block(&mut self, block: &syn::ItemImpl) {
        let Type::Path(own) = block.self_ty.as_ref() else { return };
        let Some(last) = own.path.segments.last() else { return };
        let own = last.ident.to_string();
        let generic = turbofish(&block.generics).replacen("::", "", 1);
        let of_trait = block.trait_.as_ref().map(|(_, path, _)| path);
        let is_plain = generic.is_empty();
        if is_plain && of_trait.is_some_and(|path| path.is_ident("Default")) {
            self.maker(&own, "<{own} as Default>::default()");
        }
        for item in &block.items {
            let ImplItem::Fn(method) = item else { continue };
            let name = method.sig.ident.to_string();
            let inner = turbofish(&method.sig.generics);
            let (shown, callee) = match of_trait {
                Some(path) => {
                    let short = path.segments.last().map(|last| last.ident.to_string());
                    let of = path.to_token_stream();
                    (
                        format!("{own} as {}>::{name}", short.unwrap_or_default()),
                        format!("<{{path}}{own}{generic} as {of}>::{name}{inner}"),
                    )
                }
                None => {
                    (format!("{own}::{name}"), format!("<{{path}}{own}{generic}>::{name}{inner}"))
                }
            };
            let generics = is_generic(&block.generics) || is_generic(&method.sig.generics);
            self.add(&shown, vec![callee], &method.sig, generics);
            let wrapped = result_of(&method.sig.output, &own);
            if is_plain
                && of_trait.is_none()
                && method.sig.receiver().is_none()
                && let Some(end) = wrapped
            {
                let arguments = vec!["Random::random(source)"; method.sig.inputs.len()].join(", ");
                self.maker(&own, &format!("<{{own}}>::{name}({arguments}){end}"));
            }
        }
    }

    fn add(&mut self, name: &str, callees: Vec<String>, sig: &syn::Signature, is_generic: bool) {
        let takes_any = sig.inputs.iter().all(|input| match input {
            FnArg::Typed(of) => !matches!(of.ty.as_ref(), Type::ImplTrait(_)),
            FnArg::Receiver(_) => true,
        });
        if takes_any && sig.unsafety.is_none() && sig.asyncness.is_none() {
            let arguments = sig.inputs.len();
            self.functions.push(Function { name: name.to_owned(), callees, arguments, is_generic });
        }
    }

    fn maker(&mut self, own: &str, body: &str) {
        let text = format!(
            "impl Random for {{path}}{own} {{ fn random(source: &mut Source) -> Self {{ {} }} }}",
            body.replace("{own}", &format!("{{path}}{own}"))
        );
        self.makers.push(text);
    }
}

fn is_generic(generics: &Generics) -> bool {
    generics.params.iter().any(|of| !matches!(of, GenericParam::Lifetime(_)))
}

/// The list of what stands for the parameters.
fn turbofish(generics: &Generics) -> String {
    let names = generics.params.iter().filter_map(|of| match of {
        GenericParam::Type(_) => Some("{T}"),
        GenericParam::Const(_) => Some("{N}"),
        GenericParam::Lifetime(_) => None,
    });
    let names: Vec<&str> = names.collect();
    if names.is_empty() { String::new() } else { format!("::<{}>", names.join(", ")) }
}

/// A value by its parts.
fn literal(path: &str, fields: &Fields) -> String {
    let parts = fields.iter().enumerate().map(|(at, field)| {
        let name = field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string);
        format!("{name}: Random::random(source), ")
    });
    format!("{path} {{ {} }}", parts.collect::<String>())
}

/// What takes the value out of the result of a constructor; `None` for another function.
fn result_of(output: &ReturnType, own: &str) -> Option<&'static str> {
    let ReturnType::Type(_, of) = output else { return None };
    let text = of.to_token_stream().to_string().replace(' ', "");
    match () {
        () if text == "Self" || text == own => Some(""),
        () if text.starts_with("Option<Self") || text.starts_with("Result<Self") => {
            Some(".unwrap()")
        }
        () => None,
    }
}
