import { storedWords } from '../../shared/texts/words.js';
import { type Db, prepared } from './database.js';
import type { TransitionCommit } from './records.js';
import { INBOX, NODE, OPERATION, SNAPSHOT, TRACE } from './rows.js';
import type { Tables } from './tables.js';

const NEXT = 'SELECT coalesce(max(n), 0) + 1 AS n FROM trace';

/** Writes one transition of a node, within one transaction: all of it or nothing (design §2). */
export function commitTransition(
  db: Db,
  { insert, replace, update }: Tables,
  node: string,
  { trace, snapshot, observed, unfinished, consumed, cut }: TransitionCommit,
): void {
  const { from, to, event, evidence, reason, ...plain } = trace;
  const [stored, listed] = [JSON.stringify(event), JSON.stringify(evidence)];
  const { n } = prepared(db, NEXT).get() as { n: number };
  const told = {
    from_state: from,
    to_state: to,
    event: stored,
    reason: storedWords(reason),
    evidence: listed,
  };
  insert(TRACE, { n, node, ...plain, ...told });
  replace(SNAPSHOT, { node, machine: trace.machine, ...snapshot, context: JSON.stringify(snapshot.context) });
  for (const { id, outcome } of observed) {
    const seen = { status: 'OBSERVED', outcome: JSON.stringify(outcome ?? null) };
    update(OPERATION, seen, 'WHERE id = ?', id);
  }
  const begun = "WHERE node = ? AND seq = ? AND status IN ('INTENT', 'STARTED')";
  update(OPERATION, { status: unfinished }, begun, node, trace.seq - 1);
  for (const path of cut) update(NODE, { cut: 1 }, 'WHERE path = ?', path);
  for (const id of consumed) update(INBOX, { consumed: trace.seq }, 'WHERE id = ?', id);
}
