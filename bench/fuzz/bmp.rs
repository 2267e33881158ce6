//! Reads a BMP picture of 8 or 24 bits a pixel, 8 bits also as runs.

use std::io::Read;

#[derive(Debug)]
pub enum Error {
    Magic,
    Header,
    Size,
    Palette,
    Pixels,
}

#[derive(Debug)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<[u8; 3]>,
}

struct Header {
    offset: usize,
    width: usize,
    height: usize,
    top_down: bool,
    bits: u16,
    runs: bool,
    palette: Vec<[u8; 3]>,
}

fn u16_at(data: &[u8], at: usize) -> Result<u16, Error> {
    let bytes = data.get(at..at + 2).ok_or(Error::Header)?;
    Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
}

fn u32_at(data: &[u8], at: usize) -> Result<u32, Error> {
    Ok(u32::from(u16_at(data, at)?) | u32::from(u16_at(data, at + 2)?) << 16)
}

fn header(data: &[u8]) -> Result<Header, Error> {
    if !data.starts_with(b"BM") {
        return Err(Error::Magic);
    }
    if u32_at(data, 14)? != 40 || u16_at(data, 26)? != 1 {
        return Err(Error::Header);
    }
    let (width, height) = (u32_at(data, 18)? as i32, u32_at(data, 22)? as i32);
    if !(1..=256).contains(&width) || height == 0 || !(-256..=256).contains(&height) {
        return Err(Error::Size);
    }
    let bits = u16_at(data, 28)?;
    let runs = match u32_at(data, 30)? {
        0 => false,
        1 if bits == 8 && height > 0 => true,
        _ => return Err(Error::Header),
    };
    let palette = match bits {
        8 => palette(data)?,
        24 => Vec::new(),
        _ => return Err(Error::Header),
    };
    Ok(Header {
        offset: u32_at(data, 10)? as usize,
        width: width as usize,
        height: height.unsigned_abs() as usize,
        top_down: height < 0,
        bits,
        runs,
        palette,
    })
}

/// Colours of four bytes each, in the order blue, green, red.
fn palette(data: &[u8]) -> Result<Vec<[u8; 3]>, Error> {
    let count = match u32_at(data, 46)? {
        0 => 256,
        count @ 1..=256 => count as usize,
        _ => return Err(Error::Palette),
    };
    let bytes = data.get(54..54 + 4 * count).ok_or(Error::Palette)?;
    Ok(bytes.chunks_exact(4).map(|four| [four[2], four[1], four[0]]).collect())
}

impl Header {
    fn colour(&self, index: u8) -> Result<[u8; 3], Error> {
        self.palette.get(usize::from(index)).copied().ok_or(Error::Palette)
    }

    /// Rows of pixels; each begins at a multiple of four bytes.
    fn rows(&self, data: &[u8]) -> Result<Vec<[u8; 3]>, Error> {
        let each = usize::from(self.bits / 8);
        let stride = (self.width * each).next_multiple_of(4);
        let mut pixels = Vec::with_capacity(self.width * self.height);
        for row in 0..self.height {
            let row = if self.top_down { row } else { self.height - 1 - row };
            let from = row * stride;
            let bytes = data.get(from..from + self.width * each).ok_or(Error::Pixels)?;
            for pixel in bytes.chunks_exact(each) {
                pixels.push(match *pixel {
                    [blue, green, red] => [red, green, blue],
                    _ => self.colour(pixel[0])?,
                });
            }
        }
        Ok(pixels)
    }

    /// Pairs of a count and a colour; a count of 0 begins the end of a row, the end of all, a move, or pixels one by one.
    fn runs(&self, data: &[u8]) -> Result<Vec<[u8; 3]>, Error> {
        let mut pixels = vec![[0; 3]; self.width * self.height];
        let (mut x, mut y) = (0, self.height - 1);
        let mut bytes = data.iter().copied();
        loop {
            let pair = bytes.next().zip(bytes.next());
            match pair.ok_or(Error::Pixels)? {
                (0, 0) => {
                    x = 0;
                    y = y.checked_sub(1).ok_or(Error::Pixels)?;
                }
                (0, 1) => return Ok(pixels),
                (0, 2) => {
                    let (right, up) = bytes.next().zip(bytes.next()).ok_or(Error::Pixels)?;
                    x += usize::from(right);
                    y = y.checked_sub(usize::from(up)).ok_or(Error::Pixels)?;
                }
                (0, count) => {
                    for _ in 0..count {
                        let colour = self.colour(bytes.next().ok_or(Error::Pixels)?)?;
                        self.set(&mut pixels, &mut x, y, colour)?;
                    }
                    if count % 2 != 0 {
                        bytes.next();
                    }
                }
                (count, index) => {
                    let colour = self.colour(index)?;
                    for _ in 0..count {
                        self.set(&mut pixels, &mut x, y, colour)?;
                    }
                }
            }
        }
    }

    /// Sets a pixel and goes to the next one of the row.
    fn set(&self, pixels: &mut [[u8; 3]], x: &mut usize, y: usize, colour: [u8; 3]) -> Result<(), Error> {
        if *x == self.width {
            return Err(Error::Pixels);
        }
        pixels[y * self.width + *x] = colour;
        *x += 1;
        Ok(())
    }
}

pub fn parse(data: &[u8]) -> Result<Picture, Error> {
    let header = header(data)?;
    let body = data.get(header.offset..).ok_or(Error::Pixels)?;
    let pixels = if header.runs { header.runs(body)? } else { header.rows(body)? };
    Ok(Picture { width: header.width, height: header.height, pixels })
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
