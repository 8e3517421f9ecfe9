//! The words, numbers, tags, comments, glyphs and variations of a saved game.
//!
//! Readers are lenient: a comment, a variation or a quoted move that does not end is ended before the tags of the next
//! game, and reading goes on there. What was wrong is a [`TokenError`], which costs no other token.

/// Something wrong in a text. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Something begins and does not end before the next game or the end of the text.
    #[error("line {line}: expected {expected} that ends the {what}, found none")]
    Unterminated {
        /// The line on which it begins.
        line: usize,
        /// `comment`, `variation` or `quoted move`.
        what: &'static str,
        /// The character that ends it.
        expected: char,
    },
    /// Something ends that has not begun.
    #[error("line {line}: expected {expected} before {found}, found none")]
    NotBegun {
        /// The line.
        line: usize,
        /// The character that begins it.
        expected: char,
        /// The character that ends it.
        found: char,
    },
}

/// A tag, a word of the moves, a comment, or a variation.
#[derive(Debug)]
pub enum Token<'a> {
    /// A tag in brackets.
    Tag {
        /// The line, counted from 1.
        line: usize,
        /// The tag with its brackets, or the whole line if it has no end.
        text: &'a str,
    },
    /// The number of a move: digits with full stops after them.
    Number {
        /// The number.
        number: u32,
        /// Whether it is the number of a round and not of a later move in it: it has one full stop.
        begins_round: bool,
    },
    /// A move or a result.
    Word {
        /// The line, counted from 1.
        line: usize,
        /// The text, without quotation marks.
        text: String,
        /// Whether it had quotation marks: then it is a move.
        quoted: bool,
        /// Whether it follows the word before it without a space.
        attached: bool,
    },
    /// A comment, in braces or behind a semicolon.
    Comment {
        /// Its text, without the signs around it.
        text: &'a str,
    },
    /// A numeric annotation glyph, such as `$1` for a good move.
    Glyph {
        /// Its number.
        number: u8,
    },
    /// A variation.
    Variation {
        /// Its text between the parentheses.
        text: &'a str,
    },
}

/// Cuts a text into its tokens.
pub struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    /// The character before the rest.
    before: char,
}

/// The characters at which a word ends, besides spaces.
fn ends_word(character: char) -> bool {
    character.is_whitespace() || "{}();[]\",$*<>\u{feff}".contains(character)
}

/// Whether a text begins with a tag, such as `[Event "x"]`. A comment may contain brackets, but no tag at the beginning
/// of a line.
fn begins_tag(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('[') else { return false };
    let name = inside.len() - inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    inside.starts_with(|c: char| c.is_ascii_alphabetic())
        && inside[name..].trim_start_matches([' ', '\t']).starts_with('"')
}

impl<'a> Tokens<'a> {
    /// The tokens of a text.
    pub fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text, line: 1, before: '\n' }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next character, and counts lines. A line ends with LF, CR LF, or CR alone.
    fn advance(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        if character == '\n' || character == '\r' && !self.rest.starts_with('\n') {
            self.line += 1;
        }
        self.before = character;
        Some(character)
    }

    /// Takes the text before the first character for which this holds.
    fn take_until(&mut self, ends: impl FnMut(char) -> bool) -> &'a str {
        let (text, rest) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        self.rest = rest;
        self.before = text.chars().next_back().unwrap_or(self.before);
        text
    }

    /// Takes the rest of the line.
    fn take_line(&mut self) -> &'a str {
        self.take_until(|character| character == '\n' || character == '\r')
    }

    /// Whether a line begins here.
    fn at_line_start(&self) -> bool {
        matches!(self.before, '\n' | '\r')
    }

    /// Whether the tags of the next game begin here: on a line of their own.
    fn at_next_game(&self) -> bool {
        self.at_line_start() && begins_tag(self.rest)
    }

    /// Takes a tag with its closing bracket; the line, if it has none. A bracket closes it behind an even number of
    /// quotation marks; else the last on the line or before another tag does, so a value may contain quotation marks
    /// and brackets.
    fn take_tag(&mut self) -> &'a str {
        let line_end = self.rest.find(['\n', '\r']).unwrap_or(self.rest.len());
        let line = &self.rest[..line_end];
        let is_end = |&(at, _): &(usize, &str)| {
            let (value, after) = (line[..at].trim_end(), line[at + 1..].trim_start());
            let is_closed = value.ends_with('"') && !value.ends_with("\\\"") && value.matches('"').count() > 1;
            is_closed && (after.is_empty() || !after.contains(']') || begins_tag(after))
        };
        let is_even_end = |&(at, _): &(usize, &str)| {
            let value = line[..at].trim_end();
            let marks = value.replace("\\\\", "").replace("\\\"", "").matches('"').count();
            value.ends_with('"') && marks > 0 && marks.is_multiple_of(2)
        };
        let ends = || line.match_indices(']');
        let end = ends().find(is_even_end).or_else(|| ends().find(is_end)).or_else(|| ends().next());
        let length = end.map_or(line_end, |(at, _)| at + 1);
        let (tag, rest) = self.rest.split_at(length);
        (self.rest, self.before) = (rest, ']');
        tag
    }

    /// The error for something that began on this line and does not end.
    fn unterminated(line: usize, what: &'static str, expected: char) -> TokenError {
        TokenError::Unterminated { line, what, expected }
    }

    /// Takes a comment in braces, and returns its text.
    fn take_comment(&mut self) -> Result<&'a str, TokenError> {
        let (line, text) = (self.line, self.rest);
        self.advance();
        while !self.at_next_game() {
            match self.advance() {
                Some('}') => return Ok(&text[1..text.len() - self.rest.len() - 1]),
                Some(_) => {}
                None => break,
            }
        }
        Err(Tokens::unterminated(line, "comment", '}'))
    }

    /// Takes a variation, with the variations and comments inside. Returns the text between its parentheses.
    fn take_variation(&mut self) -> Result<&'a str, TokenError> {
        let (line, text, mut depth) = (self.line, self.rest, 0);
        let wrong = Tokens::unterminated(line, "variation", ')');
        while !self.at_next_game() {
            match self.peek() {
                Some('{') => drop(self.take_comment().map_err(|_| wrong.clone())?),
                Some(';') => drop(self.take_line()),
                Some('"') => drop(self.take_quoted().map_err(|_| wrong.clone())?),
                Some(character) => {
                    self.advance();
                    depth += i32::from(character == '(') - i32::from(character == ')');
                    if depth == 0 {
                        return Ok(&text[1..text.len() - self.rest.len() - 1]);
                    }
                }
                None => break,
            }
        }
        Err(wrong)
    }

    /// Takes a text in quotation marks, on one line; a backslash stands before each `"` and each backslash in it.
    fn take_quoted(&mut self) -> Result<String, TokenError> {
        let (line, mut text) = (self.line, String::new());
        self.advance();
        loop {
            let character = match self.peek() {
                Some('\n' | '\r') => None,
                Some('"') => {
                    self.advance();
                    return Ok(text);
                }
                Some('\\') => {
                    self.advance();
                    self.advance()
                }
                _ => self.advance(),
            };
            text.push(character.ok_or_else(|| Tokens::unterminated(line, "quoted move", '"'))?);
        }
    }

    /// Takes the number of a move: digits, then full stops. `None` if there is none.
    fn take_number(&mut self) -> Option<Token<'a>> {
        let rest = self.rest.trim_start_matches(|character: char| character.is_ascii_digit());
        let digits = &self.rest[..self.rest.len() - rest.len()];
        let after = rest.trim_start_matches(['.', '…']);
        let stops = &rest[..rest.len() - after.len()];
        if digits.is_empty() || stops.is_empty() {
            return None;
        }
        (self.rest, self.before) = (after, ' ');
        // A number that is too large for a game begins no round.
        Some(Token::Number { number: digits.parse().unwrap_or(u32::MAX), begins_round: stops == "." })
    }

    /// The error for an end without a beginning, which is skipped.
    fn not_begun(&mut self, expected: char, found: char) -> Result<Option<Token<'a>>, TokenError> {
        let line = self.line;
        self.advance();
        Err(TokenError::NotBegun { line, expected, found })
    }

    /// The next token, or `None` at the end.
    fn token(&mut self) -> Result<Option<Token<'a>>, TokenError> {
        loop {
            let (line, attached) = (self.line, !ends_word(self.before));
            match self.peek() {
                None => return Ok(None),
                Some('[') if self.at_line_start() || begins_tag(self.rest) => {
                    return Ok(Some(Token::Tag { line, text: self.take_tag().trim() }));
                }
                Some('%') if self.at_line_start() => drop(self.take_line()),
                Some(';') => return Ok(Some(Token::Comment { text: &self.take_line()[1..] })),
                Some('{') => return Ok(Some(Token::Comment { text: self.take_comment()? })),
                Some('(') => return Ok(Some(Token::Variation { text: self.take_variation()? })),
                Some(')') => return self.not_begun('(', ')'),
                Some('}') => return self.not_begun('{', '}'),
                Some('"') => {
                    return Ok(Some(Token::Word { line, text: self.take_quoted()?, quoted: true, attached: false }));
                }
                Some('*') => {
                    self.advance();
                    return Ok(Some(Token::Word { line, text: "*".to_string(), quoted: false, attached }));
                }
                Some('$') => {
                    self.advance();
                    if let Ok(number) = self.take_until(|character| !character.is_ascii_digit()).parse() {
                        return Ok(Some(Token::Glyph { number }));
                    }
                }
                // Spaces before a tag do not end the beginning of a line.
                Some(' ' | '\t' | '\u{feff}') if self.at_line_start() => {
                    self.rest = self.rest.trim_start_matches([' ', '\t', '\u{feff}']);
                }
                Some(character) if ends_word(character) => drop(self.advance()),
                Some(_) => match self.take_number() {
                    Some(number) => return Ok(Some(number)),
                    None => {
                        let text = self.take_until(ends_word).to_string();
                        return Ok(Some(Token::Word { line, text, quoted: false, attached }));
                    }
                },
            }
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, TokenError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.token().transpose()
    }
}
