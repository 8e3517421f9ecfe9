//! A game with its tables, for the class `Tables` of the package.

use std::sync::Arc;

use hindsight::answer::{FindQuery, FoundBatch, FoundChoice, MoveAnswer, PositionQuery};
use hindsight::draw::Theme;
use hindsight::game::{Outcome, Value};
use hindsight::games::chess::{self, Chess};
use hindsight::open::{OpenGame, Opened};
use hindsight::query::find::Criteria;
use hindsight::query::statistics::Statistics;
use hindsight::space::SliceId;
use hindsight::util::run::Run;
use hindsight::util::threads::Threads;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyString};

use crate::codes::Codes;
use crate::{PlainValue, answer_error, plain};

/// The plies of a value that has none, in [`Tables::probe_many`].
const NO_PLIES: u16 = u16::MAX;

/// A position of chess: the sets of white, black, kings, queens, rooks, bishops, knights and pawns.
type ChessSets = [u64; 8];

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
                results.push(match value {
                    Some(Value::Win(_)) => 1,
                    Some(Value::Draw) => 0,
                    Some(Value::Loss(_)) => -1i8 as u8,
                    None => -2i8 as u8,
                });
                let depth = value.and_then(Value::plies).map_or(NO_PLIES, |plies| plies as u16);
                plies.extend(depth.to_ne_bytes());
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

    /// `plies` is a range, or `deepest` is set.
    #[pyo3(signature = (slices, value, plies, deepest, zugzwang, quiet, only_move, unique, limit))]
    #[allow(clippy::too_many_arguments)] // The package names them.
    fn find(
        &self,
        py: Python<'_>,
        slices: Vec<String>,
        value: Option<&str>,
        plies: Option<(u32, u32)>,
        deepest: bool,
        zugzwang: bool,
        quiet: bool,
        only_move: bool,
        unique: bool,
        limit: usize,
    ) -> PyResult<Vec<(String, String, PlainValue)>> {
        let result = match value {
            None => None,
            Some("win") => Some(Outcome::Win),
            Some("draw") => Some(Outcome::Draw),
            Some("loss") => Some(Outcome::Loss),
            Some(other) => {
                return Err(PyValueError::new_err(format!("expected win, draw or loss for value, found {other:?}")));
            }
        };
        let plies = plies.map(|(first, last)| first..=last);
        let game = self.opened.facts();
        let slices = slices.iter().map(|name| game.slice(name)).collect::<Result<Vec<_>, _>>();
        let query = FindQuery {
            slices: slices.map_err(|error| answer_error(error.into()))?,
            criteria: Criteria { result, plies, zugzwang, quiet, only_move, unique },
            deepest,
            choice: FoundChoice::First(limit),
        };
        let batches = on_all_processors(py, || self.opened.found(&query, &Run::default()))?.map_err(answer_error)?;
        let found = batches.iter().flat_map(FoundBatch::iter).map(|found| {
            let slice = game.slices[found.slice.index()].name.clone();
            (slice, found.position.to_string(), plain(found.value))
        });
        Ok(found.collect())
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
