//! The rest of what programs and start-up code ask of the system.

use crate::errno;
use crate::models::threads;
use crate::shared::assumed::{OF_THE_SYSTEM, is_any};
use crate::shared::random::random_bytes;
use crate::shared::strings::text;
use crate::shared::value::{Answer, Entry, ignored, int, nothing, number, slot, word, zero};
use crate::shared::{failed, memory};
use effigy_base::assumption::AssumptionKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;

pub(crate) const MODELS: &[Entry] = &[
    ("llvm.va_start", va_start),
    ("__errno_location", errno_location),
    ("getauxval", getauxval),
    ("sysconf", sysconf),
    ("getpagesize", page_size),
    ("gettid", |call| word(threads::own_id(call))),
    ("getpid", process_id),
    ("getppid", parent_id),
    ("getuid", user_id),
    ("geteuid", user_id),
    ("getgid", user_id),
    ("getegid", user_id),
    ("sigaltstack", zero),
    ("sigprocmask", zero),
    ("sigemptyset", zero),
    ("sigfillset", zero),
    ("sigaddset", zero),
    ("pause", pause),
    ("getrlimit", getrlimit),
    ("getrlimit64", getrlimit),
    ("setrlimit", zero),
    ("prctl", prctl),
    ("umask", umask),
    ("setlocale", setlocale),
    ("bindtextdomain", zero),
    ("textdomain", zero),
    ("gettext", crate::shared::value::first),
    ("strerror", strerror),
    ("strerror_r", strerror),
    ("__xpg_strerror_r", strerror_into),
    ("strsignal", strsignal),
    ("dl_iterate_phdr", no_libraries),
    ("gnu_get_libc_version", libc_version),
    ("dlsym", no_symbol),
    ("__gmon_start__", ignored),
    ("_ITM_registerTMCloneTable", ignored),
    ("_ITM_deregisterTMCloneTable", ignored),
    ("syscall", syscall),
];

fn errno_location(call: &mut Call<'_>) -> Answer {
    word(failed::errno(call)?)
}

/// A fact of the system: one number, or an input between bounds.
fn fact(call: &mut Call<'_>, name: &str, number: u64, most: u64) -> Answer {
    if !is_any(call, AssumptionKind::System)? {
        return word(number);
    }
    let width = call.result_width();
    let wanted = [(format!("{OF_THE_SYSTEM}{name}"), width)];
    let fact = call.input_numbers(&wanted, |store, terms| {
        let most = store.bits(width, u128::from(most));
        terms.iter().map(|term| store.ule(*term, most)).collect()
    })?;
    slot(fact.into_iter().next().unwrap_or_default())
}

/// The largest number of a process or a user.
const MOST_IDS: u64 = i32::MAX as u64;

fn process_id(call: &mut Call<'_>) -> Answer {
    fact(call, "process id", 4711, MOST_IDS)
}

fn parent_id(call: &mut Call<'_>) -> Answer {
    fact(call, "parent id", 1, MOST_IDS)
}

fn user_id(call: &mut Call<'_>) -> Answer {
    fact(call, "user or group id", 1000, MOST_IDS)
}

fn umask(call: &mut Call<'_>) -> Answer {
    fact(call, "umask", 0o22, 0o777)
}

fn page_size(call: &mut Call<'_>) -> Answer {
    call.rests_on(AssumptionKind::System);
    word(4096)
}

fn getauxval(call: &mut Call<'_>) -> Answer {
    call.rests_on(AssumptionKind::System);
    word(0)
}

fn prctl(call: &mut Call<'_>) -> Answer {
    call.rests_on(AssumptionKind::System);
    word(0)
}

fn no_symbol(call: &mut Call<'_>) -> Answer {
    call.rests_on(AssumptionKind::System);
    word(0)
}

fn no_libraries(call: &mut Call<'_>) -> Answer {
    call.rests_on(AssumptionKind::System);
    word(0)
}

/// Most processors of a machine.
const MOST_PROCESSORS: u64 = 1 << 16;

fn sysconf(call: &mut Call<'_>) -> Answer {
    const PAGE_SIZE: i32 = 30;
    const PROCESSORS_CONFIGURED: i32 = 83;
    const PROCESSORS_ONLINE: i32 = 84;
    const CLOCK_TICKS: i32 = 2;
    let name = int(call, 0)?;
    if matches!(name, PROCESSORS_CONFIGURED | PROCESSORS_ONLINE) {
        return fact(call, "processors", 1, MOST_PROCESSORS);
    }
    if !is_any(call, AssumptionKind::System)? {
        let value = match name {
            PAGE_SIZE => 4096,
            CLOCK_TICKS => 100,
            _ => -1,
        };
        return slot(number(value, 64));
    }
    fact(call, &format!("sysconf({name})"), 0, i64::MAX as u64)
}

fn pause(call: &mut Call<'_>) -> Answer {
    Err(call.unsupported("waiting for a signal"))
}

/// `getrlimit(resource, target)`: no limits.
fn getrlimit(call: &mut Call<'_>) -> Answer {
    let target = call.address(call.arg(1), 16, true)?;
    call.rests_on(AssumptionKind::System);
    call.write_bytes(target, &[0xff; 16]);
    word(0)
}

fn constant(call: &mut Call<'_>, text: &str) -> Answer {
    let address = memory::object(call, text.len() as u64 + 1, 16)?;
    call.write_bytes(address, text.as_bytes());
    call.write_bytes(address + text.len() as u64, &[0]);
    word(address)
}

fn libc_version(call: &mut Call<'_>) -> Answer {
    call.rests_on(AssumptionKind::System);
    constant(call, "2.36")
}

/// Only the C locale exists.
fn setlocale(call: &mut Call<'_>) -> Answer {
    let name = text(call, 1)?;
    if !matches!(name.as_str(), "C" | "POSIX") {
        call.rests_on_that(AssumptionKind::System, "there is no locale but that of C");
    }
    match name.as_str() {
        "" | "C" | "POSIX" => constant(call, "C"),
        _ => word(0),
    }
}

fn strerror(call: &mut Call<'_>) -> Answer {
    let code = int(call, 0)?;
    constant(call, &errno::message(code))
}

fn strsignal(call: &mut Call<'_>) -> Answer {
    let number = int(call, 0)?;
    constant(call, &errno::signal(number))
}

/// `__xpg_strerror_r(code, target, room)`.
fn strerror_into(call: &mut Call<'_>) -> Answer {
    let (code, room) = (int(call, 0)?, call.word(2)?);
    let mut message = errno::message(code).into_bytes();
    message.truncate(room.saturating_sub(1) as usize);
    message.push(0);
    let target = call.address(call.arg(1), message.len() as u64, true)?;
    call.write_bytes(target, &message);
    word(0)
}

/// The system calls that std makes by number.
fn syscall(call: &mut Call<'_>) -> Answer {
    const GETTID: u64 = 186;
    const FUTEX: u64 = 202;
    const GETRANDOM: u64 = 318;
    match call.word(0)? {
        GETTID => word(threads::own_id(call)),
        FUTEX => threads::futex(call),
        GETRANDOM => {
            let (address, len) = (call.arg(1), call.word(2)?);
            random_bytes(call, address, len)?;
            word(len)
        }
        other => Err(call.unsupported(format!("the system call {other}"))),
    }
}

/// `llvm.va_start(list)`: a `va_list` (System V ABI, section 3.5.7) whose arguments all stand in memory.
fn va_start(call: &mut Call<'_>) -> Answer {
    let list = call.address(call.arg(0), 24, true)?;
    let args: Vec<(Slot, Sort)> = call.variadic().to_vec();
    let mut places = Vec::new();
    let mut size: u64 = 0;
    for (value, sort) in args {
        let width = sort.width().unwrap_or(64);
        let bytes = u64::from(width.div_ceil(8)).next_multiple_of(8);
        size = if bytes > 8 { size.next_multiple_of(16) } else { size };
        places.push((size, value, sort, bytes));
        size += bytes;
    }
    let area = memory::object(call, size, 16)?;
    call.clear(area, size);
    for (offset, value, sort, _) in places {
        call.store_value(Slot::word(area + offset), value, sort)?;
    }
    let mut fields = Vec::new();
    fields.extend(48u32.to_le_bytes());
    fields.extend(176u32.to_le_bytes());
    fields.extend(area.to_le_bytes());
    fields.extend(area.to_le_bytes());
    call.write_bytes(list, &fields);
    nothing()
}
