//! Imports: each file once, its members before those of the file that imports it.

use crate::parse::members;
use crate::problem::{PARSER, Problems};
use crate::syntax::{
    Block, Decreases, DefineBody, Expr, ExprKind, Import, Measure, Member, MemberKind, StmtKind,
};
use effigy_base::id::IdVec;
use effigy_base::source::{FileId, SourceFiles};
use rustc_hash::FxHashSet;
use std::path::{Component, Path, PathBuf};

/// Reads the files that a program imports.
pub trait Files {
    /// The text of a file.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&self, path: &Path) -> Result<String, String>;
}

/// The files of the file system.
#[derive(Clone, Copy, Default, Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> Result<String, String> {
        let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
        Ok(effigy_base::text::decode(&bytes, |_| {}))
    }
}

/// How many files a program imports at most.
const MAX_FILES: usize = 10_000;

/// The files that come with the language, as `import <path>` names them.
const STANDARD: &[(&str, &str)] = &[
    ("adt/contains.vpr", include_str!("standard/contains.vpr")),
    ("adt/derives.vpr", include_str!("standard/derives.vpr")),
    ("decreases/all.vpr", include_str!("standard/all.vpr")),
    ("decreases/bool.vpr", include_str!("standard/bool.vpr")),
    ("decreases/declaration.vpr", include_str!("standard/declaration.vpr")),
    ("decreases/int.vpr", include_str!("standard/int.vpr")),
    ("decreases/multiset.vpr", include_str!("standard/multiset.vpr")),
    ("decreases/perm.vpr", include_str!("standard/perm.vpr")),
    ("decreases/predicate_instance.vpr", include_str!("standard/predicate_instance.vpr")),
    ("decreases/rational.vpr", include_str!("standard/rational.vpr")),
    ("decreases/ref.vpr", include_str!("standard/ref.vpr")),
    ("decreases/seq.vpr", include_str!("standard/seq.vpr")),
    ("decreases/set.vpr", include_str!("standard/set.vpr")),
    ("predicateinstance/pi.vpr", include_str!("standard/pi.vpr")),
];

/// Whether problems in a file that is shown with this path are in one that comes with the language.
pub(crate) fn is_standard(shown: &str) -> bool {
    shown.starts_with('<')
}

/// Reads a file and all that it imports.
pub(crate) fn load(
    (path, text): (&Path, &str),
    files: &dyn Files,
    folders: &[PathBuf],
    paths: &mut SourceFiles,
    texts: &mut IdVec<FileId, String>,
    problems: &mut Problems,
) -> Vec<Member> {
    let mut loader = Loader {
        files,
        folders,
        paths,
        texts,
        problems,
        seen: FxHashSet::default(),
        members: Vec::new(),
    };
    loader.seen.insert((false, normal(path)));
    // Files still to read, with where their path starts from.
    let mut pending = vec![(path.to_owned(), false, text.to_owned())];
    while let Some((path, standard, text)) = pending.pop() {
        let imports = loader.file(&path, standard, &text);
        for import in imports {
            if loader.seen.len() > MAX_FILES {
                let message = format!("more than {MAX_FILES} files are imported");
                loader.problems.error(import.place, PARSER, message);
                break;
            }
            pending.extend(loader.open(&path, standard, &import));
        }
    }
    loader.orders();
    loader.members
}

/// Standard orders, with the names that their domains have in files that import them or something in their place.
const ORDERS: &[(&str, &[&str])] = &[
    ("decreases/int.vpr", &["IntWellFoundedOrder"]),
    ("decreases/ref.vpr", &["RefWellFoundedOrder"]),
    ("decreases/bool.vpr", &["BoolWellFoundedOrder"]),
    ("decreases/perm.vpr", &["PermWellFoundedOrder", "RationalWellFoundedOrder"]),
    ("decreases/multiset.vpr", &["MultiSetWellFoundedOrder"]),
    ("decreases/seq.vpr", &["SeqWellFoundedOrder"]),
    ("decreases/set.vpr", &["SetWellFoundedOrder"]),
];

struct Loader<'a> {
    files: &'a dyn Files,
    /// Where files are that `import <path>` names and that do not come with the language.
    folders: &'a [PathBuf],
    paths: &'a mut SourceFiles,
    texts: &'a mut IdVec<FileId, String>,
    problems: &'a mut Problems,
    seen: FxHashSet<(bool, PathBuf)>,
    members: Vec<Member>,
}

impl Loader<'_> {
    /// Takes in the members of a file; returns its imports.
    fn file(&mut self, path: &Path, standard: bool, text: &str) -> Vec<Import> {
        let shown =
            if standard { format!("<{}>", path.display()) } else { path.display().to_string() };
        let file = self.paths.intern(&shown);
        self.texts.push(text.to_owned());
        let members = members(file, text, self.problems);
        let imports = members.iter().filter_map(|member| match &member.kind {
            MemberKind::Import(import) => Some(import.clone()),
            _ => None,
        });
        let imports = imports.collect();
        self.members.extend(members);
        imports
    }

    /// Adds the orders that measures need and that the program does not import.
    fn orders(&mut self) {
        let mut names = FxHashSet::default();
        let mut components = Vec::new();
        for member in &self.members {
            match &member.kind {
                MemberKind::Domain(domain) => {
                    names.insert(domain.name.text.to_string());
                }
                MemberKind::Predicate(predicate) => {
                    names.insert(predicate.name.text.to_string());
                }
                _ => {}
            }
            measures(member, &mut |e| components.push(e.clone()));
        }
        if components.is_empty() {
            return;
        }
        let mut wanted: Vec<&str> = Vec::new();
        let given = |order: &&str| names.contains(*order);
        wanted.extend(ORDERS.iter().filter(|(_, n)| !n.iter().any(given)).map(|(file, _)| file));
        let predicate = |e: &Expr| match &*e.kind {
            ExprKind::Call(name, ..) | ExprKind::Instance(name, _) => names.contains(&*name.text),
            ExprKind::Acc(..) => true,
            _ => false,
        };
        if components.iter().any(predicate) && !given(&"PredicateInstancesWellFoundedOrder") {
            wanted.push("decreases/predicate_instance.vpr");
        }
        let mut pending: Vec<(PathBuf, String)> = Vec::new();
        pending.extend(wanted.into_iter().filter_map(|name| self.standard(Path::new(name))));
        let before = self.members.len();
        while let Some((path, text)) = pending.pop() {
            for import in self.file(&path, true, &text) {
                pending.extend(self.standard(Path::new(&*import.path)));
            }
        }
        // A program may have its own domain in the place of a standard one.
        let added = self.members.split_off(before);
        let new = |member: &Member| match &member.kind {
            MemberKind::Domain(domain) => !names.contains(&*domain.name.text),
            _ => false,
        };
        self.members.extend(added.into_iter().filter(new));
    }

    /// A standard file that was not read yet.
    fn standard(&mut self, path: &Path) -> Option<(PathBuf, String)> {
        if !self.seen.insert((true, path.to_owned())) {
            return None;
        }
        let known = STANDARD.iter().find(|(name, _)| Path::new(name) == path);
        known.map(|(_, text)| (path.to_owned(), (*text).to_owned()))
    }

    /// The file that an import names, unless it was read already.
    fn open(
        &mut self,
        from: &Path,
        standard: bool,
        import: &Import,
    ) -> Option<(PathBuf, bool, String)> {
        let beside = from.parent().unwrap_or(Path::new("")).join(&*import.path);
        let standard = standard || import.standard;
        let path = if import.standard { normal(Path::new(&*import.path)) } else { normal(&beside) };
        if !self.seen.insert((standard, path.clone())) {
            return None;
        }
        if !standard {
            return match self.files.read(&path) {
                Ok(text) => Some((path, false, text)),
                Err(why) => {
                    let message = format!("cannot read `{}`: {why}", import.path);
                    self.problems.error(import.place, PARSER, message);
                    None
                }
            };
        }
        let known = STANDARD.iter().find(|(name, _)| Path::new(name) == path);
        if known.is_none() && import.standard {
            for folder in self.folders {
                let path = normal(&folder.join(&*import.path));
                if self.seen.contains(&(false, path.clone())) {
                    return None;
                }
                if let Ok(text) = self.files.read(&path) {
                    self.seen.insert((false, path.clone()));
                    return Some((path, false, text));
                }
            }
        }
        if known.is_none() {
            let names: Vec<&str> = STANDARD.iter().map(|(name, _)| *name).collect();
            let folders = match self.folders {
                [] => String::new(),
                _ => ", and none in the folders of `--import-path`".to_owned(),
            };
            let message = format!(
                "there is no standard file `{}`{folders}; there are {}",
                import.path,
                names.join(", ")
            );
            self.problems.error(import.place, PARSER, message);
        }
        known.map(|(_, text)| (path, true, (*text).to_owned()))
    }
}

/// Shows the components of all measures of a member.
fn measures(member: &Member, f: &mut dyn FnMut(&Expr)) {
    let mut clauses = |list: &[Decreases]| {
        for clause in list {
            if let Measure::Tuple(list) = &clause.kind {
                list.iter().for_each(&mut *f);
            }
        }
    };
    match &member.kind {
        MemberKind::Function(function) => clauses(&function.contract.decreases),
        MemberKind::Method(method) => {
            clauses(&method.contract.decreases);
            method.body.iter().for_each(|body| loops(body, &mut clauses));
        }
        MemberKind::Define(define) => {
            if let DefineBody::Block(body) = &define.body {
                loops(body, &mut clauses);
            }
        }
        _ => {}
    }
}

fn loops(block: &Block, f: &mut dyn FnMut(&[Decreases])) {
    for statement in &block.statements {
        match &statement.kind {
            StmtKind::While(parts) => {
                f(&parts.decreases);
                loops(&parts.body, f);
            }
            StmtKind::If(_, then, otherwise) => {
                loops(then, f);
                otherwise.iter().for_each(|block| loops(block, f));
            }
            StmtKind::Block(block) | StmtKind::Package(_, Some(block)) => loops(block, f),
            _ => {}
        }
    }
}

/// A path without `.` and, where something stands before it, without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if result.file_name().is_some() => {
                result.pop();
            }
            part => result.push(part),
        }
    }
    result
}
