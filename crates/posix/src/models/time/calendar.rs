//! `<time.h>`: times as dates. The time zone is UTC, as where `TZ` is not set and the system has no other; a symbolic time is split by
//! its values.

mod format;

use crate::shared::memory;
use crate::shared::value::{Answer, Entry, word};
use crate::state::{state, state_mut};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("gmtime", |c| shared(c, Zone::Gmt)),
    ("localtime", |c| shared(c, Zone::Utc)),
    ("gmtime_r", |c| into(c, Zone::Gmt)),
    ("localtime_r", |c| into(c, Zone::Utc)),
    ("mktime", |c| seconds(c, Zone::Utc)),
    ("timegm", |c| seconds(c, Zone::Gmt)),
    ("difftime", difference),
    ("asctime", |c| text(c, false)),
    ("ctime", |c| text(c, true)),
    ("asctime_r", |c| text_into(c, false)),
    ("ctime_r", |c| text_into(c, true)),
    ("strftime", format::strftime),
    ("tzset", crate::shared::value::ignored),
];

/// The size of a `struct tm`: nine numbers, the offset from UTC, the name of the zone.
const SIZE: u64 = 56;

/// The size of a date as text, with its end.
const TEXT: u64 = 26;

/// The names of zones, which stand behind the date and the text that calls share.
const ZONES: &[u8] = b"GMT\0UTC\0";

/// The name of a date's zone, as a place in [`ZONES`].
#[derive(Clone, Copy)]
enum Zone {
    Gmt = 0,
    Utc = 4,
}

const DAY: i64 = 86_400;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/// The fields of a `struct tm` from `tm_sec` to `tm_isdst`.
type Date = [i32; 9];

/// The days from 1970-01-01 to a day of the proleptic Gregorian calendar; the month is from 0 and may be any number.
fn days_to(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = (year + month.div_euclid(12), month.rem_euclid(12));
    // Years begin in March, so that the leap day is the last one.
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leaps + (153 * month + 2) / 5 + day - 1 - 719_468
}

/// The date of a time; `None` when its year is no `int`.
fn date(time: i64) -> Option<Date> {
    let (days, second) = (time.div_euclid(DAY), time.rem_euclid(DAY));
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 2, 0) } else { (month - 10, 1) };
    let year = year + 400 * era + carry;
    let first = days_to(year, 0, 1);
    let number = i32::try_from(year - 1900).ok()?;
    let [hour, minute, second] = [second / 3600, second / 60 % 60, second % 60];
    let weekday = (days + 4).rem_euclid(7);
    let rest = [second, minute, hour, day, month].map(|n| n as i32);
    let [a, b, c, d, e] = rest;
    Some([a, b, c, d, e, number, weekday as i32, (days - first) as i32, 0])
}

/// The time that fields mean, which may be out of their ranges; those after the year do not count.
fn time_of(date: &Date) -> i64 {
    let [second, minute, hour, day, month, year, ..] = date.map(i64::from);
    days_to(year + 1900, month, day) * DAY + hour * 3600 + minute * 60 + second
}

/// The time behind the pointer in an argument.
fn time_at(call: &mut Call<'_>, index: usize) -> Result<i64, Stop> {
    let value = call.load(call.arg(index), Sort::BitVec(64))?;
    Ok(call.concrete(value)? as i64)
}

/// The fields of the date that an argument points to whose bits are set; the others do not count and may be uninitialised.
fn read(call: &mut Call<'_>, index: usize, fields: u32) -> Result<Date, Stop> {
    let start = call.address(call.arg(index), SIZE, false)?;
    let mut date = Date::default();
    for (bit, (at, field)) in (start..).step_by(4).zip(&mut date).enumerate() {
        if fields >> bit & 1 == 1 {
            let value = call.load(Slot::word(at), Sort::BitVec(32))?;
            *field = call.concrete(value)? as u32 as i32;
        }
    }
    Ok(date)
}

fn write(call: &mut Call<'_>, target: u64, date: &Date, zone: Zone) -> Result<(), Stop> {
    let name = object(call)? + SIZE + TEXT + zone as u64;
    for (at, field) in (target..).step_by(4).zip(date) {
        call.write_bytes(at, &field.to_le_bytes());
    }
    call.clear(target + 36, SIZE - 44);
    call.write_bytes(target + SIZE - 8, &name.to_le_bytes());
    Ok(())
}

/// The object that calls share: a date, then its text, then the names of zones.
fn object(call: &mut Call<'_>) -> Result<u64, Stop> {
    let known = state(call)?.calendar;
    if known != 0 {
        return Ok(known);
    }
    let made = memory::object(call, SIZE + TEXT + ZONES.len() as u64, 16)?;
    call.keep(made);
    call.write_bytes(made + SIZE + TEXT, ZONES);
    state_mut(call)?.calendar = made;
    Ok(made)
}

fn too_large(call: &Call<'_>) -> Stop {
    call.unsupported("a time whose year is no int")
}

fn shared(call: &mut Call<'_>, zone: Zone) -> Answer {
    let time = time_at(call, 0)?;
    let date = date(time).ok_or_else(|| too_large(call))?;
    let target = object(call)?;
    write(call, target, &date, zone)?;
    word(target)
}

fn into(call: &mut Call<'_>, zone: Zone) -> Answer {
    let time = time_at(call, 0)?;
    let target = call.address(call.arg(1), SIZE, true)?;
    let date = date(time).ok_or_else(|| too_large(call))?;
    write(call, target, &date, zone)?;
    word(target)
}

/// `mktime(&date)`: the time, and the fields as they should be.
fn seconds(call: &mut Call<'_>, zone: Zone) -> Answer {
    let given = read(call, 0, 0x3f)?;
    let target = call.address(call.arg(0), SIZE, true)?;
    let time = time_of(&given);
    let date = date(time).ok_or_else(|| too_large(call))?;
    write(call, target, &date, zone)?;
    word(time as u64)
}

/// `difftime(later, earlier)`.
fn difference(call: &mut Call<'_>) -> Answer {
    let (later, earlier) = (call.word(0)? as i64, call.word(1)? as i64);
    let sign = if later < earlier { -1.0 } else { 1.0 };
    word((sign * later.abs_diff(earlier) as f64).to_bits())
}

/// A date as `asctime` writes it; `None` when a field is out of its range or the text has another length.
fn written(date: &Date) -> Option<String> {
    let [second, minute, hour, day, month, year, weekday, ..] = *date;
    let month = MONTHS.get(usize::try_from(month).ok()?)?;
    let weekday = DAYS.get(usize::try_from(weekday).ok()?)?;
    let year = i64::from(year) + 1900;
    let text = format!("{weekday} {month} {day:2} {hour:02}:{minute:02}:{second:02} {year}\n");
    (text.len() as u64 == TEXT - 1).then_some(text)
}

/// The text of the date, or of the time, that the argument points to.
fn text_of(call: &mut Call<'_>, is_time: bool) -> Result<String, Stop> {
    let date = if is_time { date(time_at(call, 0)?) } else { Some(read(call, 0, 0x7f)?) };
    date.and_then(|date| written(&date))
        .ok_or_else(|| call.unsupported("a date that is out of range as text"))
}

fn text(call: &mut Call<'_>, is_time: bool) -> Answer {
    let text = text_of(call, is_time)?;
    let target = object(call)? + SIZE;
    put(call, target, &text)
}

fn text_into(call: &mut Call<'_>, is_time: bool) -> Answer {
    let text = text_of(call, is_time)?;
    let target = call.address(call.arg(1), TEXT, true)?;
    put(call, target, &text)
}

fn put(call: &mut Call<'_>, target: u64, text: &str) -> Answer {
    call.write_bytes(target, text.as_bytes());
    call.write_bytes(target + text.len() as u64, &[0]);
    word(target)
}

#[cfg(test)]
mod tests;
