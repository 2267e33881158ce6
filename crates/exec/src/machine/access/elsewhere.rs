//! Access at an address that is computed from a place outside of its object: a program may keep `base = text - 70000` and read
//! `base[index]` for large indices. The constant part of such an address lies beside some other object by chance.

use super::Place;
use crate::data::question::Kind;
use crate::data::stop::Stop;
use crate::machine::Context;
use crate::state::State;
use effigy_term::Term;

/// Most objects that are tried before each address gets a path.
const MAX_OBJECTS: usize = 16;

impl Context {
    /// Whether an address belongs to the object that its constant part lies in or beside. It does when that part is inside; when it
    /// is beside, unless no access there can lie in the object.
    pub(super) fn is_of(
        &mut self,
        state: &mut State,
        term: Term,
        object: (u64, u64),
        len: u64,
    ) -> Result<bool, Stop> {
        let (base, size) = object;
        let constant = self.store.constant_summand(term).unwrap_or_default() as u64;
        if constant.wrapping_sub(base) <= size || self.features.interval.is_some() {
            return Ok(true);
        }
        let (_, fits) = self.fits(term, object, len);
        if let Some(known) = self.store.as_bool(fits) {
            return Ok(known);
        }
        if state.failing.is_some() {
            let model = self.model(state)?;
            return Ok(self.evaluate(fits, &model)? == 1);
        }
        if let Some(way) = self.features.way.clone() {
            return Ok(way.value(self, state, fits)? == 1);
        }
        let possible = self.answer(state, Kind::Beside, fits, |this, state| {
            Ok(u128::from(this.feasible(state, fits).decided()?.is_some()))
        })?;
        Ok(possible == 1)
    }
}

/// An access in the objects that the address can lie in, a path for each.
pub(super) fn elsewhere(
    context: &mut Context,
    state: &mut State,
    term: Term,
    len: u64,
    write: bool,
) -> Result<Place, Stop> {
    for _ in 0..MAX_OBJECTS {
        let address = context.candidate(state, term)? as u64;
        if context.check(state, address, len, write).is_err() {
            break;
        }
        let Some(object) = state.memory.object(address).map(|o| (o.base, o.size)) else { break };
        let (offset, fits) = context.fits(term, object, len);
        if context.decide(state, fits)? {
            return context.place_within(state, object.0, offset, write);
        }
    }
    context.at_each(state, term, len, write)
}
