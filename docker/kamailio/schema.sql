-- STATE_DIR/journal.sqlite: what the switch has not told the API yet. In write-ahead mode a commit costs no disk flush, and
-- survives the death of every process.
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS calls (
  decision TEXT PRIMARY KEY, -- answered, and not reported
  call_id TEXT NOT NULL, -- hexadecimal
  answered_at INTEGER NOT NULL,
  body TEXT NOT NULL, -- base64 of the CDR without its end
  missed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS calls_call_id ON calls (call_id);
CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL); -- CDRs to send, base64
CREATE TABLE IF NOT EXISTS refused (id INTEGER PRIMARY KEY, body TEXT NOT NULL, reason TEXT NOT NULL); -- by the API, base64
CREATE TABLE IF NOT EXISTS unreported (username TEXT PRIMARY KEY); -- whose contacts the API does not know, hexadecimal
CREATE TABLE IF NOT EXISTS alive (one INTEGER PRIMARY KEY, at INTEGER NOT NULL); -- when the switch was last alive
