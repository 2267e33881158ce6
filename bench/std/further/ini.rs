// effigy: --sym-stdin 10
//! Settings in sections, as in INI files: reads them, prints what kind of value each has, and checks that what is written of
//! them reads the same. Meant to be explored with 10 bytes of standard input.

use std::collections::BTreeMap;
use std::{fmt, io, process};

#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    Flag(bool),
    Number(i32),
    Text(String),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        match text {
            "on" | "yes" => Value::Flag(true),
            "off" | "no" => Value::Flag(false),
            _ => text.parse().map_or_else(|_| Value::Text(text.to_string()), Value::Number),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(true) => f.write_str("on"),
            Value::Flag(false) => f.write_str("off"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => f.write_str(text),
        }
    }
}

/// The sections by their names; settings before the first header are in the one without a name.
#[derive(Debug, Default, PartialEq, Eq)]
struct Settings {
    sections: BTreeMap<String, BTreeMap<String, Value>>,
}

/// The name of the section in a line such as `[name]`.
fn header(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']').map(str::trim)
}

impl Settings {
    fn parse(text: &str) -> Result<Settings, String> {
        let mut settings = Settings::default();
        let mut section = String::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with([';', '#']) {
                continue;
            }
            if line.starts_with('[') {
                let name = header(line).ok_or_else(|| format!("line {}: no `]`", index + 1))?;
                section = name.to_string();
                settings.sections.entry(section.clone()).or_default();
            } else {
                let (key, value) = line
                    .split_once('=')
                    .map(|(key, value)| (key.trim(), value.trim()))
                    .filter(|(key, _)| !key.is_empty())
                    .ok_or_else(|| format!("line {}: not `key = value`", index + 1))?;
                let section = settings.sections.entry(section.clone()).or_default();
                section.insert(key.to_string(), Value::from(value));
            }
        }
        Ok(settings)
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, section) in &self.sections {
            writeln!(f, "[{name}]")?;
            for (key, value) in section {
                writeln!(f, "{key} = {value}")?;
            }
        }
        Ok(())
    }
}

fn main() -> io::Result<()> {
    let text = io::read_to_string(io::stdin())?;
    let settings = Settings::parse(&text).unwrap_or_else(|problem| {
        eprintln!("ini: {problem}");
        process::exit(1);
    });
    assert_eq!(Settings::parse(&settings.to_string()).as_ref(), Ok(&settings));
    print!("{settings}");
    let values = || settings.sections.values().flat_map(BTreeMap::values);
    let numbers = values().filter(|value| matches!(value, Value::Number(_))).count();
    let flags = values().filter(|value| matches!(value, Value::Flag(_))).count();
    println!("{} settings: {numbers} numbers, {flags} flags", values().count());
    Ok(())
}
