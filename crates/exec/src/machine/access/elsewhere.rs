//! Access at an address that is computed from a place outside of its object: a program may keep `base = text - 70000` and read
//! `base[index]` for large indices. The constant part of such an address lies beside some other object by chance.

use super::{Access, Place};
use crate::data::question::Kind;
use crate::data::stop::Stop;
use crate::state::State;
use effigy_term::Term;

/// Most objects that are tried before each address gets a path.
const MAX_OBJECTS: usize = 16;

impl Access<'_> {
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
        let constant = self.cx.store.constant_summand(term).unwrap_or_default() as u64;
        if constant.wrapping_sub(base) <= size || self.cx.features.interval.is_some() {
            return Ok(true);
        }
        let (_, fits) = self.fits(state, term, object, len);
        if let Some(known) = self.cx.store.as_bool(fits) {
            return Ok(known);
        }
        if state.failing.is_some() {
            let model = self.cx.model(state)?;
            return Ok(self.cx.evaluate(fits, &model)? == 1);
        }
        if let Some(way) = self.cx.features.way.clone() {
            return Ok(way.value(self.cx, state, fits)? == 1);
        }
        let possible = self.cx.answer(state, Kind::Beside, fits, |this, state| {
            Ok(u128::from(this.feasible(state, fits).decided()?.is_some()))
        })?;
        Ok(possible == 1)
    }
}

/// An access in the objects that the address can lie in, a path for each.
pub(super) fn elsewhere(
    access: &mut Access<'_>,
    state: &mut State,
    term: Term,
    len: u64,
    write: bool,
) -> Result<Place, Stop> {
    for _ in 0..MAX_OBJECTS {
        let address = access.cx.candidate(state, term)? as u64;
        match access.check(state, address, len, write) {
            Ok(()) => {}
            Err(Stop::End(_)) => break,
            Err(stop) => return Err(stop),
        }
        let Some(object) = state.memory.object(address).map(|o| (o.base, o.size)) else { break };
        let (offset, fits) = access.fits(state, term, object, len);
        if access.cx.decide(state, fits)? {
            return access.place_within(state, object.0, offset, write);
        }
    }
    access.at_each(state, term, len, write)
}
