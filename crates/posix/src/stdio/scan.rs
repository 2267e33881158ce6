//! The `scanf` family (C17 7.21.6.2).

use super::format::Arguments;
use super::stream::{consume, descriptor, end_of_file, open, pending, reader};
use crate::convert::{self, Reader};
use crate::ctype::SPACE;
use crate::registry::Entry;
use crate::value::{Answer, resized, same, word};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("scanf", scanf),
    ("__isoc99_scanf", scanf),
    ("__isoc23_scanf", scanf),
    ("fscanf", fscanf),
    ("__isoc99_fscanf", fscanf),
    ("__isoc23_fscanf", fscanf),
    ("sscanf", sscanf),
    ("__isoc99_sscanf", sscanf),
    ("__isoc23_sscanf", sscanf),
    ("vsscanf", vsscanf),
    ("__isoc99_vsscanf", vsscanf),
];

fn scanf(call: &mut Call<'_>) -> Answer {
    open(call, 0)?;
    from_input(call, 0, 0, Arguments::Call(1))
}

fn fscanf(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)?;
    match reader(call, descriptor as i32)? {
        Some(reader) => from_input(call, reader, 1, Arguments::Call(2)),
        None => end_of_file(call),
    }
}

fn sscanf(call: &mut Call<'_>) -> Answer {
    from_memory(call, Arguments::Call(2))
}

fn vsscanf(call: &mut Call<'_>) -> Answer {
    let list = call.word(2)?;
    let args = Arguments::listed(call, list)?;
    from_memory(call, args)
}

fn from_memory(call: &mut Call<'_>, args: Arguments) -> Answer {
    let start = call.word(0)?;
    let mut scan = Scan { from: Reader::Memory, at: start, args, effects: Vec::new(), count: 0 };
    let ended = scan.run(call, 1)?;
    scan.finish(call, ended)
}

fn from_input(call: &mut Call<'_>, reader: usize, format: usize, args: Arguments) -> Answer {
    let mut scan =
        Scan { from: Reader::Stream(reader), at: 0, args, effects: Vec::new(), count: 0 };
    let ended = scan.run(call, format)?;
    let met_end = scan.at as usize >= pending(call, reader)?.len();
    consume(call, reader, scan.at as usize, met_end)?;
    scan.finish(call, ended)
}

/// A value to write once nothing is left to ask.
struct Effect {
    target: u64,
    bytes: Vec<Slot>,
}

/// A scan in progress.
struct Scan {
    from: Reader,
    at: u64,
    args: Arguments,
    effects: Vec<Effect>,
    count: u64,
}

/// How a directive went.
#[derive(PartialEq, Eq)]
enum Step {
    Matched,
    Failed,
    /// The input was over before the directive.
    Ended,
}

impl Scan {
    /// Works through the format in an argument; whether the input ended first.
    fn run(&mut self, call: &mut Call<'_>, format: usize) -> Result<bool, Stop> {
        let start = call.word(format)?;
        let len = crate::string::length(call, start)?;
        let format = call.bytes(start, len)?;
        let mut rest = format.as_slice();
        while let Some((first, tail)) = rest.split_first() {
            rest = tail;
            let step = match first {
                b' ' | b'\t'..=b'\r' => self.skip_space(call)?,
                b'%' => self.directive(call, &mut rest)?,
                literal => self.literal(call, *literal)?,
            };
            match step {
                Step::Matched => {}
                Step::Failed => return Ok(false),
                Step::Ended => return Ok(true),
            }
        }
        Ok(false)
    }

    fn finish(self, call: &mut Call<'_>, ended: bool) -> Answer {
        for effect in &self.effects {
            crate::value::write(call, effect.target, &effect.bytes);
        }
        match ended && self.count == 0 {
            true => end_of_file(call),
            false => word(self.count),
        }
    }

    fn over(&self, call: &mut Call<'_>) -> Result<bool, Stop> {
        match self.from {
            Reader::Stream(reader) => Ok(self.at as usize >= pending(call, reader)?.len()),
            Reader::Memory => self.from.is(call, self.at, &[(0, 0)]),
        }
    }

    fn skip_space(&mut self, call: &mut Call<'_>) -> Result<Step, Stop> {
        while !self.over(call)? && self.from.is(call, self.at, SPACE)? {
            self.at += 1;
        }
        Ok(Step::Matched)
    }

    fn literal(&mut self, call: &mut Call<'_>, literal: u8) -> Result<Step, Stop> {
        if self.over(call)? {
            return Ok(Step::Ended);
        }
        let byte = self.from.byte(call, self.at)?;
        if !same(call, byte, Slot::word(u64::from(literal)))? {
            return Ok(Step::Failed);
        }
        self.at += 1;
        Ok(Step::Matched)
    }

    fn directive(&mut self, call: &mut Call<'_>, rest: &mut &[u8]) -> Result<Step, Stop> {
        let text = *rest;
        let mut at = 0;
        let peek = |at: usize| text.get(at).copied().unwrap_or(0);
        let kept = peek(at) != b'*';
        at += usize::from(!kept);
        let mut width: Option<u64> = None;
        while peek(at).is_ascii_digit() {
            let digit = u64::from(peek(at) - b'0');
            width = Some(width.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            at += 1;
        }
        let modifiers = at;
        while b"hlqjztL".contains(&peek(at)) {
            at += 1;
        }
        let length = text.get(modifiers..at).unwrap_or_default();
        let letter = peek(at);
        *rest = text.get(at + 1..).unwrap_or_default();
        if letter == b'%' {
            self.skip_space(call)?;
            return self.literal(call, b'%');
        }
        if letter != b'c' && letter != b'n' {
            self.skip_space(call)?;
        }
        if letter != b'n' && self.over(call)? {
            return Ok(Step::Ended);
        }
        match letter {
            b'd' | b'u' | b'i' | b'x' | b'X' | b'o' if width.is_none() => {
                self.number(call, letter, length, kept)
            }
            b'f' | b'e' | b'g' if width.is_none() => self.float(call, length, kept),
            b's' => self.characters(call, width.unwrap_or(u64::MAX), true, kept),
            b'c' => self.characters(call, width.unwrap_or(1), false, kept),
            other => {
                let letter = char::from(other);
                Err(call.unsupported(format!("the conversion %{letter} of scanf with its width")))
            }
        }
    }

    fn number(
        &mut self,
        call: &mut Call<'_>,
        letter: u8,
        length: &[u8],
        kept: bool,
    ) -> Result<Step, Stop> {
        let base = match letter {
            b'i' => 0,
            b'x' | b'X' => 16,
            b'o' => 8,
            _ => 10,
        };
        let signed = matches!(letter, b'd' | b'i');
        let parsed = convert::integer(call, self.from, self.at, base, signed)?;
        if parsed.end == self.at {
            return Ok(Step::Failed);
        }
        self.at = parsed.end;
        let width = match length {
            b"hh" => 8,
            b"h" => 16,
            b"" => 32,
            _ => 64,
        };
        let value = resized(call, parsed.value, width, false);
        self.keep(call, value, kept)
    }

    fn float(&mut self, call: &mut Call<'_>, length: &[u8], kept: bool) -> Result<Step, Stop> {
        let (value, end) = convert::float(call, self.from, self.at)?;
        if end == self.at {
            return Ok(Step::Failed);
        }
        self.at = end;
        let value = match length {
            b"l" => call.term(Slot::word(value.to_bits()), Sort::BitVec(64)),
            _ => call.term(Slot::word(u64::from((value as f32).to_bits())), Sort::BitVec(32)),
        };
        self.keep(call, value, kept)
    }

    /// Notes a number for the next argument's target.
    fn keep(
        &mut self,
        call: &mut Call<'_>,
        value: effigy_exec::slot::Term,
        kept: bool,
    ) -> Result<Step, Stop> {
        if !kept {
            return Ok(Step::Matched);
        }
        let width = call.store().width(value);
        let mut bytes = Vec::new();
        for low in (0..width).step_by(8) {
            let byte = call.store().extract(low + 7, low, value);
            bytes.push(call.slot(byte));
        }
        self.write(call, bytes)?;
        self.count += 1;
        Ok(Step::Matched)
    }

    fn write(&mut self, call: &mut Call<'_>, bytes: Vec<Slot>) -> Result<(), Stop> {
        let target = self.args.next(call, 64, false)?;
        let target = call.address(target, bytes.len() as u64, true)?;
        self.effects.push(Effect { target, bytes });
        Ok(())
    }

    /// `%s` and `%c`.
    fn characters(
        &mut self,
        call: &mut Call<'_>,
        limit: u64,
        word: bool,
        kept: bool,
    ) -> Result<Step, Stop> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < limit && !self.over(call)? {
            let byte = self.from.byte(call, self.at)?;
            if word && self.from.is(call, self.at, SPACE)? {
                break;
            }
            bytes.push(byte);
            self.at += 1;
        }
        if word {
            bytes.push(Slot::word(0));
        } else if (bytes.len() as u64) < limit {
            return Ok(Step::Ended);
        }
        if kept {
            self.write(call, bytes)?;
            self.count += 1;
        }
        Ok(Step::Matched)
    }
}
