/* How many positions of checkers a thread looks up in a second through the C interface:
 *
 *     POSITIONS=positions cargo run --release -p hindsight-tools --bin probes -- checkers TABLES
 *     ./bench TABLES positions
 */
#define _POSIX_C_SOURCE 200809L
#include <hindsight.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int count, char **arguments)
{
    char error[256];
    FILE *file = count == 3 ? fopen(arguments[2], "rb") : NULL;
    hindsight_tables *tables = file ? hindsight_open("checkers", arguments[1], error, sizeof error) : NULL;

    if (tables == NULL) {
        fprintf(stderr, "%s\n", file ? error : "expected a directory of tables and a file of positions");
        return 2;
    }
    fseek(file, 0, SEEK_END);
    size_t n = (size_t)ftell(file) / sizeof(hindsight_checkers);
    rewind(file);
    hindsight_checkers *positions = calloc(n, sizeof *positions);
    hindsight_value *values = calloc(n, sizeof *values);
    int8_t *status = calloc(n, 1);
    if (positions == NULL || values == NULL || status == NULL || fread(positions, sizeof *positions, n, file) != n)
        return 2;
    for (int round = 1; round <= 3; round++) {
        unsigned long sum = 0;
        double start = seconds();
        for (size_t place = 0; place < n; place++) {
            const hindsight_checkers *at = &positions[place];
            hindsight_value value;
            if (hindsight_probe_checkers(tables, at->black, at->white, at->kings, at->black_to_move, &value))
                return 1;
            sum += value.result > 0 ? value.plies : value.result < 0 ? 3ul * value.plies : 0;
        }
        double single = (double)n / (seconds() - start) / 1e6;
        start = seconds();
        if (hindsight_probe_checkers_many(tables, positions, n, values, status) != n)
            return 1;
        double many = (double)n / (seconds() - start) / 1e6;
        printf("round %d: %.3f million look-ups per second, %.3f together (sum %lu)\n", round, single, many, sum);
    }
    hindsight_close(tables);
    return 0;
}
