//! Specifications of web applications: the conversation with the library that runs them.

use effigy_base::budget::CancelToken;
use effigy_records::Conversation;

/// Answers the requests of a specification library (`docs/rubicon-format.md`).
#[derive(Debug, Default)]
pub struct Solve {
    conversation: Conversation,
    /// Stops what is being decided, and bounds its memory.
    cancel: CancelToken,
}

impl Solve {
    /// Nothing was said yet. `memory` is in bytes.
    pub fn new(cancel: &CancelToken, memory: Option<u64>) -> Solve {
        Solve { conversation: Conversation::default(), cancel: cancel.bounded(None, memory) }
    }

    /// The answer to a line of the library: a line of JSON, without its end.
    pub fn answer(&mut self, line: &str) -> String {
        self.conversation.answer(line, &self.cancel)
    }
}
