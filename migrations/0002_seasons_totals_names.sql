-- Seasons, totals that are kept instead of being summed at each look, and the latest names.

-- The seasons that an administrator has begun. A server's first one, number 1, began with its first game and has no
-- row; the last number runs. Who began it and when stands in config_audit too, as {"season": 1} before and
-- {"season": 2} after.
CREATE TABLE seasons (
    guild INTEGER NOT NULL,
    number INTEGER NOT NULL CONSTRAINT begun_season_from_2 CHECK (number >= 2),
    began_unix_ms INTEGER NOT NULL,
    CONSTRAINT one_season_of_a_number PRIMARY KEY (guild, number)
) STRICT, WITHOUT ROWID;

-- The season that ran when the game ended; NULL while the table runs.
ALTER TABLE tables ADD COLUMN season INTEGER CONSTRAINT season_from_1 CHECK (season >= 1);

UPDATE tables SET season = 1 WHERE ended_unix_ms IS NOT NULL;

-- What a user's lines of the ledger add up to, changed in the transaction that writes a line. Summing the ledger of a
-- server with 50,000 games takes half a second; this is read by its index.
CREATE TABLE totals (
    guild INTEGER NOT NULL,
    -- 0: all seasons together.
    season INTEGER NOT NULL CONSTRAINT total_season_from_0 CHECK (season >= 0),
    user INTEGER NOT NULL,
    points INTEGER NOT NULL,
    -- Games that count and have scores, those of them with points above 0, and desertions from all games.
    games INTEGER NOT NULL CONSTRAINT games_from_0 CHECK (games >= 0),
    won INTEGER NOT NULL CONSTRAINT won_are_games CHECK (won BETWEEN 0 AND games),
    desertions INTEGER NOT NULL CONSTRAINT desertions_from_0 CHECK (desertions >= 0),
    -- Practice leaves no trace here (RULES 14).
    CONSTRAINT total_of_something CHECK (games > 0 OR desertions > 0),
    CONSTRAINT one_total_for_a_user PRIMARY KEY (guild, season, user)
) STRICT, WITHOUT ROWID;

-- The order of leaderboards. Ids from 2^63 on are stored as negative numbers and are the highest.
CREATE INDEX ranking ON totals (guild, season, points DESC, games, user < 0, user);

-- The latest name known of everybody who has a line in the ledger.
CREATE TABLE names (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    CONSTRAINT one_name_for_a_user PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

INSERT INTO totals (guild, season, user, points, games, won, desertions)
SELECT ledger.guild, period.season, ledger.user,
       SUM(IIF(tables.is_scored, ledger.points, 0)),
       SUM(tables.is_scored),
       SUM(tables.is_scored AND ledger.points > 0),
       SUM(ledger.has_deserted)
FROM ledger
JOIN tables ON tables.id = ledger.table_id
JOIN (SELECT 0 AS season UNION ALL SELECT 1) AS period
WHERE tables.is_scored OR ledger.has_deserted
GROUP BY ledger.guild, period.season, ledger.user;

INSERT INTO names (guild, user, name)
SELECT ledger.guild, ledger.user, ledger.name
FROM ledger
JOIN (SELECT MAX(line) AS line FROM ledger GROUP BY guild, user) AS last ON last.line = ledger.line;
