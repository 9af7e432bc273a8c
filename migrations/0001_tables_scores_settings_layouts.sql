-- Everything that is kept. A migration that has been released is never edited; the next one has the next number.
--
-- Ids of the platform are unsigned 64-bit numbers, SQLite's integers are signed ones: they are kept with the same
-- bits, so one from 2^63 on shows as a negative number. Times are milliseconds of Unix time.
--
-- Tables are STRICT, so that a column holds what it says. Names that later versions may add to (results, slots,
-- paces, languages) have no CHECK, since SQLite changes one only by rebuilding the table; the program checks them.

-- 0x4A756E71 ("Junq") tells this program's files from those of others.
PRAGMA application_id = 1249209969;

-- A table: its lobby and the one game played from it.
CREATE TABLE tables (
    -- AUTOINCREMENT, so that an id is never given twice: players and logs refer to it.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    -- The settings as they were when it began (RULES 12.7, 13). A column each rather than one text, so that a
    -- migration can add one with its default.
    base_score INTEGER NOT NULL,
    call_s INTEGER NOT NULL,
    declarer_deployment_s INTEGER NOT NULL,
    defender_deployment_s INTEGER NOT NULL,
    move_s INTEGER NOT NULL,
    vote_s INTEGER NOT NULL,
    absence_s INTEGER NOT NULL,
    people_to_count INTEGER NOT NULL,
    locale TEXT NOT NULL,
    -- RULES 16.1. It is told when the game is over; until then whoever can read this file can know every hand.
    secret BLOB NOT NULL CONSTRAINT secret_has_32_bytes CHECK (length(secret) = 32),
    -- A rematch: the table before and who calls first (RULES 4.2).
    rematch_of INTEGER CONSTRAINT rematch_follows_a_table REFERENCES tables (id),
    first_bidder TEXT CONSTRAINT first_bidder_is_a_seat CHECK (first_bidder IN ('south', 'east', 'north', 'west')),
    -- The ids of who sits there again, by seat, as JSON; null within it for a computer player.
    rematch_seats TEXT,
    opened_unix_ms INTEGER NOT NULL,
    -- The end; all NULL while it runs.
    ended_unix_ms INTEGER,
    -- NULL also where a lobby closed without a game.
    result TEXT,
    contract INTEGER CONSTRAINT contract_is_1_to_3 CHECK (contract BETWEEN 1 AND 3),
    -- Whether enough people played for points (RULES 14).
    counts INTEGER CONSTRAINT counts_is_yes_or_no CHECK (counts IN (0, 1)),
    -- Whether its points add to totals: it counts, and its result scores something (RULES 13). Fixed when it ends, so
    -- that the list of scoring results stands in one place, the program.
    is_scored INTEGER CONSTRAINT only_what_counts_is_scored CHECK (is_scored IN (0, 1) AND is_scored <= counts),
    CONSTRAINT rematch_is_whole CHECK (
        (rematch_of IS NULL) = (first_bidder IS NULL) AND (rematch_of IS NULL) = (rematch_seats IS NULL)
    ),
    CONSTRAINT end_is_whole CHECK (
        (ended_unix_ms IS NULL) = (counts IS NULL) AND (ended_unix_ms IS NULL) = (is_scored IS NULL)
        AND (ended_unix_ms IS NOT NULL OR (result IS NULL AND contract IS NULL))
    ),
    -- What sittings and ledger refer to, so that neither can name a server that is not the table's.
    CONSTRAINT table_with_its_guild UNIQUE (id, guild)
) STRICT;

-- The few that run are looked up at each start, among ever more that have ended.
CREATE INDEX running_tables ON tables (id) WHERE ended_unix_ms IS NULL;

-- The logs of all tables.
CREATE TABLE entries (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    -- From 0 without gaps; two appends under one number cannot both succeed.
    seq INTEGER NOT NULL CONSTRAINT seq_from_0 CHECK (seq >= 0),
    -- The version of the stored form, so that old entries stay readable when it changes.
    format INTEGER NOT NULL,
    body TEXT NOT NULL CONSTRAINT body_is_json CHECK (json_valid(body)),
    CONSTRAINT one_entry_for_a_number PRIMARY KEY (table_id, seq)
-- Without row ids a table's entries lie side by side in order, as they are always read.
) STRICT, WITHOUT ROWID;

-- Who sits where now: one seat for each user and server. A table's rows go when it ends.
CREATE TABLE sittings (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    CONSTRAINT one_seat_for_a_user PRIMARY KEY (guild, user),
    FOREIGN KEY (table_id, guild) REFERENCES tables (id, guild)
) STRICT, WITHOUT ROWID;

CREATE INDEX sittings_of_a_table ON sittings (table_id);

-- The score ledger: a line for each person and game, written once when the game ends. Totals are sums of it.
CREATE TABLE ledger (
    -- The order in which lines were written, whatever the machine's clock said: the last line has the name under
    -- which somebody played last, the lines up to one give the total after it.
    line INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    -- As displayed when they joined.
    name TEXT NOT NULL,
    seat TEXT NOT NULL CONSTRAINT ledger_seat_is_a_seat CHECK (seat IN ('south', 'east', 'north', 'west')),
    -- NULL where the auction did not come to that.
    role TEXT CONSTRAINT role_is_known CHECK (role IN ('declarer', 'defender')),
    points INTEGER NOT NULL,
    -- RULES 12.5: counted from all games, those without scores included.
    has_deserted INTEGER NOT NULL CONSTRAINT has_deserted_is_yes_or_no CHECK (has_deserted IN (0, 1)),
    -- No game counts twice for anybody.
    CONSTRAINT one_line_for_a_user UNIQUE (table_id, user),
    CONSTRAINT one_line_for_a_seat UNIQUE (table_id, seat),
    FOREIGN KEY (table_id, guild) REFERENCES tables (id, guild)
) STRICT;

-- For leaderboards (all of a server) and profiles (one user of it).
CREATE INDEX ledger_of_a_user ON ledger (guild, user);

-- Where a table's messages stand.
CREATE TABLE places (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    slot TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    CONSTRAINT one_message_for_a_slot PRIMARY KEY (table_id, slot)
) STRICT, WITHOUT ROWID;

-- What servers have set; one without a row has the defaults.
CREATE TABLE guild_config (
    guild INTEGER PRIMARY KEY,
    -- RULES 13.
    base_score INTEGER NOT NULL CONSTRAINT base_score_in_bounds CHECK (base_score BETWEEN 1 AND 1000),
    pace TEXT NOT NULL,
    -- RULES 14.
    people_to_count INTEGER NOT NULL CONSTRAINT people_to_count_in_bounds CHECK (people_to_count BETWEEN 1 AND 4)
) STRICT;

-- Who changed a server's settings, for its administrators to look up. Never changed, only added to.
CREATE TABLE config_audit (
    change INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    -- Who.
    by INTEGER NOT NULL,
    at_unix_ms INTEGER NOT NULL,
    -- All settings as they held before, defaults included, and afterwards. Texts, because what can be set will change
    -- while what was set then will not.
    before TEXT NOT NULL CONSTRAINT before_is_json CHECK (json_valid(before)),
    after TEXT NOT NULL CONSTRAINT after_is_json CHECK (json_valid(after))
) STRICT;

CREATE INDEX config_audit_of_a_guild ON config_audit (guild, change);

-- Saved layouts (RULES 6.6): a user's own, on whichever server they play.
CREATE TABLE saved_layouts (
    user INTEGER NOT NULL,
    -- Declarer's and defender's are kept apart.
    role TEXT NOT NULL CONSTRAINT layout_role_is_known CHECK (role IN ('declarer', 'defender')),
    name TEXT NOT NULL CONSTRAINT name_has_1_to_40_characters CHECK (length(name) BETWEEN 1 AND 40),
    -- The version of the stored form.
    format INTEGER NOT NULL,
    layout TEXT NOT NULL CONSTRAINT layout_is_json CHECK (json_valid(layout)),
    CONSTRAINT one_layout_for_a_name PRIMARY KEY (user, role, name)
) STRICT, WITHOUT ROWID;
