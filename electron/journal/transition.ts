import type { Db } from './database.js';
import type { TransitionCommit } from './records.js';

/** Writes one transition in one transaction: all of it or nothing (design §2). */
export function commitTransition(
  db: Db,
  { trace: t, snapshot, observed, unfinished }: TransitionCommit,
): undefined {
  const run = (sql: string, ...args: unknown[]): void => {
    db.prepare(sql).run(...args);
  };
  db.transaction(() => {
    const [event, evidence] = [JSON.stringify(t.event), JSON.stringify(t.evidence)];
    const head = [t.seq, t.machine, t.from, t.to, event, t.reason, t.iteration, evidence];
    run('INSERT INTO trace VALUES (?,?,?,?,?,?,?,?,?,?,?)', ...head, t.retry_count, t.retry_reason, t.at);
    const context = JSON.stringify(snapshot.context);
    const at = [snapshot.seq, snapshot.state, context, t.machine];
    run('UPDATE snapshot SET seq = ?, state = ?, context = ? WHERE machine = ?', ...at);
    for (const { id, outcome } of observed) {
      const stored = JSON.stringify(outcome ?? null);
      run("UPDATE operation SET status = 'OBSERVED', outcome = ? WHERE id = ?", stored, id);
    }
    const begun = "UPDATE operation SET status = ? WHERE seq = ? AND status IN ('INTENT', 'STARTED')";
    run(begun, unfinished, t.seq - 1);
    run("UPDATE request SET handled = 1 WHERE kind = ? OR kind = 'TIMEOUT'", t.event.type);
  })();
}
