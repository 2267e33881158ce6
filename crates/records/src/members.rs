//! Members of a JSON object, each taken once; what is left over is an error.

use crate::error::RecordsError;
use serde_json::{Map, Value};

/// An object being read.
pub(crate) struct Members<'a> {
    map: &'a Map<String, Value>,
    taken: Vec<&'static str>,
    /// The place of the object, for messages.
    pub(crate) at: String,
}

impl<'a> Members<'a> {
    pub(crate) fn new(value: &'a Value, at: &str) -> Result<Members<'a>, RecordsError> {
        let map =
            value.as_object().ok_or_else(|| RecordsError::form(at, "an object is expected"))?;
        Ok(Members { map, taken: Vec::new(), at: at.to_owned() })
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.map.contains_key(name)
    }

    pub(crate) fn optional(&mut self, name: &'static str) -> Option<&'a Value> {
        self.taken.push(name);
        self.map.get(name)
    }

    pub(crate) fn required(&mut self, name: &'static str) -> Result<&'a Value, RecordsError> {
        self.optional(name)
            .ok_or_else(|| RecordsError::form(&self.at, format!("member `{name}` is missing")))
    }

    pub(crate) fn text(&mut self, name: &'static str) -> Result<String, RecordsError> {
        let value = self.required(name)?;
        self.as_text(name, value)
    }

    pub(crate) fn optional_text(
        &mut self,
        name: &'static str,
    ) -> Result<Option<String>, RecordsError> {
        match self.optional(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => self.as_text(name, value).map(Some),
        }
    }

    fn as_text(&self, name: &str, value: &Value) -> Result<String, RecordsError> {
        let text = value
            .as_str()
            .ok_or_else(|| RecordsError::form(&self.place(name), "a text is expected"))?;
        Ok(text.to_owned())
    }

    pub(crate) fn optional_number(
        &mut self,
        name: &'static str,
    ) -> Result<Option<u64>, RecordsError> {
        match self.optional(name) {
            None => Ok(None),
            Some(value) => match value.as_u64() {
                Some(n) => Ok(Some(n)),
                None => Err(RecordsError::form(
                    &self.place(name),
                    "a number that is not negative is expected",
                )),
            },
        }
    }

    pub(crate) fn flag(&mut self, name: &'static str) -> Result<Option<bool>, RecordsError> {
        match self.optional(name) {
            None => Ok(None),
            Some(Value::Bool(b)) => Ok(Some(*b)),
            Some(_) => Err(RecordsError::form(&self.place(name), "true or false is expected")),
        }
    }

    pub(crate) fn list(&mut self, name: &'static str) -> Result<&'a [Value], RecordsError> {
        match self.optional(name) {
            None => Ok(&[]),
            Some(value) => value
                .as_array()
                .map(Vec::as_slice)
                .ok_or_else(|| RecordsError::form(&self.place(name), "a list is expected")),
        }
    }

    /// The place of a member, for messages.
    pub(crate) fn place(&self, name: &str) -> String {
        if self.at.is_empty() { name.to_owned() } else { format!("{}.{name}", self.at) }
    }

    /// Every member was asked for.
    pub(crate) fn finish(self) -> Result<(), RecordsError> {
        match self.map.keys().find(|name| !self.taken.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => {
                Err(RecordsError::form(&self.at, format!("member `{name}` is not known")))
            }
        }
    }
}

/// The texts of a list.
pub(crate) fn texts(list: &[Value], at: &str) -> Result<Vec<String>, RecordsError> {
    list.iter()
        .map(|value| {
            value
                .as_str()
                .map(str::to_owned)
                .ok_or_else(|| RecordsError::form(at, "texts are expected"))
        })
        .collect()
}
