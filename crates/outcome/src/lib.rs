//! The plain data of Effigy: what a run is asked for, and what it finds.
//!
//! Options go in; outcomes, verdicts, errors and news of the progress come out. All modes fill these types, and all reports
//! read them.
//!
//! Architecture Invariant: these types carry no term, no state and no id of the engine: a report needs nothing but
//! them (checked by the writers' tests in `effigy-report`, which build them by hand).

pub mod bmc;
pub mod concolic;
pub mod cost;
pub mod error;
pub mod feasible;
pub mod finding;
pub mod fuzz;
pub mod heap;
mod integers;
pub mod language;
pub mod leaf;
pub mod options;
pub mod place;
pub mod progress;
pub mod run;
pub mod summary;
pub mod traces;
pub mod tree;
pub mod value;
pub mod verdict;

pub use bmc::{BmcAnswer, BmcFigures, BmcProperty, BmcStep};
pub use concolic::{FollowedInput, PathConjunct};
pub use cost::{Coverage, FileCoverage, FunctionCoverage, LayerUse, SolverUse, Timings};
pub use effigy_base::assumption::{Accepted, Assumption, AssumptionKind, Demand, NAMED, assuming};
pub use effigy_base::finding::FindingKind;
pub use effigy_formats::test_case::{Datum, InputObject, Outcome, TestCase};
pub use feasible::{Answer, Condition, DeadEnd, Feasibility, How};
pub use finding::{Finding, InLibrary, Input, InputKind, Replay, StackFrame, Test, inputs_of};
pub use fuzz::{FuzzFigures, TriedInput};
pub use heap::{Heap, HeapObject, HeapSlot, HeapValue};
pub use leaf::{DatumSummary, Leaf, LeafSummary};
pub use place::Place;
pub use run::{Concretisation, ForkingLoop, Goal, ONE_ORDER, RunOutcome, UnsupportedFeature};
pub use tree::{Ending, ExecutionTree, Merged, MergedFork, TreeNode};
pub use verdict::{IncompleteReason, PathCounts, Verdict};
