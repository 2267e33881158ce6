//! The heap: `malloc` and its relatives.

use crate::registry::Entry;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("malloc", malloc),
    ("calloc", calloc),
    ("realloc", realloc),
    ("free", free),
    ("posix_memalign", posix_memalign),
    ("aligned_alloc", aligned_alloc),
];

fn new(call: &mut Call<'_>, size: u64, align: u64) -> Result<u64, Stop> {
    let too_large = call.unsupported(format!("an allocation of {size} bytes"));
    call.allocate(size, align).ok_or(too_large)
}

fn returned(address: u64) -> Result<Flow, Stop> {
    Ok(Flow::Return(vec![Slot::word(address)]))
}

fn malloc(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let size = call.word(0)?;
    returned(new(call, size, 16)?)
}

fn calloc(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let (count, each) = (call.word(0)?, call.word(1)?);
    let size = count.saturating_mul(each);
    let address = new(call, size, 16)?;
    call.clear(address, size);
    returned(address)
}

fn realloc(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let (old, size) = (call.word(0)?, call.word(1)?);
    if old == 0 {
        return returned(new(call, size, 16)?);
    }
    let kept = call.heap_object(old)?.min(size);
    let address = new(call, size, 16)?;
    call.copy(Slot::word(address), Slot::word(old), kept)?;
    call.release(old)?;
    returned(address)
}

fn free(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let address = call.word(0)?;
    if address != 0 {
        call.release(address)?;
    }
    Ok(Flow::Return(Vec::new()))
}

fn posix_memalign(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let (align, size) = (call.word(1)?, call.word(2)?);
    let target = call.address(call.arg(0), 8, true)?;
    let address = new(call, size, align.max(16))?;
    call.write_bytes(target, &address.to_le_bytes());
    returned(0)
}

fn aligned_alloc(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let (align, size) = (call.word(0)?, call.word(1)?);
    returned(new(call, size, align.max(16))?)
}
