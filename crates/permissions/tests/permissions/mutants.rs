//! Mutants of proved programs: what a concrete run shows to be wrong is never proved.
//!
//! CI looks at some of the mutants; `cargo xtask prove-mutants` at all of them.

mod mutate;
mod text;

use effigy_base::budget::CancelToken;
use effigy_lang_viper::Disk;
use effigy_lang_viper::premises::FUNCTIONS;
use effigy_lang_viper::tree::Program;
use effigy_permissions::{MemberKind, Options, Verdict, prove};
use effigy_solver::SolverOptions;
use effigy_testkit::tool;
use effigy_viper_run::{Effort, Judgement, MemberId, Violation, search};
use mutate::{Mutation, mutants};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Set where all mutants are looked at, to the programs, one a line.
const FILES: &str = "EFFIGY_MUTANTS";

/// How many mutants are looked at beside each other.
const JOBS: &str = "EFFIGY_MUTANTS_JOBS";

/// Which of the mutants are looked at then: one of so many.
const STEPS: &str = "EFFIGY_MUTANTS_STEP";

/// One of so many mutants is looked at in CI.
const STEP: usize = 29;

/// What CI looks at.
const SOME: &[&str] = &[
    "vpr/aliasing.vpr",
    "vpr/array_fill.vpr",
    "vpr/counter.vpr",
    "vpr/list_append.vpr",
    "vpr/lock.vpr",
    "vpr/multiset_sort.vpr",
    "vpr/permissions.vpr",
    "vpr/tree_size.vpr",
    "oo/prove/cell_ghost.oo",
];

fn text_of(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

/// The program of a text that stands for a file, or what is wrong with the text.
fn read(file: &Path, text: &str) -> Result<Program, String> {
    if file.extension().is_some_and(|e| e == "oo") {
        let (program, problems) = effigy_lang_oo::parse(&file.to_string_lossy(), text.as_bytes());
        if !problems.is_empty() {
            return Err(format!("{problems:?}"));
        }
        let lowered = effigy_lang_oo::viper::lower_to_viper(&program, text);
        return lowered.map_err(|problems| format!("{problems:?}"));
    }
    let parsed = effigy_lang_viper::parse(file, text, &Disk);
    parsed.map(|parsed| parsed.program).map_err(|problems| format!("{problems:?}"))
}

/// What the prover says of each member, by kind and name.
fn verdicts(program: &Program) -> BTreeMap<(MemberKind, String), Verdict> {
    let query_time = Some(Duration::from_secs(2));
    let options = Options {
        workers: 1,
        solver: SolverOptions { query_time, ..Default::default() },
        cancel: CancelToken::default()
            .bounded(Some(std::time::Instant::now() + Duration::from_secs(30)), None),
        member_time: None,
        joins: true,
        exact_amounts: false,
        states: false,
        walk: false,
        only: Vec::new(),
    };
    let members = prove(program, &options).members;
    members.into_iter().map(|m| ((m.kind, m.name), m.verdict)).collect()
}

fn members(program: &Program) -> Vec<MemberId> {
    let functions = program.functions.ids().map(MemberId::Function);
    let predicates = program.predicates.ids().map(MemberId::Predicate);
    let methods = program.methods.ids().map(MemberId::Method);
    functions.chain(predicates).chain(methods).collect()
}

fn named(program: &Program, member: MemberId) -> (MemberKind, String) {
    match member {
        MemberId::Method(id) => (MemberKind::Method, program.methods[id].name.to_string()),
        MemberId::Function(id) => (MemberKind::Function, program.functions[id].name.to_string()),
        MemberId::Predicate(id) => (MemberKind::Predicate, program.predicates[id].name.to_string()),
    }
}

fn judge(program: &Program, runs: u64) -> Vec<Judgement> {
    let judge = |member| search(program, member, Effort::runs(runs, 7));
    members(program).into_iter().map(judge).collect()
}

/// What came of mutants.
#[derive(Default, Debug)]
struct Figures {
    mutants: usize,
    proved: usize,
    refuted: usize,
    unknown: usize,
    /// Mutants that a run shows to be wrong.
    wrong: usize,
    /// Mutants of which some members could not be run to their end.
    not_run: usize,
    /// Mutants that a run shows to be wrong in a member whose proof rests on a definition that is not proved.
    resting: usize,
    /// Members that are proved, and that a run shows to be wrong.
    unsound: Vec<String>,
}

fn described(program: &Program, file: &Path, mutation: &Mutation, violation: &Violation) -> String {
    let line = |place: effigy_lang_viper::tree::Place| place.span.start.line;
    let values: Vec<String> =
        violation.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!(
        "{}:{}: {}, `{}` is proved, but line {} line {}: {} [{}]",
        file.display(),
        mutation.line,
        mutation.what,
        named(program, violation.member).1,
        line(violation.place),
        line(violation.conjunct),
        violation.what,
        values.join(", "),
    )
}

fn look_at(
    file: &Path,
    mutation: &Mutation,
    mutant: &Program,
    runs: u64,
    figures: &Mutex<Figures>,
) {
    let verdicts = verdicts(mutant);
    let judgements = judge(mutant, runs);
    let is_proved = |member: &(MemberKind, String)| verdicts.get(member) == Some(&Verdict::Proved);
    let all_proved = members(mutant).into_iter().all(|m| is_proved(&named(mutant, m)));
    let violations: Vec<&Violation> = judgements.iter().flat_map(|j| &j.violations).collect();
    // A proof rests on the definitions of functions and predicates; where one is not proved, or a function may not end, it
    // says nothing yet. An axiom that was changed may contradict the others.
    let is_definition =
        |kind: MemberKind, name: &str| kind != MemberKind::Method || name.ends_with(".termination");
    let is_defined = verdicts
        .iter()
        .all(|((kind, name), verdict)| !is_definition(*kind, name) || *verdict == Verdict::Proved)
        && !mutant.premises.iter().any(|p| mutation.anywhere && p.what == FUNCTIONS);
    // A function that may not end can show its postcondition by itself, which the verdict says.
    let may_not_end = mutant.premises.iter().any(|p| p.what == FUNCTIONS);
    let counts = |v: &&&Violation| {
        let by_itself = may_not_end && matches!(v.member, MemberId::Function(_));
        (v.is_certain || !mutation.anywhere) && !by_itself
    };
    let contradicted =
        violations.iter().filter(|v| is_proved(&named(mutant, v.member))).filter(counts);
    let unsound = contradicted.clone().filter(|_| is_defined);
    let unsound: Vec<String> = unsound.map(|v| described(mutant, file, mutation, v)).collect();
    let mut figures = figures.lock().unwrap();
    figures.mutants += 1;
    figures.resting += usize::from(!is_defined && contradicted.count() > 0);
    figures.unsound.extend(unsound);
    match () {
        () if all_proved => figures.proved += 1,
        () if verdicts.values().any(|v| *v == Verdict::Refuted) => figures.refuted += 1,
        () => figures.unknown += 1,
    }
    figures.wrong += usize::from(!violations.is_empty());
    let not_run =
        violations.is_empty() && judgements.iter().any(|j| j.finished == 0 && !j.left.is_empty());
    figures.not_run += usize::from(not_run);
    if std::env::var_os(FILES).is_some() {
        let verdict = if all_proved { "proved" } else { "not proved" };
        let wrong = if violations.is_empty() { "" } else { ", wrong" };
        println!("{}:{}: {}: {verdict}{wrong}", file.display(), mutation.line, mutation.what);
    }
}

/// The mutants of a program that can be read, one of `step`.
fn some_mutants(file: &Path, program: &Program, step: usize) -> Vec<(Mutation, Program)> {
    let is_wanted = |n: usize| n % step == step / 2;
    let changed = mutants(program).enumerate().filter(|(n, _)| is_wanted(*n));
    let mut all: Vec<(Mutation, Program)> = changed.map(|(_, mutant)| mutant).collect();
    let changes = text::changes(&text_of(file)).into_iter().enumerate();
    for (_, change) in changes.filter(|(n, _)| is_wanted(*n)) {
        if let Ok(mutant) = read(file, &change.text) {
            let (what, line) = (change.what, change.line);
            all.push((Mutation { what, line, anywhere: true }, mutant));
        }
    }
    all
}

/// Why a program is none whose mutants say something; `None` when it is one.
fn unfit(program: &Program, runs: u64) -> Option<String> {
    let wrong = judge(program, runs).into_iter().find(|j| !j.violations.is_empty());
    let verdicts = verdicts(program);
    let open = verdicts.iter().find(|(_, verdict)| **verdict != Verdict::Proved);
    let wrong = wrong.map(|judgement| format!("a run violates it: {judgement:?}"));
    wrong.or_else(|| open.map(|open| format!("it is not proved: {open:?}")))
}

/// Looks at one of `step` mutants of each program. Programs that were named are left out where they are not proved; others
/// must be.
fn stress(files: &[PathBuf], step: usize, jobs: usize, runs: u64, named: bool) -> Figures {
    let figures = Mutex::new(Figures::default());
    let mut all = Vec::new();
    for file in files {
        let program = read(file, &text_of(file));
        let unfit = match &program {
            Ok(program) => unfit(program, runs),
            Err(why) => Some(why.clone()),
        };
        match (program, unfit) {
            (Ok(program), None) => {
                let some = some_mutants(file, &program, step).into_iter();
                all.extend(some.map(|(mutation, mutant)| (file, mutation, mutant)));
            }
            (_, why) if named => println!("{}: left out: {why:?}", file.display()),
            (_, why) => panic!("{}: {why:?}", file.display()),
        }
    }
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some((file, mutation, mutant)) =
                    all.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    look_at(file, mutation, mutant, runs, &figures);
                }
            });
        }
    });
    figures.into_inner().unwrap()
}

#[test]
fn what_a_run_shows_to_be_wrong_is_not_proved() {
    if tool("z3").is_none() {
        return;
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let given = std::env::var(FILES);
    let is_given = given.is_ok();
    let figures = match given {
        Ok(files) => {
            let files: Vec<PathBuf> = files.lines().map(PathBuf::from).collect();
            let jobs = std::env::var(JOBS).ok().and_then(|n| n.parse().ok()).unwrap_or(1);
            let step = std::env::var(STEPS).ok().and_then(|n| n.parse().ok()).unwrap_or(1);
            stress(&files, step, jobs, 400, true)
        }
        Err(_) => {
            let files: Vec<PathBuf> = SOME.iter().map(|name| examples.join(name)).collect();
            stress(&files, STEP, 2, 150, false)
        }
    };
    println!(
        "{} mutants: {} proved, {} refuted, {} unknown; {} shown wrong by a run; {} not run in full; {} rest on what is not proved; {} proved and wrong",
        figures.mutants,
        figures.proved,
        figures.refuted,
        figures.unknown,
        figures.wrong,
        figures.not_run,
        figures.resting,
        figures.unsound.len(),
    );
    // Of programs with inferred ghost operations few mutants can be run; enough of those that are always looked at can.
    assert!(figures.mutants > 0, "{figures:?}");
    assert!(is_given || figures.wrong * 4 > figures.mutants, "{figures:?}");
    assert!(figures.unsound.is_empty(), "{}", figures.unsound.join("\n"));
}
