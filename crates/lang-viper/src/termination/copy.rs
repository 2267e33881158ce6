//! Copies of expressions for another place of a program.

use crate::tree::{Expr, ExprKind, Local, LocalId};
use crate::walk;
use effigy_base::id::IdVec;
use rustc_hash::FxHashMap;

/// Copies expressions: puts others in the place of variables, and new variables in the place of bound ones.
pub(crate) struct Copier<'l> {
    /// The variables of the member that the copies are for.
    pub locals: &'l mut IdVec<LocalId, Local>,
    /// Those of the member that the expressions are from, when it is another one.
    from: Option<&'l IdVec<LocalId, Local>>,
    map: FxHashMap<LocalId, Expr>,
}

impl<'l> Copier<'l> {
    /// Copies inside of one member.
    pub fn new(locals: &'l mut IdVec<LocalId, Local>) -> Self {
        Self { locals, from: None, map: FxHashMap::default() }
    }

    /// Copies from another member, with `map` for its variables.
    pub fn with(
        locals: &'l mut IdVec<LocalId, Local>,
        from: &'l IdVec<LocalId, Local>,
        map: FxHashMap<LocalId, Expr>,
    ) -> Self {
        Self { locals, from: Some(from), map }
    }

    /// A copy of an expression.
    pub fn copied(&mut self, e: &Expr) -> Expr {
        let mut copy = e.clone();
        self.replace(&mut copy);
        copy
    }

    /// A new variable in the place of one of the expressions to come.
    pub fn fresh(&mut self, local: LocalId) -> LocalId {
        let known = self.from.map_or(self.locals.get(local), |from| from.get(local));
        let Some(known) = known.cloned() else { return local };
        let (ty, place) = (known.ty.clone(), known.place);
        let new = self.locals.push(known);
        let kind = Box::new(ExprKind::Local(new));
        self.map.insert(local, Expr { kind, ty, place });
        new
    }

    fn replace(&mut self, e: &mut Expr) {
        match &mut *e.kind {
            ExprKind::Local(local) => {
                if let Some(other) = self.map.get(local) {
                    *e = other.clone();
                }
                return;
            }
            ExprKind::Let(local, ..) => *local = self.fresh(*local),
            ExprKind::Quantifier(q) => {
                q.variables.iter_mut().for_each(|local| *local = self.fresh(*local));
            }
            ExprKind::ForPerm { variables, .. } => {
                variables.iter_mut().for_each(|local| *local = self.fresh(*local));
            }
            _ => {}
        }
        walk::parts_mut(&mut e.kind, &mut |part| self.replace(part));
    }
}
