//! What failed in a proof, confirmed by a concrete run: an obligation that a run violates is refuted.

use effigy_base::budget::CancelToken;
use effigy_lang_viper::tree::Program;
use effigy_permissions::{Member, MemberKind, Status};
use effigy_viper_run::{Effort, MemberId, search};

/// Runs of a member that are tried.
const RUNS: u64 = 400;

/// Work of all these runs together, some 50 ms: a program whose data are axioms takes much of it and gives nothing certain.
const STEPS: u64 = 50_000;

/// Values of a counterexample that are shown.
const MOST: usize = 24;

/// Looks for runs of a member that violate what was not shown of it.
pub(super) fn confirm(program: &Program, member: &mut Member, cancel: &CancelToken) {
    if member.failures.is_empty() || cancel.is_cancelled() {
        return;
    }
    let Some(id) = id(program, member) else { return };
    // A run may violate another obligation first.
    let effort = Effort { runs: RUNS, seed: 1, steps: STEPS, violations: usize::MAX };
    for violation in search(program, id, effort).violations {
        if violation.member != id || !violation.is_certain {
            continue;
        }
        let same = member.failures.iter_mut().filter(|failure| {
            failure.conjunct == violation.conjunct || failure.place == violation.place
        });
        for failure in same {
            failure.status = Status::Refuted;
            failure.is_run = true;
            let value = |(name, value): &(String, _)| (name.clone(), format!("{value}"));
            failure.counterexample = violation.values.iter().take(MOST).map(value).collect();
            failure.candidate.clear();
        }
    }
}

fn id(program: &Program, member: &Member) -> Option<MemberId> {
    let place = member.place;
    match member.kind {
        MemberKind::Method => {
            let found =
                program.methods.iter().find(|(_, m)| m.place == place && *m.name == *member.name);
            found.map(|(id, _)| MemberId::Method(id))
        }
        MemberKind::Function => {
            let found = program.functions.iter().find(|(_, f)| f.place == place);
            found.map(|(id, _)| MemberId::Function(id))
        }
        MemberKind::Predicate => {
            let found = program.predicates.iter().find(|(_, p)| p.place == place);
            found.map(|(id, _)| MemberId::Predicate(id))
        }
    }
}
