//! The byte memory of a path: allocations at deterministic addresses, copied when first written.
//!
//! The address space is cut into slots of 1 MiB. An object starts 64 KiB into its first slot and has its slots
//! for itself, so that the slot number finds the object without a search and small overruns in both directions
//! hit nothing. Addresses are never used again: an access to a dead object is always seen.

pub mod any;
pub mod arrays;
pub(crate) mod bytes;
pub mod functions;
mod homes;
pub mod initial;
pub mod object;
pub mod trie;
pub mod unspecified;

use crate::data::finding::StackFrame;
use effigy_term::{Term, TermStore, Trace};
use homes::{Class, Homes};
use object::{Object, ObjectKind};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::RangeFrom;
use std::rc::Rc;
use trie::Trie;

const SLOT_BITS: u32 = 20;
const GUARD: u64 = 1 << 16;
/// Functions stand below the first global, 16 bytes apart.
const FUNCTION_BASE: u64 = 1 << SLOT_BITS;
const FUNCTION_STRIDE: u64 = 16;
const GLOBAL_SLOT: u64 = 64;
const HEAP_SLOT: u64 = 0x1000_0000_0000 >> SLOT_BITS;
const STACK_SLOT: u64 = 0x6000_0000_0000 >> SLOT_BITS;
/// The addresses of heap and stack objects.
const ADDRESSES: RangeFrom<u64> = HEAP_SLOT << SLOT_BITS..;
/// Accesses below are through a null pointer.
pub const NULL_PAGE: u64 = 4096;

/// The addresses of a program's functions and globals, and the first contents of its globals. Never changes.
#[derive(Debug, Default)]
pub struct Layout {
    addresses: Vec<u64>,
    /// The global of each slot from `GLOBAL_SLOT`.
    owners: Vec<u32>,
    /// The globals of which each thread has one of its own, ascending.
    own: Vec<u32>,
}

impl Layout {
    /// Lays out globals with these sizes and alignments, in order.
    pub fn new(globals: impl Iterator<Item = (u64, u64)>, alignments: Alignments) -> Self {
        let mut layout = Layout::default();
        for (index, (size, align)) in globals.enumerate() {
            let (base, slots) =
                place(GLOBAL_SLOT + layout.owners.len() as u64, size, align, alignments);
            layout.addresses.push(base);
            layout.owners.extend(std::iter::repeat_n(index as u32, slots as usize));
        }
        layout
    }

    /// Notes the globals of which each thread has one of its own, ascending.
    #[must_use]
    pub fn with_own(mut self, globals: impl Iterator<Item = usize>) -> Self {
        self.own = globals.map(|index| index as u32).collect();
        self
    }

    /// Whether each thread has one of its own of this global.
    pub fn is_own(&self, index: usize) -> bool {
        self.own.binary_search(&(index as u32)).is_ok()
    }

    /// The address of a global; of one of which each thread has its own, that of the first thread's.
    pub fn global(&self, index: usize) -> u64 {
        self.addresses[index]
    }

    /// The global whose slots hold this address.
    pub fn global_at(&self, address: u64) -> Option<usize> {
        let slot = (address >> SLOT_BITS).checked_sub(GLOBAL_SLOT)?;
        self.owners.get(slot as usize).map(|g| *g as usize)
    }

    /// The address of a function.
    pub fn function(index: usize) -> u64 {
        FUNCTION_BASE + FUNCTION_STRIDE * index as u64
    }

    /// The function at this address; its index may be beyond the program's functions.
    pub fn function_at(address: u64) -> Option<usize> {
        let inside = address >> SLOT_BITS < GLOBAL_SLOT && address.is_multiple_of(FUNCTION_STRIDE);
        let offset = address.checked_sub(FUNCTION_BASE).filter(|_| inside)?;
        Some((offset / FUNCTION_STRIDE) as usize)
    }
}

/// How well addresses of objects are aligned.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Alignments {
    /// By 16 at least.
    #[default]
    Generous,
    /// By what the object asks for and no more, as a compiler may do it: an access that needs more is then always seen.
    Exact,
}

/// The base address and the number of slots of an object that starts in slot `first`.
fn place(first: u64, size: u64, align: u64, alignments: Alignments) -> (u64, u64) {
    let start = first << SLOT_BITS;
    let base = match alignments {
        Alignments::Generous => (start + GUARD).next_multiple_of(align.max(16)),
        Alignments::Exact => (start + GUARD).next_multiple_of(2 * align) + align,
    };
    let slots = (base - start + size + GUARD) >> SLOT_BITS;
    (base, slots + 1)
}

#[derive(Clone, Debug)]
enum Entry {
    Object(Object),
    /// The slot continues the object of the slot that many before.
    Continues(u64),
}

/// What an address falls into.
#[derive(Debug)]
pub enum Lookup<'a> {
    /// A live object, whose bytes may or may not include the address.
    Object(&'a Object),
    /// The first contents of this global: the path has not written it yet.
    Global(usize),
    /// The place of a heap object that was released.
    FreedHeap,
    /// The place of a stack object whose function has returned.
    FreedStack,
    /// Nothing was ever here.
    Nothing,
}

/// How the objects of two paths differ.
#[derive(Debug, Default)]
pub struct Differences {
    /// The objects that both have and that may differ, by their addresses.
    pub changed: Vec<u64>,
    /// The objects that the other path alone has.
    pub added: Vec<u64>,
    /// The objects that one path has and the other one has released.
    pub released: Vec<u64>,
}

/// What is said of paths that cannot be one because of an object.
const UNLIKE: &str = "objects of several sizes at one address";

/// A heap object that the program has to release.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Owned {
    /// Where it was made.
    pub(crate) stack: Vec<StackFrame>,
    /// When the program made it on a path that two became, of which one did not; `None` for always.
    pub(crate) when: Option<Term>,
}

/// The objects of a path. Cloning costs a few reference counts.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    globals: Trie<Entry>,
    heap: Trie<Entry>,
    stack: Trie<Entry>,
    /// Where the heap objects were made that the program has to release.
    owned: Trie<Owned>,
    heap_slots: u64,
    stack_slots: u64,
    /// The addresses that paths share which are unwound together.
    homes: Option<Homes>,
    /// Sum of the hashes of which heap and stack objects there are.
    shape: u64,
    /// The array objects.
    pub arrays: arrays::Arrays,
    /// The heap functions.
    pub functions: functions::HeapFunctions,
}

impl Memory {
    fn region(&self, slot: u64) -> (&Trie<Entry>, u64) {
        if slot >= STACK_SLOT {
            (&self.stack, slot - STACK_SLOT)
        } else if slot >= HEAP_SLOT {
            (&self.heap, slot - HEAP_SLOT)
        } else {
            (&self.globals, slot)
        }
    }

    fn region_mut(&mut self, slot: u64) -> (&mut Trie<Entry>, u64) {
        if slot >= STACK_SLOT {
            (&mut self.stack, slot - STACK_SLOT)
        } else if slot >= HEAP_SLOT {
            (&mut self.heap, slot - HEAP_SLOT)
        } else {
            (&mut self.globals, slot)
        }
    }

    /// The live object in whose slots the address lies, globals only when the path owns them.
    #[inline]
    pub fn object(&self, address: u64) -> Option<&Object> {
        let (region, key) = self.region(address >> SLOT_BITS);
        match region.get(key)? {
            Entry::Object(object) => Some(object),
            Entry::Continues(back) => match region.get(key - back)? {
                Entry::Object(object) => Some(object),
                Entry::Continues(_) => None,
            },
        }
    }

    /// [`Memory::object`] for writing.
    #[inline]
    pub fn object_mut(&mut self, address: u64) -> Option<&mut Object> {
        let (region, key) = self.region_mut(address >> SLOT_BITS);
        let first = match region.get(key)? {
            Entry::Object(_) => key,
            Entry::Continues(back) => key - back,
        };
        match region.get_mut(first)? {
            Entry::Object(object) => {
                object.changes();
                Some(object)
            }
            Entry::Continues(_) => None,
        }
    }

    /// What an address falls into.
    pub fn lookup(&self, layout: &Layout, address: u64) -> Lookup<'_> {
        if let Some(object) = self.object(address) {
            return Lookup::Object(object);
        }
        let slot = address >> SLOT_BITS;
        if slot >= STACK_SLOT && slot - STACK_SLOT < self.stack_slots {
            Lookup::FreedStack
        } else if (HEAP_SLOT..STACK_SLOT).contains(&slot) && slot - HEAP_SLOT < self.heap_slots {
            Lookup::FreedHeap
        } else if let Some(global) = layout.global_at(address) {
            Lookup::Global(global)
        } else {
            Lookup::Nothing
        }
    }

    /// Makes the path own a global's contents.
    pub fn adopt(&mut self, object: Object) {
        self.insert(object);
    }

    fn insert(&mut self, object: Object) {
        self.shape = self.shape.wrapping_add(shape(&object));
        let first = object.base >> SLOT_BITS;
        let slots = ((object.base + object.size + GUARD) >> SLOT_BITS) - first + 1;
        let (region, key) = self.region_mut(first);
        region.insert(key, Entry::Object(object));
        for back in 1..slots {
            region.insert(key + back, Entry::Continues(back));
        }
    }

    /// A new object with uninitialised bytes; its address. `None` when the address space is used up.
    pub fn allocate(&mut self, kind: ObjectKind, size: u64, align: u64) -> Option<u64> {
        self.allocate_by(kind, size, align, Alignments::Generous)
    }

    /// As [`Memory::allocate`], aligned so.
    pub fn allocate_by(
        &mut self,
        kind: ObjectKind,
        size: u64,
        align: u64,
        alignments: Alignments,
    ) -> Option<u64> {
        let on_stack = kind == ObjectKind::Stack;
        let start = if on_stack { STACK_SLOT } else { HEAP_SLOT };
        let used = if on_stack { &mut self.stack_slots } else { &mut self.heap_slots };
        let slot = match &mut self.homes {
            Some(homes) => homes.next(Class { on_stack, size, align }, |slot| {
                place(start + slot, size, align, alignments).1
            }),
            None => *used,
        };
        let (base, slots) = place(start + slot, size, align, alignments);
        *used = (*used).max(slot + slots);
        if kind == ObjectKind::Heap && HEAP_SLOT + self.heap_slots > STACK_SLOT {
            return None;
        }
        self.insert(Object::undef(base, size, kind));
        Some(base)
    }

    /// Whether an object may start at this address: tells a second release from a release of an inner address.
    pub fn is_start(address: u64) -> bool {
        address & ((1 << SLOT_BITS) - 1) == GUARD
    }

    /// Whether two addresses fall into one slot.
    pub fn same_slot(a: u64, b: u64) -> bool {
        a >> SLOT_BITS == b >> SLOT_BITS
    }

    /// Begins the life of the stack object at `base` anew: its bytes were never initialised.
    pub fn begin(&mut self, base: u64, size: u64) {
        match self.object_mut(base) {
            Some(object) => {
                object.life = None;
                object.clear(0, object.size);
            }
            None => self.insert(Object::undef(base, size, ObjectKind::Stack)),
        }
    }

    /// Ends the life of the object at `base`.
    pub fn release(&mut self, base: u64) {
        let Some(object) = self.object(base) else { return };
        let first = base >> SLOT_BITS;
        let last = (object.base + object.size + GUARD) >> SLOT_BITS;
        self.shape = self.shape.wrapping_sub(shape(object));
        let (region, key) = self.region_mut(first);
        for i in 0..=last - first {
            region.remove(key + i);
        }
    }

    /// Notes that the program has to release the heap object at `base`, and where it was made.
    pub fn note_owned(&mut self, base: u64, stack: Vec<StackFrame>) {
        if let Some(key) = (base >> SLOT_BITS).checked_sub(HEAP_SLOT) {
            self.owned.insert(key, Owned { stack, when: None });
        }
    }

    /// What is known of the heap object at `base` when the program has to release it.
    pub(crate) fn owned(&self, base: u64) -> Option<&Owned> {
        self.owned.get((base >> SLOT_BITS).checked_sub(HEAP_SLOT)?)
    }

    /// Whether an address is one of the heap's.
    pub fn in_heap(address: u64) -> bool {
        (HEAP_SLOT..STACK_SLOT).contains(&(address >> SLOT_BITS))
    }

    /// The objects that differ from those of another path; `None` when the two do not have the same live objects, array
    /// objects and heap functions.
    pub fn differing(&self, other: &Memory) -> Option<Vec<u64>> {
        let mut bases = Vec::new();
        let mut same =
            self.arrays.are_shared(&other.arrays) && self.functions.are_shared(&other.functions);
        self.owned.differences(&other.owned, &mut |_, a, b| same &= a == b);
        let globals = &mut |_, a: Option<&Entry>, b: Option<&Entry>| {
            if let Some(Entry::Object(object)) = a.or(b) {
                bases.push(object.base);
            }
        };
        self.globals.differences(&other.globals, globals);
        for (a, b) in [(&self.heap, &other.heap), (&self.stack, &other.stack)] {
            a.differences(b, &mut |_, a, b| match (a, b) {
                (Some(Entry::Object(a)), Some(Entry::Object(b))) => {
                    same &= a.base == b.base && a.size == b.size && a.kind == b.kind;
                    same &= a.extent == b.extent && a.is_cleared == b.is_cleared;
                    bases.push(a.base);
                }
                (Some(Entry::Continues(a)), Some(Entry::Continues(b))) => same &= a == b,
                _ => same = false,
            });
        }
        same.then_some(bases)
    }

    /// Where the objects of the path hold other terms than before: addresses and lengths. What was made and released since does not
    /// count. `None` when there are other objects, or they hold other values for certain.
    pub(crate) fn changed_terms(&self, before: &Memory) -> Option<Vec<(u64, u64)>> {
        let mut terms = Vec::new();
        let mut same = self.arrays == before.arrays && self.functions == before.functions;
        for (a, b) in [
            (&self.globals, &before.globals),
            (&self.heap, &before.heap),
            (&self.stack, &before.stack),
        ] {
            a.differences(b, &mut |_, a, b| match (a, b) {
                _ if !same => {}
                (Some(Entry::Object(a)), Some(Entry::Object(b))) => match a.changed_terms(b) {
                    Some(found) => terms.extend(found),
                    None => same = false,
                },
                (Some(Entry::Continues(a)), Some(Entry::Continues(b))) => same = a == b,
                _ => same = false,
            });
        }
        same.then_some(terms)
    }

    /// How the objects of two paths differ; the array objects and the heap functions are not looked at.
    ///
    /// # Errors
    /// What keeps them from being one memory.
    pub fn compared(&self, other: &Memory) -> Result<Differences, &'static str> {
        let mut found = Differences::default();
        let mut apart = None;
        let globals = &mut |_, a: Option<&Entry>, b: Option<&Entry>| {
            if let Some(Entry::Object(object)) = a.or(b) {
                found.changed.push(object.base);
            }
        };
        self.globals.differences(&other.globals, globals);
        let regions = [
            (&self.heap, &other.heap, HEAP_SLOT, [self.heap_slots, other.heap_slots]),
            (&self.stack, &other.stack, STACK_SLOT, [self.stack_slots, other.stack_slots]),
        ];
        for (a, b, first, [mine, theirs]) in regions {
            // An object that the other path never had is not in its way.
            let is_new = |object: &Object, homes: &Option<Homes>, used: u64| {
                let slot = (object.base >> SLOT_BITS) - first;
                match homes {
                    Some(homes) => !homes.was_made(first == STACK_SLOT, slot),
                    None => slot >= used,
                }
            };
            a.differences(b, &mut |_, a, b| match (a, b) {
                (Some(Entry::Object(a)), Some(Entry::Object(b))) => {
                    if a.base == b.base && a.size == b.size && a.kind == b.kind {
                        found.changed.push(a.base);
                    } else {
                        apart = Some(UNLIKE);
                    }
                }
                (Some(Entry::Object(a)), None) => {
                    if !is_new(a, &other.homes, theirs) {
                        found.released.push(a.base);
                    }
                }
                (None, Some(Entry::Object(b))) => {
                    found.added.push(b.base);
                    if !is_new(b, &self.homes, mine) {
                        found.released.push(b.base);
                    }
                }
                (Some(Entry::Continues(a)), Some(Entry::Continues(b))) if a == b => {}
                (Some(Entry::Continues(_)), None) | (None, Some(Entry::Continues(_))) => {}
                (None, None) => {}
                (Some(_), Some(_)) => apart = Some(UNLIKE),
            });
        }
        apart.map_or(Ok(found), Err)
    }

    /// The objects that this memory and another one do not share, by their addresses.
    pub fn touched(&self, other: &Memory) -> Vec<u64> {
        let mut bases = Vec::new();
        let visit = &mut |_, a: Option<&Entry>, b: Option<&Entry>| {
            for entry in [a, b].into_iter().flatten() {
                if let Entry::Object(object) = entry {
                    bases.push(object.base);
                }
            }
        };
        self.globals.differences(&other.globals, visit);
        self.heap.differences(&other.heap, visit);
        self.stack.differences(&other.stack, visit);
        bases.sort_unstable();
        bases.dedup();
        bases
    }

    /// Has to release what either path has to, which two become: what only one of them has to, where the path is that one.
    pub(crate) fn own_too(&mut self, other: &Memory, condition: Term, store: &mut TermStore) {
        let mut changed = Vec::new();
        self.owned.differences(&other.owned, &mut |key, mine, theirs| {
            let Some(Owned { stack, .. }) = mine.or(theirs) else { return };
            let [x, y] = [mine, theirs].map(|owned| match owned {
                Some(owned) => owned.when.unwrap_or_else(|| store.bool(true)),
                None => store.bool(false),
            });
            let when = store.ite(condition, x, y);
            let when = Some(when).filter(|when| store.as_bool(*when) != Some(true));
            changed.push((key, Owned { stack: stack.clone(), when }));
        });
        changed.into_iter().for_each(|(key, owned)| self.owned.insert(key, owned));
    }

    /// The globals of which another path owns the contents and this one does not, by their addresses.
    pub fn missing_globals(&self, other: &Memory) -> Vec<u64> {
        let mut bases = Vec::new();
        self.globals.differences(&other.globals, &mut |_, a, b| {
            if let (None, Some(Entry::Object(object))) = (a, b) {
                bases.push(object.base);
            }
        });
        bases
    }

    /// A number that is equal for two paths with the same heap and stack objects, whatever they hold.
    pub fn shape(&self) -> u64 {
        self.shape
    }

    /// Uses no address again that another path has used.
    pub fn skip_used(&mut self, other: &Memory) {
        self.heap_slots = self.heap_slots.max(other.heap_slots);
        self.stack_slots = self.stack_slots.max(other.stack_slots);
        if let (Some(mine), Some(theirs)) = (&mut self.homes, &other.homes) {
            mine.skip_used(theirs);
        }
    }

    /// Gives what this path and those that come from it make from here on addresses by its kind, its size and its number.
    pub fn share_addresses(&mut self) {
        self.homes = Some(Homes::new([self.heap_slots, self.stack_slots]));
    }

    /// Says when the path has the object at an address: `None` for always.
    pub fn limit(&mut self, base: u64, life: Option<Term>) {
        if let Some(object) = self.object_mut(base) {
            object.life = life;
        }
    }

    /// Says how many bytes the object at an address has: `None` for all.
    pub fn extend(&mut self, base: u64, extent: Option<Term>) {
        if let Some(object) = self.object_mut(base) {
            object.extent = extent;
        }
    }

    /// Says that the object at an address was set to zero, also behind its extent.
    pub(crate) fn note_cleared(&mut self, base: u64) {
        if let Some(object) = self.object_mut(base) {
            object.is_cleared = true;
        }
    }

    /// What an address falls into whose object the path does not have.
    pub fn gone(address: u64) -> Lookup<'static> {
        match Self::in_stack(address) {
            true => Lookup::FreedStack,
            false => Lookup::FreedHeap,
        }
    }

    /// Whether an address is one of the stack's.
    pub fn in_stack(address: u64) -> bool {
        address >> SLOT_BITS >= STACK_SLOT
    }

    /// Whether nothing was made, and only constants were read.
    pub fn is_constant(&self) -> bool {
        let mut constant = self.heap_slots == 0 && self.stack_slots == 0;
        constant &= self.arrays.are_shared(&Default::default());
        constant &= self.functions.are_shared(&Default::default());
        self.for_each(&mut |object| constant &= object.constant);
        constant
    }

    /// Calls `visit` with every object of the path.
    pub fn for_each(&self, visit: &mut dyn FnMut(&Object)) {
        for region in [&self.globals, &self.heap, &self.stack] {
            region.for_each(&mut |entry: &Rc<Entry>| {
                if let Entry::Object(object) = &**entry {
                    visit(object);
                }
            });
        }
    }
}

/// A hash of which heap or stack object it is; 0 for a global, which a path owns from when it first writes it.
fn shape(object: &Object) -> u64 {
    if object.base >> SLOT_BITS < HEAP_SLOT {
        return 0;
    }
    let mut hasher = FxHasher::default();
    (object.base, object.size, object.kind).hash(&mut hasher);
    hasher.finish()
}

impl Trace for Memory {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Memory {
            globals,
            heap,
            stack,
            owned,
            heap_slots: _,
            stack_slots: _,
            homes: _,
            shape: _,
            arrays,
            functions,
        } = self;
        for region in [globals, heap, stack] {
            region.for_each(&mut |entry: &Rc<Entry>| match &**entry {
                Entry::Object(object) => object.trace(visit),
                Entry::Continues(_) => {}
            });
        }
        owned.for_each(&mut |owned: &Rc<Owned>| owned.when.trace(visit));
        arrays.trace(visit);
        functions.trace(visit);
    }
}

/// Largest object in bytes.
pub(crate) const MAX_OBJECT: u64 = 1 << 32;
