//! Which words of a function's own stack objects are still read, by the function itself.
//!
//! An object is known by the register that holds its address, and by registers that are this address plus a constant. A
//! load through them reads words, a store through them writes words, and the address in any other place counts as a read of the
//! whole object: from there on others may read it, and whoever asks looks for the address where it was put.

use super::flow::BitSet;
use super::{Code, Inst, R, Src};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// Largest object in bytes whose words are distinguished.
const LARGEST: u64 = 512;

/// The words of the stack objects that are still read, and the other registers that are.
#[derive(Debug)]
pub(crate) struct Contents {
    /// By register that holds an address, its object and the offset in it.
    addresses: FxHashMap<R, (usize, u64)>,
    objects: Vec<OwnObject>,
    /// Items that are read before they are written, from the start of each block on: registers, behind them words.
    live: Vec<BitSet>,
    items: usize,
    /// By instruction, as far as somebody asked.
    at: RefCell<FxHashMap<(u32, bool), Rc<ReadFrom>>>,
}

/// What code reads from an instruction on.
#[derive(Debug)]
pub(crate) struct ReadFrom {
    /// Registers other than addresses of its own objects.
    pub(crate) registers: Vec<R>,
    /// Offsets of words of its own stack objects, each with the register that holds the object's address.
    pub(crate) words: Vec<(R, u64)>,
}

/// A stack object of a function.
#[derive(Debug)]
struct OwnObject {
    /// The register that holds its address.
    register: R,
    size: u64,
    /// Its words among the items.
    words: Range<u32>,
}

impl Contents {
    /// What some code still reads.
    pub(super) fn new(code: &Code) -> Self {
        let mut contents = Self {
            addresses: FxHashMap::default(),
            objects: Vec::new(),
            live: Vec::new(),
            items: code.sorts.len(),
            at: RefCell::default(),
        };
        contents.find_objects(code);
        contents.live = code.flow().backwards(code, contents.items, &|at, set| {
            contents.step_back(code, at, set);
        });
        contents
    }

    fn find_objects(&mut self, code: &Code) {
        let mut written = vec![0u32; code.sorts.len()];
        for inst in &code.insts {
            code.writes(inst, &mut |dst| written[dst as usize] += 1);
        }
        let constant = |src: Src| {
            let slot = code.consts.get((src.0 & !Src::CONST) as usize)?;
            (src.register().is_none() && slot.term.is_none()).then_some(slot.lo)
        };
        for inst in &code.insts {
            if let Inst::Alloc { dst, size, .. } = inst
                && written[*dst as usize] == 1
                && let Some(size) = constant(*size).filter(|size| *size <= LARGEST)
            {
                let first = self.items as u32;
                self.items += size.div_ceil(8) as usize;
                self.addresses.insert(*dst, (self.objects.len(), 0));
                let words = first..self.items as u32;
                self.objects.push(OwnObject { register: *dst, size, words });
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for inst in &code.insts {
                let (dst, from, offset) = match *inst {
                    Inst::Add { dst, a, b, .. } => (dst, a, constant(b)),
                    Inst::Move { dst, a } => (dst, a, Some(0)),
                    _ => continue,
                };
                let known = from.register().and_then(|r| self.addresses.get(&r)).copied();
                if let (Some((object, at)), Some(offset)) = (known, offset)
                    && written[dst as usize] == 1
                    && !self.addresses.contains_key(&dst)
                {
                    self.addresses.insert(dst, (object, at.wrapping_add(offset)));
                    changed = true;
                }
            }
        }
    }

    /// Whether a register holds the address of an own object, or of a place in it.
    pub(crate) fn is_address(&self, register: R) -> bool {
        self.addresses.contains_key(&register)
    }

    fn object_at(&self, src: Src) -> Option<(&OwnObject, u64)> {
        let (object, offset) = self.addresses.get(&src.register()?)?;
        Some((&self.objects[*object], *offset))
    }

    /// An operand is read: a register, or all of an object whose address it is.
    fn read(&self, src: Src, live: &mut BitSet) {
        match (self.object_at(src), src.register()) {
            (Some((object, _)), _) => object.words.clone().for_each(|word| live.add_item(word)),
            (None, Some(register)) => live.add_item(register),
            (None, None) => {}
        }
    }

    /// What is read before an instruction, from what is read behind it.
    fn step_back(&self, code: &Code, at: usize, live: &mut BitSet) {
        self.step_over(code, at, live);
        let from = code.unread.partition_point(|(before, _)| (*before as usize) < at);
        for (_, register) in code.unread[from..].iter().take_while(|(b, _)| *b as usize == at) {
            if let Some((object, _)) = self.object_at(Src(*register)) {
                object.words.clone().for_each(|word| live.remove(word));
            }
        }
    }

    fn step_over(&self, code: &Code, at: usize, live: &mut BitSet) {
        let inst = &code.insts[at];
        if matches!(inst, Inst::Move { dst, .. } if !live.contains(*dst) && !self.addresses.contains_key(dst))
        {
            return;
        }
        code.writes(inst, &mut |dst| live.remove(dst));
        match *inst {
            Inst::Store { len, addr, value, .. } if self.object_at(addr).is_some() => {
                self.read(value, live);
                if let Some((object, offset)) = self.object_at(addr) {
                    object.covered(offset, u64::from(len)).for_each(|word| live.remove(word));
                }
            }
            Inst::Load { len, addr, .. } if self.object_at(addr).is_some() => {
                if let Some((object, offset)) = self.object_at(addr) {
                    object.touched(offset, u64::from(len)).for_each(|word| live.add_item(word));
                }
            }
            Inst::Alloc { dst, .. } => {
                if let Some((object, _)) = self.object_at(Src(dst)) {
                    object.words.clone().for_each(|word| live.remove(word));
                }
                code.reads(inst, &mut |src| self.read(src, live));
            }
            Inst::Lifetime { address, .. } => match self.object_at(address) {
                Some((object, _)) => object.words.clone().for_each(|word| live.remove(word)),
                None => self.read(address, live),
            },
            Inst::Add { dst, .. } | Inst::Move { dst, .. } if self.addresses.contains_key(&dst) => {
            }
            _ => code.reads(inst, &mut |src| self.read(src, live)),
        }
    }

    /// What the code reads from an instruction on; with `calls`, while the instruction, which is a call, is being executed.
    pub(crate) fn read_from(&self, code: &Code, at: u32, calls: bool) -> Rc<ReadFrom> {
        if let Some(found) = self.at.borrow().get(&(at, calls)) {
            return found.clone();
        }
        let step = |at, set: &mut BitSet| self.step_back(code, at, set);
        let behind = at + u32::from(calls);
        let mut set = code.flow().before(code, behind, self.items, &self.live, &step);
        if calls {
            // What a call will return is not there yet.
            code.writes(&code.insts[at as usize], &mut |dst| set.remove(dst));
        }
        let registers = set.iter().take_while(|item| (*item as usize) < code.sorts.len()).collect();
        let word = |item: u32| {
            let object = self.objects.iter().find(|object| object.words.contains(&item))?;
            Some((object.register, 8 * u64::from(item - object.words.start)))
        };
        let words = set.iter().skip_while(|item| (*item as usize) < code.sorts.len());
        let found = Rc::new(ReadFrom { registers, words: words.filter_map(word).collect() });
        self.at.borrow_mut().insert((at, calls), found.clone());
        found
    }
}

impl OwnObject {
    /// The words that a range of bytes covers.
    fn covered(&self, offset: u64, len: u64) -> impl Iterator<Item = u32> {
        let (size, end) = (self.size, offset.saturating_add(len));
        let inside = move |word: &u64| 8 * word >= offset && (8 * word + 8).min(size) <= end;
        let first = self.words.start;
        (0..size.div_ceil(8)).filter(inside).map(move |word| first + word as u32)
    }

    /// The words that a range of bytes reaches.
    fn touched(&self, offset: u64, len: u64) -> impl Iterator<Item = u32> {
        let (size, end) = (self.size, offset.saturating_add(len));
        let reached = move |word: &u64| 8 * word < end && 8 * word + 8 > offset;
        let first = self.words.start;
        (0..size.div_ceil(8)).filter(reached).map(move |word| first + word as u32)
    }
}
