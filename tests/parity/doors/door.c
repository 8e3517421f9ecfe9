/* Answers questions of the parity test: a line has a word, `value` or `rule`, the name of a game, the directories of its
 * tables (empty: the tables in the library) and a position, with tabs between them. The answer is the status, and with
 * the status 0 the value and its plies, or the result under the fifty-move rule and its signed plies; or "closed" and why
 * the tables cannot be opened. */
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

/* Answers with the value of a position. */
static void value(const hindsight_tables *tables, const char *position)
{
    hindsight_value value;
    int status = hindsight_probe(tables, position, &value);

    printf("%d", status);
    if (status == HINDSIGHT_FOUND)
        printf("\t%s\t", value.result > 0 ? "win" : value.result < 0 ? "loss" : "draw");
    if (status == HINDSIGHT_FOUND && value.has_plies)
        printf("%u", (unsigned)value.plies);
}

/* Answers with the result of a position under the fifty-move rule. */
static void rule(const hindsight_tables *tables, const char *position)
{
    static const char *const words[] = {"loss", "blessed-loss", "draw", "cursed-win", "win"};
    hindsight_rule50 rule;
    int status = hindsight_probe_rule50(tables, position, &rule);

    printf("%d", status);
    if (status == HINDSIGHT_FOUND)
        printf("\t%s\t%d", words[rule.result + 2], (int)rule.dtz);
}

int main(void)
{
    char line[LINE], error[LINE];

    while (fgets(line, sizeof line, stdin) != NULL) {
        char *word = strtok(line, "\n");
        char *game = strchr(word, '\t');
        *game++ = 0;
        char *directories = strchr(game, '\t');
        *directories++ = 0;
        char *position = strchr(directories, '\t');
        *position++ = 0;
        hindsight_tables *tables = opened(game, directories, error, sizeof error);
        if (tables == NULL)
            printf("closed\t%s", error);
        else if (strcmp(word, "rule") == 0)
            rule(tables, position);
        else
            value(tables, position);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
