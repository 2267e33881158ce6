//! What the process is sent.

use std::fmt::Write;

use effigy_base::sort::Sort;
use effigy_term::smtlib::{Datatype, Transcript};
use effigy_term::{Term, TermStore};

/// Gives the process all the work that it wants; it is killed when it takes too long.
const UNLIMITED: &str = "(set-option :rlimit 0)";

/// A fact that holds on every path.
struct Lasting {
    text: String,
    /// How many scopes it is in.
    depth: usize,
}

/// The text that one process was sent, as far as it matters for what is sent next.
pub(super) struct Script {
    transcript: Transcript,
    /// The start of the text, until it was sent.
    start: String,
    datatypes: usize,
    axioms: usize,
    lasting: Vec<Lasting>,
    /// The conjuncts that the process holds.
    path: Vec<Term>,
    /// How many of them there were when each scope was entered.
    scopes: Vec<usize>,
    /// Whether the goal's scope is still open.
    asked: bool,
}

impl Script {
    /// Of a process that was just started.
    pub fn new(settings: &[(String, String)]) -> Self {
        let mut start = String::new();
        for (name, value) in settings {
            let _ = writeln!(start, "(set-option :{name} {value})");
        }
        Self {
            transcript: Transcript::new(),
            start,
            datatypes: 0,
            axioms: 0,
            lasting: Vec::new(),
            path: Vec::new(),
            scopes: Vec::new(),
            asked: false,
        }
    }

    /// Whether the process has the sort, other than as a datatype that is still to be declared.
    pub fn has_sort(&self, sort: Sort) -> bool {
        self.transcript.has_sort(sort)
    }

    /// How many conjuncts of the path the process holds already, and how many axioms.
    pub fn shared(&self, path: &[Term]) -> (usize, usize) {
        let shared = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        (shared, self.axioms)
    }

    /// The commands up to `(check-sat)` for the question whether the path without the goal is satisfiable.
    pub fn question(
        &mut self,
        store: &TermStore,
        datatypes: &[Datatype],
        axioms: &[Term],
        path: &[Term],
        goal: Term,
        work: u32,
    ) -> String {
        let mut out = std::mem::take(&mut self.start);
        self.leave(path, &mut out);
        if self.datatypes < datatypes.len() {
            out.push_str(&self.transcript.datatypes(&datatypes[self.datatypes..]));
            self.datatypes = datatypes.len();
        }
        for axiom in &axioms[self.axioms..] {
            let text = self.write(store, *axiom, &mut out);
            self.last(text, &mut out);
        }
        self.axioms = axioms.len();
        if self.path.len() < path.len() {
            self.scopes.push(self.path.len());
            out.push_str("(push 1)\n");
            for t in &path[self.path.len()..] {
                let text = self.write(store, *t, &mut out);
                let _ = writeln!(out, "(assert {text})");
            }
            self.path.extend_from_slice(&path[self.path.len()..]);
        }
        let text = self.write(store, goal, &mut out);
        self.asked = true;
        // The limit would end other commands too, which leaves scopes that nobody counted. A limit of time is none here: Z3 4.8
        // keeps a second processor busy with looking at the clock.
        let limited = format!("(set-option :rlimit {work})");
        let _ =
            writeln!(out, "(push 1)\n(assert (not {text}))\n{limited}\n(check-sat)\n{UNLIMITED}");
        out
    }

    /// Whether the goal's scope is still open.
    pub fn is_open(&self) -> bool {
        self.asked
    }

    /// The commands that ask for the values of terms in the scope of the last question.
    pub fn values(&mut self, store: &TermStore, terms: &[Term]) -> String {
        let mut out = String::new();
        let mut texts = Vec::new();
        for t in terms {
            let written = self.transcript.write(store, *t);
            out.push_str(&written.commands);
            texts.push(written.text);
            // An assertion would end the model: the next question makes up for it.
            let depth = usize::MAX;
            self.lasting.extend(written.facts.into_iter().map(|text| Lasting { text, depth }));
        }
        let _ = writeln!(out, "(get-value ({}))", texts.join(" "));
        out
    }

    /// Leaves the scopes that hold conjuncts which the path does not start with.
    fn leave(&mut self, path: &[Term], out: &mut String) {
        let (shared, _) = self.shared(path);
        let depth = self.scopes.partition_point(|start| *start < shared);
        // The last of these scopes may hold conjuncts beyond the shared ones.
        let end = self.scopes.get(depth).copied().unwrap_or(self.path.len());
        let kept = if end > shared { depth - 1 } else { depth };
        let left = self.scopes.len() - kept + usize::from(std::mem::take(&mut self.asked));
        if left > 0 {
            let _ = writeln!(out, "(pop {left})");
        }
        self.path.truncate(self.scopes.get(kept).copied().unwrap_or(self.path.len()));
        self.scopes.truncate(kept);
        for fact in self.lasting.iter_mut().filter(|fact| fact.depth > kept) {
            fact.depth = kept;
            let _ = writeln!(out, "(assert {})", fact.text);
        }
    }

    /// Writes a term, after what it needs.
    fn write(&mut self, store: &TermStore, t: Term, out: &mut String) -> String {
        let written = self.transcript.write(store, t);
        out.push_str(&written.commands);
        for fact in written.facts {
            self.last(fact, out);
        }
        written.text
    }

    /// Asserts what holds always.
    fn last(&mut self, text: String, out: &mut String) {
        let _ = writeln!(out, "(assert {text})");
        self.lasting.push(Lasting { text, depth: self.scopes.len() });
    }
}
