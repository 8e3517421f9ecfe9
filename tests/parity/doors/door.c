/* Answers questions of the parity test: a line has the name of a game, the directories of its tables (empty: the tables
 * in the library) and a position, with tabs between them. The answer is the status, and with the status 0 the value and
 * its plies; or "closed" and why the tables cannot be opened. */
#include <hindsight.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 4096, HANDLES = 32 };

/* The tables that were opened, each with the game and the directories as they stand in a line. */
static struct {
    char name[LINE];
    hindsight_tables *tables;
} handles[HANDLES];

/* The tables of a game in directories; NULL with the message in `error`. */
static hindsight_tables *opened(const char *game, const char *directories, char *error, size_t error_size)
{
    char name[LINE];
    int at = 0;

    snprintf(name, sizeof name, "%s\t%s", game, directories);
    for (; at < HANDLES - 1 && handles[at].tables != NULL; at++)
        if (strcmp(handles[at].name, name) == 0)
            return handles[at].tables;
    hindsight_close(handles[at].tables);
    handles[at].tables = hindsight_open(game, *directories != 0 ? directories : NULL, error, error_size);
    memcpy(handles[at].name, name, sizeof name);
    return handles[at].tables;
}

int main(void)
{
    char line[LINE], error[LINE];

    while (fgets(line, sizeof line, stdin) != NULL) {
        char *game = strtok(line, "\n");
        char *directories = strchr(game, '\t');
        char *position = strchr(directories + 1, '\t');
        hindsight_value value;
        *directories++ = 0;
        *position++ = 0;
        hindsight_tables *tables = opened(game, directories, error, sizeof error);
        int status = tables == NULL ? -1 : hindsight_probe(tables, position, &value);
        if (status == -1)
            printf("closed\t%s\n", error);
        else if (status != HINDSIGHT_FOUND)
            printf("%d\n", status);
        else if (value.has_plies)
            printf("0\t%s\t%u\n", value.result > 0 ? "win" : value.result < 0 ? "loss" : "draw", (unsigned)value.plies);
        else
            printf("0\t%s\t-\n", value.result > 0 ? "win" : value.result < 0 ? "loss" : "draw");
        fflush(stdout);
    }
    return 0;
}
