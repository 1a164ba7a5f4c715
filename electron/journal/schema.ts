/** Version of the tables below, in `user_version` of the file. 0: without checksums. 1: one node, requests in the place of the inbox. */
export const SCHEMA_VERSION = 2;

/**
 * One database per run: damage to one journal cannot hide the others. Texts are JSON where the column
 * says so; times are epoch milliseconds. Each row has a checksum of its other columns.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS run (
  id TEXT PRIMARY KEY, machine TEXT NOT NULL, machine_version INTEGER NOT NULL,
  goal TEXT NOT NULL, created_at INTEGER NOT NULL, header TEXT NOT NULL, initial_context TEXT NOT NULL,
  prefix TEXT NOT NULL, parent TEXT, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS node (
  path TEXT PRIMARY KEY, parent TEXT NOT NULL, parent_seq INTEGER NOT NULL, machine TEXT NOT NULL, machine_version INTEGER NOT NULL,
  goal TEXT NOT NULL, created_at INTEGER NOT NULL, header TEXT NOT NULL, initial_context TEXT NOT NULL, cut INTEGER NOT NULL, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS snapshot (
  node TEXT PRIMARY KEY, machine TEXT NOT NULL, seq INTEGER NOT NULL, state TEXT NOT NULL, context TEXT NOT NULL,
  deadline INTEGER, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS trace (
  n INTEGER PRIMARY KEY, node TEXT NOT NULL, seq INTEGER NOT NULL, machine TEXT NOT NULL, from_state TEXT NOT NULL, to_state TEXT NOT NULL,
  event TEXT NOT NULL, reason TEXT NOT NULL, iteration INTEGER NOT NULL, evidence TEXT NOT NULL,
  retry_count INTEGER NOT NULL, retry_reason TEXT, at INTEGER NOT NULL, checksum INTEGER,
  UNIQUE (node, seq)
);
CREATE TABLE IF NOT EXISTS operation (
  id TEXT PRIMARY KEY, node TEXT NOT NULL, kind TEXT NOT NULL, seq INTEGER NOT NULL, status TEXT NOT NULL,
  intent TEXT NOT NULL, outcome TEXT, at INTEGER NOT NULL, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS gate (
  id TEXT PRIMARY KEY, node TEXT NOT NULL, body TEXT NOT NULL, binding TEXT NOT NULL,
  answer TEXT, answered_by TEXT, at INTEGER NOT NULL, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS inbox (
  id INTEGER PRIMARY KEY, node TEXT NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL,
  by TEXT NOT NULL, channel TEXT NOT NULL, at INTEGER NOT NULL, consumed INTEGER, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS owner (
  one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER NOT NULL, start_time TEXT NOT NULL, boot_id TEXT NOT NULL, checksum INTEGER
);
CREATE TABLE IF NOT EXISTS child (
  pid INTEGER NOT NULL, start_time TEXT NOT NULL, operation TEXT NOT NULL, checksum INTEGER, PRIMARY KEY (pid, start_time)
);
PRAGMA user_version = ${SCHEMA_VERSION};
`;
