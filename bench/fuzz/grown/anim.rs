//! Reads a moving picture: chunks with a sum of Fletcher, and frames that are drawn on a canvas, one over the other.

use std::io::Read;

const MAGIC: &[u8] = b"ANM1";
/// The longest side of a canvas.
const LONGEST: u8 = 32;

#[derive(Debug)]
pub enum Error {
    Magic,
    Length(usize),
    Sum(usize),
    Chunk(u8),
    Size,
    Bounds,
    Disposal(u8),
    Order,
}

/// What is done to the canvas before the next frame is drawn.
enum Disposal {
    Keep,
    Clear,
    /// The canvas as it was before the frame.
    Restore(Vec<u8>),
}

pub struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

pub struct Player {
    pub canvas: Canvas,
    pub frames: usize,
    pub lit: usize,
    disposal: Disposal,
}

/// Two sums modulo 255, the second one of the first.
fn fletcher(data: &[u8]) -> u16 {
    let (mut first, mut second) = (0_u16, 0_u16);
    for byte in data {
        first = (first + u16::from(*byte)) % 255;
        second = (second + first) % 255;
    }
    second << 8 | first
}

impl Canvas {
    fn new(size: &[u8]) -> Result<Canvas, Error> {
        let &[width, height] = size else { return Err(Error::Size) };
        if !(1..=LONGEST).contains(&width) || !(1..=LONGEST).contains(&height) {
            return Err(Error::Size);
        }
        let (width, height) = (usize::from(width), usize::from(height));
        Ok(Canvas { width, height, pixels: vec![0; width * height] })
    }

    /// Draws a rectangle, which must lie within; 0 is transparent.
    fn draw(&mut self, place: [u8; 4], pixels: &[u8]) -> Result<(), Error> {
        let [x, y, width, height] = place.map(usize::from);
        if x + width > self.width || y + height > self.height || width * height != pixels.len() {
            return Err(Error::Bounds);
        }
        if pixels.is_empty() {
            return Err(Error::Bounds);
        }
        for (row, line) in pixels.chunks(width).enumerate() {
            let start = (y + row) * self.width + x;
            for (old, new) in self.pixels[start..start + width].iter_mut().zip(line) {
                if *new != 0 {
                    *old = *new;
                }
            }
        }
        Ok(())
    }

    /// What both sizes have in common stays.
    fn resize(&mut self, size: &[u8]) -> Result<(), Error> {
        let mut new = Canvas::new(size)?;
        let width = self.width.min(new.width);
        for row in 0..self.height.min(new.height) {
            let (from, to) = (row * self.width, row * new.width);
            new.pixels[to..to + width].copy_from_slice(&self.pixels[from..from + width]);
        }
        *self = new;
        Ok(())
    }
}

impl Player {
    /// Does what the last frame asked for.
    fn dispose(&mut self) {
        match std::mem::replace(&mut self.disposal, Disposal::Keep) {
            Disposal::Keep => {}
            Disposal::Clear => self.canvas.pixels.fill(0),
            Disposal::Restore(before) => self.canvas.pixels.copy_from_slice(&before),
        }
    }

    fn frame(&mut self, body: &[u8]) -> Result<(), Error> {
        let [x, y, width, height, disposal, pixels @ ..] = body else {
            return Err(Error::Bounds);
        };
        self.dispose();
        let disposal = match disposal {
            0 => Disposal::Keep,
            1 => Disposal::Clear,
            2 => Disposal::Restore(self.canvas.pixels.clone()),
            other => return Err(Error::Disposal(*other)),
        };
        self.canvas.draw([*x, *y, *width, *height], pixels)?;
        self.disposal = disposal;
        self.frames += 1;
        self.lit += self.canvas.pixels.iter().filter(|pixel| **pixel != 0).count();
        Ok(())
    }

    /// The canvas has its first size until a frame was drawn.
    fn resize(&mut self, body: &[u8]) -> Result<(), Error> {
        if self.frames == 0 {
            return Err(Error::Order);
        }
        self.canvas.resize(body)
    }
}

/// A chunk: its kind, the length of its body in two bytes, the body, and the sum of all these; and what follows.
fn chunk(data: &[u8], at: usize) -> Result<(u8, &[u8], usize), Error> {
    let rest = &data[at..];
    let [kind, high, low, behind @ ..] = rest else { return Err(Error::Length(at)) };
    let length = usize::from(u16::from_be_bytes([*high, *low]));
    let body = behind.get(..length).ok_or(Error::Length(at))?;
    let sum = behind.get(length..length + 2).ok_or(Error::Length(at))?;
    if u16::from_be_bytes([sum[0], sum[1]]) != fletcher(&rest[..3 + length]) {
        return Err(Error::Sum(at));
    }
    Ok((*kind, body, at + 3 + length + 2))
}

pub fn parse(data: &[u8]) -> Result<Player, Error> {
    if !data.starts_with(MAGIC) {
        return Err(Error::Magic);
    }
    let (kind, size, mut at) = chunk(data, MAGIC.len())?;
    if kind != b'H' {
        return Err(Error::Order);
    }
    let canvas = Canvas::new(size)?;
    let mut player = Player { canvas, frames: 0, lit: 0, disposal: Disposal::Keep };
    loop {
        let (kind, body, next) = chunk(data, at)?;
        match kind {
            b'F' => player.frame(body)?,
            b'R' => player.resize(body)?,
            b'E' if player.frames > 0 && next == data.len() => return Ok(player),
            b'E' | b'H' => return Err(Error::Order),
            // Chunks with small letters say who made it.
            b'a'..=b'z' => {}
            other => return Err(Error::Chunk(other)),
        }
        at = next;
    }
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
