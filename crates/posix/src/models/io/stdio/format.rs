//! The language of `printf` formats (C17 7.21.6.1).

use super::number::Style;
use super::spec::{Spec, padded, plain};
use super::{float, number};
use crate::errno;
use crate::models::text::wide;
use crate::shared::decimal::{DOUBLE, LONG};
use crate::shared::failed;
use crate::shared::strings::{bounded, contents, length};
use crate::shared::value::{byte_term, resized, same};
use crate::state::rounding::direction;
use effigy_base::assumption::AssumptionKind;
use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::stop::Stop;

/// Where the values of a format come from.
#[derive(Clone, Copy)]
pub(crate) enum Arguments {
    /// From the call itself, from this argument on.
    Call(usize),
    /// From a `va_list`'s area in memory.
    Memory(u64),
}

impl Arguments {
    /// The arguments of a `va_list` at an address.
    pub(crate) fn listed(call: &mut Call<'_>, list: u64) -> Result<Self, Stop> {
        let area = call.load(Slot::word(list + 8), Sort::BitVec(64))?;
        Ok(Arguments::Memory(call.concrete(area)?))
    }

    /// The next argument, which has a width and is a float or not.
    ///
    /// # Errors
    /// A finding when there is none, or when it is another one.
    pub(crate) fn next(
        &mut self,
        call: &mut Call<'_>,
        width: u32,
        float: bool,
    ) -> Result<Slot, Stop> {
        match self {
            Arguments::Call(index) => {
                let at = *index;
                *index += 1;
                if at >= call.arg_count() {
                    return Err(missing(call));
                }
                let given = call.arg_sort(at).width().unwrap_or(0);
                let class = call.is_float(at).unwrap_or(float);
                if given != width || class != float {
                    let (wanted, given) = (described(width, float), described(given, class));
                    let message = format!("the format asks for {wanted}, the argument is {given}");
                    return Err(call.fail(FindingKind::Format, message));
                }
                Ok(call.arg(at))
            }
            Arguments::Memory(at) => {
                // System V ABI, section 3.5.7: a `long double` stands at a multiple of 16.
                let size = if width > 64 { 16 } else { 8 };
                *at = at.next_multiple_of(size);
                if call.room(*at)?.is_some_and(|room| room < size) {
                    return Err(missing(call));
                }
                let value = call.load(Slot::word(*at), Sort::BitVec(width))?;
                *at += size;
                Ok(value)
            }
        }
    }
}

fn missing(call: &Call<'_>) -> Stop {
    call.fail(FindingKind::Format, "the format asks for more arguments than there are")
}

fn described(width: u32, float: bool) -> String {
    format!("{} of {width} bits", if float { "a float" } else { "an integer or a pointer" })
}

/// What a format gives.
#[derive(Default)]
pub(crate) struct Text {
    /// The characters that are known one by one: bytes, or numbers of 32 bits in wide text.
    pub bytes: Vec<Slot>,
    /// Lengths of the parts that are not (never in exact text).
    pub hidden: Vec<Term>,
    /// The strings that exact text was copied from: address and number of bytes.
    pub sources: Vec<(u64, u64)>,
    /// Whether a part is in neither, whose length nobody looks at.
    is_short: bool,
    /// What `%n` writes, and where: once nothing is left to ask.
    counts: Vec<(u64, Vec<Slot>)>,
}

impl Text {
    /// Does what `%n` asks for.
    pub(crate) fn count(&self, call: &mut Call<'_>) {
        for (target, bytes) in &self.counts {
            crate::shared::value::write(call, *target, bytes);
        }
    }

    /// The number of characters so far.
    pub(crate) fn len(&self, call: &mut Call<'_>) -> Term {
        let mut total = call.store().bits(32, self.bytes.len() as u128);
        for len in &self.hidden {
            total = call.store().bvadd(total, *len);
        }
        total
    }
}

/// What text is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Its length alone.
    Length,
    /// Its bytes.
    Bytes,
    /// Its wide characters, of a wide format.
    Wide,
}

/// Characters of one conversion above which the text is not built.
const MOST_PADDING: usize = 1 << 20;

/// Renders the format in an argument.
pub(crate) fn render(
    call: &mut Call<'_>,
    format: usize,
    mut args: Arguments,
    wanted: Wanted,
) -> Result<Text, Stop> {
    let start = call.word(format)?;
    let units = match wanted {
        Wanted::Wide => wide::contents(call, start, u64::MAX)?,
        _ => contents(call, start)?,
    };
    let mut text = Text::default();
    let mut rest = Rest { units: &units, at: 0 };
    while let Some(unit) = units.get(rest.at).copied() {
        rest.at += 1;
        if !is_percent(call, unit, wanted)? {
            text.bytes.push(unit);
            continue;
        }
        let spec = spec(call, &mut rest, &mut args)?;
        convert(call, &spec, &mut args, wanted, &mut text)?;
    }
    Ok(text)
}

fn is_percent(call: &mut Call<'_>, unit: Slot, wanted: Wanted) -> Result<bool, Stop> {
    let percent = Slot::word(u64::from(b'%'));
    match wanted {
        Wanted::Wide => wide::same(call, unit, percent),
        _ => same(call, unit, percent),
    }
}

/// The rest of a format. A symbolic character is forked over all that it can be when a conversion reads it.
struct Rest<'u> {
    units: &'u [Slot],
    at: usize,
}

impl Rest<'_> {
    fn next_if(
        &mut self,
        call: &mut Call<'_>,
        wanted: impl Fn(u8) -> bool,
    ) -> Result<Option<u8>, Stop> {
        let Some(unit) = self.units.get(self.at) else { return Ok(None) };
        let unit = u8::try_from(call.concrete(*unit)?).unwrap_or(0xff);
        self.at += usize::from(wanted(unit));
        Ok(Some(unit).filter(|b| wanted(*b)))
    }
}

fn spec(call: &mut Call<'_>, rest: &mut Rest<'_>, args: &mut Arguments) -> Result<Spec, Stop> {
    let mut spec = Spec::default();
    while let Some(flag) = rest.next_if(call, |b| b"-+ #0'".contains(&b))? {
        match flag {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            // The C locale groups no digits.
            _ => {}
        }
    }
    let width = count(call, rest, args)?.unwrap_or(0);
    if rest.next_if(call, |b| b == b'$' || b == b'I')?.is_some() {
        return Err(call.unsupported("a format that numbers its arguments"));
    }
    spec.left |= width < 0;
    spec.width = width.unsigned_abs() as usize;
    if rest.next_if(call, |b| b == b'.')?.is_some() {
        let precision = count(call, rest, args)?.unwrap_or(0);
        spec.precision = usize::try_from(precision).ok();
    }
    for size in [spec.width, spec.precision.unwrap_or(0)] {
        if size > MOST_PADDING {
            return Err(call.unsupported(format!("a conversion of {size} characters")));
        }
    }
    while let Some(letter) = rest.next_if(call, |b| b"hlqjzZtL".contains(&b))? {
        spec.length.push(char::from(letter));
    }
    spec.letter = rest.next_if(call, |_| true)?.unwrap_or(0);
    if matches!(spec.letter, b'C' | b'S') && spec.length.is_empty() {
        spec.letter = spec.letter.to_ascii_lowercase();
        spec.length.push('l');
    }
    Ok(spec)
}

/// A number in the format, or `*` for one among the arguments.
fn count(
    call: &mut Call<'_>,
    rest: &mut Rest<'_>,
    args: &mut Arguments,
) -> Result<Option<i32>, Stop> {
    if rest.next_if(call, |b| b == b'*')?.is_some() {
        let value = args.next(call, 32, false)?;
        return Ok(Some(call.concrete(value)? as u32 as i32));
    }
    let mut value = None;
    while let Some(digit) = rest.next_if(call, |b| b.is_ascii_digit())? {
        let digit = i32::from(digit - b'0');
        value = Some(value.unwrap_or(0i32).saturating_mul(10).saturating_add(digit));
    }
    Ok(value)
}

fn convert(
    call: &mut Call<'_>,
    spec: &Spec,
    args: &mut Arguments,
    wanted: Wanted,
    text: &mut Text,
) -> Result<(), Stop> {
    let known = matches!(
        spec.length.as_str(),
        "" | "hh" | "h" | "l" | "ll" | "q" | "j" | "z" | "t" | "L" | "Z"
    );
    match spec.letter {
        _ if !known => return Err(no_conversion(call)),
        b'%' => text.bytes.push(Slot::word(u64::from(b'%'))),
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'b' | b'B' => {
            let value = args.next(call, spec.bits().max(32), false)?;
            let style = Style::of(spec.letter);
            if value.term.is_some() && wanted == Wanted::Length {
                text.hidden.push(number::hidden_length(call, value, spec, style));
            } else {
                let digits = number::integer(call, value, spec, style)?;
                text.bytes.extend(digits);
            }
        }
        b'c' => {
            let value = args.next(call, 32, false)?;
            let unit = character(call, value, spec, wanted)?;
            text.bytes.extend(padded(vec![unit], spec));
        }
        b's' => string(call, spec, args, wanted, text)?,
        b'p' => {
            let value = args.next(call, 64, false)?;
            let value = call.concrete(value)?;
            call.rests_on(AssumptionKind::Layout);
            text.bytes.extend(pointer(call, value, spec)?);
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            let format =
                if matches!(spec.length.as_str(), "L" | "ll" | "q") { LONG } else { DOUBLE };
            let value = args.next(call, format.width, true)?;
            if value.term.is_some() && wanted == Wanted::Length {
                // How long its text is no term says.
                return match call.is_read() {
                    true => Err(call.unsupported("the length of a symbolic float as text")),
                    false => {
                        text.is_short = true;
                        Ok(())
                    }
                };
            }
            let bits = concrete(call, value, format.width)?;
            let mode = direction(call)?;
            text.bytes.extend(float::float(bits, format, spec, mode));
        }
        b'n' => counted(call, spec, args, text)?,
        b'm' => {
            let errno = failed::errno(call)?;
            let code = call.load(Slot::word(errno), Sort::BitVec(32))?;
            let code = call.concrete(code)? as u32 as i32;
            text.bytes.extend(padded(plain(&errno::message(code)), spec));
        }
        _ => return Err(no_conversion(call)),
    }
    Ok(())
}

fn no_conversion(call: &Call<'_>) -> Stop {
    call.fail(FindingKind::Format, "a format with a conversion that there is not")
}

/// The bits of a float; forks over all that it can be.
fn concrete(call: &mut Call<'_>, value: Slot, width: u32) -> Result<u128, Stop> {
    if let Some(bits) = value.concrete() {
        return Ok(bits);
    }
    if width <= 64 {
        return Ok(u128::from(call.concrete(value)?));
    }
    let value = call.term(value, Sort::BitVec(width));
    let (low, high) =
        (call.store().extract(63, 0, value), call.store().extract(width - 1, 64, value));
    let (low, high) = (call.slot(low), call.slot(high));
    Ok(u128::from(call.concrete(high)?) << 64 | u128::from(call.concrete(low)?))
}

/// `%p`: as `%#lx`, with the signs that flags ask for, as glibc has it.
fn pointer(call: &mut Call<'_>, value: u64, spec: &Spec) -> Result<Vec<Slot>, Stop> {
    if value == 0 {
        return Ok(padded(plain("(nil)"), spec));
    }
    let spec = Spec { alternate: true, length: "l".to_owned(), ..spec.clone() };
    number::integer(call, Slot::word(value), &spec, Style::of(b'p'))
}

/// The character of `%c`.
fn character(call: &mut Call<'_>, value: Slot, spec: &Spec, wanted: Wanted) -> Result<Slot, Stop> {
    let is_wide = spec.length.starts_with('l');
    match (is_wide, wanted == Wanted::Wide) {
        (true, true) => Ok(value),
        (true, false) => wide::narrow(call, value),
        (false, is_wide) => {
            let value = call.term(value, Sort::BitVec(32));
            let byte = resized(call, value, 8, false);
            let byte = call.slot(byte);
            if is_wide { wide::widened(call, byte) } else { Ok(byte) }
        }
    }
}

/// `%n`: the number of characters so far, for the next argument's target.
fn counted(
    call: &mut Call<'_>,
    spec: &Spec,
    args: &mut Arguments,
    text: &mut Text,
) -> Result<(), Stop> {
    if text.is_short {
        return Err(call.unsupported("the length of a symbolic float as text"));
    }
    let target = args.next(call, 64, false)?;
    let target = call.address(target, u64::from(spec.bits() / 8), true)?;
    let len = text.len(call);
    let value = resized(call, len, spec.bits(), false);
    let mut bytes = Vec::new();
    for low in (0..spec.bits()).step_by(8) {
        let byte = call.store().extract(low + 7, low, value);
        bytes.push(call.slot(byte));
    }
    text.counts.push((target, bytes));
    Ok(())
}

fn string(
    call: &mut Call<'_>,
    spec: &Spec,
    args: &mut Arguments,
    wanted: Wanted,
    text: &mut Text,
) -> Result<(), Stop> {
    let start = args.next(call, 64, false)?;
    let start = call.concrete(start)?;
    if start == 0 {
        // C17 7.21.6.1p8: the argument shall be a pointer to an array.
        let message = "the argument of %s is a null pointer";
        return Err(call.fail(FindingKind::Null, message));
    }
    if spec.length.starts_with('l') {
        let limit = spec.precision.map_or(u64::MAX, |limit| limit as u64);
        let mut units = wide::contents(call, start, limit)?;
        if wanted != Wanted::Wide {
            for unit in &mut units {
                *unit = wide::narrow(call, *unit)?;
            }
        }
        text.bytes.extend(padded(units, spec));
        return Ok(());
    }
    let mut bytes: Vec<Slot> = match spec.precision {
        Some(limit) => {
            let len = bounded(call, start, limit as u64)?;
            (start..start + len).map(|at| call.byte(at)).collect()
        }
        None if wanted != Wanted::Length => contents(call, start)?,
        None => {
            let len = measured(call, start)?;
            let least = call.store().bits(32, spec.width as u128);
            let short = call.store().ult(len, least);
            let len = call.store().ite(short, least, len);
            text.hidden.push(len);
            return Ok(());
        }
    };
    text.sources.push((start, bytes.len() as u64));
    if wanted == Wanted::Wide {
        for byte in &mut bytes {
            *byte = wide::widened(call, *byte)?;
        }
    }
    text.bytes.extend(padded(bytes, spec));
    Ok(())
}

/// The length of a C string as a term, where that needs no fork; else forks over it.
pub(crate) fn measured(call: &mut Call<'_>, start: u64) -> Result<Term, Stop> {
    let room = call.room(start)?.unwrap_or(0);
    let mut bytes = Vec::new();
    for at in start..start.saturating_add(room) {
        let byte = call.byte(at);
        if byte.term.is_some_and(|t| call.store().has_unspecified(t)) {
            break;
        }
        if byte.term.is_none() && byte.lo == 0 {
            return Ok(ended(call, &bytes));
        }
        bytes.push(byte);
    }
    let len = length(call, start)?;
    Ok(call.store().bits(32, u128::from(len)))
}

pub(crate) fn ended(call: &mut Call<'_>, bytes: &[Slot]) -> Term {
    let mut len = call.store().bits(32, bytes.len() as u128);
    for (at, byte) in bytes.iter().enumerate().rev() {
        if byte.term.is_some() {
            let byte = byte_term(call, *byte);
            let zero = call.store().bits(8, 0);
            let ends = call.store().eq(byte, zero);
            let here = call.store().bits(32, at as u128);
            len = call.store().ite(ends, here, len);
        }
    }
    len
}
