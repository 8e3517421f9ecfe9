//! A line of moves as one SVG that moves by itself: pieces glide along the paths of their moves, and captured ones
//! fade.
//!
//! Every piece has a track: its places with their times, from where it appears to where it leaves the board. The tracks
//! are written as animations of SVG, without scripts, so that the picture plays wherever pictures are shown.

use std::fmt::Write;

use super::escaped::escaped;
use super::palette::{self, Theme};
use super::svg::{Caption, Picture};
use crate::game::{Diagram, Piece};

/// The time before the first move, between the beginnings of two moves, of a move, and after the last, in seconds.
const START: f64 = 1.5;
const BEAT: f64 = 1.0;
const GLIDE: f64 = 0.35;
const END: f64 = 3.0;

/// The height of the line with the label of a position, the size of its letters at most, and the width of a letter as a
/// share of its size.
const FOOT: f64 = 30.0;
const LETTERS: f64 = 16.0;
const WIDE: f64 = 0.5;

/// A move of a film, and the position after it.
#[derive(Clone, Debug)]
pub struct FilmStep {
    /// The board after the move.
    pub board: Diagram,
    /// The squares that the move touches, by number, in their order.
    pub touched: Vec<u16>,
    /// The text below the board before the move.
    pub label: String,
    /// Whether the move alone holds the result: it is marked.
    pub is_only: bool,
}

/// The way of a piece.
struct Track {
    piece: Piece,
    begin: f64,
    end: Option<f64>,
    /// The points of the way, each with its time.
    points: Vec<(f64, f64, f64)>,
}

/// The film of moves from a board. `last` is the text below the board after the last move.
pub fn film(start: &Diagram, steps: &[FilmStep], last: &str, theme: Theme, caption: Caption) -> String {
    let empty = start.clone().with_pieces(|_| None);
    let mut picture = Picture::of(&empty, palette::theme(theme));
    picture.board(&[]);
    picture.frame();
    let seconds = START + BEAT * steps.len() as f64 + END;
    let mut body = format!("<rect width=\"{}\" height=\"{}\" fill=\"#fff\"/>\n", picture.width, picture.height + FOOT);
    body += &std::mem::take(&mut picture.body);
    for (number, step) in steps.iter().enumerate().filter(|(_, step)| step.is_only) {
        let squares = step.touched.iter().map(|&square| picture.at(&empty.places[usize::from(square)]));
        let time = START + BEAT * number as f64;
        body += &marked(&squares.collect::<Vec<_>>(), time, seconds);
    }
    for track in tracks(&picture, start, steps) {
        picture.piece(&track.piece, 0.0, 0.0);
        let drawn = std::mem::take(&mut picture.body);
        body += &moving(&drawn, &track, seconds);
    }
    let labels = steps.iter().map(|step| step.label.as_str()).chain([last]);
    for (number, label) in labels.enumerate() {
        let begin = if number == 0 { 0.0 } else { START + BEAT * (number as f64 - 1.0) + GLIDE };
        let end = (number < steps.len()).then_some(START + BEAT * number as f64 + GLIDE);
        let (x, y) = (picture.width / 2.0, picture.height + FOOT / 2.0);
        // A long label fits below a small board.
        let size = (picture.width / (WIDE * label.chars().count() as f64)).floor().min(LETTERS);
        let text = format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"#222\">{}", escaped(label));
        body += &format!("{text}{}</text>\n", shown(begin, end, seconds));
    }
    let size = [0.0, 0.0, picture.width, picture.height + FOOT];
    super::svg::document(size, caption, &(picture.definitions() + &body))
}

/// The tracks of all pieces.
fn tracks(picture: &Picture, start: &Diagram, steps: &[FilmStep]) -> Vec<Track> {
    let at = |square: usize| picture.at(&start.places[square]);
    let mut tracks: Vec<Track> = Vec::new();
    // By square, the number of the track of the piece on it.
    let mut standing: Vec<Option<usize>> = vec![None; start.places.len()];
    let begin = |piece: Piece, square: usize, time: f64, tracks: &mut Vec<Track>| {
        let (x, y) = at(square);
        tracks.push(Track { piece, begin: time, end: None, points: vec![(time, x, y)] });
        Some(tracks.len() - 1)
    };
    for (square, place) in start.places.iter().enumerate() {
        if let Some(piece) = place.piece {
            standing[square] = begin(piece, square, 0.0, &mut tracks);
        }
    }
    for (number, step) in steps.iter().enumerate() {
        let (leaves, arrives) = (START + BEAT * number as f64, START + BEAT * number as f64 + GLIDE);
        let touched: Vec<usize> = step.touched.iter().map(|&square| usize::from(square)).collect();
        let mover = match touched[..] {
            [from, .., to] if from != to => standing[from].take().map(|track| (track, to)),
            _ => None,
        };
        if let Some((track, to)) = mover {
            let (x, y) = at(touched[0]);
            let points = &mut tracks[track].points;
            points.push((leaves, x, y));
            let legs = (touched.len() - 1) as f64;
            for (leg, &square) in touched.iter().enumerate().skip(1) {
                let (x, y) = at(square);
                points.push((leaves + GLIDE * leg as f64 / legs, x, y));
            }
            if let Some(captured) = standing[to].replace(track) {
                tracks[captured].end = Some(arrives);
            }
        }
        for (square, place) in step.board.places.iter().enumerate().take(standing.len()) {
            let now = standing[square].map(|track| tracks[track].piece);
            if now != place.piece {
                if let Some(gone) = standing[square].take() {
                    tracks[gone].end = Some(arrives);
                }
                standing[square] = place.piece.and_then(|piece| begin(piece, square, arrives, &mut tracks));
            }
        }
    }
    tracks
}

/// A piece that moves along its track.
fn moving(drawn: &str, track: &Track, seconds: f64) -> String {
    let (mut times, mut values) = (String::new(), String::new());
    let (_, x, y) = track.points[0];
    let _ = write!(values, "{x} {y}");
    times.push('0');
    for (time, x, y) in &track.points {
        let _ = write!(times, ";{}", share(*time, seconds));
        let _ = write!(values, ";{x} {y}");
    }
    if let Some((_, x, y)) = track.points.last() {
        let _ = write!(times, ";1");
        let _ = write!(values, ";{x} {y}");
    }
    let way = match track.points.len() {
        1 => format!("<g transform=\"translate({x} {y})\">"),
        _ => format!(
            "<g transform=\"translate({x} {y})\"><animateTransform attributeName=\"transform\" type=\"translate\" \
             dur=\"{seconds}s\" repeatCount=\"indefinite\" keyTimes=\"{times}\" values=\"{values}\"/>"
        ),
    };
    format!("{way}{drawn}{}</g>\n", shown(track.begin, track.end, seconds))
}

/// The animation of what is seen from one time to another; nothing if it is always seen.
fn shown(begin: f64, end: Option<f64>, seconds: f64) -> String {
    let (times, values) = match (begin > 0.0, end) {
        (false, None) => return String::new(),
        (true, None) => (format!("0;{}", share(begin, seconds)), "0;1"),
        (false, Some(end)) => (format!("0;{}", share(end, seconds)), "1;0"),
        (true, Some(end)) => (format!("0;{};{}", share(begin, seconds), share(end, seconds)), "0;1;0"),
    };
    format!(
        "<animate attributeName=\"opacity\" calcMode=\"discrete\" dur=\"{seconds}s\" repeatCount=\"indefinite\" \
         keyTimes=\"{times}\" values=\"{values}\"/>"
    )
}

/// The mark of a move that alone holds the result: a red line along its way, or a ring around its square.
fn marked(squares: &[(f64, f64)], time: f64, seconds: f64) -> String {
    let times = shown(time - BEAT / 2.0, Some(time + GLIDE), seconds);
    match squares {
        [] => String::new(),
        [(x, y)] => format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"20\" fill=\"none\" stroke=\"#b3261e\" stroke-width=\"4\">{times}</circle>\n"
        ),
        squares => {
            let points: Vec<String> = squares.iter().map(|(x, y)| format!("{x},{y}")).collect();
            format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#b3261e\" stroke-width=\"6\" stroke-linecap=\"round\" \
                 opacity=\"0.8\">{times}</polyline>\n",
                points.join(" ")
            )
        }
    }
}

/// A time as a share of the whole film.
fn share(time: f64, seconds: f64) -> f64 {
    (time / seconds * 1e5).round() / 1e5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Colour, Figure};

    const MAN: Piece =
        Piece { side: 1, colour: Colour::Black, figure: Figure::Disc, letter: 'b', symbol: '●', name: "man" };
    const OTHER: Piece = Piece { side: 0, name: "other", letter: 'w', ..MAN };

    #[test]
    fn a_piece_glides_and_what_it_takes_is_gone() {
        let board =
            |pieces: [Option<Piece>; 3]| Diagram::squares(&["a", "b", "c"], &["1"]).with_pieces(|at| pieces[at]);
        let start = board([Some(MAN), Some(OTHER), None]);
        let step = FilmStep {
            board: board([None, None, Some(MAN)]),
            touched: vec![0, 2],
            label: "1".to_string(),
            is_only: true,
        };
        let picture = Picture::of(&start, palette::theme(Theme::Wood));
        let tracks = tracks(&picture, &start, std::slice::from_ref(&step));
        assert_eq!(tracks.len(), 2);
        assert_eq!((tracks[0].points.len(), tracks[0].end), (3, None));
        assert_eq!((tracks[1].points.len(), tracks[1].end), (1, Some(START + GLIDE)));
        let film = film(&start, &[step], "0", Theme::Wood, Caption { title: "a game", description: "a & b" });
        assert!(film.contains("<animateTransform") && film.contains("stroke=\"#b3261e\"") && !film.contains("<script"));
        assert_eq!(film.matches("<use ").count(), 2, "{film}");
    }

    #[test]
    fn a_piece_that_becomes_another_ends_its_track() {
        let board = |pieces: [Option<Piece>; 2]| Diagram::squares(&["a", "b"], &["1"]).with_pieces(|at| pieces[at]);
        let step =
            FilmStep { board: board([None, Some(OTHER)]), touched: vec![0, 1], label: String::new(), is_only: false };
        let start = board([Some(MAN), None]);
        let picture = Picture::of(&start, palette::theme(Theme::Wood));
        let tracks = tracks(&picture, &start, &[step]);
        assert_eq!(tracks.iter().map(|track| track.end.is_some()).collect::<Vec<_>>(), [true, false]);
    }
}
