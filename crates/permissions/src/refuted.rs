//! The `refute` of a member.

use effigy_lang_viper::tree::{Block, Expr, Origin, Place, StmtKind};
use std::collections::BTreeMap;

/// A `refute` of a member, by its condition; two may share a place when macros made them.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    /// Where it stands.
    pub(crate) place: Place,
    /// Why it is there.
    pub(crate) origin: Origin,
    /// Whether what it says failed on some path.
    pub(crate) failed: bool,
}

/// Notes all `refute` in a block.
pub(crate) fn refutations(block: &Block, found: &mut BTreeMap<*const Expr, Refutation>) {
    for statement in &block.statements {
        match &statement.kind {
            StmtKind::Refute { condition, origin } => {
                let (place, origin) = (condition.place, origin.clone());
                found.insert(condition, Refutation { place, origin, failed: false });
            }
            StmtKind::If { then, otherwise, .. } => {
                refutations(then, found);
                refutations(otherwise, found);
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) => refutations(body, found),
            _ => {}
        }
    }
}
