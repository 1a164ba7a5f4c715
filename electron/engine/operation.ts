import { orThrow } from '../journal/tables.js';
import type { Operation } from './effect.js';
import { begin, markOf, type Stay, store } from './stay.js';

/** Performs an operation so that a restart knows of it; one that was begun before a crash is looked at first. */
export async function operate<I, T>(stay: Stay, operation: Operation<I, T>): Promise<T> {
  const { kind, intent } = operation;
  const id = begin(stay, kind);
  const mark = markOf(stay, id);
  const before = store(stay, (journal) => orThrow(journal.operation(id)))?.status;
  if (before === 'STARTED' || before === 'UNKNOWN') {
    const found = await operation.reconcile(intent, mark);
    if (found !== 'again') {
      stay.observed.push({ id, outcome: found.adopt });
      return found.adopt;
    }
  }
  store(stay, (journal) => {
    journal.intend({ id, kind, seq: stay.seq, intent, at: stay.tree.now() });
    journal.mark(id, 'STARTED');
  });
  const outcome = await operation.perform(mark);
  stay.observed.push({ id, outcome });
  return outcome;
}
