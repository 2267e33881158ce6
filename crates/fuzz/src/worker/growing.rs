//! Inputs that get longer: by holes that are explored, and by pieces that are there once more, with what no longer fits repaired.

use crate::counts::Counts;
use crate::holes::{Diver, Growth, Hole};
use crate::repair::ParentPath;
use crate::runner::{NativeEnd, NativeRun};
use crate::shared::EDGE;
use crate::work::{Base, Origin, Parent, Steps};
use crate::worker::{Worker, joined};
use effigy_exec::context::Job;
use effigy_exec::guides::GivenBytes;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often an input whose run is over early is asked to go on.
const REPAIRS: usize = 12;

/// How long the other steps go on until inputs get longer: most that fails on other bytes alone is found in that time.
const FIRST: Duration = Duration::from_secs(3);

/// What a worker needs to make inputs longer.
pub(super) struct Growing {
    diver: Diver,
    /// The time that it took, and the time that children were mended in.
    spent: Duration,
    mending: Duration,
    /// The path of the input that was made longer last.
    followed: Option<(Arc<[u8]>, Rc<ParentPath>)>,
}

impl Growing {
    pub(super) fn new(job: &Job, most_steps: u64) -> Self {
        let (spent, mending) = (Duration::ZERO, Duration::ZERO);
        Self { diver: Diver::new(job, most_steps), spent, mending, followed: None }
    }
}

impl Worker<'_, '_> {
    /// Whether an input is made longer now, which has a third of the time behind the first seconds.
    pub(super) fn is_turn_of_growth(&self) -> bool {
        let others = self.mutating + self.taking + self.expanding;
        others > FIRST && 2 * self.growing.spent < others
    }

    /// Whether a child may be mended, which has a tenth of the time.
    pub(super) fn is_turn_of_mending(&self) -> bool {
        let others = self.mutating + self.taking + self.expanding;
        others > FIRST && 10 * self.growing.mending < others
    }

    /// Makes an input longer, and runs what comes out; whether there was one.
    pub(super) fn grow_one(&mut self) -> bool {
        let Some(growth) = self.shared.table().holes.next() else { return false };
        let begun = Instant::now();
        let longest = self.shared.settings.longest;
        match growth {
            Growth::Hole(Hole { bytes, .. }) | Growth::Repeat { bytes, .. }
                if bytes.len() > longest => {}
            Growth::Hole(hole) => {
                // The chain of solvers is the one that the expander was made with.
                let made = self.growing.diver.explore(&hole, self.shared.kind).unwrap_or_default();
                let (parent, base) = hole.parent;
                self.run_made(&made, &(parent, base.changed(Steps::Solved)));
            }
            Growth::Repeat { parent: (parent, base), edges, bytes, piece } => {
                let from = (parent, base.changed(Steps::Solved));
                self.repair(bytes, &from, (edges, piece));
            }
            Growth::Unknown(bytes) => {
                let pieces = self.expander.pieces(&self.given(&bytes));
                self.shared.table().holes.plan(&bytes, &pieces);
            }
        }
        self.growing.spent += begun.elapsed();
        true
    }

    /// Runs inputs natively, and takes up what is new.
    fn run_made(&mut self, made: &[Vec<u8>], from: &Parent) {
        let mut told: Vec<(usize, NativeRun)> = Vec::new();
        let Some(native) = &mut self.native else { return };
        if let Err(why) = native.run_all(made, &mut |number, run| told.push((number, run))) {
            return self.lose(why);
        }
        self.note(|counts| {
            counts.native += made.len() as u64;
            counts.grown += made.len() as u64;
            counts.grown_kept += told.len() as u64;
        });
        for (number, run) in told {
            if let Some(bytes) = made.get(number) {
                self.take_changed(bytes, run, from);
            }
        }
    }

    fn given(&self, bytes: &[u8]) -> Vec<GivenBytes> {
        vec![(self.shared.kind, String::new(), bytes.to_vec())]
    }

    /// Runs an input in which a piece is repeated, and makes it run as far as the one that it is made of.
    fn repair(&mut self, bytes: Vec<u8>, from: &Parent, (edges, piece): (usize, Range<usize>)) {
        self.run_made(std::slice::from_ref(&bytes), from);
        let path = self.path_of(&from.0);
        let Some(own) = self.run_ending(vec![bytes]).pop() else { return };
        // It has more to do.
        let repaired = match own.0 > path.steps {
            true => vec![own.1],
            false => self.repaired(own, from, (&path, 0)),
        };
        for repaired in repaired {
            self.take_repaired(&repaired, from, (edges, Some(piece.clone())));
        }
    }

    /// The path of an input.
    fn path_of(&mut self, bytes: &Arc<[u8]>) -> Rc<ParentPath> {
        if let Some((known, path)) = &self.growing.followed
            && known == bytes
        {
            return path.clone();
        }
        let expansion = self.expander.expand(&self.given(bytes), usize::MAX);
        let path = Rc::new(ParentPath::of(&expansion));
        self.growing.followed = Some((bytes.clone(), path.clone()));
        path
    }

    /// Mends a child that ran nothing new where the path of its parent has sums, which may be all that it broke.
    pub(super) fn mend(&mut self, bytes: &[u8], origin: &Origin, parent: (&[u8], &ParentPath)) {
        let begun = Instant::now();
        let Origin { generation, seed, steps, bound, .. } = *origin;
        let (parent, path) = parent;
        let from = (parent.into(), Base { generation, seed, steps });
        if let Some(own) = self.run_ending(vec![bytes.to_vec()]).pop()
            && let Some(edges) = self.edges(parent)
        {
            for repaired in self.repaired(own, &from, (path, bound + 1)) {
                self.take_repaired(&repaired, &from, (edges, None));
            }
        }
        self.growing.mending += begun.elapsed();
    }

    /// What is made of an input whose run is over early: as long as it is, what ends it is asked to be as in the input that it was made
    /// of, as far as that is behind so many conjuncts. All that run as far as that input then; of several counts, any may be the one.
    fn repaired(
        &mut self,
        own: (u64, Vec<u8>),
        from: &Parent,
        (path, behind): (&ParentPath, usize),
    ) -> Vec<Vec<u8>> {
        let mut best = own;
        for _ in 0..REPAIRS {
            if best.0 >= path.steps {
                break;
            }
            let mut counts = Counts::default();
            let given = self.given(&best.1);
            let turned = self.expander.turned(&given, (&path.sides, behind), &mut counts);
            self.note(|all| all.add(&counts));
            let turned: Vec<Vec<u8>> = turned.iter().map(|input| joined(input).to_vec()).collect();
            self.run_made(&turned, from);
            let ran = self.run_ending(turned);
            if ran.iter().any(|(steps, _)| *steps >= path.steps) {
                let whole = ran.into_iter().filter(|(steps, _)| *steps >= path.steps);
                return whole.map(|(_, bytes)| bytes).collect();
            }
            match ran.into_iter().max_by_key(|(steps, _)| *steps) {
                Some(longest) if longest.0 > best.0 => best = longest,
                _ => break,
            }
        }
        Vec::new()
    }

    /// How many instructions the machine takes for each input with which the native program ends well. Others are no better for being
    /// longer, and may take all the time and memory that there is.
    fn run_ending(&mut self, inputs: Vec<Vec<u8>>) -> Vec<(u64, Vec<u8>)> {
        let runs = self.look(&inputs).unwrap_or_default();
        let ends = |run: &NativeRun| run.end == NativeEnd::Exit;
        let ending = inputs.into_iter().zip(runs).filter(|(_, run)| ends(run));
        ending.map(|(bytes, _)| (self.runner.run(&self.given(&bytes)).steps, bytes)).collect()
    }

    /// How many edges an input runs natively; `None` when the program does not end well with it.
    fn edges(&mut self, bytes: &[u8]) -> Option<usize> {
        let run = self.look(&[bytes.to_vec()])?.pop()?;
        (run.end == NativeEnd::Exit).then_some(run.new_edges as usize)
    }

    /// A repaired input that runs as far as the one that it was made of counts as new.
    fn take_repaired(
        &mut self,
        bytes: &[u8],
        (parent, base): &Parent,
        (least, piece): (usize, Option<Range<usize>>),
    ) {
        let input = self.given(bytes);
        let Some(edges) = self.edges(bytes).filter(|edges| *edges >= least) else { return };
        let mut table = self.shared.table();
        if !table.is_new(&input) {
            return;
        }
        table.counts.repaired += 1;
        let Base { generation, seed, steps } = *base;
        let origin = Origin { generation, seed, steps, ..Origin::default() };
        table.pool.add(bytes, *base, &[]);
        if let Some(piece) = piece {
            table.holes.add_longer(bytes, *base, edges, (parent, piece));
        }
        drop(table);
        self.shared.push(EDGE, origin, input);
    }
}
