/* Hindsight: exact values of positions from tables. Link with -lhindsight; see the file hindsight.pc.
 *
 * Every function may be called from any number of threads on one handle. A pointer is NULL, which is answered with a
 * status, or leads to as many values as the function says; a text ends with a zero byte. */

#ifndef HINDSIGHT_H
#define HINDSIGHT_H

#include <stddef.h>
#include <stdint.h>

/*
 The bytes of the text of a move, with the zero byte at its end.
 */
#define HINDSIGHT_MOVE_SIZE 64

/*
 The value was found.
 */
#define HINDSIGHT_FOUND 0

/*
 The tables do not hold the position.
 */
#define HINDSIGHT_NOT_HELD 1

/*
 The position is illegal, or its text cannot be read.
 */
#define HINDSIGHT_ILLEGAL 2

/*
 A table is damaged, cannot be read, or needs another table that is not there.
 */
#define HINDSIGHT_DAMAGED 3

/*
 A wrong argument: a null pointer, a text that is not UTF-8, or a function for another game.
 */
#define HINDSIGHT_WRONG_ARGUMENT 4

/*
 An error of the library itself. Please report it.
 */
#define HINDSIGHT_INTERNAL 5

/*
 A game with its tables, from hindsight_open.
 */
typedef struct hindsight_tables hindsight_tables;

/*
 The value of a position for the side to move.
 */
typedef struct {
  /*
   1 win, 0 draw, -1 loss.
   */
  int8_t result;
  /*
   1 if `plies` is known: a draw has none, nor has a value of a table that holds only results.
   */
  int8_t has_plies;
  /*
   The moves of both sides to the end of the game under best play, for chess-dtz to the next capture or move of a
   pawn; 0 if it is not known.
   */
  uint16_t plies;
} hindsight_value;

/*
 The result of a position under the rule of quiet plies, for the side to move.
 */
typedef struct {
  /*
   2 win, 1 cursed win, 0 draw, -1 blessed loss, -2 loss. A cursed win is a draw under the rule and a win without
   it, a blessed loss a draw under the rule and a loss without it.
   */
  int8_t result;
  /*
   The plies to the next capture or move of a pawn or man, negative for a loss or a blessed loss, 0 for a draw.
   */
  int32_t dtz;
} hindsight_rule50;

/*
 A position of checkers or losing checkers. Bit n - 1 of a set is the square with the number n.
 */
typedef struct {
  /*
   Black's men and kings.
   */
  uint32_t black;
  /*
   White's men and kings.
   */
  uint32_t white;
  /*
   The kings of both sides.
   */
  uint32_t kings;
  /*
   1 if Black is to move, 0 if White is.
   */
  int32_t black_to_move;
} hindsight_checkers;

/*
 A move with its value for the side that makes it, in plies from before the move.
 */
typedef struct {
  /*
   The move as programs write it, such as "2-7" or "g1f3".
   */
  char text[HINDSIGHT_MOVE_SIZE];
  /*
   Its value.
   */
  hindsight_value value;
} hindsight_move;

/*
 A position of chess without castling rights, as sets of squares: bit 0 is a1, bit 7 h1, bit 63 h8.
 */
typedef struct {
  /*
   The men of White and of Black.
   */
  uint64_t white;
  uint64_t black;
  /*
   The men of each kind, of both sides.
   */
  uint64_t kings;
  uint64_t queens;
  uint64_t rooks;
  uint64_t bishops;
  uint64_t knights;
  uint64_t pawns;
  /*
   The square that a pawn has just passed over, -1 if none has.
   */
  int32_t ep_square;
  /*
   1 if White is to move, 0 if Black is.
   */
  int32_t white_to_move;
} hindsight_chess;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Opens the tables of a game, such as "checkers", or "chess-dtz", chess with the fifty-move rule. `directories` are
 searched in order, with ':' between them (';' on Windows). NULL: the directories that the program uses too, of the
 variable HINDSIGHT_TABLES, else data/tables here or above in a checkout, else hindsight/tables in the user's data
 directory; these need not exist. A part without a file has its table that is built into the library, if there is
 one; "": these tables alone. Tables are mapped files: a file that is shortened while it is open may end the program.

 Returns NULL if that fails, with the message in `error`, cut to `error_size` bytes and ended with a zero byte.
 `error` may be NULL.
 */
hindsight_tables *hindsight_open(const char *game, const char *directories, char *error, size_t error_size);

/*
 Closes the tables. NULL is allowed.
 */
void hindsight_close(hindsight_tables *tables);

/*
 Looks up a position as text, in the notation of the game: "W:WK1,K2:BK32", a FEN of chess. Returns a status. As with
 all look-ups, `value` is zeros unless it is HINDSIGHT_FOUND.
 */
int hindsight_probe(const hindsight_tables *tables, const char *position, hindsight_value *value);

/*
 Looks up a position under the rule of quiet plies, in chess the fifty-move rule, with its clock: a FEN of a game
 such as "chess" where the directories have tables of "chess-dtz" too, or of "chess-dtz". Returns a status; `rule` is
 zeros unless it is HINDSIGHT_FOUND.
 */
int hindsight_probe_rule50(const hindsight_tables *tables, const char *position, hindsight_rule50 *rule);

/*
 Looks up a position of checkers or losing checkers. Bit n - 1 of a set is the square with the number n; `kings` has
 the kings of both sides. Returns a status.
 */
int hindsight_probe_checkers(const hindsight_tables *tables,
                             uint32_t black,
                             uint32_t white,
                             uint32_t kings,
                             int black_to_move,
                             hindsight_value *value);

/*
 Looks up `n` positions of checkers or losing checkers: much quicker than one by one. `values` and `status` have room
 for `n` each. Returns the number of positions whose status is 0.
 */
size_t hindsight_probe_checkers_many(const hindsight_tables *tables,
                                     const hindsight_checkers *positions,
                                     size_t n,
                                     hindsight_value *values,
                                     int8_t *status);

/*
 The legal moves of a position, best first, each with its value for the side that makes it. `moves` has room for
 `room` of them, and `*count` becomes the number of all, which may be greater. Returns a status; HINDSIGHT_NOT_HELD
 too if the tables lack a position that a move leads to.
 */
int hindsight_moves(const hindsight_tables *tables,
                    const char *position,
                    hindsight_move *moves,
                    size_t room,
                    size_t *count);

/*
 Why a text is no position of the game, or why the tables do not hold it, in `reason`, cut to `reason_size` bytes and
 ended with a zero byte. Returns the status that a look-up returns; the reason is empty if that is HINDSIGHT_FOUND.
 */
int hindsight_reason(const hindsight_tables *tables, const char *position, char *reason, size_t reason_size);

/*
 Looks up a position of chess without castling rights, given as sets of squares: bit 0 is a1, bit 7 h1, bit 63 h8.
 `ep_square` is the square that a pawn has just passed over, -1 if none has. Returns a status.
 */
int hindsight_probe_chess(const hindsight_tables *tables,
                          uint64_t white,
                          uint64_t black,
                          uint64_t kings,
                          uint64_t queens,
                          uint64_t rooks,
                          uint64_t bishops,
                          uint64_t knights,
                          uint64_t pawns,
                          int ep_square,
                          int white_to_move,
                          hindsight_value *value);

/*
 Looks up `n` positions of chess: much quicker than one by one. `values` and `status` have room for `n` each. Returns
 the number of positions whose status is 0.
 */
size_t hindsight_probe_chess_many(const hindsight_tables *tables,
                                  const hindsight_chess *positions,
                                  size_t n,
                                  hindsight_value *values,
                                  int8_t *status);

/*
 The version of the library, such as "0.2.0".
 */
const char *hindsight_version(void);

/*
 A status in words; "unknown status" for any other number.
 */
const char *hindsight_error_text(int status);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HINDSIGHT_H */
