import type { Bridge, Channel } from '../shared/channels.js';
import { AnswerSchema, CONTRACT, type Input, type Output } from '../shared/ipc.js';
import { ok, type Result } from '../shared/problem.js';
import { type View, ViewSchema } from '../shared/views.js';

declare global {
  interface Window {
    benchloop: Bridge;
  }
}

/** Calls main. What comes back is parsed: an answer outside the contract is a bug and rejects. */
export async function call<C extends Channel>(channel: C, input: Input<C>): Promise<Result<Output<C>>> {
  const answer = AnswerSchema.parse(await window.benchloop[channel](input));
  return answer.ok ? ok(CONTRACT[channel].out.parse(answer.value)) : answer;
}

/** Calls `listener` with every view that main pushes; the returned function ends that. */
export function onView(listener: (view: View) => void): () => void {
  return window.benchloop.onView((view) => listener(ViewSchema.parse(view)));
}
