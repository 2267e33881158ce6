// effigy: --sym-stdin 4
// Settings such as `a=7`: errors of three kinds travel through `?`. Nothing panics.
use std::error::Error;
use std::fmt;
use std::io::{self, Read};

#[derive(Debug, PartialEq)]
enum SettingError {
    NoEquals,
    UnknownKey,
    OutOfRange { low: u8, high: u8 },
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingError::NoEquals => f.write_str("there is no '='"),
            SettingError::UnknownKey => f.write_str("unknown key"),
            SettingError::OutOfRange { low, high } => write!(f, "not within {low} to {high}"),
        }
    }
}

impl Error for SettingError {}

#[derive(Default)]
struct Settings {
    angle: Option<u8>,
    brightness: Option<u8>,
}

impl Settings {
    fn set(&mut self, line: &[u8]) -> Result<(), Box<dyn Error>> {
        let at = line.iter().position(|byte| *byte == b'=').ok_or(SettingError::NoEquals)?;
        let (key, value) = (&line[..at], &line[at + 1..]);
        let value: u8 = std::str::from_utf8(value)?.parse()?;
        match key {
            b"a" => self.angle = Some(value),
            b"b" if value <= 50 => self.brightness = Some(value),
            b"b" => return Err(SettingError::OutOfRange { low: 0, high: 50 }.into()),
            _ => return Err(Box::new(SettingError::UnknownKey)),
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut line = Vec::new();
    io::stdin().read_to_end(&mut line)?;
    let mut settings = Settings::default();
    if let Err(problem) = settings.set(&line) {
        let ours = problem.downcast_ref::<SettingError>();
        assert_ne!(ours, Some(&SettingError::OutOfRange { low: 0, high: 0 }));
        eprintln!("{problem}");
        return Err(problem);
    }
    assert!(settings.angle.is_some() != settings.brightness.is_some());
    assert!(settings.angle.unwrap_or(0) <= 99);
    assert!(settings.brightness.map_or(true, |value| value <= 50));
    Ok(())
}
