-- Messages that are being posted: written down before Discord is asked, gone once it is known where they stand. After
-- a kill in between the nonce finds a message that nobody remembers.
CREATE TABLE postings (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    slot TEXT NOT NULL,
    channel INTEGER NOT NULL,
    nonce TEXT NOT NULL,
    CONSTRAINT one_posting_for_a_nonce PRIMARY KEY (table_id, nonce)
) STRICT, WITHOUT ROWID;
