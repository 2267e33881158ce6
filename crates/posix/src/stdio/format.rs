//! The language of `printf` formats (C17 7.21.6.1).

use super::number::{self, Style};
use super::output::measured;
use crate::string::{bounded, contents};
use crate::value::{resized, same};
use effigy_base::assumption::AssumptionKind;
use effigy_base::eval::float::eval;
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
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
    /// The bytes that are known one by one.
    pub bytes: Vec<Slot>,
    /// Lengths of the parts that are not (never in exact text).
    pub hidden: Vec<Term>,
    /// The strings that exact text was copied from: address and number of bytes.
    pub sources: Vec<(u64, u64)>,
}

/// A conversion: what stands between `%` and its letter.
#[derive(Clone, Default)]
pub(crate) struct Spec {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// space
    pub space: bool,
    /// `#`
    pub alternate: bool,
    /// `0`
    pub zero: bool,
    /// The least width.
    pub width: usize,
    /// After the dot.
    pub precision: Option<usize>,
    /// `hh`, `h`, `l`, `ll`, `z`, `j`, `t`, `L`
    pub length: String,
    /// The letter.
    pub letter: u8,
}

impl Spec {
    /// The width in bits of an integer that it converts.
    pub(crate) fn bits(&self) -> u32 {
        match self.length.as_str() {
            "hh" => 8,
            "h" => 16,
            "" => 32,
            _ => 64,
        }
    }
}

/// Characters of one conversion above which the text is not built.
const MOST_PADDING: usize = 1 << 20;

/// Renders the format in an argument. Text that is not exact has placeholders for what would need a fork.
pub(crate) fn render(
    call: &mut Call<'_>,
    format: usize,
    mut args: Arguments,
    exact: bool,
) -> Result<Text, Stop> {
    let start = call.word(format)?;
    let end = start + crate::string::length(call, start)?;
    let mut text = Text::default();
    let mut rest = Bytes { at: start, end };
    while rest.at < rest.end {
        let byte = call.byte(rest.at);
        rest.at += 1;
        if !same(call, byte, Slot::word(u64::from(b'%')))? {
            text.bytes.push(byte);
            continue;
        }
        let spec = spec(call, &mut rest, &mut args)?;
        convert(call, &spec, &mut args, exact, &mut text)?;
    }
    Ok(text)
}

/// The rest of a format. A symbolic byte is forked over all that it can be when a conversion reads it.
struct Bytes {
    at: u64,
    end: u64,
}

impl Bytes {
    fn next_if(
        &mut self,
        call: &mut Call<'_>,
        wanted: impl Fn(u8) -> bool,
    ) -> Result<Option<u8>, Stop> {
        if self.at >= self.end {
            return Ok(None);
        }
        let byte = call.byte(self.at);
        let byte = call.concrete(byte)? as u8;
        self.at += u64::from(wanted(byte));
        Ok(Some(byte).filter(|b| wanted(*b)))
    }
}

fn spec(call: &mut Call<'_>, rest: &mut Bytes, args: &mut Arguments) -> Result<Spec, Stop> {
    let mut spec = Spec::default();
    while let Some(flag) = rest.next_if(call, |b| b"-+ #0'".contains(&b))? {
        match flag {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            _ => {}
        }
    }
    let width = count(call, rest, args)?.unwrap_or(0);
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
    while let Some(letter) = rest.next_if(call, |b| b"hlqjztL".contains(&b))? {
        spec.length.push(char::from(letter));
    }
    spec.letter = rest.next_if(call, |_| true)?.unwrap_or(0);
    Ok(spec)
}

/// A number in the format, or `*` for one among the arguments.
fn count(call: &mut Call<'_>, rest: &mut Bytes, args: &mut Arguments) -> Result<Option<i32>, Stop> {
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
    exact: bool,
    text: &mut Text,
) -> Result<(), Stop> {
    match spec.letter {
        b'%' => text.bytes.push(Slot::word(u64::from(b'%'))),
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
            let value = args.next(call, spec.bits().max(32), false)?;
            let style = Style::of(spec.letter);
            if value.term.is_some() && !exact {
                text.hidden.push(number::hidden_length(call, value, spec, style));
            } else {
                let digits = number::integer(call, value, spec, style)?;
                text.bytes.extend(digits);
            }
        }
        b'c' if spec.length.is_empty() => {
            let value = args.next(call, 32, false)?;
            let value = call.term(value, Sort::BitVec(32));
            let byte = resized(call, value, 8, false);
            let byte = call.slot(byte);
            text.bytes.extend(padded(vec![byte], spec));
        }
        b's' => string(call, spec, args, exact, text)?,
        b'p' => {
            let value = args.next(call, 64, false)?;
            let value = call.concrete(value)?;
            call.rests_on(AssumptionKind::Layout);
            let pointer = if value == 0 { "(nil)".to_owned() } else { format!("{value:#x}") };
            text.bytes.extend(padded(plain(&pointer), spec));
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' if !spec.length.contains('L') => {
            let value = args.next(call, 64, true)?;
            if value.term.is_some() && !exact {
                return Ok(());
            }
            let value = f64::from_bits(call.concrete(value)?);
            text.bytes.extend(number::float(value, spec));
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' => {
            let value = args.next(call, 80, true)?;
            if value.term.is_some() && !exact {
                return Ok(());
            }
            match value.concrete().and_then(as_double) {
                Some(value) => text.bytes.extend(number::float(value, spec)),
                None => {
                    return Err(
                        call.unsupported("the digits of a `long double` that is no `double`")
                    );
                }
            }
        }
        other if !b"aAcCSnmfFeEgG".contains(&other) => {
            let message = "a format with a conversion that there is not";
            return Err(call.fail(FindingKind::Format, message));
        }
        other => {
            let letter = char::from(other);
            return Err(call.unsupported(format!("the conversion %{}{letter}", spec.length)));
        }
    }
    Ok(())
}

/// A number of 80 bits as a double, where it is one.
fn as_double(bits: u128) -> Option<f64> {
    let double = eval(Op::FpToFp { width: 64 }, 80, &[bits])?;
    let again = eval(Op::FpToFp { width: 80 }, 64, &[double])?;
    (again == bits).then(|| f64::from_bits(double as u64))
}

fn string(
    call: &mut Call<'_>,
    spec: &Spec,
    args: &mut Arguments,
    exact: bool,
    text: &mut Text,
) -> Result<(), Stop> {
    if spec.length.contains('l') {
        return Err(call.unsupported("the conversion %ls"));
    }
    let start = args.next(call, 64, false)?;
    let start = call.concrete(start)?;
    if start == 0 {
        text.bytes.extend(padded(plain("(null)"), spec));
        return Ok(());
    }
    let bytes = match spec.precision {
        Some(limit) => {
            let len = bounded(call, start, limit as u64)?;
            (start..start + len).map(|at| call.byte(at)).collect()
        }
        None if exact => contents(call, start)?,
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
    text.bytes.extend(padded(bytes, spec));
    Ok(())
}

/// Text as bytes.
pub(crate) fn plain(text: &str) -> Vec<Slot> {
    text.bytes().map(|b| Slot::word(u64::from(b))).collect()
}

/// Fills up with spaces to the least width.
pub(crate) fn padded(mut bytes: Vec<Slot>, spec: &Spec) -> Vec<Slot> {
    let missing = spec.width.saturating_sub(bytes.len());
    let spaces = std::iter::repeat_n(Slot::word(u64::from(b' ')), missing);
    if spec.left {
        bytes.extend(spaces);
        return bytes;
    }
    spaces.chain(bytes).collect()
}
