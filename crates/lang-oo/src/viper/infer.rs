//! The ghost operations of pure methods that have none (section 4 of Smans, Jacobs and Piessens): a predicate that the
//! precondition gives is opened around each part that needs it. Such a part is an expression without calls that reads
//! fields to which the predicate gives access, or a call whose precondition the predicate gives.

use super::scope::Scope;
use crate::tree::{Call, Expr};
use effigy_lang_viper::tree as viper;

impl<'p> Scope<'_, 'p> {
    /// An expression with the predicates open that it needs; none when it needs none.
    pub fn opened_for(&mut self, source: &'p Expr) -> Option<viper::Expr> {
        let known = self.known.as_ref()?;
        let calls: Vec<&'p Call> = known.needed(source).into_iter().fold(
            Vec::new(),
            |mut calls: Vec<&'p Call>, opened| {
                calls.extend(
                    opened.chain.iter().filter(|call| !calls.contains(call)).collect::<Vec<_>>(),
                );
                calls
            },
        );
        if calls.is_empty() {
            return None;
        }
        let known = self.known.take();
        let opened = self.open_all(&calls, source);
        self.known = known;
        Some(opened)
    }

    fn open_all(&mut self, calls: &[&'p Call], source: &'p Expr) -> viper::Expr {
        let Some((first, rest)) = calls.split_first() else { return self.pure(source) };
        let place = self.place(source.span);
        let access = self.predicate(first, None, place);
        self.opening(access, |scope| scope.open_all(rest, source), place)
    }
}
