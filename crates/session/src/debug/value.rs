//! The values of variables as text.

use super::Debugger;
use super::data::Shown;
use super::face::Face;
use super::typed::{Meaning, Typed, slot_of};
use effigy_base::character::controls_terminal;
use effigy_exec::code::{Code, Named, Src};
use effigy_exec::slot::Slot;
use effigy_exec::state::{Frame, State};
use effigy_exec::stepping::Variable;
use effigy_ir::function::LocId;
use effigy_ir::source_type::{Reading, SourceType};
use effigy_term::Term;
use effigy_term::conjunction::under;
use std::sync::Arc;

/// Elements of an array that are shown one by one.
const MOST_ELEMENTS: u64 = 16;

/// Nesting of records that is shown.
const DEEPEST: u32 = 3;

/// What is shown of a variable without a value.
pub(super) const UNSET: &str = "?";

/// Whether a variable's declaration is on a line behind the one at which its function stands. Compilers say of all
/// variables where they are at the start of a function.
fn is_declared_later(code: &Code, declared: Option<LocId>, here: Option<LocId>) -> bool {
    let location = |loc: Option<LocId>| code.body.locs.get(loc?);
    let Some(declared) = location(declared) else { return false };
    // The place in the variable's own function, where another one is inlined.
    let mut places = std::iter::successors(location(here), |place| location(place.inlined_at));
    let own = places.find(|place| place.inlined_at == declared.inlined_at);
    own.is_some_and(|own| own.file == declared.file && declared.line > own.line)
}

impl Debugger {
    /// The variables of an activation with their values, in the order in which the source gives them.
    pub(super) fn variables_of(&mut self, state: &State, level: usize) -> Vec<Shown> {
        let known = self.known_variables(state, level);
        let mut shown = Vec::with_capacity(known.len());
        for (variable, ty) in known {
            let value = self.shown(state, level, &variable, &ty);
            shown.push(Shown { name: variable.name, value });
        }
        shown
    }

    /// The variables of an activation with their types, those of the innermost function where several are inlined.
    pub(super) fn known_variables(
        &mut self,
        state: &State,
        level: usize,
    ) -> Vec<(Variable, Arc<SourceType>)> {
        let Some(frame) = state.stack().nth(level) else { return Vec::new() };
        let code = frame.code.clone();
        let variables = code.variables_at(frame.at);
        let Face::Native(native) = &mut self.face else {
            let unknown = Arc::new(SourceType::Unknown);
            return variables.into_iter().map(|v| (v, unknown.clone())).collect();
        };
        let types = native.types(&self.context, code.function);
        let here = code.locs.get(frame.at as usize).copied().flatten();
        let scopes = scopes(frame, here);
        let mut found = Vec::new();
        for scope in scopes {
            for variable in &variables {
                if code.scope(variable.loc) != Some((scope.0.as_str(), scope.1))
                    || is_declared_later(&code, variable.loc, here)
                {
                    continue;
                }
                let same = |t: &&effigy_ir::source_type::SourceVariable| {
                    t.name == variable.name && t.function == scope.0
                };
                let ty = types.iter().find(same).map(|t| t.ty.clone());
                found.push((variable.clone(), ty.unwrap_or_else(|| Arc::new(SourceType::Unknown))));
            }
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    fn shown(
        &mut self,
        state: &State,
        level: usize,
        variable: &Variable,
        ty: &Arc<SourceType>,
    ) -> String {
        match variable.named {
            Named::Element(array, index) => {
                let handle = slot_of(state, level, array);
                let index = slot_of(state, level, index);
                self.element_text(state, handle, index)
            }
            Named::Array(array, bounds) => {
                let slot = |src: Src| slot_of(state, level, src);
                let known = bounds.filter(|b| slot(b.known).concrete() != Some(0));
                let bounds = known.map(|b| (slot(b.low), slot(b.high)));
                self.array_text(state, slot(array), bounds, &variable.name)
            }
            Named::Value(src) => {
                self.meaning_text(state, level, &Meaning::Register(src, ty.clone()), DEEPEST)
            }
            Named::Address(src) => {
                let place = Meaning::Place(slot_of(state, level, src), ty.clone());
                self.meaning_text(state, level, &place, DEEPEST)
            }
        }
    }

    /// An element of an array object.
    pub(super) fn element_text(&mut self, state: &State, handle: Slot, index: Slot) -> String {
        let value = self.array_element(state, handle, index);
        value.map_or_else(|| UNSET.to_owned(), |value| self.text(value))
    }

    /// An element of an array object as a result: with what the path condition says of it.
    pub(super) fn result_of_element(&mut self, state: &State, handle: Slot, index: Slot) -> String {
        let Some(value) = self.array_element(state, handle, index) else { return UNSET.to_owned() };
        let value = under(&mut self.context.store, &state.path.condition, value);
        self.text(value)
    }

    fn array_element(&mut self, state: &State, handle: Slot, index: Slot) -> Option<Term> {
        let object = handle.concrete().and_then(|h| state.memory.arrays.get(h as u64));
        let mut object = object.cloned()?;
        let set = object.is_set(&mut self.context.store, index);
        let set = under(&mut self.context.store, &state.path.condition, set);
        let is_unset = self.context.store.as_bool(set) == Some(false);
        (!is_unset).then(|| object.select(&mut self.context.store, index))
    }

    /// An array object: its elements when its bounds are known and close, else what is known of it.
    pub(super) fn array_text(
        &mut self,
        state: &State,
        handle: Slot,
        bounds: Option<(Slot, Slot)>,
        name: &str,
    ) -> String {
        let object = handle.concrete().and_then(|h| state.memory.arrays.get(h as u64));
        let Some(mut object) = object.cloned() else { return UNSET.to_owned() };
        let concrete = |slot: Slot| slot.concrete().map(|bits| bits as i128);
        let sort = object.index();
        let bounds = bounds.and_then(|(low, high)| Some((concrete(low)?, concrete(high)?)));
        let near = bounds.filter(|(low, high)| {
            high.checked_sub(*low).is_some_and(|span| (0..MOST_ELEMENTS as i128).contains(&span))
        });
        let indices: Vec<i128> = match near {
            Some((low, high)) => (low..=high).collect(),
            None => object.known().map(|(index, _)| index as i128).collect(),
        };
        let mut parts = Vec::new();
        for index in indices {
            let bits = match sort.width() {
                Some(width) if width < 128 => index as u128 & ((1 << width) - 1),
                _ => index as u128,
            };
            let value = self.element_text(state, handle, Slot::wide(bits));
            parts.push(match near {
                Some(_) => value,
                None => format!("{name}({index}) = {value}"),
            });
        }
        if near.is_some() {
            return format!("({})", parts.join(", "));
        }
        if object.has_rest() {
            let base = object.clone();
            let values = object.values(&mut self.context.store);
            let whole = self.text(values);
            match (parts.is_empty(), base.known().next().is_none()) {
                (true, true) => return format!("\"{whole}\""),
                _ => parts.push("the rest symbolic".to_owned()),
            }
        }
        if parts.is_empty() { UNSET.to_owned() } else { parts.join(", ") }
    }

    /// What a meaning is, in the notation of its type.
    pub(super) fn meaning_text(
        &mut self,
        state: &State,
        level: usize,
        meaning: &Meaning,
        depth: u32,
    ) -> String {
        if let Meaning::Place(address, ty) = meaning {
            match &**ty {
                SourceType::Record { members, .. } if depth > 0 => {
                    let part = |this: &mut Self, name: &str, offset: u64, ty: &Arc<SourceType>| {
                        let place = Meaning::Place(this.moved(*address, offset / 8), ty.clone());
                        let text = this.meaning_text(state, level, &place, depth - 1);
                        format!("{name}: {text}")
                    };
                    let shown = members.iter().take(MOST_ELEMENTS as usize);
                    let parts: Vec<String> =
                        shown.map(|(name, offset, ty)| part(self, name, *offset, ty)).collect();
                    return format!("{{ {} }}", parts.join(", "));
                }
                SourceType::Array { element, count } if depth > 0 => {
                    let Some(bits) = element.bits() else { return UNSET.to_owned() };
                    let mut parts = Vec::new();
                    for index in 0..(*count).min(MOST_ELEMENTS) {
                        let at = self.moved(*address, index.saturating_mul(bits / 8));
                        let place = Meaning::Place(at, element.clone());
                        parts.push(self.meaning_text(state, level, &place, depth - 1));
                    }
                    if *count > MOST_ELEMENTS {
                        parts.push("...".to_owned());
                    }
                    return format!("[{}]", parts.join(", "));
                }
                SourceType::Record { .. } | SourceType::Array { .. } => return "...".to_owned(),
                _ => {}
            }
        }
        let pointer = matches!(meaning, Meaning::Place(_, ty) | Meaning::Register(_, ty)
            if matches!(**ty, SourceType::Pointer(_)));
        match self.read(state, level, meaning) {
            Ok(typed) if pointer => self.address_text(typed.term),
            Ok(typed) => self.typed_text(typed),
            Err(_) => UNSET.to_owned(),
        }
    }

    fn moved(&mut self, address: Slot, bytes: u64) -> Slot {
        match address.concrete() {
            Some(base) => Slot::word((base as u64).wrapping_add(bytes)),
            None => address,
        }
    }

    fn address_text(&mut self, term: Term) -> String {
        match self.context.store.as_bits(term) {
            Some(0) => "null".to_owned(),
            Some(address) => format!("{address:#x}"),
            None => self.text(term),
        }
    }

    /// A scalar as its type reads it.
    pub(super) fn typed_text(&mut self, typed: Typed) -> String {
        if self.context.store.has_unspecified(typed.term) {
            return UNSET.to_owned();
        }
        let Some(bits) = self.context.store.as_bits(typed.term) else {
            return self.text(typed.term);
        };
        let width = self.context.store.width(typed.term);
        let signed = || {
            let shift = 128 - width.clamp(1, 128);
            ((bits << shift) as i128) >> shift
        };
        match typed.reading {
            Reading::Truth => (bits & 1 == 1).to_string(),
            Reading::Signed => signed().to_string(),
            Reading::Character => {
                match char::from_u32(bits as u32).filter(|c| !controls_terminal(*c)) {
                    Some(c) if bits < 0x11_0000 && (width > 8 || c.is_ascii()) => format!("'{c}'"),
                    _ => signed().to_string(),
                }
            }
            Reading::Float if width == 32 => f32::from_bits(bits as u32).to_string(),
            Reading::Float if width == 64 => f64::from_bits(bits as u64).to_string(),
            Reading::Float | Reading::Unsigned => bits.to_string(),
        }
    }
}

/// The functions around an instruction that are inlined into each other, innermost first.
fn scopes(frame: &Frame, here: Option<LocId>) -> Vec<(String, Option<LocId>)> {
    let mut found = Vec::new();
    let mut next = here;
    while let Some(id) = next {
        let Some(loc) = frame.code.body.locs.get(id) else { break };
        found.push((loc.function.clone(), loc.inlined_at));
        next = loc.inlined_at;
    }
    found
}
