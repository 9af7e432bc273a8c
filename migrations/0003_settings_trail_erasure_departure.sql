-- What servers and users set for themselves, and what is needed to erase a user and to purge a server.

-- NULL until set: public texts are in the language of whoever opened the server's first table.
ALTER TABLE guild_config ADD COLUMN language TEXT;
-- The clocks of the paces that have others than the rules' own, by pace, as JSON: a pace that nobody has touched
-- follows the program.
ALTER TABLE guild_config ADD COLUMN clocks TEXT NOT NULL DEFAULT '{}'
    CONSTRAINT clocks_are_json CHECK (json_valid(clocks));
-- The channels in which tables may be opened, as JSON; empty for all.
ALTER TABLE guild_config ADD COLUMN channels TEXT NOT NULL DEFAULT '[]'
    CONSTRAINT channels_are_json CHECK (json_valid(channels));
ALTER TABLE guild_config ADD COLUMN computers TEXT NOT NULL DEFAULT 'allowed';
-- The role that a lobby's call for players pings.
ALTER TABLE guild_config ADD COLUMN call_role INTEGER;

-- A user's own settings, on whichever server they play; who has no row has the defaults.
CREATE TABLE user_settings (
    user INTEGER PRIMARY KEY,
    -- NULL for that of their client.
    language TEXT,
    pings TEXT NOT NULL,
    delivery TEXT NOT NULL,
    confirmation TEXT NOT NULL
) STRICT;

-- Servers that have removed the program, and since when; a row goes when the server is back, or is purged.
CREATE TABLE departures (
    guild INTEGER PRIMARY KEY,
    since_unix_ms INTEGER NOT NULL
) STRICT;

-- Users who had themselves erased. It counts them, so that each gets a stand-in of their own, and says of none who
-- they were.
CREATE TABLE erasures (
    -- AUTOINCREMENT, so that no stand-in is ever given twice.
    erasure INTEGER PRIMARY KEY AUTOINCREMENT,
    at_unix_ms INTEGER NOT NULL
) STRICT;

-- All of a server, to be purged; its first table has its language.
CREATE INDEX tables_of_a_guild ON tables (guild, id);

-- What follows on a table: looked for when one goes.
CREATE INDEX rematches ON tables (rematch_of) WHERE rematch_of IS NOT NULL;

-- All of a user, on whichever server.
CREATE INDEX ledger_of_a_user_everywhere ON ledger (user);

-- Where a log names a user: in its lobby, as one who takes a place or leaves it. As JSON writes the id, since SQLite
-- reads numbers from 2^63 on as approximate ones.
CREATE INDEX entries_of_a_user ON entries (IFNULL(body -> '$.joiner.user', body -> '$.user'))
    WHERE body ->> '$.of' = 'lobby';
