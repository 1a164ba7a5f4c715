import type { StoredSnapshot } from '../journal/records.js';
import type { Kit } from './kit.js';

/** A state that waits for a person is left by a TIMEOUT of its own only; epoch ms, null: never. */
export function deadlineOf(kit: Kit, header: unknown, state: string, at: number): number | null {
  const { states, rows, events } = kit.machine.definition;
  const hasOwn = rows.some((row) => row.from === state && row.on === events.timeout);
  return states[state] === 'waiting' && hasOwn ? at + kit.timeoutMs(header, state) : null;
}

/** Where a node of that machine begins. */
export function firstSnapshot(kit: Kit, header: unknown, context: unknown, at: number): StoredSnapshot {
  const { initial: state } = kit.machine.definition;
  return { seq: 0, state, context, deadline: deadlineOf(kit, header, state, at) };
}
