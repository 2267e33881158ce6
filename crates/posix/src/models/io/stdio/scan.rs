//! The `scanf` family (C17 7.21.6.2), with glibc's way where the standard leaves one: at most one byte is put back.

mod item;
mod set;

use super::format::Arguments;
use super::stream::{descriptor, end_of_file, may, open, taken};
use crate::errno::ERANGE;
use crate::models::text::ctype::SPACE;
use crate::shared::descriptors::{pending, reader};
use crate::shared::failed::tell;
use crate::shared::value::{Answer, Entry, byte_at, is_within, same, word};
use crate::state::files::Last;
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::stop::Stop;
use set::Set;

pub(crate) const MODELS: &[Entry] = &[
    ("scanf", scanf),
    ("__isoc99_scanf", scanf),
    ("__isoc23_scanf", scanf),
    ("vscanf", vscanf),
    ("__isoc99_vscanf", vscanf),
    ("__isoc23_vscanf", vscanf),
    ("fscanf", fscanf),
    ("__isoc99_fscanf", fscanf),
    ("__isoc23_fscanf", fscanf),
    ("vfscanf", vfscanf),
    ("__isoc99_vfscanf", vfscanf),
    ("__isoc23_vfscanf", vfscanf),
    ("sscanf", sscanf),
    ("__isoc99_sscanf", sscanf),
    ("__isoc23_sscanf", sscanf),
    ("vsscanf", vsscanf),
    ("__isoc99_vsscanf", vsscanf),
    ("__isoc23_vsscanf", vsscanf),
];

fn scanf(call: &mut Call<'_>) -> Answer {
    open(call, 0)?;
    from_input(call, 0, 0, Arguments::Call(1))
}

fn vscanf(call: &mut Call<'_>) -> Answer {
    open(call, 0)?;
    let list = call.word(1)?;
    let args = Arguments::listed(call, list)?;
    from_input(call, 0, 0, args)
}

fn fscanf(call: &mut Call<'_>) -> Answer {
    from_stream(call, Arguments::Call(2))
}

fn vfscanf(call: &mut Call<'_>) -> Answer {
    let list = call.word(2)?;
    let args = Arguments::listed(call, list)?;
    from_stream(call, args)
}

fn from_stream(call: &mut Call<'_>, args: Arguments) -> Answer {
    let descriptor = descriptor(call, 0)?;
    match reader(call, descriptor as i32)? {
        Some(reader) => from_input(call, reader, 1, args),
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
    let mut scan = Scan::new(None, start, args);
    let ended = scan.run(call, 1)?;
    scan.finish(call, ended)
}

fn from_input(call: &mut Call<'_>, reader: usize, format: usize, args: Arguments) -> Answer {
    may(call, reader, Last::Read)?;
    let bytes = pending(call, reader)?;
    let mut scan = Scan::new(Some(bytes), 0, args);
    let ended = scan.run(call, format)?;
    taken(call, reader, scan.at as usize, scan.met_end)?;
    scan.finish(call, ended)
}

/// A value to write once nothing is left to ask.
struct Effect {
    target: u64,
    bytes: Vec<Slot>,
}

/// A scan in progress.
struct Scan {
    /// What a stream has; `None` for a string in memory.
    bytes: Option<Vec<Slot>>,
    start: u64,
    at: u64,
    /// Whether more was wanted than there is.
    met_end: bool,
    args: Arguments,
    effects: Vec<Effect>,
    /// Whether a number was out of range, which `errno` says.
    out_of_range: bool,
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

/// A directive: what stands between `%` and its letter.
struct Directive<'f> {
    kept: bool,
    /// The most bytes that it takes.
    width: Option<u64>,
    length: &'f [u8],
    letter: u8,
}

impl<'f> Directive<'f> {
    /// The directive at the start of a format, and what follows it.
    fn read(text: &'f [u8]) -> (Self, &'f [u8]) {
        let mut at = 0;
        let peek = |at: usize| text.get(at).copied().unwrap_or(0);
        let kept = peek(at) != b'*';
        at += usize::from(!kept);
        let mut width = 0u64;
        while peek(at).is_ascii_digit() {
            width = width.saturating_mul(10).saturating_add(u64::from(peek(at) - b'0'));
            at += 1;
        }
        let modifiers = at;
        while b"hlqjztLm'I$".contains(&peek(at)) {
            at += 1;
        }
        let length = text.get(modifiers..at).unwrap_or_default();
        let width = Some(width).filter(|width| *width > 0);
        let rest = text.get(at + 1..).unwrap_or_default();
        (Directive { kept, width, length, letter: peek(at) }, rest)
    }

    /// Bits of the integer that it gives; `None` for a modifier that is not modelled.
    fn bits(&self) -> Option<u32> {
        match self.length {
            b"hh" => Some(8),
            b"h" => Some(16),
            b"" => Some(32),
            b"l" | b"ll" | b"j" | b"z" | b"t" | b"L" | b"q" => Some(64),
            _ => None,
        }
    }
}

impl Scan {
    fn new(bytes: Option<Vec<Slot>>, at: u64, args: Arguments) -> Self {
        Scan {
            bytes,
            start: at,
            at,
            met_end: false,
            args,
            effects: Vec::new(),
            out_of_range: false,
            count: 0,
        }
    }

    /// Works through the format in an argument; whether the input ended first.
    fn run(&mut self, call: &mut Call<'_>, format: usize) -> Result<bool, Stop> {
        let start = call.word(format)?;
        let len = crate::shared::strings::length(call, start)?;
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
            crate::shared::value::write(call, effect.target, &effect.bytes);
        }
        tell(call, self.out_of_range.then_some(ERANGE))?;
        match ended && self.count == 0 {
            true => end_of_file(call),
            false => word(self.count),
        }
    }

    /// The next byte; `None` at the end of the input.
    fn next(&mut self, call: &mut Call<'_>) -> Result<Option<Slot>, Stop> {
        let next = match &self.bytes {
            Some(bytes) => bytes.get(self.at as usize).copied(),
            None => {
                let byte = byte_at(call, self.at)?;
                let ends = same(call, byte, Slot::word(0))?;
                Some(byte).filter(|_| !ends)
            }
        };
        self.met_end |= next.is_none();
        Ok(next)
    }

    /// Whether the next byte is in some ranges.
    fn is(&mut self, call: &mut Call<'_>, ranges: &[(u8, u8)]) -> Result<bool, Stop> {
        match self.next(call)? {
            Some(byte) => is_within(call, byte, ranges),
            None => Ok(false),
        }
    }

    fn skip_space(&mut self, call: &mut Call<'_>) -> Result<Step, Stop> {
        while self.is(call, SPACE)? {
            self.at += 1;
        }
        Ok(Step::Matched)
    }

    fn literal(&mut self, call: &mut Call<'_>, literal: u8) -> Result<Step, Stop> {
        let Some(byte) = self.next(call)? else { return Ok(Step::Ended) };
        if !same(call, byte, Slot::word(u64::from(literal)))? {
            return Ok(Step::Failed);
        }
        self.at += 1;
        Ok(Step::Matched)
    }

    fn directive(&mut self, call: &mut Call<'_>, rest: &mut &[u8]) -> Result<Step, Stop> {
        let (directive, after) = Directive::read(rest);
        *rest = after;
        let letter = directive.letter;
        if !matches!(letter, b'c' | b'n' | b'[') {
            self.skip_space(call)?;
        }
        match letter {
            b'%' => return self.literal(call, b'%'),
            b'n' => return self.place(call, &directive),
            _ => {}
        }
        if self.next(call)?.is_none() {
            return Ok(Step::Ended);
        }
        let plain = directive.length.is_empty();
        match letter {
            b'd' | b'u' | b'i' | b'x' | b'X' | b'o' | b'p' => self.number(call, &directive),
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => self.float(call, &directive),
            b's' if plain => self.characters(call, &directive, &Set::Word),
            b'c' if plain => self.characters(call, &directive, &Set::All),
            b'[' if plain => match Set::read(rest) {
                Some(set) => self.characters(call, &directive, &set),
                None => Ok(Step::Failed),
            },
            _ => Err(not_modelled(call, &directive)),
        }
    }

    /// `%n`: how many bytes were read so far.
    fn place(&mut self, call: &mut Call<'_>, directive: &Directive<'_>) -> Result<Step, Stop> {
        let Some(bits) = directive.bits() else { return Err(not_modelled(call, directive)) };
        if directive.kept {
            let place = call.store().bits(bits, u128::from(self.at - self.start));
            self.give(call, place)?;
        }
        Ok(Step::Matched)
    }

    /// Notes a number for the next argument's target.
    fn keep(
        &mut self,
        call: &mut Call<'_>,
        value: Term,
        directive: &Directive<'_>,
    ) -> Result<Step, Stop> {
        if directive.kept {
            self.give(call, value)?;
            self.count += 1;
        }
        Ok(Step::Matched)
    }

    fn give(&mut self, call: &mut Call<'_>, value: Term) -> Result<(), Stop> {
        let width = call.store().width(value);
        let mut bytes = Vec::new();
        for low in (0..width).step_by(8) {
            let byte = call.store().extract(low + 7, low, value);
            bytes.push(call.slot(byte));
        }
        self.write(call, bytes)
    }

    fn write(&mut self, call: &mut Call<'_>, bytes: Vec<Slot>) -> Result<(), Stop> {
        let target = self.args.next(call, 64, false)?;
        let target = call.address(target, bytes.len() as u64, true)?;
        self.effects.push(Effect { target, bytes });
        Ok(())
    }

    /// `%s`, `%c` and `%[`.
    fn characters(
        &mut self,
        call: &mut Call<'_>,
        directive: &Directive<'_>,
        set: &Set,
    ) -> Result<Step, Stop> {
        let all = matches!(set, Set::All);
        let limit = directive.width.unwrap_or(if all { 1 } else { u64::MAX });
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < limit {
            let Some(byte) = self.next(call)? else { break };
            if !set.has(call, byte)? {
                break;
            }
            bytes.push(byte);
            self.at += 1;
        }
        if bytes.is_empty() {
            return Ok(Step::Failed);
        }
        if !all {
            bytes.push(Slot::word(0));
        }
        if directive.kept {
            self.write(call, bytes)?;
            self.count += 1;
        }
        Ok(Step::Matched)
    }
}

fn not_modelled(call: &Call<'_>, directive: &Directive<'_>) -> Stop {
    let length = String::from_utf8_lossy(directive.length);
    let letter = char::from(directive.letter);
    call.unsupported(format!("the conversion %{length}{letter} of scanf"))
}
