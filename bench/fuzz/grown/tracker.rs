//! Reads a song of patterns and plays it: an order of patterns, rows with delta times, notes, and effects that jump.

use std::io::Read;

const MAGIC: &[u8] = b"TRK1";
/// The most rows of a pattern, and the most that are played.
const MOST_ROWS: u8 = 64;
const MOST_STEPS: usize = 4096;
/// The highest note, and the one that ends a note.
const HIGHEST: u8 = 96;
const OFF: u8 = 97;

#[derive(Debug)]
pub enum Error {
    Magic,
    End,
    Time,
    Empty,
    Rows(u8),
    Note(u8),
    Effect(u8),
    Parameter(u8),
    Order(u8),
    Trailing,
    Endless,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    None,
    /// How many ticks a unit of time has from here on.
    Speed(u8),
    /// Goes on with another place of the order.
    Jump(usize),
    /// Goes on with a row of the next pattern.
    Break(usize),
}

#[derive(Debug)]
struct Row {
    delta: u16,
    note: u8,
    effect: Effect,
}

#[derive(Debug, Default)]
pub struct Song {
    /// Which pattern is played at each place.
    order: Vec<usize>,
    patterns: Vec<Vec<Row>>,
    pub notes: usize,
    pub ticks: u64,
}

struct Reader<'d> {
    data: &'d [u8],
}

impl<'d> Reader<'d> {
    fn byte(&mut self) -> Result<u8, Error> {
        let (first, rest) = self.data.split_first().ok_or(Error::End)?;
        self.data = rest;
        Ok(*first)
    }

    fn bytes(&mut self, count: usize) -> Result<&'d [u8], Error> {
        let (bytes, rest) = self.data.split_at_checked(count).ok_or(Error::End)?;
        self.data = rest;
        Ok(bytes)
    }

    /// One group of seven bits, or two.
    fn time(&mut self) -> Result<u16, Error> {
        let first = self.byte()?;
        if first & 0x80 == 0 {
            return Ok(u16::from(first));
        }
        let second = self.byte()?;
        if second & 0x80 != 0 {
            return Err(Error::Time);
        }
        Ok(u16::from(first & 0x7f) << 7 | u16::from(second))
    }
}

impl Song {
    /// The time since the last row, the note, and the effect with its parameter.
    fn row(&self, reader: &mut Reader<'_>, rows: u8) -> Result<Row, Error> {
        let (delta, note) = (reader.time()?, reader.byte()?);
        if note > OFF {
            return Err(Error::Note(note));
        }
        let (effect, parameter) = (reader.byte()?, reader.byte()?);
        let place = usize::from(parameter);
        let effect = match effect {
            0 if parameter == 0 => Effect::None,
            1 if parameter > 0 => Effect::Speed(parameter),
            2 if place < self.order.len() => Effect::Jump(place),
            3 if parameter < rows => Effect::Break(place),
            0..=3 => return Err(Error::Parameter(parameter)),
            other => return Err(Error::Effect(other)),
        };
        Ok(Row { delta, note, effect })
    }

    fn pattern(&self, reader: &mut Reader<'_>) -> Result<Vec<Row>, Error> {
        let rows = reader.byte()?;
        if !(1..=MOST_ROWS).contains(&rows) {
            return Err(Error::Rows(rows));
        }
        (0..rows).map(|_| self.row(reader, rows)).collect()
    }

    fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), Error> {
        let places = usize::from(reader.byte()?);
        self.order = reader.bytes(places)?.iter().map(|number| usize::from(*number)).collect();
        let count = reader.byte()?;
        if self.order.is_empty() || count == 0 {
            return Err(Error::Empty);
        }
        if let Some(number) = self.order.iter().find(|number| **number >= usize::from(count)) {
            return Err(Error::Order(*number as u8));
        }
        for _ in 0..count {
            let pattern = self.pattern(reader)?;
            self.patterns.push(pattern);
        }
        if reader.data.is_empty() { Ok(()) } else { Err(Error::Trailing) }
    }

    /// Plays from the first place to the end of the last one.
    fn play(&mut self) -> Result<(), Error> {
        let (mut place, mut row, mut speed) = (0, 0, 6);
        for _ in 0..MOST_STEPS {
            let Some(number) = self.order.get(place) else { return Ok(()) };
            let pattern = &self.patterns[*number];
            let current = &pattern[row];
            self.ticks += u64::from(current.delta) * u64::from(speed);
            if (1..=HIGHEST).contains(&current.note) {
                self.notes += 1;
            }
            match current.effect {
                Effect::Jump(target) => (place, row) = (target, 0),
                Effect::Break(target) => (place, row) = (place + 1, target),
                effect => {
                    if let Effect::Speed(new) = effect {
                        speed = new;
                    }
                    row += 1;
                    if row == pattern.len() {
                        (place, row) = (place + 1, 0);
                    }
                }
            }
        }
        Err(Error::Endless)
    }
}

pub fn parse(data: &[u8]) -> Result<Song, Error> {
    let data = data.strip_prefix(MAGIC).ok_or(Error::Magic)?;
    let mut song = Song::default();
    song.read(&mut Reader { data })?;
    song.play()?;
    Ok(song)
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
