import { type Gate, MAIN } from './events.js';

/**
 * The name of the prompt that a question waits with, NODE.SEQ.n, as `reply` takes it. Both are named after the visit that asks: an
 * equal prompt of another visit has a name of its own. Null: the question is about something else.
 */
export function promptOfGate({ gate, node = MAIN }: Pick<Gate, 'gate' | 'node'>): string | null {
  const [, seq, number] = /[.](\d+)[.]prompt-(\d+)$/.exec(gate) ?? [];
  return seq === undefined ? null : `${node}.${seq}.${number}`;
}
