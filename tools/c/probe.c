/* Looks up positions in the tables that are built into the library.
 *
 *     cc -o probe probe.c $(pkg-config --cflags --libs hindsight)
 *     ./probe GAME [POSITION ...]
 */
#include <stdio.h>
#include <hindsight.h>

/* Writes the value of a position. Returns whether it was found. */
static int show(const hindsight_tables *tables, const char *position)
{
    hindsight_value value;
    int status = hindsight_probe(tables, position, &value);
    if (status != HINDSIGHT_FOUND) {
        printf("%s\t%s\n", position, hindsight_error_text(status));
        return 0;
    }
    printf("%s\t%s\t", position, value.result > 0 ? "win" : value.result < 0 ? "loss" : "draw");
    if (value.has_plies)
        printf("%u\n", (unsigned)value.plies);
    else
        printf("-\n");
    return 1;
}

int main(int count, char **arguments)
{
    char error[256];
    const char *game = count > 1 ? arguments[1] : "checkers";
    hindsight_tables *tables = hindsight_open(game, NULL, error, sizeof error);
    int all_found = 1;

    if (tables == NULL) {
        fprintf(stderr, "%s\n", error);
        return 2;
    }
    for (int place = 2; place < count; place++)
        all_found &= show(tables, arguments[place]);
    hindsight_close(tables);
    return all_found ? 0 : 1;
}
