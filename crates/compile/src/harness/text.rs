//! The texts that call a function with any values, and those that make any value of a type.

use super::cfg::Cfg;
use super::generic::{Choice, choices};
use super::own::Own;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Fields, FnArg, GenericParam, Generics, ImplItem, Item, ItemImpl, Lifetime, Pat,
    ReturnType, Signature, Type, TypeParamBound, Visibility, WherePredicate,
};

/// What a call of a library's own is asked with.
const ANY: &str = "::effigy::Arbitrary::any_of";

/// Whether a call of a function with this signature can be written at all.
pub(super) fn signature_of(sig: &Signature) -> Result<(), &'static str> {
    if sig.unsafety.is_some() {
        return Err("it is unsafe, and what its callers promise is not known");
    }
    if sig.variadic.is_some() {
        return Err("it takes any number of arguments");
    }
    let mut functions = TakesFunctions(false);
    functions.visit_signature(sig);
    if functions.0 {
        return Err("it takes a function");
    }
    Ok(())
}

/// Whether a signature has bounds such as `Fn(u8)`.
struct TakesFunctions(bool);

impl<'ast> Visit<'ast> for TakesFunctions {
    fn visit_trait_bound(&mut self, bound: &'ast syn::TraitBound) {
        let name = bound.path.segments.last().map(|segment| segment.ident.to_string());
        self.0 |= name.is_some_and(|name| ["Fn", "FnMut", "FnOnce"].contains(&name.as_str()));
        visit::visit_trait_bound(self, bound);
    }

    // What it returns is nobody's to make.
    fn visit_return_type(&mut self, _: &'ast ReturnType) {}
}

/// A call of a function, with what it is generic over.
pub(super) struct Call {
    /// Parameters that are types or constants, with their bounds.
    parameters: Vec<GenericParam>,
    conditions: Vec<WherePredicate>,
    callee: String,
    arguments: Vec<String>,
    is_async: bool,
    /// Whether an error that it returns is a failure.
    finished: bool,
}

impl Call {
    /// A call of the function at this path in its own module, or of a block's method.
    pub(super) fn new(path: &str, sig: &Signature, block: Option<&ItemImpl>) -> Call {
        let mut sig = sig.clone();
        if let Some(block) = block {
            Own::of(block).visit_signature_mut(&mut sig);
        }
        Eternal.visit_signature_mut(&mut sig);
        let (mut parameters, mut conditions) = (Vec::new(), Vec::new());
        let mut callee = path.to_owned();
        if let Some(block) = block {
            let mut block = Own::written_out(block);
            Eternal.visit_item_impl_mut(&mut block);
            let own = block.self_ty.to_token_stream();
            let of =
                block.trait_.as_ref().map(|(_, path, _)| format!(" as {}", path.to_token_stream()));
            callee = format!("<{own}{}>::{}", of.unwrap_or_default(), sig.ident);
            add(&block.generics, &mut parameters, &mut conditions);
        }
        let own = parameters.len();
        add(&sig.generics, &mut parameters, &mut conditions);
        // Named explicitly, since nothing else may tell what they are.
        let named: Vec<String> = parameters.iter().skip(own).map(name_of).collect();
        if !named.is_empty() {
            callee = format!("{callee}::<{}>", named.join(", "));
        }
        let mut arguments = Vec::new();
        for (index, input) in sig.inputs.iter().enumerate() {
            arguments.push(match input {
                FnArg::Receiver(_) => "::effigy::any_named(\"self\")".to_owned(),
                FnArg::Typed(typed) => {
                    let name = match typed.pat.as_ref() {
                        Pat::Ident(pattern) => pattern.ident.to_string(),
                        _ => format!("arg{index}"),
                    };
                    match typed.ty.as_ref() {
                        Type::ImplTrait(of) => {
                            let bounds = of.bounds.to_token_stream();
                            let parameter = format!("{ARGUMENT}{index}: {bounds}");
                            parameters.extend(syn::parse_str::<GenericParam>(&parameter));
                            format!("::effigy::any_named::<{ARGUMENT}{index}>({name:?})")
                        }
                        _ => format!("::effigy::any_named({name:?})"),
                    }
                }
            });
        }
        let is_async = sig.asyncness.is_some();
        Call { parameters, conditions, callee, arguments, is_async, finished: false }
    }

    /// The same call, where an error that it returns is a failure.
    pub(super) fn finished(self) -> Call {
        Call { finished: true, ..self }
    }

    /// What its types and constants are called.
    pub(super) fn parameters(&self) -> Vec<String> {
        let argument = |name: String| match name.strip_prefix(ARGUMENT) {
            Some(at) => format!("the type of argument {at}"),
            None => name,
        };
        self.parameters.iter().map(name_of).map(argument).collect()
    }

    /// The choices of what it is run for, unless it is generic over nothing that is not named.
    pub(super) fn choices(&self, named: &[String]) -> Vec<Choice> {
        match self.parameters.len() > named.len() {
            true => choices(&self.parameters, named),
            false => Vec::new(),
        }
    }

    /// The function with this symbol that makes the call, for this choice.
    pub(super) fn text(&self, symbol: &str, chosen: &[String]) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(arbitrary).collect();
        let (parameters, conditions) = (parameters.join(", "), clause(&self.conditions));
        let chosen = chosen.join(", ");
        let (once, begun) = match self.finished {
            true => (self.finished_call(), String::new()),
            // The first call is there for what it leaves behind.
            false => (
                self.kept_call(),
                format!(
                    "if ::effigy::is_second_call() {{ ::effigy::made(effigy_once::<{chosen}>); }} "
                ),
            ),
        };
        format!(
            "#[doc(hidden)]\n#[allow(warnings)]\n#[unsafe(export_name = \"{symbol}\")]\n\
             pub extern \"C-unwind\" fn {symbol}() {{\n    \
             fn effigy_once<{parameters}>(){conditions} {{\n        {once}\n    }}\n    \
             {begun}effigy_once::<{chosen}>()\n}}\n"
        )
    }

    /// The call of a test.
    fn finished_call(&self) -> String {
        let call = format!("{}({})", self.callee, self.arguments.join(", "));
        format!("::effigy::finish({});", self.awaited(call))
    }

    /// The call of a function: arguments may meet, and what it gives is kept.
    fn kept_call(&self) -> String {
        let names: Vec<String> =
            (0..self.arguments.len()).map(|at| format!("effigy_argument_{at}")).collect();
        let made = names.iter().zip(&self.arguments);
        let made: String = made.map(|(name, made)| format!("let {name} = {made}; ")).collect();
        let call = self.awaited(format!("{}({})", self.callee, names.join(", ")));
        match names.is_empty() {
            true => format!("::effigy::keep({call});"),
            false => format!(
                "::effigy::begin_arguments(); {made}::effigy::ready(); ::effigy::keep({call});"
            ),
        }
    }

    fn awaited(&self, call: String) -> String {
        if self.is_async { format!("::effigy::run_to_end({call})") } else { call }
    }
}

/// The function with this symbol that begins at one of several instances.
pub(super) fn one_of(symbol: &str, instances: &[String], said: &str) -> String {
    let declared: String = instances.iter().map(|of| format!("        fn {of}();\n")).collect();
    let (last, others) = match instances.split_last() {
        Some((last, others)) => (last.as_str(), others),
        None => (symbol, instances),
    };
    let arms = others.iter().enumerate().map(|(at, of)| format!("{at} => {of}(), "));
    let arms: String = arms.collect();
    let count = instances.len();
    format!(
        "#[doc(hidden)]\n#[allow(warnings)]\n#[unsafe(export_name = \"{symbol}\")]\n\
         pub extern \"C-unwind\" fn {symbol}() {{\n    \
         unsafe extern \"C-unwind\" {{\n{declared}    }}\n    \
         unsafe {{ match ::effigy::instance({count}, {said:?}) {{ {arms}_ => {last}() }} }}\n}}\n"
    )
}

/// What the type parameters begin with that stand for `impl Trait`.
const ARGUMENT: &str = "EffigyArgument";

/// What the symbols of the functions begin with that make the calls.
pub(super) const SYMBOL: &str = "effigy_harness_";

/// How any value of a type is made.
pub(super) struct Making {
    pub(super) name: String,
    /// 1-based.
    pub(super) line: usize,
    generics: Generics,
    /// Each is an expression, or statements that end in one.
    ways: Vec<String>,
}

impl Making {
    /// Of a structure or an enumeration, and the functions of its own module that give values of it.
    pub(super) fn of(item: &Item, cfg: &Cfg, module: &[Item]) -> Option<Making> {
        let (name, generics, attributes) = match item {
            Item::Struct(item) => (&item.ident, &item.generics, &item.attrs),
            Item::Enum(item) => (&item.ident, &item.generics, &item.attrs),
            _ => return None,
        };
        if !cfg.holds(attributes) {
            return None;
        }
        let text = name.to_string();
        let ways = match item {
            Item::Enum(item) => {
                let variants = item.variants.iter().filter(|variant| cfg.holds(&variant.attrs));
                let made =
                    variants.map(|v| literal(&format!("{text}::{}", v.ident), &v.fields, cfg));
                let made: Vec<String> = made.collect();
                let (last, others) = made.split_last()?;
                let arms = others.iter().enumerate().map(|(at, way)| format!("{at} => {way}, "));
                let arms: String = arms.collect();
                let count = made.len();
                vec![format!("match ::effigy::choice({count}, origin) {{ {arms}_ => {last} }}")]
            }
            Item::Struct(item) => {
                let plain = literal(&text, &item.fields, cfg);
                let is_open = item.fields.iter().all(|f| matches!(f.vis, Visibility::Public(_)));
                let mut constructors = constructors(&text, module, cfg);
                if has_default(&text, &item.attrs, module, cfg) {
                    let default = "<Self as ::core::default::Default>::default()";
                    constructors.push(made_by(&text, "default", default));
                }
                if is_open || constructors.is_empty() { vec![plain] } else { constructors }
            }
            _ => return None,
        };
        let line = name.span().start().line;
        Some(Making { name: text, line, generics: generics.clone(), ways })
    }

    /// The implementations, by the order of preference.
    pub(super) fn texts(mut self) -> Vec<String> {
        Eternal.visit_generics_mut(&mut self.generics);
        let (mut parameters, mut conditions) = (Vec::new(), Vec::new());
        add(&self.generics, &mut parameters, &mut conditions);
        let own: Vec<String> = self
            .generics
            .params
            .iter()
            .map(|parameter| match parameter {
                GenericParam::Lifetime(_) => "'static".to_owned(),
                other => name_of(other),
            })
            .collect();
        let name = &self.name;
        let parameters = parameters.iter().map(arbitrary).collect::<Vec<_>>().join(", ");
        let (own, conditions) = (own.join(", "), clause(&conditions));
        let text = |way: &String| {
            format!(
                "#[doc(hidden)]\n#[allow(warnings)]\n\
                 impl<{parameters}> ::effigy::Arbitrary for {name}<{own}>{conditions} {{\n    \
                 fn any_of(origin: &::effigy::Origin) -> Self {{\n        \
                 let origin = &origin.deeper({name:?});\n        {way}\n    }}\n}}\n"
            )
        };
        self.ways.iter().map(text).collect()
    }
}

/// A value by its parts.
fn literal(path: &str, fields: &Fields, cfg: &Cfg) -> String {
    let fields = fields.iter().enumerate().filter(|(_, field)| cfg.holds(&field.attrs));
    let parts: String = fields
        .map(|(index, field)| {
            let name = field.ident.as_ref().map_or_else(|| index.to_string(), ToString::to_string);
            let part = name.trim_start_matches("r#");
            format!("{name}: {ANY}(&origin.part(\".{part}\")), ")
        })
        .collect();
    format!("{path} {{ {parts}}}")
}

/// The ways to make a value by functions of the type's own, `new` first.
fn constructors(own: &str, module: &[Item], cfg: &Cfg) -> Vec<String> {
    let mut found = Vec::new();
    for item in module {
        let Item::Impl(block) = item else { continue };
        let Type::Path(of) = block.self_ty.as_ref() else { continue };
        let is_own = of.path.segments.last().is_some_and(|segment| segment.ident == own);
        if block.trait_.is_some() || !is_own || !cfg.holds(&block.attrs) {
            continue;
        }
        for item in &block.items {
            let ImplItem::Fn(method) = item else { continue };
            let sig = &method.sig;
            let plain = sig.receiver().is_none()
                && sig.asyncness.is_none()
                && signature_of(sig).is_ok()
                && sig.generics.type_params().next().is_none()
                && cfg.holds(&method.attrs);
            if plain && let Some(wrapped) = result_of(&sig.output, own) {
                let arguments = sig.inputs.iter().enumerate().map(|(index, input)| {
                    let part = match input {
                        FnArg::Typed(typed) => match typed.pat.as_ref() {
                            Pat::Ident(pattern) => pattern.ident.to_string(),
                            _ => index.to_string(),
                        },
                        FnArg::Receiver(_) => index.to_string(),
                    };
                    format!("{ANY}(&origin.part(\".{part}\"))")
                });
                let arguments = arguments.collect::<Vec<_>>().join(", ");
                let call = format!("Self::{}({arguments})", sig.ident);
                let value = match wrapped {
                    "" => call,
                    wrapped => format!(
                        "match {call} {{ {wrapped}(value) => value, _ => ::effigy::reject() }}"
                    ),
                };
                let text = made_by(own, &sig.ident.to_string(), &value);
                found.push((sig.ident != "new", sig.inputs.len(), text));
            }
        }
    }
    // Those with more parameters make more values.
    found.sort_by_key(|(other, inputs, _)| (*other, std::cmp::Reverse(*inputs)));
    found.into_iter().map(|(_, _, text)| text).collect()
}

/// A value that a function of the type makes, and that it does.
fn made_by(own: &str, function: &str, value: &str) -> String {
    let said = format!("values of `{own}` are those that `{own}::{function}` makes");
    format!("::effigy::bound({said:?}); ::effigy::made(|| {value})")
}

/// Whether the type has a default value.
fn has_default(own: &str, attributes: &[Attribute], module: &[Item], cfg: &Cfg) -> bool {
    let derived = attributes.iter().filter(|a| a.path().is_ident("derive")).any(|attribute| {
        let list = attribute.to_token_stream().to_string();
        list.split(|c: char| !c.is_alphanumeric()).any(|word| word == "Default")
    });
    let last = |path: &syn::Path, name: &str| {
        path.segments.last().is_some_and(|segment| segment.ident == name)
    };
    let written = |item: &Item| {
        let Item::Impl(block) = item else { return false };
        let Some((_, of, _)) = &block.trait_ else { return false };
        let Type::Path(path) = block.self_ty.as_ref() else { return false };
        last(of, "Default") && last(&path.path, own) && cfg.holds(&block.attrs)
    };
    derived || module.iter().any(written)
}

/// What the result of a function wraps a value of the type in: nothing, `Some` or `Ok`; `None` when it gives none.
fn result_of(output: &ReturnType, own: &str) -> Option<&'static str> {
    let ReturnType::Type(_, output) = output else { return None };
    let Type::Path(output) = output.as_ref() else { return None };
    let last = output.path.segments.last()?;
    if last.ident == own || last.ident == "Self" {
        return Some("");
    }
    let wrapped = match last.ident.to_string().as_str() {
        "Option" => "Some",
        "Result" => "Ok",
        _ => return None,
    };
    let syn::PathArguments::AngleBracketed(inner) = &last.arguments else { return None };
    let syn::GenericArgument::Type(Type::Path(inner)) = inner.args.first()? else { return None };
    let inner = inner.path.segments.last()?;
    (inner.ident == own || inner.ident == "Self").then_some(wrapped)
}

/// Adds the parameters but for lifetimes, and the conditions.
fn add(
    generics: &Generics,
    parameters: &mut Vec<GenericParam>,
    conditions: &mut Vec<WherePredicate>,
) {
    let others = generics.params.iter().filter(|p| !matches!(p, GenericParam::Lifetime(_)));
    parameters.extend(others.cloned());
    let own = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    conditions.extend(own.filter(|p| !matches!(p, WherePredicate::Lifetime(_))).cloned());
}

fn name_of(parameter: &GenericParam) -> String {
    match parameter {
        GenericParam::Type(of) => of.ident.to_string(),
        GenericParam::Const(of) => of.ident.to_string(),
        GenericParam::Lifetime(of) => of.lifetime.to_string(),
    }
}

/// The declaration of a parameter of which there is any value.
fn arbitrary(parameter: &GenericParam) -> String {
    let mut parameter = parameter.clone();
    match &mut parameter {
        GenericParam::Type(of) => {
            of.default = None;
            let bounds = ["::effigy::Arbitrary", "'static"];
            of.bounds
                .extend(bounds.iter().filter_map(|b| syn::parse_str::<TypeParamBound>(b).ok()));
        }
        GenericParam::Const(of) => of.default = None,
        GenericParam::Lifetime(_) => {}
    }
    parameter.to_token_stream().to_string()
}

fn clause(conditions: &[WherePredicate]) -> String {
    if conditions.is_empty() {
        return String::new();
    }
    let parts: Vec<String> = conditions.iter().map(|p| p.to_token_stream().to_string()).collect();
    format!(" where {}", parts.join(", "))
}

/// Takes every lifetime for `'static`: values that are made live on.
struct Eternal;

impl VisitMut for Eternal {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        *lifetime = Lifetime::new("'static", lifetime.span());
    }

    fn visit_bound_lifetimes_mut(&mut self, _: &mut syn::BoundLifetimes) {}

    fn visit_generic_param_mut(&mut self, parameter: &mut GenericParam) {
        // The declaration of a lifetime keeps its name; it is left out where parameters are listed.
        if !matches!(parameter, GenericParam::Lifetime(_)) {
            visit_mut::visit_generic_param_mut(self, parameter);
        }
    }
}
