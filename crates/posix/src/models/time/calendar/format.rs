//! `strftime` in the C locale (C17 7.27.3.5, and what glibc has beside it). Flags and widths are not modelled.

use super::{DAYS, Date, MONTHS, days_to, read, time_of};
use crate::shared::strings::{contents, length};
use crate::shared::value::{Answer, word};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

const LONG_MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const LONG_DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// `strftime(target, room, format, date)`: the length of the text, or zero where it does not fit.
pub(super) fn strftime(call: &mut Call<'_>) -> Answer {
    let (room, format) = (call.word(1)?, call.word(2)?);
    let len = length(call, format)?;
    let format = call.bytes(format, len)?;
    let date = call.word(3)?;
    let mut text = Vec::new();
    let mut rest = format.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        let mut letter = rest.next().unwrap_or(0);
        let modified: &[u8] = match letter {
            b'E' => b"cCxXyY",
            b'O' => b"deHImMSuUVwWybBh",
            _ => &[],
        };
        if !modified.is_empty() {
            let of = rest.next().unwrap_or(0);
            // In the C locale they change nothing.
            letter = if modified.contains(&of) { of } else { letter };
        }
        text.extend(conversion(call, letter, date)?);
    }
    if text.len() as u64 >= room {
        return word(0);
    }
    text.push(0);
    let target = call.address(call.arg(0), text.len() as u64, true)?;
    call.write_bytes(target, &text);
    word(text.len() as u64 - 1)
}

/// The fields that a conversion reads, as bits: those that it does not read may be uninitialised.
fn fields(letter: u8) -> u32 {
    const ALL: u32 = 0b111_1111;
    match letter {
        b'S' => 1,
        b'M' => 1 << 1,
        b'H' | b'I' | b'k' | b'l' | b'p' | b'P' => 1 << 2,
        b'd' | b'e' => 1 << 3,
        b'm' | b'b' | b'B' | b'h' => 1 << 4,
        b'y' | b'Y' | b'C' => 1 << 5,
        b'a' | b'A' | b'u' | b'w' => 1 << 6,
        b'j' => 1 << 7,
        b'U' | b'W' => 1 << 6 | 1 << 7,
        b'g' | b'G' | b'V' => 1 << 5 | 1 << 6 | 1 << 7,
        b'D' | b'x' | b'F' => 1 << 3 | 1 << 4 | 1 << 5,
        b'R' => 1 << 1 | 1 << 2,
        b'r' | b'T' | b'X' => 0b111,
        b's' => ALL & !(1 << 6) | 1 << 8,
        b'c' => ALL,
        b'z' | b'Z' => 1 << 8,
        _ => 0,
    }
}

fn conversion(call: &mut Call<'_>, letter: u8, at: u64) -> Result<Vec<u8>, Stop> {
    let date = read(call, 3, fields(letter))?;
    if letter == b'Z' {
        return zone(call, at);
    }
    if letter == b'z' && date[8] >= 0 {
        let offset = call.load(Slot::word(at + 40), Sort::BitVec(64))?;
        let minutes = call.concrete(offset)? as i64 / 60;
        let sign = if minutes < 0 { '-' } else { '+' };
        let minutes = minutes.abs();
        return Ok(format!("{sign}{:02}{:02}", minutes / 60, minutes % 60).into_bytes());
    }
    match text(letter, &date) {
        Some(text) => Ok(text.into_bytes()),
        None => {
            let letter = char::from(letter);
            Err(call.unsupported(format!("the conversion %{letter} of strftime")))
        }
    }
}

/// The name of the time zone that a date holds.
fn zone(call: &mut Call<'_>, at: u64) -> Result<Vec<u8>, Stop> {
    let zone = call.load(Slot::word(at + 48), Sort::BitVec(64))?;
    let zone = call.concrete(zone)?;
    if zone == 0 {
        return Ok(Vec::new());
    }
    let mut name = Vec::new();
    for byte in contents(call, zone)? {
        name.push(call.concrete(byte)? as u8);
    }
    Ok(name)
}

/// The number of a week that begins with a day of the week, from the first such day of the year.
fn week(date: &Date, first: i32) -> i32 {
    let since = (date[6] - first).rem_euclid(7);
    (date[7] - since + 7).div_euclid(7)
}

/// The year and the week of ISO 8601.
fn iso(date: &Date) -> (i64, i32) {
    let year = i64::from(date[5]) + 1900;
    let days = |year: i64| (days_to(year + 1, 0, 1) - days_to(year, 0, 1)) as i32;
    // The week's Thursday says which year it is of.
    let thursday = date[7] - (date[6] + 6) % 7 + 3;
    if thursday < 0 {
        return (year - 1, (thursday + days(year - 1)) / 7 + 1);
    }
    if thursday >= days(year) {
        return (year + 1, (thursday - days(year)) / 7 + 1);
    }
    (year, thursday / 7 + 1)
}

fn named(names: &[&str], number: i32) -> String {
    let name = usize::try_from(number).ok().and_then(|at| names.get(at).copied());
    name.unwrap_or("?").to_owned()
}

fn text(letter: u8, date: &Date) -> Option<String> {
    let [second, minute, hour, day, month, year, weekday, number, _] = *date;
    let full = i64::from(year) + 1900;
    let twelve = match hour {
        13.. => hour - 12,
        0 => 12,
        _ => hour,
    };
    let half = if hour > 11 { "PM" } else { "AM" };
    let all = |letters: &str| letters.bytes().map(|l| text(l, date)).collect::<Option<Vec<_>>>();
    Some(match letter {
        b'%' => "%".to_owned(),
        b'n' => "\n".to_owned(),
        b't' => "\t".to_owned(),
        b'a' => named(&DAYS, weekday),
        b'A' => named(&LONG_DAYS, weekday),
        b'b' | b'h' => named(&MONTHS, month),
        b'B' => named(&LONG_MONTHS, month),
        b'C' => format!("{:02}", full.div_euclid(100)),
        b'd' => format!("{day:02}"),
        b'e' => format!("{day:2}"),
        b'D' | b'x' => all("mdy")?.join("/"),
        b'F' => all("Ymd")?.join("-"),
        b'H' => format!("{hour:02}"),
        b'I' => format!("{twelve:02}"),
        b'k' => format!("{hour:2}"),
        b'l' => format!("{twelve:2}"),
        b'j' => format!("{:03}", number + 1),
        b'm' => format!("{:02}", month + 1),
        b'M' => format!("{minute:02}"),
        b'p' => half.to_owned(),
        b'P' => half.to_ascii_lowercase(),
        b'r' => format!("{} {half}", all("IMS")?.join(":")),
        b'R' => all("HM")?.join(":"),
        b's' => time_of(date).to_string(),
        b'S' => format!("{second:02}"),
        b'T' | b'X' => all("HMS")?.join(":"),
        b'u' => ((weekday + 6).rem_euclid(7) + 1).to_string(),
        b'w' => weekday.to_string(),
        b'U' => format!("{:02}", week(date, 0)),
        b'W' => format!("{:02}", week(date, 1)),
        b'V' => format!("{:02}", iso(date).1),
        b'G' => iso(date).0.to_string(),
        b'g' => format!("{:02}", iso(date).0.rem_euclid(100)),
        b'y' => format!("{:02}", full.rem_euclid(100)),
        b'Y' => full.to_string(),
        b'c' => format!("{} {}", all("abeT")?.join(" "), full),
        // Before the first date that counts, there is no offset.
        b'z' => String::new(),
        _ => return None,
    })
}
