//! The rest of what std and libc start-up ask of the system: answers of a machine with one thread and no files.

use crate::fd::{failed, number, zero};
use crate::registry::Entry;
use crate::world::world;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("__errno_location", errno_location),
    ("getenv", zero),
    ("secure_getenv", zero),
    ("getauxval", zero),
    ("sysconf", sysconf),
    ("getrandom", getrandom),
    ("gettid", process_id),
    ("getpid", process_id),
    ("pthread_self", process_id),
    ("signal", zero),
    ("sigaction", zero),
    ("sigaltstack", zero),
    ("sigemptyset", zero),
    ("sigaddset", zero),
    ("pthread_key_create", key_create),
    ("pthread_key_delete", zero),
    ("pthread_setspecific", zero),
    ("pthread_getspecific", zero),
    ("pthread_attr_init", zero),
    ("pthread_attr_destroy", zero),
    ("pthread_attr_getstack", no_memory),
    ("pthread_attr_getguardsize", no_memory),
    ("pthread_getattr_np", no_memory),
    ("pthread_mutex_init", zero),
    ("pthread_mutex_lock", zero),
    ("pthread_mutex_trylock", zero),
    ("pthread_mutex_unlock", zero),
    ("pthread_mutex_destroy", zero),
    ("sched_yield", zero),
    ("__cxa_thread_atexit_impl", zero),
    ("__cxa_atexit", zero),
    ("atexit", zero),
    ("dl_iterate_phdr", zero),
    ("_Unwind_Backtrace", end_of_stack),
    ("mmap64", mmap),
    ("mmap", mmap),
    ("munmap", zero),
    ("mprotect", zero),
    ("madvise", zero),
    ("syscall", syscall),
    ("clock_gettime", clock_gettime),
];

const ENOMEM: i64 = 12;
const ENOSYS: u32 = 38;

fn errno_location(call: &mut Call<'_>) -> Result<Flow, Stop> {
    Ok(Flow::Return(vec![Slot::word(world(call)?.errno)]))
}

fn no_memory(call: &mut Call<'_>) -> Result<Flow, Stop> {
    Ok(Flow::Return(vec![number(ENOMEM, call.result_width())]))
}

fn end_of_stack(_: &mut Call<'_>) -> Result<Flow, Stop> {
    Ok(Flow::Return(vec![Slot::word(5)]))
}

fn process_id(_: &mut Call<'_>) -> Result<Flow, Stop> {
    Ok(Flow::Return(vec![Slot::word(4711)]))
}

fn sysconf(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let value = match call.word(0)? {
        30 => 4096,
        83 | 84 => 1,
        _ => -1,
    };
    Ok(Flow::Return(vec![number(value, 64)]))
}

/// `getrandom(address, bytes, flags)`: the same bytes in every run.
fn getrandom(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let len = call.word(1)?;
    let address = call.address(call.arg(0), len, true)?;
    let bytes: Vec<u8> = (0..len).map(|i| (i as u8).wrapping_mul(151).wrapping_add(41)).collect();
    call.write_bytes(address, &bytes);
    Ok(Flow::Return(vec![Slot::word(len)]))
}

fn key_create(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let address = call.address(call.arg(0), 4, true)?;
    call.write_bytes(address, &1u32.to_le_bytes());
    Ok(Flow::Return(vec![Slot::word(0)]))
}

/// Anonymous memory only.
fn mmap(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let (len, flags) = (call.word(1)?, call.word(3)?);
    if flags & 0x20 == 0 {
        return failed(call, ENOSYS, -1);
    }
    let too_large = call.unsupported(format!("a mapping of {len} bytes"));
    let address = call.allocate(len, 4096).ok_or(too_large)?;
    call.clear(address, len);
    Ok(Flow::Return(vec![Slot::word(address)]))
}

fn syscall(call: &mut Call<'_>) -> Result<Flow, Stop> {
    match call.word(0)? {
        186 => process_id(call),
        202 => zero(call),
        other => Err(call.unsupported(format!("the system call {other}"))),
    }
}

/// `clock_gettime(clock, address)`: a fixed time.
fn clock_gettime(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let address = call.address(call.arg(1), 16, true)?;
    call.write_bytes(address, &1_000_000_000u64.to_le_bytes());
    call.write_bytes(address + 8, &0u64.to_le_bytes());
    Ok(Flow::Return(vec![Slot::word(0)]))
}
