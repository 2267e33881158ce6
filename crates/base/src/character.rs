//! Characters that control what shows them.

/// Whether a character can change how a terminal or a page shows the text around it: a control character, or one that changes the
/// direction of text (Unicode Standard Annex 9, section 2).
pub fn controls_terminal(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
