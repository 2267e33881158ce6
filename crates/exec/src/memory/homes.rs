//! Addresses of objects of paths that are unwound together.
//!
//! Paths that become one must agree about what lies at an address. The n-th object of a kind, a size and an alignment has
//! the same address on all paths, and no other object has it: paths that do the same find their objects at the same
//! places, and paths that do not find them at different ones.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Objects that can stand in each other's place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Class {
    /// Whether it is a stack object.
    pub(super) on_stack: bool,
    /// Number of bytes.
    pub(super) size: u64,
    /// Alignment in bytes.
    pub(super) align: u64,
}

/// The addresses that any of the paths gave.
#[derive(Debug, Default)]
struct Table {
    /// The first slots of the objects of each class, in order.
    slots: FxHashMap<Class, Vec<u64>>,
    /// The class of the object that begins in a slot of heap or stack, and its number in the class.
    owners: [FxHashMap<u64, (Class, usize)>; 2],
    /// The first slots of heap and stack that nothing has.
    free: [u64; 2],
}

/// The addresses that all paths share, and how many objects of each class this path has made.
#[derive(Clone, Debug)]
pub(super) struct Homes {
    table: Rc<RefCell<Table>>,
    made: Rc<FxHashMap<Class, usize>>,
}

impl Homes {
    /// Of a path behind whose objects these slots of heap and stack are free.
    pub(super) fn new(free: [u64; 2]) -> Self {
        let table = Table { free, ..Table::default() };
        Self { table: Rc::new(RefCell::new(table)), made: Rc::default() }
    }

    /// The first slot of the next object of a class. `slots` says how many it takes, by its first one.
    pub(super) fn next(&mut self, class: Class, slots: impl FnOnce(u64) -> u64) -> u64 {
        let made = Rc::make_mut(&mut self.made).entry(class).or_default();
        let nth = *made;
        *made += 1;
        let mut table = self.table.borrow_mut();
        let Table { slots: known, owners, free } = &mut *table;
        let known = known.entry(class).or_default();
        if let Some(slot) = known.get(nth) {
            return *slot;
        }
        let region = usize::from(class.on_stack);
        let slot = free[region];
        free[region] += slots(slot);
        known.push(slot);
        owners[region].insert(slot, (class, nth));
        slot
    }

    /// Whether this path, or one that it came from, has made the object that begins in a slot.
    pub(super) fn was_made(&self, on_stack: bool, slot: u64) -> bool {
        let table = self.table.borrow();
        match table.owners[usize::from(on_stack)].get(&slot) {
            Some((class, nth)) => self.made.get(class).is_some_and(|made| made > nth),
            // It was there before addresses were shared.
            None => true,
        }
    }

    /// Uses no address again that another path has used.
    pub(super) fn skip_used(&mut self, other: &Homes) {
        if Rc::ptr_eq(&self.made, &other.made) {
            return;
        }
        let made = Rc::make_mut(&mut self.made);
        for (class, count) in other.made.iter() {
            let mine = made.entry(*class).or_default();
            *mine = (*mine).max(*count);
        }
    }
}
