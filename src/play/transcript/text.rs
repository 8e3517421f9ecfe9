//! The text of a file of games in any of the usual encodings.

/// The characters of the bytes 0x80 to 0x9f in Windows-1252, by which old programs wrote quotation marks and dashes.
/// The five bytes without a character stand for themselves.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of a file. Files are joined from others, so each line has an encoding of its own: UTF-8, or else
/// Windows-1252.
///
/// ```
/// use hindsight::play::transcript::decode;
///
/// assert_eq!(decode(b"M\xfcller\nM\xc3\xbcller\n"), "Müller\nMüller\n");
/// ```
pub fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n' || *byte == b'\r') {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.extend(line.iter().map(|&byte| match byte {
                0x80..0xa0 => WINDOWS[usize::from(byte - 0x80)],
                byte => char::from(byte),
            })),
        }
    }
    text
}
