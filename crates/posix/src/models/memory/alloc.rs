//! The heap: `malloc` and its relatives, C++'s operators, anonymous mappings.

use crate::errno::{EINVAL, ENODEV, ENOMEM};
use crate::shared::descriptors::reader;
use crate::shared::failed::failed;
use crate::shared::files;
use crate::shared::memory::{REFUSED, object, owned, refused};
use crate::shared::value::{Answer, Entry, ignored, int, nothing, word, write, zero};
use crate::state::state;
use effigy_base::assumption::AssumptionKind;
use effigy_exec::call::Call;
use effigy_exec::memory::object::ObjectSize;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("malloc", malloc),
    ("valloc", malloc),
    ("calloc", calloc),
    ("realloc", realloc),
    ("reallocarray", reallocarray),
    ("free", free),
    ("cfree", free),
    ("posix_memalign", posix_memalign),
    ("aligned_alloc", aligned_alloc),
    ("memalign", aligned_alloc),
    ("malloc_usable_size", usable_size),
    ("malloc_trim", zero),
    ("_Znwm", operator_new),
    ("_Znam", operator_new),
    ("_ZnwmRKSt9nothrow_t", malloc),
    ("_ZnamRKSt9nothrow_t", malloc),
    ("_ZdlPv", free),
    ("_ZdaPv", free),
    ("_ZdlPvm", free),
    ("_ZdaPvm", free),
    ("mmap", mmap),
    ("mmap64", mmap),
    ("munmap", munmap),
    ("mprotect", zero),
    ("madvise", zero),
    ("__cxa_free_exception", ignored),
];

fn malloc(call: &mut Call<'_>) -> Answer {
    let size = call.size(0)?;
    if refused(call, size.most)? {
        return failed(call, ENOMEM, 0);
    }
    word(owned(call, size, 16)?)
}

/// `operator new`, which throws where `malloc` fails.
fn operator_new(call: &mut Call<'_>) -> Answer {
    let size = call.size(0)?;
    if size.most >= REFUSED {
        return failed(call, ENOMEM, 0);
    }
    call.rests_on_that(AssumptionKind::Alloc, "`new` never throws");
    word(owned(call, size, 16)?)
}

fn calloc(call: &mut Call<'_>) -> Answer {
    let each = call.arg(1);
    let size = match (each.term, each.lo) {
        (None, 1) => call.size(0)?,
        _ => call.word(0)?.saturating_mul(call.word(1)?).into(),
    };
    if refused(call, size.most)? {
        return failed(call, ENOMEM, 0);
    }
    let address = owned(call, size, 16)?;
    call.clear(address, size.most);
    word(address)
}

fn realloc(call: &mut Call<'_>) -> Answer {
    let size = call.size(1)?;
    resize(call, size)
}

fn reallocarray(call: &mut Call<'_>) -> Answer {
    let (count, each) = (call.word(1)?, call.word(2)?);
    resize(call, count.saturating_mul(each).into())
}

fn resize(call: &mut Call<'_>, size: ObjectSize) -> Answer {
    let old = call.word(0)?;
    let kept = match old {
        0 => None,
        old => Some(call.kept(old, size)?),
    };
    if old != 0 && is_zero(call, size)? {
        call.release(old)?;
        return word(0);
    }
    if refused(call, size.most)? {
        return failed(call, ENOMEM, 0);
    }
    let address = owned(call, size, 16)?;
    if let Some(kept) = kept {
        call.carry(address, old, &kept)?;
        call.release(old)?;
    }
    word(address)
}

/// Whether a size is zero.
fn is_zero(call: &mut Call<'_>, size: ObjectSize) -> Result<bool, Stop> {
    let Some(exact) = size.exact else { return Ok(size.most == 0) };
    let zero = call.store().bits(64, 0);
    let is_zero = call.store().eq(exact, zero);
    call.decide(is_zero)
}

fn free(call: &mut Call<'_>) -> Answer {
    let address = call.word(0)?;
    if address != 0 {
        call.release(address)?;
    }
    nothing()
}

fn posix_memalign(call: &mut Call<'_>) -> Answer {
    let (align, size) = (call.word(1)?, call.size(2)?);
    let target = call.address(call.arg(0), 8, true)?;
    if !align.is_power_of_two() || align < 8 {
        return word(u64::from(EINVAL));
    }
    if refused(call, size.most)? {
        return word(u64::from(ENOMEM));
    }
    let address = owned(call, size, align.max(16))?;
    call.write_bytes(target, &address.to_le_bytes());
    word(0)
}

fn aligned_alloc(call: &mut Call<'_>) -> Answer {
    let (align, size) = (call.word(0)?, call.size(1)?);
    if !align.is_power_of_two() || refused(call, size.most)? {
        return failed(call, ENOMEM, 0);
    }
    word(owned(call, size, align.max(16))?)
}

fn usable_size(call: &mut Call<'_>) -> Answer {
    let address = call.word(0)?;
    if address == 0 {
        return word(0);
    }
    call.heap_object(address)?;
    match call.span(address)? {
        Some((_, size)) => word(size),
        None => Err(call.unsupported("the size of an object that is not there")),
    }
}

/// Anonymous memory, and a copy of a file.
fn mmap(call: &mut Call<'_>) -> Answer {
    const ANONYMOUS: u64 = 0x20;
    const PRIVATE: u64 = 2;
    const WRITABLE: u64 = 2;
    let (len, flags) = (call.word(1)?, call.word(3)?);
    let mut content = Vec::new();
    if flags & ANONYMOUS == 0 {
        let (descriptor, place) = (int(call, 4)?, call.word(5)?);
        let reader = reader(call, descriptor)?;
        let Some(reader) = reader.filter(|r| state(call).is_ok_and(|w| files::is_file(w, *r)))
        else {
            return failed(call, ENODEV, -1);
        };
        let shared = call.word(2)? & WRITABLE != 0 && flags & PRIVATE == 0;
        if shared && state(call)?.readers.get(reader).is_some_and(|open| open.node.is_some()) {
            return Err(call.unsupported("a shared mapping of a file"));
        }
        content = files::from(call, reader, place as usize)?;
        content.truncate(len as usize);
    }
    call.rests_on(AssumptionKind::Alloc);
    let address = object(call, len, 4096)?;
    call.clear(address, len);
    write(call, address, &content);
    word(address)
}

/// Ends the life of a whole mapping; parts of one stay.
fn munmap(call: &mut Call<'_>) -> Answer {
    let (address, len) = (call.word(0)?, call.word(1)?);
    // Asks whether the path has it.
    call.span(address)?;
    if call.heap_object(address).is_ok_and(|size| size == len) {
        call.release(address)?;
    }
    word(0)
}
