//! The members of a program, proved one after the other or side by side.

use crate::definitions::Groups;
use crate::jumps;
use crate::prover::Prover;
use crate::refuted::Refutation;
use crate::report::{
    Failure, Member, MemberKind, Options, Report, Statistics, Status, Verdict, Visit,
};
use crate::rules::Dispatch;
use crate::state::{MemberId, Stop};
use crate::theory::axioms;
use crate::{exec, functions};
use effigy_lang_viper::tree::{Expr, Place, Program};
use effigy_solver::Incremental;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How much stack a worker has: expressions nest as deep as the front end lets them.
const STACK: usize = 512 << 20;

/// Branches that a proof without joins may take after one with joins failed.
const MOST_FORKS: u32 = 100;

/// All members in the order in which they are proved: that of the names that were asked for, or what others rely on first.
/// Workers side by side begin with the longest, so that none of them is left with it at the end.
fn members(program: &Program, options: &Options) -> Vec<MemberId> {
    let functions = program.functions.ids().map(MemberId::Function);
    let predicates = program.predicates.ids().map(MemberId::Predicate);
    let methods = program.methods.ids().map(MemberId::Method);
    let wanted = |member: &MemberId| {
        options.only.is_empty()
            || options.only.iter().any(|name| *name == describe(program, *member).1)
    };
    let mut all: Vec<MemberId> =
        functions.chain(predicates).chain(methods).filter(wanted).collect();
    all.sort_by_key(|member| {
        options.only.iter().position(|name| *name == describe(program, *member).1)
    });
    if options.workers > 1 {
        let size = |member: &MemberId| match member {
            MemberId::Method(id) => program.methods[*id].body.as_ref().map_or(0, jumps::size),
            MemberId::Function(_) | MemberId::Predicate(_) => 0,
        };
        all.sort_by_key(|member| std::cmp::Reverse(size(member)));
    }
    all
}

fn describe(program: &Program, member: MemberId) -> (MemberKind, String, Place) {
    match member {
        MemberId::Method(id) => {
            let method = &program.methods[id];
            (MemberKind::Method, method.name.to_string(), method.place)
        }
        MemberId::Function(id) => {
            let function = &program.functions[id];
            (MemberKind::Function, function.name.to_string(), function.place)
        }
        MemberId::Predicate(id) => {
            let predicate = &program.predicates[id];
            (MemberKind::Predicate, predicate.name.to_string(), predicate.place)
        }
    }
}

/// Proves every member of a program.
pub fn prove(program: &Program, options: &Options) -> Report {
    let program = &*jumps::flattened(program);
    let members = members(program, options);
    let next = AtomicUsize::new(0);
    let results = Mutex::new((Vec::new(), Statistics::default()));
    let workers = options.workers.clamp(1, members.len().max(1));
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let work = || {
                let groups = Rc::new(Groups::new(program));
                let mut done = Vec::new();
                let mut statistics = Statistics::default();
                let mut solver = Incremental::new(&options.solver);
                while let Some(member) = members.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // What a prover knows of members before changes what its solver finds: each member has a new one,
                    // with the solver renewed, so that its verdict depends on itself alone.
                    let mut worker = Worker::new(program, options, groups.clone(), solver);
                    // A defect costs the member that it was met in, which has no answer then.
                    let proved = catch_unwind(AssertUnwindSafe(|| worker.prove(*member)));
                    statistics.add(worker.prover.statistics());
                    solver = match proved.is_ok() {
                        true => worker.prover.logic.solver,
                        false => Incremental::new(&options.solver),
                    };
                    solver.renew();
                    done.extend(proved.ok());
                }
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                results.0.extend(done);
                results.1.add(statistics);
            };
            // Where no thread can be started, members have no answer, which the caller says.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
    });
    let (mut members, statistics) = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    members.sort_by_key(|member: &Member| (member.place, member.name.clone()));
    let stopped =
        options.cancel.is_cancelled().then(|| "the time was over before all was proved".to_owned());
    Report { members, statistics, stopped }
}

/// How a member's proof ended, what failed, and the states that it came to.
struct Attempt {
    result: Result<(), Stop>,
    failures: Vec<Failure>,
    refuted: BTreeMap<*const Expr, Refutation>,
    walk: Vec<Visit>,
}

struct Worker<'p> {
    prover: Prover<'p>,
}

impl<'p> Worker<'p> {
    fn new(
        program: &'p Program,
        options: &'p Options,
        groups: Rc<Groups>,
        solver: Incremental,
    ) -> Self {
        Self { prover: Prover::new(program, options, groups, solver, &Dispatch) }
    }

    /// Proves a member in the way that the prover is set to.
    fn attempt(&mut self, member: MemberId) -> Attempt {
        if self.prover.logic.known.insert("plain axioms".to_owned()) {
            axioms::know_plain(&mut self.prover);
        }
        self.prover.start_member();
        let result = match member {
            MemberId::Method(id) => exec::prove_method(&mut self.prover, id),
            MemberId::Function(id) => functions::prove(&mut self.prover, id),
            MemberId::Predicate(id) => exec::prove_predicate(&mut self.prover, id),
        };
        let failures = std::mem::take(&mut self.prover.failures);
        let refuted = std::mem::take(&mut self.prover.refuted);
        let walk = self.prover.visits();
        Attempt { result, failures, refuted, walk }
    }

    fn prove(&mut self, member: MemberId) -> Member {
        let start = Instant::now();
        let cancel = self.prover.options.cancel.clone();
        let limit = self.prover.options.member_time.map(|time| start + time);
        self.prover.logic.stop_with(cancel.part(limit));
        let (kind, name, place) = describe(self.prover.program, member);
        self.prover.joins = self.prover.options.joins.then_some(0);
        let mut last = self.attempt(member);
        // Chunks are found by what is equal at once, of which a join leaves less: where one is missing it is tried without.
        let lacks = |failure: &Failure| failure.id.ends_with(":insufficient.permission");
        if last.failures.iter().any(lacks) && self.prover.joins.is_some_and(|joins| joins > 0) {
            self.prover.joins = None;
            self.prover.forks_left = Some(MOST_FORKS);
            let again = self.attempt(member);
            self.prover.forks_left = None;
            if again.result != Err(Stop::Cancelled) {
                last = again;
            }
        }
        let Attempt { result, mut failures, refuted, walk } = last;
        // What a `refute` says holds without joins as well, where it holds with them.
        failures.extend(exec::judge_refuted(&mut self.prover, refuted, result.is_ok()));
        failures.sort_by_key(|failure| (failure.place, failure.conjunct));
        let refuted = failures.iter().any(|failure| failure.status == Status::Refuted);
        let verdict = match (result, failures.is_empty()) {
            // A path that ends early does so where it is followed; what ends the whole member was not all looked at.
            (Err(Stop::Cancelled), _) | (Err(_), true) => Verdict::Unknown,
            (_, true) => Verdict::Proved,
            (_, false) if refuted => Verdict::Refuted,
            (_, false) => Verdict::Unknown,
        };
        let out_of_time = result == Err(Stop::Cancelled) && !cancel.is_cancelled();
        let time = start.elapsed();
        Member { kind, name, place, verdict, failures, time, out_of_time, cached: false, walk }
    }
}
