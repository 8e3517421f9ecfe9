//! A game with its tables, for the class `Tables` of the package.

use std::sync::Arc;

use hindsight::answer::{FindQuery, FoundBatch, FoundChoice, FoundFigures, MoveAnswer, PositionQuery};
use hindsight::catalogue::CatalogueGame;
use hindsight::draw::Theme;
use hindsight::game::{Outcome, Value};
use hindsight::games::chess::{self, Chess};
use hindsight::games::draughts::Draughts;
use hindsight::open::{OpenGame, Opened};
use hindsight::query::find::{Criteria, OnlyMoves, PiecePattern};
use hindsight::query::statistics::Statistics;
use hindsight::query::{OnlyMoveRule, Zugzwang};
use hindsight::space::SliceId;
use hindsight::util::run::Run;
use hindsight::util::threads::Threads;
use pyo3::buffer::PyBuffer;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyString};

use crate::codes::Codes;
use crate::{PlainValue, answer_error, plain};

/// The plies of a value that has none, in [`Tables::probe_many`].
const NO_PLIES: u16 = u16::MAX;

/// A position of chess: the sets of white, black, kings, queens, rooks, bishops, knights and pawns.
type ChessSets = [u64; 8];

/// A found position: its slice, its text, its value, the number of positions that it stands for, its only moves, and
/// the value with the other side to move.
type FoundTuple = (String, String, PlainValue, u64, Option<u32>, Option<PlainValue>);

/// A result as a byte: 1, 0 or -1, or -2 without a value.
fn result_byte(value: Option<Value>) -> u8 {
    match value {
        Some(Value::Win(_)) => 1,
        Some(Value::Draw) => 0,
        Some(Value::Loss(_)) => -1i8 as u8,
        None => -2i8 as u8,
    }
}

fn plies_of(value: Option<Value>) -> u16 {
    value.and_then(Value::plies).map_or(NO_PLIES, |plies| plies as u16)
}

/// The results of positions, a byte each, and their plies, two bytes each.
struct Results {
    results: Vec<u8>,
    plies: Vec<u8>,
}

impl Results {
    /// The results of this number of positions, all of them illegal until they are looked up.
    fn new(number: usize) -> Results {
        Results { results: vec![-3i8 as u8; number], plies: vec![u8::MAX; 2 * number] }
    }

    /// Looks up the positions, each by its number, while other threads of Python run.
    fn look_up<G: CatalogueGame>(
        &mut self,
        py: Python<'_>,
        opened: &Opened<G>,
        read: &(dyn Fn(usize) -> Option<G::Position> + Sync),
    ) -> PyResult<()> {
        let mut damage = None;
        py.detach(|| {
            let positions: Vec<Option<G::Position>> = (0..self.results.len()).map(read).collect();
            opened.values_of_positions(&positions, &mut |number, value| {
                let value = value.unwrap_or_else(|error| {
                    damage.get_or_insert(error);
                    None
                });
                self.results[number] = result_byte(value);
                self.plies[2 * number..2 * number + 2].copy_from_slice(&plies_of(value).to_ne_bytes());
            });
        });
        damage.map_or(Ok(()), |error| Err(answer_error(error.into())))
    }
}

/// A value of a dictionary; `None` if it is not there or `None`.
fn item<'py, T: FromPyObjectOwned<'py>>(criteria: &Bound<'py, PyDict>, name: &str) -> PyResult<Option<T>> {
    match criteria.get_item(name)?.filter(|value| !value.is_none()) {
        Some(value) => value.extract().map(Some).map_err(Into::into),
        None => Ok(None),
    }
}

impl Tables {
    /// The question of a dictionary of criteria.
    fn query(&self, criteria: &Bound<'_, PyDict>, choice: FoundChoice) -> PyResult<FindQuery> {
        let wrong = |expected: &str, name: &str, found: &str| {
            PyValueError::new_err(format!("expected {expected} for {name}, found {found:?}"))
        };
        let is_set = |name: &str| Ok::<_, PyErr>(item::<bool>(criteria, name)?.unwrap_or(false));
        let text = |name: &str| item::<String>(criteria, name);
        let range = |name: &str| Ok::<_, PyErr>(item::<(u32, u32)>(criteria, name)?.map(|(first, last)| first..=last));
        let result = match text("value")?.as_deref() {
            None => None,
            Some("win") => Some(Outcome::Win),
            Some("draw") => Some(Outcome::Draw),
            Some("loss") => Some(Outcome::Loss),
            Some(other) => return Err(wrong("win, draw or loss", "value", other)),
        };
        let zugzwang = match text("zugzwang")?.as_deref() {
            None => None,
            Some("any") => Some(Zugzwang::Any),
            Some("full") => Some(Zugzwang::Full),
            Some("half") => Some(Zugzwang::Half),
            Some(other) => return Err(wrong("True, \"full\" or \"half\"", "zugzwang", other)),
        };
        let game = self.opened.facts();
        let slices = item::<Vec<String>>(criteria, "slices")?.unwrap_or_default();
        let slices = slices.iter().map(|name| game.slice(name)).collect::<Result<Vec<_>, _>>();
        let rule = OnlyMoveRule { shortest: is_set("shortest")?, to_conversion: is_set("to_conversion")? };
        let only_moves = range("only_moves")?.map(|run| OnlyMoves { run, rule });
        let pattern = text("where")?.unwrap_or_default();
        let pattern = PiecePattern::read(&pattern, game.sides, &game.pieces, &game.squares);
        Ok(FindQuery {
            slices: slices.map_err(|error| answer_error(error.into()))?,
            other_side: is_set("other_side")?,
            criteria: Criteria {
                result,
                plies: range("plies")?,
                under_rule: None,
                zugzwang,
                quiet: is_set("quiet")?,
                only_move: is_set("only_move")?,
                unique: is_set("unique")?,
                only_moves,
                pattern: pattern.map_err(|error| PyValueError::new_err(error.to_string()))?,
            },
            deepest: is_set("deepest")?,
            most_only_moves: is_set("most_only_moves")?,
            choice,
        })
    }
}

/// Does work on all processors, while other threads of Python run. Its threads end with it: a process that is forked
/// later has none, and would wait for them forever.
fn on_all_processors<R: Send>(py: Python<'_>, work: impl FnOnce() -> R + Send) -> PyResult<R> {
    py.detach(|| Threads::new(None).map(|threads| threads.install(work)))
        .map_err(|error| PyOSError::new_err(format!("the worker threads could not be started ({error})")))
}

/// A game with its tables.
#[pyclass(frozen)]
pub struct Tables {
    pub opened: Arc<dyn OpenGame>,
}

#[pymethods]
impl Tables {
    #[getter]
    fn game(&self) -> &'static str {
        self.opened.facts().name
    }

    /// Where the values come from: `tables`, `embedded` or `memory`.
    #[getter]
    fn source(&self) -> &'static str {
        self.opened.values().source.word()
    }

    /// Whether every win and loss has its plies.
    #[getter]
    fn has_plies(&self) -> bool {
        self.opened.values().has_depths()
    }

    #[getter]
    fn start(&self) -> String {
        self.opened.facts().start.clone()
    }

    fn slices(&self) -> Vec<(&str, u64)> {
        let slices = &self.opened.facts().slices;
        let named = |slice: &SliceId| (slices[slice.index()].name.as_str(), slices[slice.index()].entries);
        self.opened.values().held.iter().map(named).collect()
    }

    fn probe(&self, position: &str) -> PyResult<Option<PlainValue>> {
        Ok(self.opened.value(position).map_err(answer_error)?.map(plain))
    }

    /// The results, 1, 0, -1 or -2, one byte each, and the plies, two bytes each.
    fn probe_many<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<Bound<'py, PyString>>,
    ) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        let texts = positions.iter().map(|position| position.to_str()).collect::<PyResult<Vec<&str>>>()?;
        let looked_up = py.detach(|| {
            let (mut results, mut plies) = (Vec::with_capacity(texts.len()), Vec::with_capacity(2 * texts.len()));
            let mut first_error = None;
            self.opened.values_of(&texts, &mut |number, value| {
                let value = value.unwrap_or_else(|error| {
                    first_error.get_or_insert((number, Box::new(error)));
                    None
                });
                results.push(result_byte(value));
                plies.extend(plies_of(value).to_ne_bytes());
            });
            first_error.map_or(Ok((results, plies)), Err)
        });
        let (results, plies): (Vec<u8>, Vec<u8>) = looked_up.map_err(|(place, error)| {
            let error = answer_error(*error);
            match error.is_instance_of::<PyValueError>(py) {
                true => PyValueError::new_err(format!("position {place}: {}", error.value(py))),
                false => error,
            }
        })?;
        Ok((PyByteArray::new(py, &results), PyByteArray::new(py, &plies)))
    }

    /// The result under the rule of quiet plies, and the signed plies to the next move that zeroes the clock.
    fn rule50(&self, position: &str) -> PyResult<Option<(&'static str, i32)>> {
        let rule = self.opened.under_rule(position).map_err(answer_error)?;
        Ok(rule.map(|rule| (rule.result.word(), rule.dtz)))
    }

    fn moves(&self, position: &str) -> PyResult<Option<Vec<(String, String, PlainValue)>>> {
        let query = PositionQuery { moves: true, ..PositionQuery::default() };
        let Ok(answer) = self.opened.ask(position, &query).map_err(answer_error)?.whole() else { return Ok(None) };
        let plain = |mv: MoveAnswer| Some((mv.step.mv, mv.step.position, plain(mv.value?.value)));
        Ok(answer.moves.into_iter().map(plain).collect())
    }

    fn line(&self, position: &str) -> PyResult<Option<Vec<String>>> {
        let query = PositionQuery { line: true, ..PositionQuery::default() };
        let line = self.opened.ask(position, &query).map_err(answer_error)?.line;
        Ok(line.map(|line| line.into_iter().map(|step| step.mv).collect()))
    }

    /// The positions that meet criteria, each with its slice, its value, the number of positions that it stands for,
    /// its only moves and the value with the other side to move.
    fn find(&self, py: Python<'_>, criteria: &Bound<'_, PyDict>, limit: Option<usize>) -> PyResult<Vec<FoundTuple>> {
        let choice = match (criteria.get_item("sample")?, limit) {
            (Some(number), _) if !number.is_none() => {
                let seed = item(criteria, "seed")?.unwrap_or(0);
                FoundChoice::Sample { number: number.extract()?, seed }
            }
            (_, limit) => FoundChoice::First(limit.unwrap_or(usize::MAX)),
        };
        let query = self.query(criteria, choice)?;
        let game = self.opened.facts();
        let batches = on_all_processors(py, || self.opened.found(&query, &Run::default()))?.map_err(answer_error)?;
        let found = batches.iter().flat_map(FoundBatch::iter).map(|found| {
            let FoundFigures { slice, value, positions, only_moves, other } = found.figures;
            let slice = game.slices[slice.index()].name.clone();
            (slice, found.position.to_string(), plain(value), positions, only_moves, other.map(plain))
        });
        Ok(found.collect())
    }

    /// The number of positions that meet criteria, and of their entries.
    fn count(&self, py: Python<'_>, criteria: &Bound<'_, PyDict>) -> PyResult<(u64, u64)> {
        let mut query = self.query(criteria, FoundChoice::default())?;
        let counted = on_all_processors(py, || {
            if query.deepest {
                let deepest = self.opened.deepest(&query, &Run::default())?;
                query = query.at(deepest);
            }
            self.opened.count_found(&query, &Run::default())
        });
        let counted = counted?.map_err(answer_error)?;
        Ok((counted.positions, counted.entries))
    }

    /// The weights of the entries of a slice, two bytes each.
    fn weights<'py>(&self, py: Python<'py>, slice: &str) -> PyResult<Bound<'py, PyByteArray>> {
        let weights = on_all_processors(py, || self.opened.weights(slice))?.map_err(answer_error)?;
        let bytes: Vec<u8> = weights.into_iter().flat_map(u16::to_ne_bytes).collect();
        Ok(PyByteArray::new(py, &bytes))
    }

    /// The values of positions as sets of squares, as [`Tables::probe_many`] has them; an illegal one has the result
    /// -3.
    /// For draughts the sets of Black, of White and of kings, and whether Black is to move; for chess the sets of
    /// [`Tables::probe_chess`], the square of a pawn that was passed over or -1, and whether White is to move.
    fn probe_sets<'py>(
        &self,
        py: Python<'py>,
        sets: Vec<PyBuffer<i64>>,
    ) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        let sets = sets.iter().map(|set| set.to_vec(py)).collect::<PyResult<Vec<Vec<i64>>>>()?;
        let number = sets.first().map_or(0, Vec::len);
        let width = |wanted: usize| match sets.len() == wanted && sets.iter().all(|set| set.len() == number) {
            true => Ok(()),
            false => Err(PyValueError::new_err(format!("expected {wanted} arrays of one length, found other arrays"))),
        };
        let mut results = Results::new(number);
        if let Some(opened) = self.opened.as_any().downcast_ref::<Opened<Draughts>>() {
            width(4)?;
            let read = |at: usize| {
                let set = |number: usize| sets[number][at] as u32;
                opened.game().of_squares(set(0), set(1), set(2), sets[3][at] != 0)
            };
            results.look_up(py, opened, &read)?;
        } else if let Some(opened) = self.opened.as_any().downcast_ref::<Opened<Chess>>() {
            width(10)?;
            let read = |at: usize| {
                let set = |number: usize| sets[number][at] as u64;
                let kinds = [7, 6, 5, 4, 3, 2].map(set);
                let en_passant = match sets[8][at] {
                    -1 => None,
                    square => Some(u8::try_from(square).ok().filter(|square| *square < 64)?),
                };
                let side = if sets[9][at] != 0 { chess::WHITE } else { chess::BLACK };
                chess::Position::of_squares(kinds, [set(0), set(1)], side, en_passant).ok()
            };
            results.look_up(py, opened, &read)?;
        } else {
            let game = self.opened.facts().name;
            let message = format!("expected tables of checkers, losing checkers or chess, found {game}");
            return Err(PyTypeError::new_err(message));
        }
        Ok((PyByteArray::new(py, &results.results), PyByteArray::new(py, &results.plies)))
    }

    fn stats<'py>(&self, py: Python<'py>, slice: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        let slices = match slice {
            Some(name) => vec![self.opened.facts().slice(name).map_err(|error| answer_error(error.into()))?],
            None => self.opened.values().own.clone(),
        };
        let counted = on_all_processors(py, || self.opened.count(&slices, &Run::default()))?.map_err(answer_error)?;
        let statistics = Statistics::sum(counted.iter().map(|of_slice| &of_slice.counts));
        let all = PyDict::new(py);
        all.set_item("positions", statistics.positions)?;
        all.set_item("wins", statistics.wins)?;
        all.set_item("losses", statistics.losses)?;
        all.set_item("draws", statistics.draws)?;
        for (name, longest) in [("win", statistics.longest_win), ("loss", statistics.longest_loss)] {
            let (plies, position) = longest.unzip();
            all.set_item(format!("longest_{name}"), plies)?;
            all.set_item(format!("longest_{name}_position"), position)?;
        }
        all.set_item("mutual_zugzwangs", self.opened.facts().has_zugzwangs.then_some(statistics.zugzwangs))?;
        all.set_item("legal_moves", statistics.moves)?;
        all.set_item("wins_by_depth", statistics.wins_by_depth)?;
        all.set_item("losses_by_depth", statistics.losses_by_depth)?;
        Ok(all)
    }

    fn values(slf: Bound<'_, Self>, slice: &str) -> PyResult<Codes> {
        let opened = &slf.get().opened;
        let (py, tables) = (slf.py(), slf.clone().unbind());
        // Every block is checked against its checksum first, or decoded.
        match py.detach(|| opened.stored_codes(slice)).map_err(answer_error)? {
            Some(codes) => Ok(Codes::mapped(codes.bytes, codes.width, tables.into_any())),
            None => Ok(Codes::decoded(py.detach(|| opened.codes(slice)).map_err(answer_error)?)),
        }
    }

    fn position(&self, slice: &str, index: u64) -> PyResult<Option<String>> {
        self.opened.entry(slice, index).map_err(answer_error)
    }

    fn picture(&self, position: &str) -> PyResult<String> {
        self.opened.picture(position, Theme::default()).map_err(answer_error)
    }

    /// The value of a position of chess without castling rights. A position that cannot occur has none.
    fn probe_chess(
        &self,
        sets: ChessSets,
        en_passant: Option<u8>,
        white_to_move: bool,
    ) -> PyResult<Option<PlainValue>> {
        let Some(opened) = self.opened.as_any().downcast_ref::<Opened<Chess>>() else {
            return Err(PyTypeError::new_err(format!("expected tables of chess, found {}", self.opened.facts().name)));
        };
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets;
        let kinds = [pawns, knights, bishops, rooks, queens, kings];
        let side = if white_to_move { chess::WHITE } else { chess::BLACK };
        let position = chess::Position::of_squares(kinds, [white, black], side, en_passant);
        let position = position.map_err(|expected| PyValueError::new_err(format!("expected {expected}")))?;
        let known = opened.probe().known(&position).map_err(|error| answer_error(error.into()))?;
        let value = known.map(|known| known.value);
        Ok(value.map(plain))
    }
}
