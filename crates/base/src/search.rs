//! The search orders.

use crate::choices;

choices! {
    /// The order in which waiting paths are run. It changes what is found first, never what an exhaustive run finds.
    #[derive(Default)]
    Search {
        /// The orders below in turn, all but breadth first; each worker begins with another one.
        #[default]
        Auto = "auto",
        /// Depth first: finishes the newest path first.
        Dfs = "dfs",
        /// Breadth first: runs the path with the fewest decisions first.
        Bfs = "bfs",
        /// Walks down the execution tree by fair coin flips: paths of few decisions are likelier, so that deep loops do not
        /// starve the rest.
        RandomPath = "random-path",
        /// Runs the path about to run code that no path has reached yet, or the one nearest to such code and a random path in
        /// turn. While many paths wait it goes depth first, so that there are no more.
        Coverage = "coverage",
        /// As coverage, towards code in which a check can fail.
        Checks = "checks",
    }
}
