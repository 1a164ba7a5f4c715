import type { TransitionCommit } from './records.js';
import { OPERATION, REQUEST, SNAPSHOT, TRACE } from './rows.js';
import type { Tables } from './tables.js';

/** Writes one transition, within one transaction: all of it or nothing (design §2). */
export function commitTransition(
  { insert, replace, update }: Tables,
  { trace, snapshot, observed, unfinished }: TransitionCommit,
): void {
  const { from, to, event, evidence, ...plain } = trace;
  const [stored, listed] = [JSON.stringify(event), JSON.stringify(evidence)];
  insert(TRACE, { ...plain, from_state: from, to_state: to, event: stored, evidence: listed });
  replace(SNAPSHOT, { machine: trace.machine, ...snapshot, context: JSON.stringify(snapshot.context) });
  for (const { id, outcome } of observed) {
    const seen = { status: 'OBSERVED', outcome: JSON.stringify(outcome ?? null) };
    update(OPERATION, seen, 'WHERE id = ?', id);
  }
  const begun = "WHERE seq = ? AND status IN ('INTENT', 'STARTED')";
  update(OPERATION, { status: unfinished }, begun, trace.seq - 1);
  const settled = "WHERE handled = 0 AND (kind = ? OR kind = 'TIMEOUT')";
  update(REQUEST, { handled: 1 }, settled, event.type);
}
