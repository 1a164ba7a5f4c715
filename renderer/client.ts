import type * as z from 'zod';
import type { Area, Bridge, Channel } from '../shared/channels.js';
import { AnswerSchema } from '../shared/ipc/calls.js';
import type { Contract, Input, Output } from '../shared/ipc.js';
import { ok, type Result } from '../shared/problem.js';

declare global {
  interface Window {
    benchloop: Bridge;
  }
}

/**
 * The function that makes the calls of one area. What comes back is parsed: an answer outside the contract is a bug and
 * rejects.
 */
export const caller =
  <A extends Channel>(calls: Contract<A>) =>
  async <C extends A>(channel: C, input: Input<C>): Promise<Result<Output<C>>> => {
    const answer = AnswerSchema.parse(await window.benchloop[channel](input));
    return answer.ok ? ok(calls[channel].out.parse(answer.value)) : answer;
  };

/** Calls `listener` with every view of an area that main pushes; the returned function ends that. */
export function onView<V>(area: Area, schema: z.ZodType<V>, listener: (view: V) => void): () => void {
  return window.benchloop.onView(area, (view) => listener(schema.parse(view)));
}
