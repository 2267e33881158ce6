//! Tables of the process that give equal data equal ids.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The first chunk has this many places, each further one twice as many.
const FIRST: usize = 64;

/// So many chunks hold every id.
const CHUNKS: usize = 27;

type Chunk<T> = OnceLock<Box<[OnceLock<&'static T>]>>;

/// What was interned is never freed. Reading takes no lock.
pub(crate) struct Interner<T: ?Sized + 'static> {
    chunks: [Chunk<T>; CHUNKS],
    ids: OnceLock<Mutex<HashMap<&'static T, u32>>>,
}

impl<T: ?Sized + Eq + Hash> Interner<T> {
    pub const fn new() -> Self {
        Self { chunks: [const { OnceLock::new() }; CHUNKS], ids: OnceLock::new() }
    }

    /// The id of the data; `leak` makes it immortal where it is new.
    pub fn intern(&self, data: &T, leak: impl FnOnce() -> &'static T) -> u32 {
        let mut ids =
            self.ids.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = ids.get(data) {
            return *id;
        }
        let data = leak();
        let id = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        let (chunk, place) = split(id);
        let places = FIRST << chunk;
        let chunk = self.chunks[chunk]
            .get_or_init(|| std::iter::repeat_with(OnceLock::new).take(places).collect());
        chunk[place].get_or_init(|| data);
        ids.insert(data, id);
        id
    }

    /// The data of an id that [`Interner::intern`] gave.
    #[inline]
    pub fn get(&self, id: u32) -> Option<&'static T> {
        let (chunk, place) = split(id);
        self.chunks.get(chunk)?.get()?.get(place)?.get().copied()
    }
}

/// The chunk of an id, and its place there.
#[inline]
fn split(id: u32) -> (usize, usize) {
    let shifted = id as usize + FIRST;
    let chunk = (shifted.ilog2() - FIRST.ilog2()) as usize;
    (chunk, shifted - (FIRST << chunk))
}
