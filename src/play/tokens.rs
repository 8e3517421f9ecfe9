//! The words, tags and variations of a saved game: comments, move numbers and annotations are skipped.

/// Why a text has no tokens. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Something begins and does not end.
    #[error("line {line}: expected {expected} that ends the {what}, found the end of the file")]
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

/// A tag, a word of the moves, or a variation.
#[derive(Debug)]
pub enum Token<'a> {
    /// A tag in brackets, the first or after other tags on its line.
    Tag {
        /// The line, counted from 1.
        line: usize,
        /// The tag with its brackets, or the whole line if it has no end.
        text: &'a str,
    },
    /// A move or a result.
    Word {
        /// The line, counted from 1.
        line: usize,
        /// The text, without quotation marks.
        text: String,
        /// Whether it had quotation marks: then it is a move.
        quoted: bool,
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
    /// Whether only space was read on this line.
    at_line_start: bool,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, at_line_start: true }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next character, and counts lines.
    fn advance(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        if character == '\n' {
            self.line += 1;
        }
        self.at_line_start = character == '\n' || self.at_line_start && character.is_whitespace();
        Some(character)
    }

    /// Takes the rest of the line.
    fn take_line(&mut self) -> &'a str {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest;
        line
    }

    /// Takes a tag with its closing bracket; the line, if it has none.
    fn take_tag(&mut self) -> &'a str {
        let (mut in_quotes, mut escaped) = (false, false);
        let ends = |character: char| {
            in_quotes ^= character == '"' && !escaped;
            escaped = character == '\\' && !escaped;
            character == '\n' || character == ']' && !in_quotes
        };
        match self.rest.find(ends) {
            Some(end) if self.rest[end..].starts_with(']') => {
                let (tag, rest) = self.rest.split_at(end + 1);
                self.rest = rest;
                tag
            }
            _ => self.take_line(),
        }
    }

    /// Skips a comment in braces.
    fn skip_comment(&mut self) -> Result<(), TokenError> {
        let line = self.line;
        loop {
            match self.advance() {
                Some('}') => return Ok(()),
                Some(_) => {}
                None => return Err(TokenError::Unterminated { line, what: "comment", expected: '}' }),
            }
        }
    }

    /// Takes a variation, with the variations and comments inside. Returns the text between its parentheses.
    fn take_variation(&mut self) -> Result<&'a str, TokenError> {
        let (line, text, mut depth) = (self.line, self.rest, 0);
        loop {
            match self.peek() {
                Some('{') => self.skip_comment()?,
                Some(';') => drop(self.take_line()),
                Some('"') => drop(self.take_quoted()?),
                Some(character) => {
                    self.advance();
                    depth += i32::from(character == '(') - i32::from(character == ')');
                    if depth == 0 {
                        return Ok(&text[1..text.len() - self.rest.len() - 1]);
                    }
                }
                None => return Err(TokenError::Unterminated { line, what: "variation", expected: ')' }),
            }
        }
    }

    /// Takes a text in quotation marks; a backslash stands before each `"` and each backslash in it.
    fn take_quoted(&mut self) -> Result<String, TokenError> {
        let (line, mut text) = (self.line, String::new());
        self.advance();
        loop {
            let character = match self.advance() {
                Some('"') => return Ok(text),
                Some('\\') => self.advance(),
                other => other,
            };
            let error = || TokenError::Unterminated { line, what: "quoted move", expected: '"' };
            text.push(character.ok_or_else(error)?);
        }
    }

    /// Takes the characters to the next space, comment or variation.
    fn take_plain(&mut self) -> &'a str {
        let end = self.rest.find(|character: char| character.is_whitespace() || "{}();\"".contains(character));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        (self.rest, self.at_line_start) = (rest, false);
        word
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
            let line = self.line;
            match self.peek() {
                None => return Ok(None),
                Some('[') if self.at_line_start => return Ok(Some(Token::Tag { line, text: self.take_tag().trim() })),
                Some('%') if self.at_line_start => drop(self.take_line()),
                Some(';') => drop(self.take_line()),
                Some('{') => self.skip_comment()?,
                Some('(') => return Ok(Some(Token::Variation { text: self.take_variation()? })),
                Some(')') => return self.not_begun('(', ')'),
                Some('}') => return self.not_begun('{', '}'),
                Some('"') => return Ok(Some(Token::Word { line, text: self.take_quoted()?, quoted: true })),
                Some(character) if character.is_whitespace() => drop(self.advance()),
                Some(_) => {
                    let text = without_number(self.take_plain());
                    let annotation =
                        text.starts_with('$') || text.trim_matches(['!', '?']).is_empty() || text == "e.p.";
                    if !annotation {
                        return Ok(Some(Token::Word { line, text: text.to_string(), quoted: false }));
                    }
                }
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

/// A word without the number of a move: digits, then full stops, then perhaps a move without a space between.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|character: char| character.is_ascii_digit());
    let mv = rest.trim_start_matches('.');
    if mv.len() < rest.len() { mv } else { word }
}
