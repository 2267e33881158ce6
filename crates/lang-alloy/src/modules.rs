//! Modules: the files of a model, what they open, and what their parameters are.
//!
//! Each `open` makes a module of its own first. When it is known what the parameters of all are, those of one file with the
//! same parameters become one.

use crate::library;
use crate::parse;
use crate::problem::Problem;
use crate::sig::{BUILTINS, SigId};
use crate::syntax::{self, Multiplicity, Name, Parent};
use crate::tree::{Located, ModuleId, Place};
use effigy_base::id::{Id, IdVec};
use effigy_base::source::{Diagnostic, FileId, SourceFiles};
use effigy_base::text::{Hint, Problems, Span};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Reads the files that a model opens.
pub trait Files {
    /// The text of a file; `None` when there is no such file.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&self, path: &Path) -> Result<Option<String>, String>;
}

/// The files of the file system.
#[derive(Clone, Copy, Default, Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> Result<Option<String>, String> {
        match std::fs::read(path) {
            Ok(bytes) => Ok(Some(effigy_base::text::decode(&bytes, |_| {}))),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e.to_string()),
        }
    }
}

/// A signature as it is declared: one of the language, or of a module by its number there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Declared {
    Builtin(SigId),
    Of(ModuleId, usize),
}

/// An opened module under the name that it has here.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub alias: String,
    pub private: bool,
    pub arguments: Vec<Name>,
    pub span: Span,
    pub module: ModuleId,
}

#[derive(Clone, Debug)]
pub(crate) struct Module {
    pub file: FileId,
    pub syntax: Rc<syntax::Module>,
    /// The aliases that lead to it, with slashes; empty for the model itself.
    pub path: String,
    pub parameters: Vec<(String, Option<Declared>)>,
    pub opens: Vec<Opened>,
}

/// All files and modules of a model.
#[derive(Clone, Default, Debug)]
pub(crate) struct Modules {
    pub files: SourceFiles,
    pub texts: IdVec<FileId, String>,
    parsed: Vec<Rc<syntax::Module>>,
    all: IdVec<ModuleId, Module>,
    /// Those that are left when equal ones have become one, the model first.
    pub kept: Vec<ModuleId>,
}

/// How many modules a model may have.
const MAX_MODULES: usize = 2000;

type Loaded<T> = Result<T, Located>;

/// What loading ends with: problems of a text, or one of how the modules fit.
pub(crate) enum LoadError {
    Texts(Vec<Diagnostic>),
    Fit(Box<Modules>, Box<Located>),
}

/// Reads a model and all that it opens.
pub(crate) fn load(path: &Path, text: &str, files: &dyn Files) -> Result<Modules, LoadError> {
    let mut loader =
        Loader { files, modules: Modules::default(), broken: Vec::new(), open: Vec::new() };
    let loaded = loader.root(path, text);
    if !loader.broken.is_empty() {
        return Err(LoadError::Texts(loader.broken));
    }
    let fitted = loaded.and_then(|()| {
        loader.modules.find_parameters()?;
        loader.modules.merge();
        Ok(())
    });
    match fitted {
        Ok(()) => Ok(loader.modules),
        Err(located) => Err(LoadError::Fit(Box::new(loader.modules), Box::new(located))),
    }
}

struct Loader<'f> {
    files: &'f dyn Files,
    modules: Modules,
    broken: Vec<Diagnostic>,
    /// The files that are being opened, each by the one before.
    open: Vec<FileId>,
}

impl Loader<'_> {
    fn root(&mut self, path: &Path, text: &str) -> Loaded<()> {
        let file = self.file(path, text, true);
        self.module(file, String::new(), path).map(drop)
    }

    /// Takes a file in, and parses it when it is new.
    fn file(&mut self, path: &Path, text: &str, root: bool) -> FileId {
        let shown = path.display().to_string();
        let known = self.modules.files.iter().any(|(_, p)| p == shown);
        let file = self.modules.files.intern(&shown);
        if !known {
            let (mut module, problems): (_, Problems<Problem>) = parse::module(text);
            self.broken.extend(problems.into_diagnostics(&shown, text));
            if root {
                parameters_as_sigs(&mut module);
            }
            self.modules.texts.push(text.to_owned());
            self.modules.parsed.push(Rc::new(module));
        }
        file
    }

    fn module(&mut self, file: FileId, path: String, disk: &Path) -> Loaded<ModuleId> {
        let syntax = self.modules.parsed.get(file.index()).cloned().unwrap_or_default();
        let parameters = if path.is_empty() { Vec::new() } else { parameters(&syntax) };
        let opens = Vec::new();
        let module = Module { file, syntax: syntax.clone(), path: path.clone(), parameters, opens };
        let id = self.modules.all.push(module);
        self.open.push(file);
        let opens = self.opens(file, &syntax)?;
        let mut opened = Vec::new();
        for (alias, open) in opens {
            let place = Place { file, span: open.span };
            let path = if path.is_empty() { alias.clone() } else { format!("{path}/{alias}") };
            let module = self.open_one(place, &open.file, &syntax, disk, path)?;
            let (private, span, arguments) = (open.private, open.span, open.arguments);
            opened.push(Opened { alias, private, arguments, span, module });
        }
        self.open.pop();
        self.modules.all[id].opens = opened;
        Ok(id)
    }

    fn open_one(
        &mut self,
        place: Place,
        name: &Name,
        syntax: &syntax::Module,
        disk: &Path,
        path: String,
    ) -> Loaded<ModuleId> {
        let fail = |problem| Located { place, problem };
        let own = syntax.name.as_ref().map_or("unknown", |name| name.text.as_str());
        let local = module_path(own, disk, &name.text);
        let read =
            self.files.read(&local).map_err(|why| fail(Problem::Module(name.text.clone(), why)))?;
        let (found, text) = match (read, library::text(&name.text)) {
            (Some(text), _) => (local, text),
            (None, Some(text)) => (PathBuf::from(format!("<{}>", name.text)), text.to_owned()),
            (None, None) => {
                let why = format!("there is no file `{}`", local.display());
                return Err(fail(Problem::Module(name.text.clone(), why)));
            }
        };
        let file = self.file(&found, &text, false);
        if self.open.contains(&file) {
            return Err(fail(Problem::Circle(name.text.clone())));
        }
        if self.modules.all.len() >= MAX_MODULES {
            let what = format!("a model of more than {MAX_MODULES} modules");
            return Err(fail(Problem::Unsupported(what)));
        }
        self.module(file, path, &found)
    }

    /// What a file opens, under which names.
    fn opens(&self, file: FileId, syntax: &syntax::Module) -> Loaded<Vec<(String, syntax::Open)>> {
        let implicit = |name: &str, alias: &str| syntax::Open {
            file: Name { text: name.to_owned(), span: Span::EMPTY },
            arguments: Vec::new(),
            alias: Some(Name { text: alias.to_owned(), span: Span::EMPTY }),
            private: false,
            span: Span::EMPTY,
        };
        let mut all = Vec::new();
        let is_integer = syntax.name.as_ref().is_some_and(|name| name.text == "util/integer");
        if !is_integer {
            all.push(implicit("util/integer", "integer"));
        }
        all.extend(syntax.opens.iter().cloned());
        if syntax.sequences {
            all.push(implicit("util/sequniv", "seq"));
        }
        let mut named: Vec<(String, syntax::Open)> = Vec::new();
        for open in all {
            let alias = match &open.alias {
                Some(alias) => alias.text.clone(),
                None if open.arguments.is_empty() && !open.file.text.contains('/') => {
                    open.file.text.clone()
                }
                None => format!("open${}", named.len() + 1),
            };
            match named.iter().find(|(other, _)| *other == alias) {
                Some((_, same)) if same.file.text == open.file.text && alike(same, &open) => {}
                Some(_) => {
                    let message = format!("two different modules are opened as `{alias}`");
                    let place = Place { file, span: open.span };
                    return Err(Located { place, problem: Problem::Syntax(message) });
                }
                None => named.push((alias, open)),
            }
        }
        Ok(with_short_names(named))
    }
}

fn alike(a: &syntax::Open, b: &syntax::Open) -> bool {
    a.arguments.iter().map(|name| &name.text).eq(b.arguments.iter().map(|name| &name.text))
}

/// Modules without an alias get the last part of their name, where nothing else has it.
fn with_short_names(named: Vec<(String, syntax::Open)>) -> Vec<(String, syntax::Open)> {
    let mut taken: Vec<String> = named.iter().map(|(alias, _)| alias.clone()).collect();
    let short = |(alias, open): (String, syntax::Open)| {
        let base = open.file.text.rsplit('/').next().unwrap_or("").to_owned();
        if !alias.contains('$') || taken.contains(&base) {
            return (alias, open);
        }
        taken.push(base.clone());
        (base, open)
    };
    named.into_iter().map(short).collect()
}

/// The parameters of the model itself are signatures.
fn parameters_as_sigs(module: &mut syntax::Module) {
    let sigs = module.parameters.iter().map(|parameter| syntax::Sig {
        name: parameter.name.clone(),
        abstract_: false,
        multiplicity: None::<Multiplicity>,
        private: false,
        parent: Parent::Top,
        fields: Vec::new(),
        fact: None,
        enumeration: false,
    });
    let sigs: Vec<_> = sigs.collect();
    module.sigs.splice(0..0, sigs);
}

fn parameters(module: &syntax::Module) -> Vec<(String, Option<Declared>)> {
    module.parameters.iter().map(|p| (p.name.text.clone(), None)).collect()
}

/// Where the file of a module is: what the names of the opening and of the opened module have in common, from their
/// beginning, is the folder that both are in.
fn module_path(own: &str, disk: &Path, opened: &str) -> PathBuf {
    let (mut own, mut opened) = (own, opened);
    while let (Some((a, rest)), Some((b, other))) = (own.split_once('/'), opened.split_once('/')) {
        if a != b {
            break;
        }
        (own, opened) = (rest, other);
    }
    let mut folder = disk.parent().unwrap_or(Path::new("")).to_path_buf();
    for _ in 0..own.matches('/').count() {
        if !folder.pop() {
            folder.push("..");
        }
    }
    folder.join(format!("{opened}.als"))
}

impl Modules {
    /// A module that is left.
    pub fn get(&self, id: ModuleId) -> &Module {
        &self.all[id]
    }

    /// All modules that can be named from this one, this one first.
    pub fn nameable(&self, from: ModuleId) -> Vec<ModuleId> {
        let mut found = Vec::new();
        self.walk(from, Some(0), &mut found);
        found
    }

    /// All modules that this one has to do with, this one first.
    pub fn reachable(&self, from: ModuleId) -> Vec<ModuleId> {
        let mut found = Vec::new();
        self.walk(from, None, &mut found);
        found
    }

    /// `level` is how many modules lie between, when private opens count.
    fn walk(&self, from: ModuleId, level: Option<u32>, found: &mut Vec<ModuleId>) {
        if found.contains(&from) {
            return;
        }
        found.push(from);
        for open in &self.all[from].opens {
            if !(open.private && level.is_some_and(|level| level > 0)) {
                self.walk(open.module, level.map(|level| level + 1), found);
            }
        }
    }

    /// The module that leading parts of a name go to, with the rest of the name and how many parts there were.
    pub fn qualified<'n>(&self, from: ModuleId, name: &'n str) -> Option<(ModuleId, &'n str, u32)> {
        let mut rest = name.strip_prefix("this/").unwrap_or(name);
        let (mut module, mut level) = (from, 0);
        while let Some((alias, after)) = rest.split_once('/') {
            let open = self.all[module].opens.iter().find(|open| open.alias == alias)?;
            if level > 0 && open.private {
                return None;
            }
            (module, rest, level) = (open.module, after, level + 1);
        }
        Some((module, rest, level))
    }

    /// The signatures of this name that can be named from a module.
    pub fn sigs(&self, from: ModuleId, name: &str) -> Vec<Declared> {
        let unqualified = |start: ModuleId, name: &str| -> Vec<Declared> {
            let modules = self.nameable(start).into_iter();
            modules.filter_map(|module| self.own_sig(module, name, module == from)).collect()
        };
        if !name.contains('/') {
            return unqualified(from, name);
        }
        let Some((module, rest, level)) = self.qualified(from, name) else { return Vec::new() };
        match self.own_sig(module, rest, level == 0) {
            Some(sig) => vec![sig],
            None => unqualified(module, rest),
        }
    }

    fn own_sig(&self, module: ModuleId, name: &str, private: bool) -> Option<Declared> {
        let sigs = &self.all[module].syntax.sigs;
        let at = sigs.iter().position(|sig| sig.name.text == name)?;
        let visible = private || !sigs.get(at)?.private;
        visible.then_some(Declared::Of(module, at))
    }

    /// What a parameter of a module is.
    pub fn parameter(&self, module: ModuleId, name: &str) -> Option<Declared> {
        let parameters = &self.all[module].parameters;
        parameters.iter().find(|(parameter, _)| parameter == name).and_then(|(_, sig)| *sig)
    }

    /// The signature of this name.
    pub fn sig(&self, from: ModuleId, name: &Name) -> Loaded<Option<Declared>> {
        if let Some(at) = BUILTINS.iter().position(|builtin| *builtin == name.text) {
            return Ok(Some(Declared::Builtin(SigId::from_index(at))));
        }
        let mut found = self.sigs(from, &name.text);
        let own = name.text.strip_prefix("this/").unwrap_or(&name.text);
        if let Some(sig) = self.parameter(from, own).filter(|sig| !found.contains(sig)) {
            found.push(sig);
        }
        if found.len() < 2 {
            return Ok(found.pop());
        }
        let meanings: Vec<String> = found.iter().map(|sig| self.label(*sig)).collect();
        let problem = Problem::Ambiguous { name: name.text.clone(), meanings: meanings.join(", ") };
        Err(Located { place: Place { file: self.all[from].file, span: name.span }, problem })
    }

    /// How a signature is called in full.
    pub fn label(&self, sig: Declared) -> String {
        match sig {
            Declared::Builtin(sig) => BUILTINS.get(sig.index()).copied().unwrap_or("?").to_owned(),
            Declared::Of(module, at) => {
                let module = &self.all[module];
                let path = if module.path.is_empty() { "this" } else { &module.path };
                let name = module.syntax.sigs.get(at).map_or("?", |sig| sig.name.text.as_str());
                format!("{path}/{name}")
            }
        }
    }

    /// The problem of a name that nothing has.
    pub fn unknown_sig(&self, from: ModuleId, name: &Name) -> Located {
        let modules = self.nameable(from);
        let sigs = modules.iter().flat_map(|m| self.all[*m].syntax.sigs.iter());
        let hint = Hint::nearest(&name.text, sigs.map(|sig| sig.name.text.as_str()));
        let problem = Problem::Unknown { what: "signature", name: name.text.clone(), hint };
        Located { place: Place { file: self.all[from].file, span: name.span }, problem }
    }

    /// Finds what is given for all parameters. What is given may be a parameter itself, so this goes on until all are found.
    fn find_parameters(&mut self) -> Loaded<()> {
        loop {
            let (mut changed, mut missing) = (false, None);
            for from in self.all.ids() {
                for open in self.all[from].opens.clone() {
                    let place = Place { file: self.all[from].file, span: open.span };
                    let wanted = self.all[open.module].parameters.len();
                    if wanted != open.arguments.len() {
                        let module = self.files.path(self.all[open.module].file).to_owned();
                        let given = open.arguments.len();
                        let problem = Problem::Arguments { module, wanted, given };
                        return Err(Located { place, problem });
                    }
                    for (at, argument) in open.arguments.iter().enumerate() {
                        let found = self.sig(from, argument)?;
                        if found == Some(Declared::Builtin(SigId::NONE)) {
                            let message = "`none` cannot be given for a parameter".to_owned();
                            return Err(Located { place, problem: Problem::Type(message) });
                        }
                        let slot = self.all[open.module].parameters.get_mut(at);
                        let Some((_, slot)) = slot else { continue };
                        match (found, *slot) {
                            (None, None) => {
                                missing = Some(self.unknown_sig(from, argument));
                            }
                            (Some(_), None) => {
                                *slot = found;
                                changed = true;
                            }
                            _ => {}
                        }
                    }
                }
            }
            match missing {
                Some(missing) if !changed => return Err(missing),
                None if !changed => return Ok(()),
                _ => {}
            }
        }
    }

    /// Makes modules of one file with the same parameters one.
    fn merge(&mut self) {
        self.kept = self.reachable(ModuleId::from_index(0));
        while let Some((a, b)) = self.equal_pair() {
            self.replace(b, a);
            self.kept.retain(|module| *module != b);
        }
        self.kept = self.reachable(ModuleId::from_index(0));
    }

    /// Two modules that are the same, the one to keep first.
    fn equal_pair(&self) -> Option<(ModuleId, ModuleId)> {
        for (at, a) in self.kept.iter().enumerate() {
            for b in self.kept.iter().skip(at + 1) {
                let (x, y) = (&self.all[*a], &self.all[*b]);
                if x.file == y.file && x.parameters == y.parameters {
                    let first = at == 0 || rank(&x.path) <= rank(&y.path);
                    return Some(if first { (*a, *b) } else { (*b, *a) });
                }
            }
        }
        None
    }

    fn replace(&mut self, old: ModuleId, new: ModuleId) {
        for id in self.kept.clone() {
            for open in &mut self.all[id].opens {
                if open.module == old {
                    open.module = new;
                }
            }
            for (_, parameter) in &mut self.all[id].parameters {
                if let Some(Declared::Of(module, _)) = parameter
                    && *module == old
                {
                    *module = new;
                }
            }
        }
    }
}

/// How good a path is as the name of a module: those that a user has given, short ones first.
fn rank(path: &str) -> (bool, usize, &str) {
    (path.contains('$'), path.matches('/').count(), path)
}
