/**
 * One database per run: damage to one journal cannot hide the others. Texts are JSON where the column
 * says so; times are epoch milliseconds. Rows have a checksum of their other columns since `user_version` 1.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS run (
  id TEXT PRIMARY KEY, machine TEXT NOT NULL, machine_version INTEGER NOT NULL,
  goal TEXT NOT NULL, created_at INTEGER NOT NULL, header TEXT NOT NULL, initial_context TEXT NOT NULL, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS snapshot (
  machine TEXT PRIMARY KEY, seq INTEGER NOT NULL, state TEXT NOT NULL, context TEXT NOT NULL, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS trace (
  seq INTEGER PRIMARY KEY, machine TEXT NOT NULL, from_state TEXT NOT NULL, to_state TEXT NOT NULL,
  event TEXT NOT NULL, reason TEXT NOT NULL, iteration INTEGER NOT NULL, evidence TEXT NOT NULL,
  retry_count INTEGER NOT NULL, retry_reason TEXT, at INTEGER NOT NULL, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS operation (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, seq INTEGER NOT NULL, status TEXT NOT NULL,
  intent TEXT NOT NULL, outcome TEXT, at INTEGER NOT NULL, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS gate (
  id TEXT PRIMARY KEY, body TEXT NOT NULL, binding TEXT NOT NULL,
  answer TEXT, answered_by TEXT, at INTEGER NOT NULL, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS request (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, seq INTEGER NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL,
  handled INTEGER NOT NULL, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS owner (
  one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER NOT NULL, start_time TEXT NOT NULL, boot_id TEXT NOT NULL, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS child (
  pid INTEGER NOT NULL, start_time TEXT NOT NULL, operation TEXT NOT NULL, checksum INTEGER, PRIMARY KEY (pid, start_time)
);
PRAGMA user_version = 1;
`;
