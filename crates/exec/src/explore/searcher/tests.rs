use super::{MANY, Search, Searcher};
use crate::features::distance::Ways;
use crate::state::State;
use crate::state::frame::empty_frame;
use effigy_base::id::Id;
use effigy_ir::program::FuncId;

#[test]
fn a_search_for_coverage_keeps_few_states_of_a_large_tree() {
    const DEPTH: u64 = 14;
    let mut searcher = Searcher::new(Search::Coverage, 1, 0);
    searcher.push(vec![State::new(empty_frame(FuncId::from_index(0)), Vec::new())]);
    let (mut leaves, mut most) = (0, 0);
    while let Some(state) = searcher.pop(&Ways::default()) {
        if state.history.depth == DEPTH {
            leaves += 1;
            continue;
        }
        let mut child = state;
        child.history.depth += 1;
        searcher.push(vec![child.clone(), child]);
        most = most.max(searcher.len());
    }
    assert_eq!(leaves, 1 << DEPTH);
    assert!((MANY..=MANY + DEPTH as usize + 1).contains(&most), "{most} states");
}
