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

/// One way to make a value of a type of the package.
pub struct Maker {
    /// The type: the path from the root of the library by modules, its name, and its arguments.
    pub module: String,
    pub own: String,
    pub arguments: String,
    /// Its parameters, with what is asked of them.
    pub parameters: String,
    /// An expression, in which `{own}` is the type's path and `{full}` has its arguments, too.
    pub body: String,
}

/// The functions of all files below a folder, and the ways to make values of its types.
#[derive(Default)]
pub struct Sources {
    pub functions: Vec<Function>,
    pub makers: Vec<Maker>,
    module: Vec<String>,
    /// The makers of structures by their fields, where some are private.
    closed: Vec<Maker>,
}

impl Sources {
    /// Reads the files below the folder; those that are not understood add nothing.
    pub fn read(folder: &Path) -> Sources {
        let mut sources = Sources::default();
        sources.folder(folder);
        // What has no constructor has any values in its fields.
        for closed in std::mem::take(&mut sources.closed) {
            if !sources.makers.iter().any(|of| of.own == closed.own) {
                sources.makers.push(closed);
            }
        }
        sources
    }

    fn folder(&mut self, folder: &Path) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let is_inner = !["lib", "mod"].contains(&stem.as_str());
            if is_inner {
                self.module.push(stem);
            }
            if path.is_dir() {
                self.folder(&path);
            } else if path.extension().is_some_and(|end| end == "rs")
                && let Ok(text) = std::fs::read_to_string(&path)
                && let Ok(file) = syn::parse_file(&text)
            {
                self.items(&file.items);
            }
            if is_inner {
                self.module.pop();
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
                Item::Struct(of) => {
                    let open = of.fields.iter().all(|f| matches!(f.vis, Visibility::Public(_)));
                    if let Some(own) = defined(&of.ident, &of.generics) {
                        let maker = self.maker_of(&own, &literal("{own}", &of.fields));
                        if open { &mut self.makers } else { &mut self.closed }.push(maker);
                    }
                }
                Item::Enum(of) => {
                    let ways = of.variants.iter().enumerate().map(|(at, variant)| {
                        let way = literal(&format!("{{own}}::{}", variant.ident), &variant.fields);
                        format!("{at} => {way}, ")
                    });
                    let ways: String = ways.collect();
                    let count = of.variants.len().max(1);
                    let body =
                        format!("match source.below({count}) {{ {ways} _ => unreachable!() }}");
                    if let Some(own) = defined(&of.ident, &of.generics) {
                        self.maker(&own, &body);
                    }
                }
                Item::Mod(of) => {
                    let inner = of.content.as_ref().map(|(_, items)| items.as_slice());
                    self.module.push(of.ident.to_string());
                    self.items(inner.unwrap_or_default());
                    self.module.pop();
                }
                _ => {}
            }
        }
    }

    fn block(&mut self, block: &syn::ItemImpl) {
        let Type::Path(own) = block.self_ty.as_ref() else { return };
        let Some(last) = own.path.segments.last() else { return };
        let made = implemented(last, &block.generics);
        let own = last.ident.to_string();
        let generic = match &last.arguments {
            syn::PathArguments::AngleBracketed(of) => instance(of, &block.generics),
            _ => String::new(),
        };
        let of_trait = block.trait_.as_ref().map(|(_, path, _)| path);
        if let Some(made) = &made
            && of_trait.is_some_and(|path| path.is_ident("Default"))
        {
            self.maker(made, "<{full} as Default>::default()");
        }
        for item in &block.items {
            let ImplItem::Fn(method) = item else { continue };
            let name = method.sig.ident.to_string();
            let inner = turbofish(&method.sig.generics);
            let (shown, callee) = match of_trait {
                Some(path) => {
                    let short = path.segments.last().map(|last| last.ident.to_string());
                    let of = instance(path, &block.generics);
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
            if let Some(made) = &made
                && of_trait.is_none()
                && method.sig.receiver().is_none()
                && let Some(end) = wrapped
            {
                let arguments = vec!["Random::random(source)"; method.sig.inputs.len()].join(", ");
                self.maker(made, &format!("<{{full}}>::{name}({arguments}){end}"));
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

    fn maker(&mut self, own: &Own, body: &str) {
        let maker = self.maker_of(own, body);
        self.makers.push(maker);
    }

    fn maker_of(&self, (own, parameters, arguments): &Own, body: &str) -> Maker {
        Maker {
            module: self.module.iter().map(|name| format!("{name}::")).collect(),
            own: own.clone(),
            parameters: parameters.clone(),
            arguments: arguments.clone(),
            body: body.to_owned(),
        }
    }
}

/// A type: its name, its parameters with what is asked of them, and its arguments.
type Own = (String, String, String);

/// A type by its definition; `None` when more is asked of its parameters than stands with their names.
fn defined(name: &syn::Ident, generics: &Generics) -> Option<Own> {
    let mut parameters = Vec::new();
    let mut arguments = Vec::new();
    for parameter in &generics.params {
        match parameter {
            GenericParam::Lifetime(_) => arguments.push("'static".to_owned()),
            GenericParam::Type(of) => {
                let bounds = instance(&of.bounds, &Generics::default());
                if bounds.contains('?') {
                    return None;
                }
                let more = if bounds.is_empty() { "" } else { " + " };
                parameters.push(format!("{}: Random + 'static{more}{bounds}", of.ident));
                arguments.push(of.ident.to_string());
            }
            GenericParam::Const(of) => {
                parameters.push(format!("const {}: {}", of.ident, of.ty.to_token_stream()));
                arguments.push(of.ident.to_string());
            }
        }
    }
    let list = |of: &[String]| match of {
        [] => String::new(),
        of => format!("<{}>", of.join(", ")),
    };
    let is_free = generics.where_clause.is_none();
    is_free.then(|| (name.to_string(), list(&parameters), list(&arguments)))
}

/// A type by its name in front of its functions; `None` when they are not those of all of its instances.
fn implemented(named: &syn::PathSegment, generics: &Generics) -> Option<Own> {
    let own = defined(&named.ident, generics)?;
    let given = match &named.arguments {
        syn::PathArguments::AngleBracketed(of) => of.args.iter().collect(),
        _ => Vec::new(),
    };
    let given = given.into_iter().map(|of| match of {
        syn::GenericArgument::Lifetime(_) => "'static".to_owned(),
        of => of.to_token_stream().to_string(),
    });
    let given: Vec<String> = given.collect();
    let given = if given.is_empty() { String::new() } else { format!("<{}>", given.join(", ")) };
    // A lifetime may be left out in front of the type: `impl Stock<'_>`.
    let same = given == own.2 || (own.1.is_empty() && !given.contains(|c: char| c.is_uppercase()));
    same.then_some((own.0, own.1, given))
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

/// A path in which something stands for the parameters.
fn instance(of: &impl ToTokens, generics: &Generics) -> String {
    let text = of.to_token_stream().to_string();
    let words = text.split(' ').map(|word| {
        let parameter = generics.params.iter().find(|of| match of {
            GenericParam::Type(of) => of.ident == word,
            GenericParam::Const(of) => of.ident == word,
            GenericParam::Lifetime(of) => of.lifetime.to_string() == word,
        });
        match parameter {
            Some(GenericParam::Type(_)) => "{T}",
            Some(GenericParam::Const(_)) => "{N}",
            Some(GenericParam::Lifetime(_)) => "'_",
            None if word == "crate" => "{crate}",
            None => word,
        }
    });
    words.collect::<Vec<&str>>().join(" ")
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

/// The text of a file in which modules, types, their fields and functions are public, so that each function has a path from outside; `None` for one that
/// is not understood.
pub fn opened(text: &str) -> Option<String> {
    let mut file = syn::parse_file(text).ok()?;
    open(&mut file.items);
    Some(file.to_token_stream().to_string())
}

fn open(items: &mut [Item]) {
    let public: Visibility = syn::parse_quote!(pub);
    for item in items {
        match item {
            Item::Fn(of) => of.vis = public.clone(),
            Item::Struct(of) => {
                of.vis = public.clone();
                of.fields.iter_mut().for_each(|field| field.vis = public.clone());
                of.attrs.retain(|attribute| !attribute.path().is_ident("non_exhaustive"));
            }
            Item::Enum(of) => of.vis = public.clone(),
            Item::Union(of) => of.vis = public.clone(),
            Item::Type(of) => of.vis = public.clone(),
            Item::Trait(of) => of.vis = public.clone(),
            Item::Impl(of) if of.trait_.is_none() => {
                for item in &mut of.items {
                    if let ImplItem::Fn(of) = item {
                        of.vis = public.clone();
                    }
                }
            }
            Item::Mod(of) => {
                of.vis = public.clone();
                if let Some((_, items)) = &mut of.content {
                    open(items);
                }
            }
            _ => {}
        }
    }
}
