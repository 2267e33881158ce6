//! Reads a module of WebAssembly: its sections, its types and functions, and the function that it starts with.

use std::io::Read;

#[derive(Debug)]
pub enum Error {
    Magic,
    Version(u32),
    End,
    Number,
    Order(u8),
    Size,
    Type(u8),
    Body,
    Export,
    Start,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Signature {
    parameters: Vec<u8>,
    results: Vec<u8>,
}

#[derive(Debug, Default)]
pub struct Module {
    pub types: Vec<Signature>,
    /// The number of each function's type.
    pub functions: Vec<usize>,
    pub bodies: usize,
    pub exports: Vec<String>,
    pub start: Option<usize>,
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

    /// A number of 32 bits in groups of seven.
    fn number(&mut self) -> Result<usize, Error> {
        let mut number = 0_u32;
        for shift in (0..32).step_by(7) {
            let byte = self.byte()?;
            if shift == 28 && byte > 0x0f {
                return Err(Error::Number);
            }
            number |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number as usize);
            }
        }
        Err(Error::Number)
    }

    fn part(&mut self) -> Result<Reader<'d>, Error> {
        let size = self.number()?;
        Ok(Reader { data: self.bytes(size)? })
    }

    fn value_types(&mut self) -> Result<Vec<u8>, Error> {
        let types = self.part()?.data;
        match types.iter().find(|byte| !(0x7c..=0x7f).contains(*byte)) {
            Some(other) => Err(Error::Type(*other)),
            None => Ok(types.to_vec()),
        }
    }
}

impl Module {
    fn read_types(&mut self, section: &mut Reader<'_>) -> Result<(), Error> {
        for _ in 0..section.number()? {
            match section.byte()? {
                0x60 => {}
                other => return Err(Error::Type(other)),
            }
            let parameters = section.value_types()?;
            let results = section.value_types()?;
            self.types.push(Signature { parameters, results });
        }
        Ok(())
    }

    fn read_functions(&mut self, section: &mut Reader<'_>) -> Result<(), Error> {
        for _ in 0..section.number()? {
            self.functions.push(section.number()?);
        }
        Ok(())
    }

    fn read_exports(&mut self, section: &mut Reader<'_>) -> Result<(), Error> {
        for _ in 0..section.number()? {
            let name = section.part()?.data;
            let name = std::str::from_utf8(name).map_err(|_| Error::Export)?;
            let (kind, index) = (section.byte()?, section.number()?);
            if kind > 3 || kind == 0 && index >= self.functions.len() {
                return Err(Error::Export);
            }
            self.exports.push(name.to_owned());
        }
        Ok(())
    }

    /// The start function takes nothing and gives nothing.
    fn read_start(&mut self, section: &mut Reader<'_>) -> Result<(), Error> {
        let index = section.number()?;
        let kind = *self.functions.get(index).ok_or(Error::Start)?;
        let signature = &self.types[kind];
        if !signature.parameters.is_empty() || !signature.results.is_empty() {
            return Err(Error::Start);
        }
        self.start = Some(index);
        Ok(())
    }

    fn read_bodies(&mut self, section: &mut Reader<'_>) -> Result<(), Error> {
        let count = section.number()?;
        if count != self.functions.len() {
            return Err(Error::Body);
        }
        for kind in &self.functions {
            self.types.get(*kind).ok_or(Error::Body)?;
            let mut body = section.part()?;
            for _ in 0..body.number()? {
                body.number()?;
                body.byte()?;
            }
            if body.data.last() != Some(&0x0b) {
                return Err(Error::Body);
            }
            self.bodies += 1;
        }
        Ok(())
    }
}

pub fn parse(data: &[u8]) -> Result<Module, Error> {
    let mut reader = Reader { data };
    if reader.bytes(4)? != b"\0asm" {
        return Err(Error::Magic);
    }
    let version = reader.bytes(4)?;
    let version = u32::from_le_bytes([version[0], version[1], version[2], version[3]]);
    if version != 1 {
        return Err(Error::Version(version));
    }
    let mut module = Module::default();
    let mut last = 0;
    while !reader.data.is_empty() {
        let id = reader.byte()?;
        let mut section = reader.part()?;
        if id == 0 {
            continue;
        }
        if id <= last || id > 11 {
            return Err(Error::Order(id));
        }
        last = id;
        match id {
            1 => module.read_types(&mut section)?,
            3 => module.read_functions(&mut section)?,
            7 => module.read_exports(&mut section)?,
            8 => module.read_start(&mut section)?,
            10 => module.read_bodies(&mut section)?,
            _ => continue,
        }
        if !section.data.is_empty() {
            return Err(Error::Size);
        }
    }
    Ok(module)
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
