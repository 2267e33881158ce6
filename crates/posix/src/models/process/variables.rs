//! Variables of the environment: those that the options give, and those that the program sets.

use crate::errno::EINVAL;
use crate::shared::assumed::{OF_THE_SYSTEM, is_any};
use crate::shared::failed::failed;
use crate::shared::memory;
use crate::shared::memory::set_global;
use crate::shared::strings::text;
use crate::shared::value::{Answer, Entry, int, word};
use crate::state::{Variable, state, state_mut};
use effigy_base::assumption::AssumptionKind;
use effigy_exec::call::Call;
use effigy_exec::state::InputKind;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("getenv", getenv),
    ("secure_getenv", getenv),
    ("setenv", setenv),
    ("unsetenv", unsetenv),
    ("putenv", putenv),
    ("clearenv", clearenv),
];

/// `getenv(name)`: where the value is.
fn getenv(call: &mut Call<'_>) -> Answer {
    let name = text(call, 0)?;
    let state = state(call)?;
    let found = state.variables.iter().find(|variable| variable.name == name);
    if let Some(variable) = found {
        return word(variable.address + variable.name.len() as u64 + 1);
    }
    if state.unset.contains(&name) || !is_any(call, AssumptionKind::Env)? {
        return word(0);
    }
    any_variable(call, name)
}

/// Most bytes of the value of a variable that is an input.
const LONGEST: u64 = 8;

/// A variable that nobody has set or looked at: it is not there, or has any short value.
fn any_variable(call: &mut Call<'_>, name: String) -> Answer {
    let is_set = call.chance(&format!("{OF_THE_SYSTEM}{name} is set"))?;
    if !is_set {
        state_mut(call)?.unset.insert(name);
        return word(0);
    }
    let start = format!("{name}=");
    let size = start.len() as u64 + LONGEST + 1;
    let address = memory::object(call, size, 16)?;
    call.keep(address);
    call.write_bytes(address, start.as_bytes());
    let value = call.input_bytes(InputKind::Object, &format!("{OF_THE_SYSTEM}{name}"), LONGEST)?;
    let at = address + start.len() as u64;
    crate::shared::value::write(call, at, &value);
    call.write_bytes(at + LONGEST, &[0]);
    let what = format!("variables of the environment of at most {LONGEST} bytes");
    call.rests_on_that(AssumptionKind::Env, what);
    state_mut(call)?.variables.push(Variable { name, address });
    publish(call)?;
    word(at)
}

/// Sets a variable to a text that is in memory.
fn set(call: &mut Call<'_>, name: String, address: u64) -> Result<(), Stop> {
    let variables = &mut state_mut(call)?.variables;
    match variables.iter_mut().find(|variable| variable.name == name) {
        Some(variable) => variable.address = address,
        None => variables.push(Variable { name, address }),
    }
    publish(call)
}

/// Writes the table that `environ` points to.
pub(crate) fn publish(call: &mut Call<'_>) -> Result<(), Stop> {
    let addresses: Vec<u64> = state(call)?.variables.iter().map(|v| v.address).collect();
    let table = memory::object(call, 8 * (addresses.len() as u64 + 1), 16)?;
    call.keep(table);
    for (at, address) in (table..).step_by(8).zip(addresses.iter().chain(&[0])) {
        call.write_bytes(at, &address.to_le_bytes());
    }
    for global in ["environ", "__environ", "_environ"] {
        set_global(call, global, &table.to_le_bytes())?;
    }
    Ok(())
}

/// `setenv(name, value, overwrite)`.
fn setenv(call: &mut Call<'_>) -> Answer {
    let name = text(call, 0)?;
    if name.is_empty() || name.contains('=') {
        return failed(call, EINVAL, -1);
    }
    let overwrites = int(call, 2)? != 0;
    let known = state(call)?.variables.iter().any(|variable| variable.name == name);
    if known && !overwrites {
        return word(0);
    }
    let start = call.word(1)?;
    let value = crate::shared::strings::contents(call, start)?;
    let size = (name.len() + value.len()) as u64 + 2;
    let address = memory::object(call, size, 16)?;
    call.keep(address);
    call.write_bytes(address, format!("{name}=").as_bytes());
    crate::shared::value::write(call, address + name.len() as u64 + 1, &value);
    call.write_bytes(address + size - 1, &[0]);
    set(call, name, address)?;
    word(0)
}

/// `unsetenv(name)`.
fn unsetenv(call: &mut Call<'_>) -> Answer {
    let name = text(call, 0)?;
    if name.is_empty() || name.contains('=') {
        return failed(call, EINVAL, -1);
    }
    if state(call)?.variables.iter().any(|variable| variable.name == name) {
        state_mut(call)?.variables.retain(|variable| variable.name != name);
        publish(call)?;
    }
    word(0)
}

/// `putenv(text)`: the text itself becomes a part of the environment.
fn putenv(call: &mut Call<'_>) -> Answer {
    let (address, text) = (call.word(0)?, text(call, 0)?);
    match text.split_once('=') {
        Some((name, _)) => set(call, name.to_owned(), address)?,
        None => return unsetenv(call),
    }
    word(0)
}

fn clearenv(call: &mut Call<'_>) -> Answer {
    state_mut(call)?.variables.clear();
    publish(call)?;
    word(0)
}
