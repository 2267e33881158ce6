//! Programs that begin at a function or a test of a crate, whatever module it is in and whoever may call it: the sources are compiled from a
//! copy in which each module has calls of its own functions on any values, and the root has a `main` that makes the one that its first argument
//! names. The user's lines stay where they are.
//!
//! Not every call compiles: there may be no way to make values of a type. The compiler's own errors say which; those calls are left out, by name,
//! and the rest is compiled again.

mod candidate;
mod cfg;
mod drawing;
mod edit;
mod errors;
mod generic;
mod instances;
mod kani;
mod mirror;
mod own;
mod property;
pub mod replace;
mod source;
mod text;

use super::apart::{self, Made, Ways};
use super::crate_call::CrateCall;
use super::libraries::beside;
use super::tools::{attempt, run};
use super::{CompileError, Scratch};
use candidate::{Candidate, Instance, Of, What, candidates};
use cfg::Cfg;
use edit::{Edit, changed};
use effigy_base::budget::CancelToken;
use effigy_outcome::options::Harnesses;
use errors::Added;
use mirror::mirror;
use serde::{Deserialize, Serialize};
use source::{Sources, range};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use syn::Item;
use text::SYMBOL;

/// Where the copy lies in the scratch folder.
const COPY: &str = "copy";

/// Where the texts lie that are added; the name says that they are not of the user.
const ADDED: &str = "effigy-harness";

/// What the crate's own `main` is called, which is none there.
const RENAMED_MAIN: &str = "effigy_renamed_main";

/// How often what does not compile is left out before that is an error.
const ROUNDS: usize = 24;

/// What a run can begin at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Harness {
    /// Its path from the crate's root on.
    pub name: String,
    /// Its file.
    pub file: PathBuf,
    /// 1-based.
    pub line: usize,
    /// What it is to do.
    pub expects: Expects,
    /// The functions of the module that name what it replaces by what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<String>,
}

/// What a harness is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expects {
    /// To come to its end.
    #[default]
    Success,
    /// To panic on every path.
    Panic,
    /// To panic on a path, and to have no failure of another kind.
    SomePanic,
}

/// What no run can begin at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its path from the crate's root on; that of a file that could not be read.
    pub name: String,
    /// Its file.
    pub file: PathBuf,
    /// 1-based; 0 for a file.
    pub line: usize,
    /// Why.
    pub why: String,
}

/// Which functions of a crate a program may begin at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'a> {
    /// All of a kind.
    All(Harnesses),
    /// The function of this name.
    One(&'a str),
}

/// Where the compiler's results go.
pub(super) struct Results<'a> {
    /// The folder of intermediate files.
    pub scratch: &'a Scratch,
    /// Further arguments of a call of the compiler: where what it makes and the list of sources go, and how it is compiled.
    pub arguments: &'a dyn Fn(Made) -> Vec<OsString>,
    /// Which calls there are.
    pub ways: Ways,
    /// The libraries that harnesses use, with their names.
    pub libraries: Vec<(&'static str, PathBuf)>,
    /// Why properties cannot be begun at: what the compiler says when a library of Effigy's is in the place of theirs.
    pub missing: Option<String>,
    /// Ends the compiler early.
    pub cancel: &'a CancelToken,
}

/// What was built.
pub(super) struct Built {
    /// What the program can begin at.
    pub harnesses: Vec<Harness>,
    /// What was left out.
    pub left_out: Vec<LeftOut>,
    /// The folder of the copy and that which it is a copy of.
    pub copied: (PathBuf, PathBuf),
}

/// Compiles the crate to a program that begins at what is wanted.
///
/// # Errors
/// When the crate itself does not compile, or has nothing of the name that is wanted.
pub(super) fn build(
    call: &CrateCall,
    wanted: Wanted<'_>,
    (top, shown): (&Path, &Path),
    results: &Results<'_>,
) -> Result<Built, CompileError> {
    let printed = run(Command::new(&call.rustc).args(["--print", "cfg"]), results.cancel)?;
    let cfg = Cfg::new(&String::from_utf8_lossy(&printed.stdout), &call.arguments);
    let sources = Sources::read(&call.root, &cfg);
    if sources.files.is_empty() {
        let why = sources.unread.into_iter().next().map(|(_, why)| why).unwrap_or_default();
        return Err(CompileError::NoRoot { path: call.root.clone(), why });
    }
    let kind = match wanted {
        Wanted::All(kind) => kind,
        Wanted::One(_) => Harnesses::Functions,
    };
    let attributes = match kind {
        Harnesses::Kani => kani::Attributes::read(&sources, &cfg),
        Harnesses::Functions | Harnesses::Tests => kani::Attributes::default(),
    };
    let (name, instances) = match wanted {
        Wanted::One(name) => instances::split(name),
        Wanted::All(_) => (String::new(), Vec::new()),
    };
    let of = Of {
        wanted: kind,
        cfg: &cfg,
        attributes: &attributes,
        is_harnessed: call.is_harnessed,
        instances: &instances,
    };
    let mut candidates = candidates(&sources, of);
    if let Some(missing) = &results.missing {
        candidate::leave_out_properties(&mut candidates, &sources, missing);
    }
    if let Wanted::One(_) = wanted {
        only(&mut candidates, &name)?;
    }
    let mut plan = Plan {
        call,
        wanted,
        top,
        shown,
        results,
        sources: &sources,
        cfg: &cfg,
        attributes,
        candidates,
        tried: BTreeMap::new(),
        dropped: BTreeSet::new(),
    };
    for _ in 0..ROUNDS {
        let first = match results.ways {
            Ways::Together => Made::Both,
            Ways::Apart | Ways::Executable => Made::Executable,
        };
        let said = plan.compile(first)?;
        if said.errors.is_empty() {
            if results.ways == Ways::Apart {
                apart::module(|made| plan.compile(made)?.accepted())?;
            }
            return plan.finish();
        }
        if !plan.leave_out(&said) {
            return Err(CompileError::Rejected { tool: "rustc".to_owned(), output: said.rendered });
        }
    }
    Err(CompileError::Rejected {
        tool: "rustc".to_owned(),
        output: "the calls of functions on any values could not be made to compile".to_owned(),
    })
}

/// Keeps the function of this name, and what makes values.
fn only(candidates: &mut [Candidate], name: &str) -> Result<(), CompileError> {
    let name = name.trim_start_matches("crate::");
    let begins = |c: &&Candidate| c.what != What::Make;
    let end = format!("::{name}");
    let exact = candidates.iter().filter(begins).find(|c| c.name == name);
    let mut ending = candidates.iter().filter(begins).filter(|c| c.name.ends_with(&end));
    let found = match exact {
        Some(found) => found.name.clone(),
        None => match (ending.next(), ending.next()) {
            (Some(found), None) => found.name.clone(),
            _ => {
                let all = candidates.iter().filter(begins);
                let last = name.rsplit("::").next().unwrap_or(name);
                let (near, far): (Vec<_>, Vec<_>) = all.partition(|c| c.name.contains(last));
                let listed = near.into_iter().chain(far).map(|c| c.name.clone());
                let available = listed.take(LISTED).collect();
                return Err(CompileError::NoFunction { name: name.to_owned(), available });
            }
        },
    };
    for candidate in candidates {
        if candidate.what != What::Make && candidate.name != found {
            candidate.texts.clear();
            candidate.instances.clear();
            candidate.refused = None;
        }
    }
    Ok(())
}

/// How many functions a message lists.
const LISTED: usize = 12;

struct Plan<'a> {
    call: &'a CrateCall,
    wanted: Wanted<'a>,
    /// The folder that is copied.
    top: &'a Path,
    /// How it is called in what is printed.
    shown: &'a Path,
    results: &'a Results<'a>,
    sources: &'a Sources,
    cfg: &'a Cfg,
    attributes: kani::Attributes,
    candidates: Vec<Candidate>,
    /// Of candidates that did not compile: how many texts were tried, and what the compiler said of the first.
    tried: BTreeMap<usize, (usize, String)>,
    /// Instances that did not compile.
    dropped: BTreeSet<Added>,
}

impl Plan<'_> {
    /// The text of a candidate that is to be tried.
    fn text(&self, number: usize) -> Option<Cow<'_, str>> {
        let candidate = self.candidates.get(number)?;
        if candidate.instances.is_empty() {
            let tried = self.tried.get(&number).map_or(0, |(tried, _)| *tried);
            return candidate.texts.get(tried).map(Cow::from);
        }
        let instances = self.instances(number);
        let chosen: Vec<&[String]> = instances.iter().map(|(_, of)| &*of.choice.chosen).collect();
        let symbol = format!("{SYMBOL}{number}");
        let symbols: Vec<String> =
            instances.iter().map(|(at, _)| format!("{symbol}_{at}")).collect();
        let said = generic::said(&candidate.parameters, &chosen);
        (!symbols.is_empty()).then(|| text::one_of(&symbol, &symbols, &said).into())
    }

    /// The instances of a candidate that are to be tried: those of the first rank that are left.
    fn instances(&self, number: usize) -> Vec<(usize, &Instance)> {
        let all =
            self.candidates.get(number).into_iter().flat_map(|c| c.instances.iter().enumerate());
        let is_left = |(at, _): &(usize, &Instance)| {
            !self.dropped.contains(&Added { number, instance: Some(*at) })
        };
        let mut left: Vec<(usize, &Instance)> = all.filter(is_left).collect();
        let first = left.iter().map(|(_, of)| of.choice.rank).min();
        left.retain(|(_, of)| Some(of.choice.rank) == first);
        left
    }

    /// The texts of a candidate that are to be tried, by the names of their files.
    fn texts(&self, number: usize) -> Vec<(String, Cow<'_, str>)> {
        let own = self.text(number).map(|text| (Added { number, instance: None }.stem(), text));
        let instances = self
            .instances(number)
            .into_iter()
            .map(|(at, of)| (Added { number, instance: Some(at) }.stem(), Cow::from(&of.text)));
        own.into_iter().chain(instances).collect()
    }

    fn added(&self, name: &str) -> PathBuf {
        self.results.scratch.file(ADDED).join(name)
    }

    /// Writes the copy, and has this made of it.
    fn compile(&self, made: Made) -> Result<errors::Said, CompileError> {
        let added = self.results.scratch.file(ADDED);
        let unwritable = |cause| CompileError::Unwritable { path: added.clone(), cause };
        std::fs::create_dir_all(&added).map_err(unwritable)?;
        for number in 0..self.candidates.len() {
            for (stem, text) in self.texts(number) {
                std::fs::write(self.added(&format!("{stem}.rs")), &*text).map_err(unwritable)?;
            }
        }
        std::fs::write(self.added("main.rs"), self.main()).map_err(unwritable)?;
        let copy = self.results.scratch.file(COPY);
        mirror(self.top, &copy, &self.changed())?;

        let root = self.call.root.strip_prefix(self.top).unwrap_or(&self.call.root);
        let mut command = self.call.command();
        // A compiler that fails writes no file of its own into the user's folder.
        command.env("RUSTC_ICE", "0");
        command.arg(copy.join(root)).args(["--crate-type", "bin", "--cap-lints", "allow"]);
        command.args(["--error-format=json"]).args((self.results.arguments)(made));
        if self.candidates.iter().any(|candidate| !candidate.replaces.is_empty()) {
            // A body that was copied into its caller cannot be replaced there.
            command.arg("-Zinline-mir=no").env("RUSTC_BOOTSTRAP", "1");
        }
        for (name, path) in &self.results.libraries {
            if !self.call.names(name) {
                let mut library = OsString::from(format!("{name}="));
                library.push(path);
                command.arg("--extern").arg(library);
            }
        }
        command.arg(beside(self.results.scratch));
        let mut remap = OsString::from("--remap-path-prefix=");
        remap.push(&copy);
        remap.push("=");
        remap.push(self.shown);
        let output = attempt(command.arg(remap), self.results.cancel)?;
        let said = errors::Said::new(&String::from_utf8_lossy(&output.stderr), &added);
        if !output.status.success() && said.errors.is_empty() {
            let output = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(CompileError::Rejected { tool: "rustc".to_owned(), output });
        }
        Ok(said)
    }

    /// The texts of the files that change, by their paths below the folder that is copied.
    fn changed(&self) -> BTreeMap<PathBuf, String> {
        let mut texts = BTreeMap::new();
        for (index, file) in self.sources.files.iter().enumerate() {
            // What was changed in an earlier round is written again, since it may be what the user has now.
            let is_of_candidate = |candidate: &Candidate| {
                self.sources.modules.get(candidate.module).is_some_and(|m| m.file == index)
            };
            let edits = self.edits(index, &file.text);
            if edits.is_empty() && !self.candidates.iter().any(is_of_candidate) {
                continue;
            }
            let path = file.path.strip_prefix(self.top).unwrap_or(&file.path);
            texts.insert(path.to_owned(), changed(&file.text, edits));
        }
        texts
    }

    /// What changes in a file.
    fn edits(&self, index: usize, text: &str) -> Vec<Edit> {
        let own = self.attributes.edits.iter().filter(|edit| edit.file == index);
        let mut edits: Vec<Edit> = own.cloned().collect();
        for (number, candidate) in self.candidates.iter().enumerate() {
            let Some(module) = self.sources.modules.get(candidate.module) else { continue };
            if module.file != index {
                continue;
            }
            let texts = self.texts(number);
            for (stem, _) in &texts {
                let path = self.added(&format!("{stem}.rs"));
                let include = format!("include!({:?});", path.to_string_lossy());
                edits.push(Edit::add(index, module.end, &include));
            }
            if !texts.is_empty() {
                let hidden = candidate.hidden.iter().cloned();
                edits.extend(hidden.map(|range| Edit::erase((index, text), range)));
            }
        }
        if index == 0 {
            edits.extend(self.of_root(text));
        }
        edits
    }

    /// What changes in the root's file: it is a program with a `main` of ours, and one with `std`.
    fn of_root(&self, text: &str) -> Vec<Edit> {
        let mut edits = Vec::new();
        for attribute in &self.sources.attributes {
            let names = [self.cfg.names(attribute), vec![plain(attribute)]].concat();
            let changes = ["no_std", "no_main", "crate_type"];
            if names.iter().any(|name| changes.contains(&name.as_str())) {
                edits.push(Edit::erase((0, text), range(attribute)));
            }
        }
        let Some(module) = self.sources.modules.first() else { return edits };
        edits.extend(kani::macros(self.wanted, module.start));
        for item in &module.items {
            if let Item::Fn(function) = item
                && function.sig.ident == "main"
            {
                edits.push(Edit::replace((0, text), range(&function.sig.ident), RENAMED_MAIN));
            }
        }
        // On a line of its own: the last one may end in a comment.
        let include = format!("\ninclude!({:?});\n", self.added("main.rs").to_string_lossy());
        edits.push(Edit { file: 0, range: text.len()..text.len(), text: include });
        edits
    }

    /// The program's `main`: it begins at what the first argument names, or at the only one.
    fn main(&self) -> String {
        let begins = self.begins();
        let symbol = |number: usize| format!("{SYMBOL}{number}");
        let declared: String = begins
            .iter()
            .map(|(number, _)| format!("        fn {}();\n", symbol(*number)))
            .collect();
        let body = match (self.wanted, begins.as_slice()) {
            (Wanted::One(_), [(number, _)]) => format!("    unsafe {{ {}() }}\n", symbol(*number)),
            _ => {
                let arm = |(number, c): &(usize, &Candidate)| {
                    format!("        {:?} => unsafe {{ {}() }},\n", c.name, symbol(*number))
                };
                let arms: String = begins.iter().map(arm).collect();
                format!(
                    "    let name = ::effigy::first_argument();\n    match &*name {{\n{arms}        \
                     _ => ::effigy::no_such_harness(&name),\n    }}\n"
                )
            }
        };
        // Declared within, since the functions themselves may be of this module. Before 2018 the root names the libraries that paths begin with.
        let named = if self.call.is_of_2015() { "extern crate effigy;\n" } else { "" };
        format!(
            "{named}#[doc(hidden)]\n#[allow(warnings)]\nfn main() {{\n    unsafe extern \"C-unwind\" {{\n{declared}    }}\n{body}}}\n"
        )
    }

    fn begins(&self) -> Vec<(usize, &Candidate)> {
        let all = self.candidates.iter().enumerate();
        all.filter(|(number, c)| c.what != What::Make && self.text(*number).is_some()).collect()
    }

    /// Takes the next text of what does not compile; whether all errors are of texts that were added.
    fn leave_out(&mut self, said: &errors::Said) -> bool {
        let mut one = false;
        for (added, message) in &said.errors {
            let Some(added) = added else { continue };
            one = true;
            let entry = self.tried.entry(added.number).or_insert_with(|| (0, message.clone()));
            match added.instance {
                Some(_) => _ = self.dropped.insert(*added),
                None => entry.0 += 1,
            }
        }
        one || self.leave_named_out(said) || self.leave_instances_out(said)
    }

    /// Leaves the instances out that an error names with what stands for their parameters: it is in a function of the crate that they come
    /// to; whether there are some.
    fn leave_named_out(&mut self, said: &errors::Said) -> bool {
        let mut dropped = false;
        for (note, why) in &said.instantiating {
            let numbers = 0..self.candidates.len();
            let instances = numbers.flat_map(|number| {
                self.instances(number).into_iter().map(move |(at, of)| (number, at, of))
            });
            let named: Vec<Added> = instances
                .filter(|(_, _, of)| note.contains(&generic::as_named(&of.choice.chosen)))
                .map(|(number, at, _)| Added { number, instance: Some(at) })
                .collect();
            dropped |= self.drop_all(&named, why);
        }
        dropped
    }

    /// Leaves all instances out but the first ones, where an error does not say which of them it is in, and then these; whether there were
    /// any.
    fn leave_instances_out(&mut self, said: &errors::Said) -> bool {
        let left = |kept: usize| -> Vec<Added> {
            let numbers = 0..self.candidates.len();
            let left = numbers.flat_map(|number| {
                let instances = self.instances(number).into_iter().skip(kept);
                instances.map(move |(at, _)| Added { number, instance: Some(at) })
            });
            left.collect()
        };
        let others = left(1);
        let others = if others.is_empty() { left(0) } else { others };
        let why = said.errors.first().map(|(_, message)| message.as_str()).unwrap_or_default();
        self.drop_all(&others, why)
    }

    fn drop_all(&mut self, instances: &[Added], why: &str) -> bool {
        for added in instances {
            self.tried.entry(added.number).or_insert_with(|| (0, why.to_owned()));
        }
        self.dropped.extend(instances);
        !instances.is_empty()
    }

    fn finish(&self) -> Result<Built, CompileError> {
        let copied = (self.results.scratch.file(COPY), self.top.to_owned());
        let harness = |c: &Candidate| Harness {
            name: c.name.clone(),
            file: c.file.clone(),
            line: c.line,
            expects: match c.what {
                What::Begin(expects) => expects,
                What::Make => Expects::Success,
            },
            replaces: c.replaces.clone(),
        };
        let harnesses: Vec<Harness> = self.begins().iter().map(|(_, c)| harness(c)).collect();
        let mut left_out: Vec<LeftOut> = Vec::new();
        for (number, candidate) in self.candidates.iter().enumerate() {
            if candidate.what == What::Make || self.text(number).is_some() {
                continue;
            }
            let said = self.tried.get(&number).map(|(_, message)| message.clone());
            let why = said.or_else(|| candidate.refused.as_deref().map(str::to_owned));
            let Some(why) = why else { continue };
            let Candidate { name, file, line, .. } = candidate;
            left_out.push(LeftOut { name: name.clone(), file: file.clone(), line: *line, why });
        }
        if let (Wanted::One(name), true) = (self.wanted, harnesses.is_empty()) {
            let why = left_out.first().map(|left| left.why.clone()).unwrap_or_default();
            return Err(CompileError::NoHarness { name: name.to_owned(), why });
        }
        left_out.extend(self.attributes.in_macros.iter().map(|(file, line, name)| LeftOut {
            name: name.clone(),
            file: self.sources.files.get(*file).map(|f| f.path.clone()).unwrap_or_default(),
            line: *line,
            why: "a macro writes it".to_owned(),
        }));
        for (file, why) in &self.sources.unread {
            let name = file.to_string_lossy().into_owned();
            left_out.push(LeftOut { name, file: file.clone(), line: 0, why: why.clone() });
        }
        Ok(Built { harnesses, left_out, copied })
    }
}

/// The name of an attribute, and of what it holds on a condition, whether that is met or not.
fn plain(attribute: &syn::Attribute) -> String {
    let text = quote::ToTokens::to_token_stream(attribute).to_string();
    if attribute.path().is_ident("cfg_attr") && text.contains("no_std") {
        return "no_std".to_owned();
    }
    String::new()
}
