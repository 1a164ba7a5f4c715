import { codeOf, type Gate } from '../../shared/events.js';
import { fail, type Result } from '../../shared/problem.js';
import type { RunJournal } from '../journal/run-journal.js';
import { type Asking, type CallIo, DECLINED, type Tool } from './tool.js';

/** A call that a person makes on a run whose machine has ended, after a yes that was given to `asked`. */
export interface HandCall<A, R, W> {
  run: string;
  /** Revision of the snapshot that it belongs to. */
  seq: number;
  /** Distinguishes it from the calls of that state. */
  kind: string;
  tool: Tool<A, R, W>;
  args: A;
  work: W;
  asked: Asking;
  /** Who said yes. */
  by: string;
  now: () => number;
  /** Keeps what came of it, before the journal says that it is done: both are repeated after a crash. */
  keep: (result: R) => Promise<void>;
}

/** What an earlier call of that kind was given, as it is stored; null: there was none. */
export function earlierCall(journal: RunJournal, seq: number, kind: string): Result<unknown> {
  const before = journal.operation(journal.idOf(seq, kind));
  return before.ok ? { ok: true, value: before.value?.intent ?? null } : before;
}

/** Makes the call: gate with its answer, intent, work, result. One that was cut off is simply made again. Errors: those of the tool. */
export async function callByHand<A, R, W>(journal: RunJournal, call: HandCall<A, R, W>): Promise<Result<R>> {
  const { seq, kind, tool, args, now } = call;
  const id = journal.idOf(seq, kind);
  journal.putGate(answered(call, `${id}-gate`));
  journal.intend({ id, kind, seq, intent: { tool: tool.name, args, by: call.by }, at: now() });
  journal.mark(id, 'STARTED');
  const done = await tool.perform(args, call.work, handIo(call.run, id));
  if (!done.ok) return done;
  await call.keep(done.value);
  journal.mark(id, 'OBSERVED');
  return done;
}

function answered<A, R, W>({ run, asked, by, now }: HandCall<A, R, W>, gate: string): Gate {
  const { question, subject, binding, risk = null, reasons = [] } = asked;
  return {
    ...{ type: 'gate', run, gate, scope: 'question', question, subject, binding, risk, reasons },
    ...{ code: codeOf(binding), answer: 'yes', answered_by: by, at: new Date(now()).toISOString() },
  };
}

/** Nobody watches, nothing cuts it short, and everything has been asked. */
const handIo = (run: string, id: string): CallIo => ({
  ...{ run, node: 'main', mark: `${run}.${id}`, signal: new AbortController().signal },
  progress: () => undefined,
  console: () => undefined,
  unsafe: () => () => undefined,
  standStill: () => () => undefined,
  agree: async () => false,
  call: async () => fail(DECLINED),
});
