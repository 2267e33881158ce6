//! The prover of one worker: terms, solver, and the questions that everything else asks of them.

use crate::exec::Refutation;
use crate::functions::Groups;
use crate::readable::Names;
use crate::report::{Failure, Options, Statistics, Status};
use crate::state::{Blame, Heap, Joined, MemberId, Resource, State, Stop};
use crate::symbols;
use effigy_base::budget::CancelToken;
use effigy_base::function::{Function, FunctionKind};
use effigy_base::id::IdVec;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{Expr, FunctionId, Local, LocalId, Place, Program, Type};
use effigy_solver::{Entails, Incremental, Why};
use effigy_term::{Role, Term, TermStore, VarInfo};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// The longest that a question may take whose answer only saves work. What has an answer has it sooner, and what has none
/// takes all of it.
const BRIEF: Duration = Duration::from_millis(5);

/// As [`BRIEF`], of a question that had no answer on a path before, and of whether a side of a branch can be.
pub(crate) const BRIEFER: Duration = Duration::from_millis(1);

/// The longest that an obligation may take in a ghost operation that is tried.
const ATTEMPT: Duration = Duration::from_millis(50);

/// The longest that an obligation may take where the options say nothing.
const OBLIGATION: Duration = Duration::from_secs(10);

/// The longest that an obligation may take from all facts, and from those that are needed, before one way may take longer.
const FIRST: Duration = Duration::from_secs(1);

/// The longest that an obligation may take on one side of a branch that was joined.
const SIDE: Duration = Duration::from_secs(1);

/// How many branches that were joined are taken apart for one obligation.
const MOST_SIDES: usize = 3;

/// What the sides of a branch are called in paths: where its condition holds, and where it does not.
pub(crate) const SIDES: [&str; 2] = ["the condition holds", "the condition does not hold"];

/// What a fresh symbol is known by: a variable, or a function of what was bound around.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Head {
    Variable(Term),
    Function(Function),
}

/// How far the axioms of a function are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axioms {
    /// They are being made: an application in here is a recursive call.
    Pending,
    /// They are in the background.
    Ready,
}

/// The prover of one worker.
pub(crate) struct Prover<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: &'p Options,
    pub(crate) terms: TermStore,
    pub(crate) solver: Incremental,
    /// Ends the proof of the member that is looked at.
    pub(crate) cancel: CancelToken,
    /// What fresh symbols depend on: bound variables around, parameters of the function that is defined.
    pub(crate) scope: Vec<Term>,
    /// Obligations are assumed and not shown: for what is shown elsewhere.
    pub(crate) trusting: bool,
    pub(crate) failures: Vec<Failure>,
    /// The states of the member that is looked at, when they were asked for.
    pub(crate) walked: Vec<crate::history::Moment>,
    /// How deep ghost operations are being tried; `None` where the text has them.
    pub(crate) inferring: Option<usize>,
    /// The identifier of the error that a false assertion is now.
    pub(crate) renamed: Option<Arc<str>>,
    pub(crate) functions: FxHashMap<FunctionId, Axioms>,
    /// Which functions call each other.
    pub(crate) groups: Rc<Groups>,
    /// The group of the function that is defined or proved.
    pub(crate) group: Option<usize>,
    /// What says which predicate instances were unfolded in the definition of a function.
    pub(crate) opened: Vec<Term>,
    /// All `refute` of the member.
    pub(crate) refuted: BTreeMap<*const Expr, Refutation>,
    /// Sorts and instances of domains whose axioms are in the background.
    pub(crate) known: FxHashSet<String>,
    /// Permission amounts that may be chosen as small as one likes.
    pub(crate) wildcards: FxHashSet<Head>,
    pure: FxHashMap<*const Expr, bool>,
    /// The types of sequences, sets, multisets and maps, by their sorts.
    pub(crate) collections: FxHashMap<Sort, Type>,
    /// Obligations that were shown for any value of what is bound around.
    pub(crate) shown: FxHashSet<Term>,
    /// Facts that follow from the rest of a path: they are left out of a question at first.
    pub(crate) spare: FxHashSet<Term>,
    /// Facts that only bring a value to the solver's notice.
    pub(crate) mentions: FxHashSet<Term>,
    /// Goals that brief questions did not decide.
    pub(crate) undecided: FxHashSet<Term>,
    pub(crate) summaries: FxHashMap<crate::quantified::SummaryKey, Term>,
    pub(crate) inverses: FxHashMap<(Resource, Vec<Term>), Vec<Function>>,
    /// What symbols are called in texts for people.
    pub(crate) names: RefCell<Names>,
    pub(crate) shapes: crate::wands::Shapes<'p>,
    /// For each wand that is packaged, what was left of the heaps around when something was last taken from them.
    pub(crate) transferred: Vec<Option<Vec<Heap>>>,
    /// How many joins were made; `None` where none are to be.
    pub(crate) joins: Option<u64>,
    /// How many more branches may be taken, where that is limited.
    pub(crate) forks_left: Option<u32>,
    pub(crate) obligations: u64,
    pub(crate) embedded: u64,
    fresh: u64,
}

impl<'p> Prover<'p> {
    /// A prover that knows nothing yet, with a solver that was never asked or renewed.
    pub(crate) fn new(
        program: &'p Program,
        options: &'p Options,
        groups: Rc<Groups>,
        solver: Incremental,
    ) -> Self {
        let domains = program.domains.iter().map(|(_, domain)| domain.name.to_string()).collect();
        let mut prover = Self {
            program,
            options,
            terms: TermStore::new(),
            solver,
            cancel: options.cancel.clone(),
            scope: Vec::new(),
            trusting: false,
            failures: Vec::new(),
            walked: Vec::new(),
            inferring: None,
            renamed: None,
            functions: FxHashMap::default(),
            groups,
            group: None,
            opened: Vec::new(),
            refuted: BTreeMap::new(),
            known: FxHashSet::default(),
            wildcards: FxHashSet::default(),
            pure: FxHashMap::default(),
            collections: FxHashMap::default(),
            transferred: Vec::new(),
            shown: FxHashSet::default(),
            spare: FxHashSet::default(),
            mentions: FxHashSet::default(),
            undecided: FxHashSet::default(),
            summaries: FxHashMap::default(),
            inverses: FxHashMap::default(),
            names: RefCell::new(Names::new(domains)),
            shapes: crate::wands::Shapes::default(),
            joins: None,
            forks_left: None,
            obligations: 0,
            embedded: 0,
            fresh: 0,
        };
        let snapshots = [
            (symbols::unit(), Vec::new()),
            (symbols::combine(), vec![symbols::part(0), symbols::part(1)]),
        ];
        prover.solver.datatype(symbols::snap(), &snapshots);
        prover
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let solver = self.solver.statistics();
        Statistics {
            obligations: self.obligations,
            embedded: self.embedded + solver.embedded,
            queries: solver.questions - solver.embedded,
            solver_time: solver.time,
        }
    }

    /// The variables of a member.
    pub(crate) fn locals(&self, member: MemberId) -> &'p IdVec<LocalId, Local> {
        match member {
            MemberId::Method(id) => &self.program.methods[id].locals,
            MemberId::Function(id) => &self.program.functions[id].locals,
            MemberId::Predicate(id) => &self.program.predicates[id].locals,
        }
    }

    // Terms.

    pub(crate) fn truth(&self, truth: bool) -> Term {
        self.terms.bool(truth)
    }

    pub(crate) fn sort(&self, ty: &Type) -> Sort {
        symbols::sort(self.program, ty, &[])
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.fresh += 1;
        self.fresh
    }

    /// A symbol that nothing is known of, for each value of what is bound around.
    pub(crate) fn fresh(&mut self, name: &str, sort: Sort) -> Term {
        let name = format!("{name}@{}", self.number());
        if self.scope.is_empty() {
            return self.terms.variable(&VarInfo { name, sort, role: Role::Input });
        }
        let scope = self.scope.clone();
        let sorts: Vec<Sort> = scope.iter().map(|t| self.terms.sort(*t)).collect();
        let function = Function::new(&name, &sorts, sort, FunctionKind::Uninterpreted);
        self.terms.apply(function, &scope)
    }

    pub(crate) fn fresh_function(
        &mut self,
        name: &str,
        parameters: &[Sort],
        sort: Sort,
    ) -> Function {
        let name = format!("{name}@{}", self.number());
        let mut sorts: Vec<Sort> = self.scope.iter().map(|t| self.terms.sort(*t)).collect();
        sorts.extend_from_slice(parameters);
        Function::new(&name, &sorts, sort, FunctionKind::Uninterpreted)
    }

    /// A function that [`Prover::fresh_function`] made, applied.
    pub(crate) fn apply_fresh(&mut self, function: Function, arguments: &[Term]) -> Term {
        let mut all = self.scope.clone();
        // A function that was made further out depends on less.
        all.truncate(function.parameters().len() - arguments.len());
        all.extend_from_slice(arguments);
        self.terms.apply(function, &all)
    }

    pub(crate) fn bound(&mut self, name: &str, sort: Sort) -> Term {
        let name = format!("{name}@{}", self.number());
        self.terms.variable(&VarInfo { name, sort, role: Role::Bound })
    }

    pub(crate) fn object(&mut self, name: &str) -> Term {
        let name = format!("{name}@{}", self.number());
        let info = VarInfo { name, sort: symbols::reference(), role: Role::Object };
        self.terms.variable(&info)
    }

    pub(crate) fn null(&mut self) -> Term {
        self.terms.apply(symbols::null(), &[])
    }

    pub(crate) fn unit(&mut self) -> Term {
        self.terms.apply(symbols::unit(), &[])
    }

    pub(crate) fn none(&mut self) -> Term {
        self.terms.fraction(0, 1)
    }

    pub(crate) fn full(&mut self) -> Term {
        self.terms.fraction(1, 1)
    }

    pub(crate) fn differ(&mut self, a: Term, b: Term) -> Term {
        let equal = self.terms.eq(a, b);
        self.terms.not(equal)
    }

    pub(crate) fn positive(&mut self, amount: Term) -> Term {
        let none = self.none();
        self.terms.app(Op::RealLt, &[none, amount])
    }

    pub(crate) fn implies(&mut self, premise: Term, conclusion: Term) -> Term {
        let not = self.terms.not(premise);
        self.terms.or(not, conclusion)
    }

    /// The snapshot of two parts. Parts of one snapshot make that snapshot again.
    pub(crate) fn combine(&mut self, first: Term, second: Term) -> Term {
        let part = |terms: &TermStore, t: Term, index| match terms.node(t) {
            effigy_term::Node::Apply(function, &[whole]) if function == symbols::part(index) => {
                Some(whole)
            }
            _ => None,
        };
        match (part(&self.terms, first, 0), part(&self.terms, second, 1)) {
            (Some(a), Some(b)) if a == b => a,
            _ => self.terms.apply(symbols::combine(), &[first, second]),
        }
    }

    /// The two parts of a snapshot.
    pub(crate) fn parts(&mut self, snapshot: Term) -> (Term, Term) {
        let first = self.terms.apply(symbols::part(0), &[snapshot]);
        (first, self.terms.apply(symbols::part(1), &[snapshot]))
    }

    /// A term as a snapshot. The value that a snapshot has makes that snapshot again.
    pub(crate) fn snapped(&mut self, t: Term) -> Term {
        let sort = self.terms.sort(t);
        if sort == symbols::snap() {
            return t;
        }
        if let effigy_term::Node::Apply(function, &[whole]) = self.terms.node(t)
            && function == symbols::unboxed(sort)
        {
            return whole;
        }
        self.terms.apply(symbols::boxed(sort), &[t])
    }

    /// A snapshot as a term of a sort.
    pub(crate) fn unsnapped(&mut self, snapshot: Term, sort: Sort) -> Term {
        if sort == symbols::snap() {
            return snapshot;
        }
        self.terms.apply(symbols::unboxed(sort), &[snapshot])
    }

    /// The two terms with an integer made a permission amount where the other one is one.
    pub(crate) fn alike(&mut self, a: Term, b: Term) -> (Term, Term) {
        match (self.terms.sort(a), self.terms.sort(b)) {
            (Sort::Int, Sort::Real) => (self.terms.app(Op::IntToReal, &[a]), b),
            (Sort::Real, Sort::Int) => (a, self.terms.app(Op::IntToReal, &[b])),
            _ => (a, b),
        }
    }

    pub(crate) fn real(&mut self, t: Term) -> Term {
        match self.terms.sort(t) {
            Sort::Int => self.terms.app(Op::IntToReal, &[t]),
            _ => t,
        }
    }

    /// Whether an assertion gives no permissions.
    pub(crate) fn is_pure(&mut self, e: &'p Expr) -> bool {
        if let Some(pure) = self.pure.get(&std::ptr::from_ref(e)) {
            return *pure;
        }
        let pure = crate::purity::is_pure(e);
        self.pure.insert(e, pure);
        pure
    }

    // Facts.

    pub(crate) fn assume(&mut self, s: &mut State, fact: Term) {
        let truth = self.truth(true);
        s.assume(fact, truth);
    }

    /// A fact that was learned under a condition. Of an obligation that was shown it stays known that it was, and of what is spare.
    pub(crate) fn fact_under(&mut self, condition: Term, fact: Term) -> Term {
        let conditional = self.implies(condition, fact);
        for known in [&mut self.shown, &mut self.spare] {
            if known.contains(&fact) {
                known.insert(conditional);
            }
        }
        conditional
    }

    /// Those of the facts that do not follow from the others.
    pub(crate) fn needed(&self, facts: &[Term]) -> Vec<Term> {
        facts.iter().copied().filter(|fact| !self.spare.contains(fact)).collect()
    }

    /// Adds the condition of a side that the path takes.
    pub(crate) fn assume_branch(&mut self, s: &mut State, condition: Term) {
        s.branches.push(s.facts.len());
        s.facts.push(condition);
    }

    /// Whether the path condition has the goal as a consequence that takes little time to find.
    pub(crate) fn holds(&mut self, s: &State, goal: Term) -> bool {
        let limit = if self.undecided.contains(&goal) { BRIEFER } else { BRIEF };
        let holds = self.holds_within(s, goal, limit);
        if !holds && self.terms.as_bool(goal).is_none() {
            self.undecided.insert(goal);
        }
        holds
    }

    /// From here on this token ends the proof.
    pub(crate) fn stop_with(&mut self, cancel: CancelToken) {
        self.solver.stop_with(cancel.clone());
        self.cancel = cancel;
    }

    /// As [`Prover::holds`], in a time.
    pub(crate) fn holds_within(&mut self, s: &State, goal: Term, limit: Duration) -> bool {
        match self.terms.as_bool(goal) {
            Some(true) => return true,
            Some(false) if s.facts.is_empty() => return false,
            _ => {}
        }
        let facts = self.needed(&s.facts);
        self.solver.entails(&mut self.terms, &facts, goal, limit) == Entails::Yes
    }

    /// What the solver says of an obligation: from the facts that are needed, and, where that is not enough, from all. Each way
    /// has a short time before one of them has all of it, since what the one does not find the other mostly finds at once.
    fn entails(&mut self, facts: &[Term], goal: Term, limit: Duration) -> Entails {
        let needed = self.needed(facts);
        if needed.len() == facts.len() {
            return self.solver.entails(&mut self.terms, facts, goal, limit);
        }
        let mut answer = Entails::No;
        for limit in [limit.min(FIRST), limit] {
            for facts in [&needed[..], facts] {
                answer = self.solver.entails(&mut self.terms, facts, goal, limit);
                if !matches!(answer, Entails::Unknown(_)) || self.cancel.is_cancelled() {
                    return answer;
                }
            }
            if limit <= FIRST {
                break;
            }
        }
        answer
    }

    /// What the solver says of an obligation, asked again with all that the heap says where that may help.
    pub(crate) fn decide(&mut self, s: &mut State, goal: Term) -> Entails {
        if self.terms.as_bool(goal) == Some(true) {
            self.embedded += 1;
            return Entails::Yes;
        }
        let limit = match self.inferring {
            Some(1..) => ATTEMPT,
            _ => self.options.solver.query_time.unwrap_or(OBLIGATION),
        };
        let answer = self.entails(&s.facts, goal, limit);
        if answer == Entails::Yes || self.cancel.is_cancelled() {
            return answer;
        }
        let answer = match self.consolidate(s) {
            true => self.entails(&s.facts, goal, limit),
            false => answer,
        };
        match answer {
            Entails::Yes => answer,
            _ if matches!(self.inferring, Some(1..)) => answer,
            _ => {
                let joined = s.joined.clone();
                self.decide_sides(s, &joined, goal, limit.min(SIDE), MOST_SIDES).unwrap_or(answer)
            }
        }
    }

    /// What the solver says of an obligation on both sides of the branch that was joined last, and of those before where that
    /// is not enough: a join forgets nothing, but its two sides are easier to think about. Afterwards the state is that of the
    /// side without a proof. `None` where no branch is left.
    fn decide_sides(
        &mut self,
        s: &mut State,
        joined: &[Rc<Joined>],
        goal: Term,
        limit: Duration,
        most: usize,
    ) -> Option<Entails> {
        let (last, before) = joined.split_last().filter(|_| most > 0)?;
        let not = self.terms.not(last.condition);
        for (index, condition) in [last.condition, not].into_iter().enumerate() {
            let mut side = s.clone();
            self.assume_branch(&mut side, condition);
            side.chosen.push((last.taken, (last.place, SIDES[index].to_owned())));
            let mut answer = self.entails(&side.facts, goal, limit);
            if answer != Entails::Yes {
                let others = [before, &last.inside[index]].concat();
                let further = self.decide_sides(&mut side, &others, goal, limit, most - 1);
                answer = further.unwrap_or(answer);
            }
            if answer != Entails::Yes {
                *s = side;
                return Some(answer);
            }
        }
        Some(Entails::Yes)
    }

    /// Shows an obligation; afterwards it is a fact.
    pub(crate) fn show(
        &mut self,
        s: &mut State,
        goal: Term,
        blame: Blame,
        reason: Reason,
    ) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.trusting {
            return Ok(());
        }
        self.obligations += 1;
        let answer = self.decide(s, goal);
        if answer != Entails::Yes {
            return Err(self.fail(s, blame, reason, answer));
        }
        if !self.scope.is_empty() && !s.facts.contains(&goal) {
            self.shown.insert(goal);
        }
        self.assume(s, goal);
        Ok(())
    }

    /// An obligation that cannot be met, unless the path is none.
    pub(crate) fn unreachable(&mut self, s: &mut State, blame: Blame, reason: Reason) -> Stop {
        if self.trusting {
            return Stop::Dead;
        }
        if let Some(1..) = self.inferring {
            return self.fail(s, blame, reason, Entails::No);
        }
        let falsehood = self.truth(false);
        self.obligations += 1;
        match self.decide(s, falsehood) {
            Entails::Yes => Stop::Dead,
            answer => self.fail(s, blame, reason, answer),
        }
    }

    /// Keeps a failure.
    pub(crate) fn fail(
        &mut self,
        s: &State,
        blame: Blame,
        reason: Reason,
        answer: Entails,
    ) -> Stop {
        if self.cancel.is_cancelled() {
            return Stop::Cancelled;
        }
        let (mut counterexample, mut candidate) = (Vec::new(), Vec::new());
        match &answer {
            _ if self.inferring > Some(0) => {}
            Entails::No => counterexample = self.values(s),
            Entails::Unknown(Why::Incomplete(_)) => candidate = self.values(s),
            _ => {}
        }
        let status = match answer {
            Entails::No | Entails::Yes => Status::Refuted,
            Entails::Unknown(Why::Incomplete(_)) => {
                Status::Unknown("the solver found neither a proof nor values against it".to_owned())
            }
            Entails::Unknown(why) => Status::Unknown(why.to_string()),
        };
        let mut message = reason.message;
        if let Some(object) = reason.receiver {
            message.push_str(self.object_hint(s, reason.resource, object));
        }
        let chunks = match reason.resource {
            Some(resource) => self.chunk_lines(s, resource),
            None => Vec::new(),
        };
        self.failures.push(Failure {
            id: match &self.renamed {
                Some(id) if reason.id == "assertion.false" => id.to_string(),
                _ => format!("{}:{}", blame.error, reason.id),
            },
            place: blame.place,
            conjunct: reason.place,
            message,
            status,
            chunks,
            path: s.path(),
            counterexample,
            candidate,
            is_run: false,
            states: self.history(s, reason.place),
            visit: s.past,
        });
        Stop::Failed
    }
}

/// Why an obligation is there.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    /// The error's second identifier.
    pub(crate) id: &'static str,
    /// The expression that it is about.
    pub(crate) place: Place,
    /// One sentence.
    pub(crate) message: String,
    /// The resource that permission is missing to.
    pub(crate) resource: Option<Resource>,
    /// The object whose field that is.
    pub(crate) receiver: Option<Term>,
}

impl Reason {
    pub(crate) fn new(id: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self { id, place, message: message.into(), resource: None, receiver: None }
    }

    pub(crate) fn about(self, resource: Resource) -> Self {
        Self { resource: Some(resource), ..self }
    }
}
