/** Version of the tables below, in `user_version` of the file. Journals of another one are refused by name. */
export const SCHEMA_VERSION = 2;

/**
 * What other tools know a delivery by (seed 004, "存储" and "追踪"): where each stands, and each of its transitions. Nothing is stored for
 * them, and nothing of ours reads them.
 */
const BRAIN_VIEWS = `
CREATE VIEW IF NOT EXISTS brain_sessions AS
  SELECT s.node AS id, (SELECT id FROM run) AS run, s.state AS current_state, s.seq AS revision,
    CASE s.state WHEN 'DONE' THEN 'completed' ELSE 'active' END AS status,
    json_extract(s.context, '$.outcome') AS outcome, json_extract(s.context, '$.goal') AS goal,
    json_extract(s.context, '$.session') AS main_session, json_extract(s.context, '$.retries') AS retries
  FROM snapshot s WHERE s.machine = 'delivery';
CREATE VIEW IF NOT EXISTS brain_executions AS
  SELECT t.n AS id, t.node AS brain_session, t.seq AS seq, t.from_state AS from_state, t.to_state AS to_state,
    json_extract(t.event, '$.type') AS signal, t.reason AS reason, t.retry_count AS retry_count, t.at AS at
  FROM trace t WHERE t.machine = 'delivery';
`;

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
${BRAIN_VIEWS}
PRAGMA user_version = ${SCHEMA_VERSION};
`;
