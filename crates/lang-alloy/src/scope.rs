//! Scopes: how many atoms each signature has at most or exactly, as a command and the language's rules say.

use crate::problem::Problem;
use crate::sig::SigId;
use crate::syntax::{Constant, Multiplicity};
use crate::tree::{Command, Expr, FunctionId, Kind, Located, Place, Tree};
use effigy_base::id::Id;
use rustc_hash::FxHashSet;

/// The scope of signatures when a command says nothing.
const DEFAULT: u32 = 3;
/// The width of integers when a command says nothing.
const DEFAULT_WIDTH: u32 = 4;
/// The longest sequence when a command says nothing.
const DEFAULT_SEQUENCES: u32 = 4;
/// The largest width of integers: each one is an atom.
const MOST_WIDTH: u32 = 16;
/// The largest scope.
const MOST_ATOMS: u32 = 100_000;

/// What a command is about: how many atoms there are of what.
#[derive(Clone, Debug)]
pub(crate) struct Scopes {
    sizes: Vec<Option<u32>>,
    exact: Vec<bool>,
    /// Bits of integers; none for no integers.
    pub width: u32,
    /// Elements of the longest sequence.
    pub sequences: u32,
    pub strings: Vec<String>,
    /// The atoms of signatures by name, in the order of the signatures that they are made for.
    pub atoms: Vec<String>,
}

type Scoped<T> = Result<T, Located>;

impl Scopes {
    /// The scope of a signature.
    pub fn size(&self, sig: SigId) -> Option<u32> {
        self.sizes.get(sig.index()).copied().flatten()
    }

    /// Whether a signature has exactly as many atoms as its scope says.
    pub fn is_exact(&self, sig: SigId) -> bool {
        self.exact.get(sig.index()).copied().unwrap_or(false)
    }

    /// The smallest and the largest integer.
    pub fn range(&self) -> Option<(i64, i64)> {
        let bound = 1i64 << self.width.checked_sub(1)?;
        Some((-bound, bound - 1))
    }

    /// Finds the scopes of a command.
    ///
    /// # Errors
    /// When a scope is missing or impossible.
    pub fn of(tree: &Tree, command: &Command) -> Scoped<Scopes> {
        let count = tree.sigs.len();
        let (sizes, exact) = (vec![None; count], vec![false; count]);
        let (strings, atoms) = (Vec::new(), Vec::new());
        let scopes = Scopes { sizes, exact, width: 0, sequences: 0, strings, atoms };
        let mut finder = Finder { tree, command, scopes };
        finder.stated()?;
        finder.singles()?;
        finder.derived()?;
        finder.integers()?;
        for sig in finder.tops() {
            finder.atoms(sig);
        }
        finder.strings();
        Ok(finder.scopes)
    }
}

struct Finder<'t> {
    tree: &'t Tree,
    command: &'t Command,
    scopes: Scopes,
}

impl Finder<'_> {
    fn fail<T>(&self, place: Place, message: String) -> Scoped<T> {
        Err(Located { place, problem: Problem::Scope(message) })
    }

    fn set(&mut self, sig: SigId, size: u32) {
        if let Some(place) = self.scopes.sizes.get_mut(sig.index()) {
            *place = Some(size);
        }
    }

    fn set_exact(&mut self, sig: SigId) {
        if let Some(place) = self.scopes.exact.get_mut(sig.index()) {
            *place = true;
        }
    }

    /// Every signature with atoms of its own, those of the language left out.
    fn own(&self) -> Vec<SigId> {
        let sigs = self.tree.sigs.iter();
        let own = sigs.filter(|(_, sig)| matches!(sig.above, crate::tree::Above::Extends(_)));
        own.map(|(id, _)| id).collect()
    }

    fn tops(&self) -> Vec<SigId> {
        self.own().into_iter().filter(|sig| self.tree.sigs[*sig].is_top()).collect()
    }

    /// The scopes that the command states.
    fn stated(&mut self) -> Scoped<()> {
        for scope in &self.command.scopes {
            let sig = &self.tree.sigs[scope.sig];
            let name = &sig.name;
            let Ok(size) = u32::try_from(scope.size) else {
                return self.fail(scope.place, "a scope cannot be negative".to_owned());
            };
            let wrong = if scope.sig.is_builtin() || sig.enumeration {
                Some(format!("`{name}` cannot be given a scope"))
            } else if !self.own().contains(&scope.sig) {
                Some(format!("`{name}` is a subset of other signatures: its scope is theirs"))
            } else if size > MOST_ATOMS {
                Some(format!("a scope is at most {MOST_ATOMS}"))
            } else {
                match sig.multiplicity {
                    Some(Multiplicity::One) if size != 1 => {
                        Some(format!("`{name}` has one atom, so its scope is 1"))
                    }
                    Some(Multiplicity::Lone) if size > 1 => {
                        Some(format!("`{name}` has at most one atom, so its scope is 0 or 1"))
                    }
                    Some(Multiplicity::Some) if size == 0 => {
                        Some(format!("`{name}` has some atoms, so its scope is not 0"))
                    }
                    _ => None,
                }
            };
            if let Some(message) = wrong {
                return self.fail(scope.place, message);
            }
            let before = self.scopes.size(scope.sig);
            if before.is_some_and(|before| before != size) {
                let message = format!("`{name}` is given two different scopes");
                return self.fail(scope.place, message);
            }
            self.set(scope.sig, size);
            if scope.exactly {
                self.set_exact(scope.sig);
            }
        }
        Ok(())
    }

    fn singles(&mut self) -> Scoped<()> {
        for sig in self.own() {
            match self.tree.sigs[sig].multiplicity {
                Some(Multiplicity::One) => {
                    self.set_exact(sig);
                    self.set(sig, 1);
                }
                Some(Multiplicity::Lone) if self.scopes.size(sig) != Some(0) => self.set(sig, 1),
                _ => {}
            }
        }
        Ok(())
    }

    /// Scopes that follow from others, until nothing changes.
    fn derived(&mut self) -> Scoped<()> {
        loop {
            if self.by_parts() || self.overall()? || self.by_parents()? {
                continue;
            }
            return Ok(());
        }
    }

    /// An abstract signature has as many atoms as its parts; a part has what the others leave.
    fn by_parts(&mut self) -> bool {
        let mut changed = false;
        for sig in self.own() {
            let children = &self.tree.sigs[sig].children;
            if !self.tree.sigs[sig].abstract_ || children.is_empty() {
                continue;
            }
            let missing: Vec<SigId> =
                children.iter().copied().filter(|c| self.scopes.size(*c).is_none()).collect();
            let sum =
                children.iter().filter_map(|c| self.scopes.size(*c)).fold(0, u32::saturating_add);
            match (self.scopes.size(sig), missing.as_slice()) {
                (None, []) => self.set(sig, sum),
                (Some(size), [child]) => self.set(*child, size.saturating_sub(sum)),
                _ => continue,
            }
            changed = true;
        }
        changed
    }

    fn overall(&mut self) -> Scoped<bool> {
        let stated = match self.command.overall {
            Some(overall) => u32::try_from(overall).ok().filter(|n| *n <= MOST_ATOMS).map(Some),
            None => Some(self.command.scopes.is_empty().then_some(DEFAULT)),
        };
        let Some(stated) = stated else {
            let message = format!("a scope is a number from 0 to {MOST_ATOMS}");
            return self.fail(self.command.place, message);
        };
        let mut changed = false;
        for sig in self.tops() {
            if self.scopes.size(sig).is_some() {
                continue;
            }
            if self.tree.sigs[sig].enumeration {
                self.set(sig, 0);
                continue;
            }
            let Some(stated) = stated else {
                let message = format!("the signature `{}` needs a scope", self.tree.sigs[sig].name);
                return self.fail(self.command.place, message);
            };
            self.set(sig, stated);
            changed = true;
        }
        Ok(changed)
    }

    fn by_parents(&mut self) -> Scoped<bool> {
        let (mut changed, mut missing) = (false, None);
        for sig in self.own() {
            let crate::tree::Above::Extends(parent) = self.tree.sigs[sig].above else { continue };
            if parent == SigId::UNIV || self.scopes.size(sig).is_some() {
                continue;
            }
            match self.scopes.size(parent) {
                Some(size) => {
                    self.set(sig, size);
                    changed = true;
                }
                None => missing = Some(sig),
            }
        }
        match missing {
            Some(sig) if !changed => {
                let message = format!("the signature `{}` needs a scope", self.tree.sigs[sig].name);
                self.fail(self.command.place, message)
            }
            _ => Ok(changed),
        }
    }

    fn integers(&mut self) -> Scoped<()> {
        let place = self.command.place;
        let width = match self.command.width {
            None => DEFAULT_WIDTH,
            Some(width) => match u32::try_from(width) {
                Ok(width) if width <= MOST_WIDTH => width,
                _ => {
                    let message = format!("integers have a width from 0 to {MOST_WIDTH} bits");
                    return self.fail(place, message);
                }
            },
        };
        self.scopes.width = width;
        let most = self.scopes.range().map_or(0, |(_, max)| max);
        let stated = self.command.sequences.map(|n| u32::try_from(n).unwrap_or(0));
        if let Some(stated) = stated.filter(|n| i64::from(*n) > most) {
            let message = format!(
                "sequences of {stated} elements need wider integers: the largest one here is {most}"
            );
            return self.fail(place, message);
        }
        let overall = self.command.overall.and_then(|n| u32::try_from(n).ok());
        let wanted = stated.or(overall).unwrap_or(DEFAULT_SEQUENCES);
        self.scopes.sequences = wanted.min(u32::try_from(most).unwrap_or(u32::MAX));
        Ok(())
    }

    /// Makes the atoms of a signature and of those below it; how many there are at least.
    fn atoms(&mut self, sig: SigId) -> u32 {
        let data = &self.tree.sigs[sig];
        let mut lower = 0u32;
        for child in &data.children {
            lower = lower.saturating_add(self.atoms(*child));
        }
        let size = self.scopes.size(sig).unwrap_or(0).max(lower);
        self.set(sig, size);
        if self.tree.exact.contains(&sig) {
            self.set_exact(sig);
        }
        if self.scopes.is_exact(sig) || data.is_top() {
            let name = data.label.strip_prefix("this/").unwrap_or(&data.label).to_owned();
            for number in 0..size - lower {
                self.scopes.atoms.push(format!("{name}${number}"));
            }
            return size;
        }
        lower
    }

    /// The texts that the command speaks of, and as many more as its scope wants.
    fn strings(&mut self) {
        let mut found = Texts { tree: self.tree, texts: Vec::new(), seen: FxHashSet::default() };
        for (_, sig) in self.tree.sigs.iter() {
            sig.facts.iter().for_each(|fact| found.visit(fact));
            sig.fields.iter().for_each(|group| found.visit(&group.bound));
        }
        self.tree.facts.iter().for_each(|(_, fact)| found.visit(fact));
        found.visit(&self.command.goal);
        let mut texts = found.texts;
        let wanted = self.command.strings.and_then(|(n, _)| usize::try_from(n).ok()).unwrap_or(0);
        let mut number = 0;
        while texts.len() < wanted {
            let text = format!("String{number}");
            if !texts.contains(&text) {
                texts.push(text);
            }
            number += 1;
        }
        self.scopes.strings = texts;
    }
}

/// Collects texts, those of called functions included.
struct Texts<'t> {
    tree: &'t Tree,
    texts: Vec<String>,
    seen: FxHashSet<FunctionId>,
}

impl Texts<'_> {
    fn visit(&mut self, expr: &Expr) {
        match &expr.kind {
            Kind::Constant(Constant::Text(text)) => {
                if !self.texts.contains(text) {
                    self.texts.push(text.clone());
                }
            }
            Kind::Constant(_) | Kind::Sig(_) | Kind::Field(_) | Kind::Var(_) | Kind::Bad => {}
            Kind::Unary(_, operand) => self.visit(operand),
            Kind::Binary(_, a, b) | Kind::Join(a, b) | Kind::Let(_, a, b) => {
                self.visit(a);
                self.visit(b);
            }
            Kind::IfElse(a, b, c) => [a, b, c].into_iter().for_each(|e| self.visit(e)),
            Kind::List(_, all) | Kind::Partial(_, all, _) | Kind::Macro(_, _, all) => {
                all.iter().for_each(|e| self.visit(e));
            }
            Kind::Choice(choices) => choices.iter().for_each(|(e, _)| self.visit(e)),
            Kind::Quantified(_, declared, body) => {
                declared.iter().for_each(|d| self.visit(&d.expr));
                self.visit(body);
            }
            Kind::Call(id, args, _) => {
                args.iter().for_each(|e| self.visit(e));
                if self.seen.insert(*id)
                    && let Some(body) = self.tree.functions[*id].body.clone()
                {
                    self.visit(&body);
                }
            }
        }
    }
}
