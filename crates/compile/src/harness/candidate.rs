//! What of a crate can be begun at: a function, a test, and the types whose values are made for them.

use super::cfg::Cfg;
use super::drawing::Drawing;
use super::generic::Choice;
use super::kani::Attributes;
use super::property::{Property, holds_tests, properties};
use super::replace::{PAIR, pair};
use super::source::{Module, Sources, range};
use super::text::{Call, Making, SYMBOL, signature_of};
use super::{Expects, RENAMED_MAIN};
use effigy_outcome::options::Harnesses;
use quote::ToTokens;
use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;
use syn::{Attribute, ImplItem, Item, ItemImpl, ItemMacro, Signature, Type};

/// Something that gets a text of its own in its module.
pub(super) struct Candidate {
    /// The index of its module.
    pub module: usize,
    /// Its path from the crate's root on, for people.
    pub name: String,
    /// Its file.
    pub file: PathBuf,
    /// 1-based.
    pub line: usize,
    /// What it is for.
    pub what: What,
    /// What it may be, in the order of preference; the first one that compiles counts.
    pub texts: Vec<String>,
    /// The instances of a generic function, which have texts of their own.
    pub instances: Vec<Instance>,
    /// What its parameters are called.
    pub parameters: Vec<String>,
    /// Why it has no text.
    pub refused: Option<Cow<'static, str>>,
    /// The functions that name what it replaces.
    pub replaces: Vec<String>,
    /// Attributes that are taken away, as ranges of the file's text.
    pub hidden: Vec<Range<usize>>,
    /// Whether it is a property in a macro of proptest's.
    pub is_property: bool,
}

/// A function for one choice of its parameters.
pub(super) struct Instance {
    /// What stands for them.
    pub choice: Choice,
    /// Its text.
    pub text: String,
}

/// Leaves properties and tests that draw values out, since the crate did not compile with the library in which they would be begun at.
pub(super) fn leave_out_properties(candidates: &mut [Candidate], sources: &Sources, missing: &str) {
    let drawing = Drawing::of(sources);
    for candidate in candidates.iter_mut().filter(|candidate| candidate.what != What::Make) {
        if !draws(candidate, sources, &drawing) {
            continue;
        }
        candidate.texts.clear();
        candidate.instances.clear();
        candidate.hidden.clear();
        candidate.refused =
            Some(format!("the crate does not compile with what stands for {missing}").into());
    }
}

/// Whether a test draws values.
fn draws(candidate: &Candidate, sources: &Sources, drawing: &Drawing) -> bool {
    let module = sources.modules.get(candidate.module);
    let mut items = module.into_iter().flat_map(|module| &module.items);
    let is_own = |item: &Item| {
        matches!(item, Item::Fn(of) if of.sig.ident.span().start().line == candidate.line
            && drawing.is_in(of.block.to_token_stream()))
    };
    candidate.is_property || items.any(is_own)
}

/// What a candidate is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A path begins at it, which is to do this.
    Begin(Expects),
    /// It makes values of a type.
    Make,
}

/// Traits whose methods nobody begins at: they write text, or are parts of a protocol.
const LEFT: [&str; 12] = [
    "Arbitrary",
    "Binary",
    "Debug",
    "Deserialize",
    "Display",
    "Drop",
    "Error",
    "Hash",
    "LowerHex",
    "Serialize",
    "UpperHex",
    "Visitor",
];

/// Attributes that make a function a test of its own; one of quickcheck's is a property, which answers whether it holds.
const TESTS: [&str; 5] = [
    "test",
    "effigy::test",
    "core::prelude::v1::test",
    "quickcheck",
    "quickcheck_macros::quickcheck",
];

/// Attributes of functions that are there in tests only.
const ONLY_TESTS: [&str; 3] = ["test", "core::prelude::v1::test", "bench"];

/// What candidates are of.
#[derive(Clone, Copy)]
pub(super) struct Of<'a> {
    /// The kind that is wanted.
    pub wanted: Harnesses,
    /// What is compiled.
    pub cfg: &'a Cfg,
    /// What attributes of Kani's say.
    pub attributes: &'a Attributes,
    /// Whether the crate is compiled with the harness of `rustc`.
    pub is_harnessed: bool,
    /// The types and constants that stand for the first parameters of a generic function.
    pub instances: &'a [String],
}

/// All candidates of a crate.
pub(super) fn candidates(sources: &Sources, of: Of<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (index, module) in sources.modules.iter().enumerate() {
        let found = &mut found;
        let mut finder = Finder { sources, module, index, of, found };
        finder.items();
    }
    let to_panic = |candidate: &&mut Candidate| candidate.what == What::Begin(Expects::Panic);
    if found.iter_mut().any(|candidate| to_panic(&candidate)) {
        let drawing = Drawing::of(sources);
        for candidate in found.iter_mut().filter(to_panic) {
            // One of many values that panics ends a test that draws them.
            if draws(candidate, sources, &drawing) {
                candidate.what = What::Begin(Expects::SomePanic);
            }
        }
    }
    found
}

struct Finder<'a> {
    sources: &'a Sources,
    module: &'a Module,
    index: usize,
    of: Of<'a>,
    found: &'a mut Vec<Candidate>,
}

impl Finder<'_> {
    fn items(&mut self) {
        let module = self.module;
        for item in &module.items {
            match item {
                Item::Fn(function) if self.of.cfg.holds(&function.attrs) => {
                    let name = function.sig.ident.to_string();
                    let is_main = module.path.is_empty() && name == "main";
                    match self.of.wanted {
                        Harnesses::Functions
                            if !is_main && !self.is(&function.attrs, &ONLY_TESTS) =>
                        {
                            self.function(&name, &name, &function.sig, None);
                        }
                        Harnesses::Tests if is_main && !self.of.is_harnessed => {
                            self.whole_target(&function.sig);
                        }
                        Harnesses::Tests => self.test(&name, &function.attrs, &function.sig),
                        Harnesses::Kani => {
                            let path = if is_main { RENAMED_MAIN } else { &name };
                            self.proof((&name, path), &function.attrs, &function.sig);
                        }
                        Harnesses::Functions => {}
                    }
                }
                Item::Impl(block) if self.of.cfg.holds(&block.attrs) => self.methods(block),
                // Of Kani's harnesses each makes its own values.
                Item::Struct(_) | Item::Enum(_) if self.of.wanted != Harnesses::Kani => {
                    self.type_of(item);
                }
                Item::Macro(of)
                    if self.of.wanted == Harnesses::Tests && self.of.cfg.holds(&of.attrs) =>
                {
                    match properties(&of.mac) {
                        Some(properties) => properties.iter().for_each(|of| self.property(of)),
                        None => self.other_macro(of),
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether one of the attributes is one of these.
    fn is(&self, attributes: &[Attribute], known: &[&str]) -> bool {
        let mut names = attributes.iter().flat_map(|attribute| self.of.cfg.names(attribute));
        names.any(|name| known.contains(&name.as_str()))
    }

    fn methods(&mut self, block: &ItemImpl) {
        match self.of.wanted {
            Harnesses::Functions if block.unsafety.is_none() => self.functions_of(block),
            Harnesses::Kani => self.proofs_of(block),
            Harnesses::Functions | Harnesses::Tests => {}
        }
    }

    /// The harnesses among the functions of a type without parameters.
    fn proofs_of(&mut self, block: &ItemImpl) {
        let own = quote::ToTokens::to_token_stream(&block.self_ty);
        for item in &block.items {
            if let ImplItem::Fn(method) = item
                && self.of.cfg.holds(&method.attrs)
            {
                let name = method.sig.ident.to_string();
                let shown = format!("{}::{name}", own.to_string().replace(' ', ""));
                self.proof((&shown, &format!("<{own}>::{name}")), &method.attrs, &method.sig);
            }
        }
    }

    fn functions_of(&mut self, block: &ItemImpl) {
        let last = |path: &syn::Path| path.segments.last().map(|s| s.ident.to_string());
        let of_trait = block.trait_.as_ref().and_then(|(_, path, _)| last(path));
        if of_trait.as_deref().is_some_and(|name| LEFT.contains(&name)) {
            return;
        }
        let Type::Path(own) = block.self_ty.as_ref() else { return };
        let Some(own) = last(&own.path) else { return };
        for item in &block.items {
            if let ImplItem::Fn(method) = item
                && self.of.cfg.holds(&method.attrs)
            {
                let name = format!("{own}::{}", method.sig.ident);
                let shown = match &of_trait {
                    Some(of_trait) => format!("<{own} as {of_trait}>::{}", method.sig.ident),
                    None => name,
                };
                self.function(&shown, "", &method.sig, Some(block));
            }
        }
    }

    /// A function, or the method of an `impl` block.
    fn function(&mut self, shown: &str, path: &str, sig: &Signature, block: Option<&ItemImpl>) {
        let index = self.found.len();
        let refused = signature_of(sig).err();
        let call = Call::new(path, sig, block);
        let instances = self.of.instances;
        let refused = refused.or_else(|| {
            let too_many = call.parameters().len() < instances.len();
            too_many.then_some("it has fewer parameters than instances are named")
        });
        let symbol = format!("{SYMBOL}{index}");
        let choices = if refused.is_none() { call.choices(instances) } else { Vec::new() };
        let texts = match refused {
            None if choices.is_empty() => vec![call.text(&symbol, instances)],
            _ => Vec::new(),
        };
        let made = choices.into_iter().enumerate().map(|(at, choice)| {
            let text = call.text(&format!("{symbol}_{at}"), &choice.chosen);
            Instance { choice, text }
        });
        let made: Vec<Instance> = made.collect();
        self.add(shown, sig, What::Begin(Expects::Success), texts, refused, Vec::new());
        if let Some(candidate) = self.found.last_mut() {
            (candidate.instances, candidate.parameters) = (made, call.parameters());
        }
    }

    /// What the next candidate's function is called.
    fn symbol(&self) -> String {
        format!("{SYMBOL}{}", self.found.len())
    }

    fn test(&mut self, name: &str, attributes: &[Attribute], sig: &Signature) {
        let is_mark = |a: &&Attribute| self.is(std::slice::from_ref(a), &TESTS);
        let marks: Vec<_> = attributes.iter().filter(is_mark).map(range).collect();
        if marks.is_empty() {
            return;
        }
        let panics = self.is(attributes, &["should_panic"]);
        let expects = if panics { Expects::Panic } else { Expects::Success };
        let call = Call::new(name, sig, None).finished();
        let texts = vec![call.text(&self.symbol(), &[])];
        self.add(name, sig, What::Begin(expects), texts, None, marks);
    }

    /// A target with `harness = false`, which is one test.
    fn whole_target(&mut self, sig: &Signature) {
        let texts = vec![Call::new(RENAMED_MAIN, sig, None).finished().text(&self.symbol(), &[])];
        self.add("main", sig, What::Begin(Expects::Success), texts, None, Vec::new());
    }

    /// A macro that writes tests, or is handed some; nobody but the compiler knows which.
    fn other_macro(&mut self, of: &ItemMacro) {
        if !holds_tests(of.mac.tokens.clone()) {
            return;
        }
        let last = of.mac.path.segments.last().map(|last| &last.ident);
        if let Some(name) = of.ident.as_ref().or(last) {
            let line = name.span().start().line;
            let why = "tests that a macro writes are not found";
            let what = What::Begin(Expects::Success);
            self.push(&format!("{name}!"), line, what, Vec::new(), Some(why), Vec::new());
        }
    }

    /// A function in a macro of proptest's.
    fn property(&mut self, property: &Property) {
        self.test(&property.sig.ident.to_string(), &property.attributes, &property.sig);
        if let Some(candidate) = self.found.last_mut()
            && candidate.line == property.sig.ident.span().start().line
        {
            candidate.is_property = true;
        }
    }

    /// A harness for Kani, with its name for people and its path in its module.
    fn proof(&mut self, (shown, path): (&str, &str), attributes: &[Attribute], sig: &Signature) {
        let file = self.module.file;
        let Some(proof) = self.of.attributes.proof(file, attributes, sig, self.of.cfg) else {
            return;
        };
        let expects = if proof.panics { Expects::SomePanic } else { Expects::Success };
        let number = self.found.len();
        let texts = match proof.refused {
            None => {
                let call = Call::new(path, sig, None);
                let (symbol, plain) = (self.symbol(), call.text(&self.symbol(), &[]));
                // What it returns may be no result.
                vec![call.finished().text(&symbol, &[]), plain]
            }
            Some(_) => Vec::new(),
        };
        let symbols = (0..proof.replaces.len()).map(|at| format!("{PAIR}{number}_{at}"));
        let symbols: Vec<String> = symbols.collect();
        let pairs = symbols.iter().zip(&proof.replaces);
        let pairs: String = pairs.map(|(symbol, (from, to))| pair(symbol, from, to)).collect();
        let texts = texts.into_iter().map(|text| text + &pairs).collect();
        self.add(shown, sig, What::Begin(expects), texts, proof.refused, Vec::new());
        if let Some(candidate) = self.found.last_mut() {
            candidate.replaces = symbols;
        }
    }

    fn type_of(&mut self, item: &Item) {
        let Some(making) = Making::of(item, self.of.cfg, &self.module.items) else { return };
        let (name, line) = (making.name.clone(), making.line);
        let texts = making.texts();
        self.push(&name, line, What::Make, texts, None, Vec::new());
    }

    fn add(
        &mut self,
        name: &str,
        sig: &Signature,
        what: What,
        texts: Vec<String>,
        refused: Option<&'static str>,
        hidden: Vec<Range<usize>>,
    ) {
        let line = sig.ident.span().start().line;
        self.push(name, line, what, texts, refused, hidden);
    }

    fn push(
        &mut self,
        name: &str,
        line: usize,
        what: What,
        texts: Vec<String>,
        refused: Option<&'static str>,
        hidden: Vec<Range<usize>>,
    ) {
        let module = self.module;
        let file = self.sources.files.get(module.file).map(|f| f.path.clone()).unwrap_or_default();
        let qualified = match name.strip_prefix('<') {
            Some(rest) => format!("<{}", prefixed(&module.path, rest)),
            None => prefixed(&module.path, name),
        };
        self.found.push(Candidate {
            module: self.index,
            name: qualified,
            file,
            line,
            what,
            texts,
            instances: Vec::new(),
            parameters: Vec::new(),
            refused: refused.map(Cow::Borrowed),
            replaces: Vec::new(),
            hidden,
            is_property: false,
        });
    }
}

fn prefixed(module: &[String], name: &str) -> String {
    let mut parts = module.to_vec();
    parts.push(name.to_owned());
    parts.join("::")
}
