/* Checks what hindsight.h promises: arguments of every kind, and many threads on one handle. An argument is a directory
 * with tables of chess of three men. Prints the number of checks, or the first that fails. */
#include <hindsight.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks;

#define CHECK(what)                                                       \
    do {                                                                  \
        checks++;                                                         \
        if (!(what)) {                                                    \
            fprintf(stderr, "line %d: %s does not hold\n", __LINE__, #what); \
            exit(1);                                                      \
        }                                                                 \
    } while (0)

/* The set of a square. */
#define AT(number) (1u << ((number) - 1))

/* Positions that a thread looks up: two kings against one, the kings everywhere. */
enum { SQUARES = 32, THREADS = 8 };

static const hindsight_tables *shared;

/* Compares single look-ups, look-ups of many and look-ups of texts for all positions of two kings against one. */
static void *compare(void *unused)
{
    static const int many = SQUARES * SQUARES * SQUARES;
    hindsight_checkers *positions = malloc(many * sizeof *positions);
    hindsight_value *values = malloc(many * sizeof *values);
    int8_t *status = malloc(many);
    size_t found = 0, place = 0;

    (void)unused;
    if (positions == NULL || values == NULL || status == NULL)
        exit(2);
    for (int one = 1; one <= SQUARES; one++)
        for (int two = 1; two <= SQUARES; two++)
            for (int other = 1; other <= SQUARES; other++) {
                hindsight_checkers at = {AT(other), AT(one) | AT(two), AT(one) | AT(two) | AT(other), 0};
                positions[place++] = at;
            }
    found = hindsight_probe_checkers_many(shared, positions, place, values, status);
    for (place = 0; place < (size_t)many; place++) {
        const hindsight_checkers *at = &positions[place];
        hindsight_value value;
        int one = hindsight_probe_checkers(shared, at->black, at->white, at->kings, at->black_to_move, &value);
        if (one != status[place] || memcmp(&value, &values[place], sizeof value) != 0) {
            fprintf(stderr, "position %zu: one look-up differs from many\n", place);
            exit(1);
        }
        found -= one == HINDSIGHT_FOUND;
        if (place % 101 == 0 && one == HINDSIGHT_FOUND) {
            char text[64];
            hindsight_value read;
            snprintf(text, sizeof text, "W:WK%d,K%d:BK%d", (int)(place / 1024 + 1), (int)(place / 32 % 32 + 1),
                     (int)(place % 32 + 1));
            if (at->white == AT(place / 1024 + 1))
                continue; /* Both kings on one square: one king. */
            if (hindsight_probe(shared, text, &read) != HINDSIGHT_FOUND || memcmp(&read, &value, sizeof read) != 0) {
                fprintf(stderr, "%s: the text has another value\n", text);
                exit(1);
            }
        }
    }
    if (found != 0) {
        fprintf(stderr, "the number of values found is wrong\n");
        exit(1);
    }
    free(positions);
    free(values);
    free(status);
    return NULL;
}

/* Compares positions of chess, given as text, with the same given as sets of squares. */
static void check_chess(const char *directory)
{
    char error[256];
    hindsight_value text, sets;
    hindsight_tables *chess = hindsight_open("chess", directory, error, sizeof error);

    CHECK(chess != NULL);
    /* A king on e1 and a queen on f1 against a king on e3. */
    CHECK(hindsight_probe(chess, "8/8/8/8/8/4k3/8/4KQ2 b - - 0 1", &text) == HINDSIGHT_FOUND);
    CHECK(hindsight_probe_chess(chess, 0x30, 1u << 20, 0x10 | 1u << 20, 0x20, 0, 0, 0, 0, -1, 0, &sets) == 0);
    CHECK(text.result == -1 && text.has_plies && memcmp(&text, &sets, sizeof text) == 0);
    /* A king next to the other, two kings of White, a queen without a colour, squares that are none. */
    CHECK(hindsight_probe_chess(chess, 1, 2, 3, 0, 0, 0, 0, 0, -1, 1, &sets) == HINDSIGHT_ILLEGAL);
    CHECK(hindsight_probe_chess(chess, 9, 1ull << 63, 9 | 1ull << 63, 0, 0, 0, 0, 0, -1, 1, &sets) == HINDSIGHT_ILLEGAL);
    CHECK(hindsight_probe_chess(chess, 1, 1ull << 63, 1 | 1ull << 63, 4, 0, 0, 0, 0, -1, 1, &sets) == HINDSIGHT_ILLEGAL);
    CHECK(hindsight_probe_chess(chess, 1, 1ull << 63, 1 | 1ull << 63, 0, 0, 0, 0, 0, 64, 1, &sets) == HINDSIGHT_ILLEGAL);
    CHECK(hindsight_probe_chess(chess, 1, 1ull << 63, 1 | 1ull << 63, 0, 0, 0, 0, 0, -2, 1, &sets) == HINDSIGHT_ILLEGAL);
    CHECK(hindsight_probe_checkers(chess, 1, 2, 0, 1, &sets) == HINDSIGHT_WRONG_ARGUMENT);

    /* Many, of which one is illegal. */
    {
        hindsight_chess many[2] = {{0x30, 1u << 20, 0x10 | 1u << 20, 0x20, 0, 0, 0, 0, -1, 0},
                                   {1, 2, 3, 0, 0, 0, 0, 0, -1, 1}};
        hindsight_value values[2];
        int8_t status[2];
        CHECK(hindsight_probe_chess_many(chess, many, 2, values, status) == 1);
        CHECK(status[0] == HINDSIGHT_FOUND && status[1] == HINDSIGHT_ILLEGAL);
        CHECK(memcmp(&text, &values[0], sizeof text) == 0);
        CHECK(hindsight_probe_chess_many(NULL, many, 2, values, status) == 0 && status[0] == HINDSIGHT_WRONG_ARGUMENT);
    }

    /* The moves, best first, and why a text is no position. */
    {
        hindsight_move moves[2];
        char reason[128];
        size_t number = 0;
        CHECK(hindsight_moves(chess, "8/8/8/8/8/4k3/8/4KQ2 w - - 0 1", moves, 2, &number) == HINDSIGHT_FOUND);
        CHECK(number > 2 && strlen(moves[0].text) == 4 && moves[0].value.result == 1);
        CHECK(moves[0].value.plies <= moves[1].value.plies);
        CHECK(hindsight_moves(chess, "nonsense", moves, 2, &number) == HINDSIGHT_ILLEGAL && number == 0);
        CHECK(hindsight_moves(chess, "8/8/8/8/8/4k3/8/4KQ2 w - - 0 1", NULL, 1, &number) == HINDSIGHT_WRONG_ARGUMENT);
        CHECK(hindsight_reason(chess, "8/8/8/8/8/4k3/8/4KQ2 w - - 0 1", reason, sizeof reason) == HINDSIGHT_FOUND);
        CHECK(reason[0] == 0);
        CHECK(hindsight_reason(chess, "8/8/8/8/8/8/8/4K3 w - - 0 1", reason, sizeof reason) == HINDSIGHT_ILLEGAL);
        CHECK(strstr(reason, "expected") != NULL);
    }
    hindsight_close(chess);
}

int main(int count, char **arguments)
{
    char error[128] = "untouched";
    char little[4] = "abc";
    hindsight_value value = {7, 7, 7};
    hindsight_checkers position = {AT(32), AT(1) | AT(2), AT(1) | AT(2) | AT(32), 0};
    int8_t status[2] = {9, 9};
    pthread_t threads[THREADS];

    CHECK(strlen(hindsight_version()) > 0);
    for (int number = -1; number < 8; number++)
        CHECK(strlen(hindsight_error_text(number)) > 0);

    /* Wrong names, directories and buffers. */
    CHECK(hindsight_open(NULL, NULL, error, sizeof error) == NULL && strstr(error, "expected") != NULL);
    CHECK(hindsight_open("chequers", NULL, error, sizeof error) == NULL && strstr(error, "checkers") != NULL);
    CHECK(hindsight_open("checkers", "no/such/directory", error, sizeof error) == NULL);
    CHECK(strstr(error, "no/such/directory") != NULL);
    CHECK(hindsight_open("\xff", NULL, error, sizeof error) == NULL);
    CHECK(hindsight_open("chequers", NULL, NULL, 99) == NULL);
    CHECK(hindsight_open("chequers", NULL, little, 0) == NULL && strcmp(little, "abc") == 0);
    CHECK(hindsight_open("chequers", NULL, little, sizeof little) == NULL && strcmp(little, "exp") == 0);

    hindsight_tables *tables = hindsight_open("checkers", NULL, error, sizeof error);
    CHECK(tables != NULL);

    /* Wrong positions and pointers. */
    CHECK(hindsight_probe(tables, "W:WK1,K2:BK32", &value) == HINDSIGHT_FOUND && value.result == 1);
    CHECK(hindsight_probe(tables, "W:WK1,K2:B1", &value) == HINDSIGHT_ILLEGAL);
    CHECK(hindsight_probe(tables, "", &value) == HINDSIGHT_ILLEGAL);
    CHECK(hindsight_probe(tables, "\xff\xfe", &value) == HINDSIGHT_WRONG_ARGUMENT);
    CHECK(hindsight_probe(tables, "W:W21,22,23,24,25:B1,2,3", &value) == HINDSIGHT_NOT_HELD && value.result == 0);
    CHECK(hindsight_probe(NULL, "W:WK1,K2:BK32", &value) == HINDSIGHT_WRONG_ARGUMENT);
    CHECK(hindsight_probe(tables, NULL, &value) == HINDSIGHT_WRONG_ARGUMENT);
    CHECK(hindsight_probe(tables, "W:WK1,K2:BK32", NULL) == HINDSIGHT_WRONG_ARGUMENT);
    CHECK(hindsight_probe_checkers(tables, AT(1), AT(1), 0, 1, &value) == HINDSIGHT_ILLEGAL);
    CHECK(hindsight_probe_checkers(tables, AT(32), AT(5), 0, 1, &value) == HINDSIGHT_ILLEGAL);
    CHECK(hindsight_probe_checkers(tables, AT(5), AT(9), AT(1), 1, &value) == HINDSIGHT_ILLEGAL);
    CHECK(hindsight_probe_checkers(NULL, AT(5), AT(9), 0, 1, &value) == HINDSIGHT_WRONG_ARGUMENT);
    CHECK(hindsight_probe_checkers(tables, AT(5), AT(9), 0, 1, NULL) == HINDSIGHT_WRONG_ARGUMENT);
    CHECK(hindsight_probe_checkers(tables, 0xfff, 0xfffu << 20, 0, 1, &value) == HINDSIGHT_NOT_HELD);
    CHECK(hindsight_probe_chess(tables, 1, 2, 3, 0, 0, 0, 0, 0, -1, 1, &value) == HINDSIGHT_WRONG_ARGUMENT);
    CHECK(hindsight_probe_checkers_many(tables, NULL, 0, NULL, NULL) == 0);
    CHECK(hindsight_probe_checkers_many(tables, NULL, 1, &value, status) == 0);
    CHECK(hindsight_probe_checkers_many(tables, &position, 1, NULL, status) == 0);
    CHECK(hindsight_probe_checkers_many(NULL, &position, 1, &value, status) == 0);
    CHECK(status[0] == HINDSIGHT_WRONG_ARGUMENT && status[1] == 9);
    CHECK(hindsight_probe_checkers_many(tables, &position, 1, &value, status) == 1 && status[0] == HINDSIGHT_FOUND);
    CHECK(value.result == 1);

    /* One handle, many threads. */
    shared = tables;
    for (int thread = 0; thread < THREADS; thread++)
        CHECK(pthread_create(&threads[thread], NULL, compare, NULL) == 0);
    for (int thread = 0; thread < THREADS; thread++)
        CHECK(pthread_join(threads[thread], NULL) == 0);

    if (count > 1)
        check_chess(arguments[1]);
    hindsight_close(tables);
    hindsight_close(NULL);
    printf("%d checks\n", checks);
    return 0;
}
