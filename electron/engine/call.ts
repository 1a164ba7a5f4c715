import { whoAnswered } from '../../shared/decisions.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { callKind } from '../journal/node-journal.js';
import { orThrow } from '../journal/tables.js';
import type { Gated, Held } from './effect.js';
import { type Answered, answerSoFar, ask } from './gate.js';
import { begin, idIn, markOf, type Stay, store } from './stay.js';
import { type Asking, type CallIo, DECLINED, noUndo, type Tool } from './tool.js';
import type { WorkIo } from './work-io.js';

/** Calls a tool within a visit; see `EffectIo.call`. */
export const call = <A, R, W>(
  stay: Stay,
  io: WorkIo,
  tool: Tool<A, R, W>,
  args: A,
  work: W,
  kind: string,
): Promise<Result<R>> => make(stay, io, { tool, args, work, kind }, asker(stay));

/** Calls a tool, and waits for nobody; see `EffectIo.callOrHold`. */
export async function callOrHold<A, R, W>(
  stay: Stay,
  io: WorkIo,
  tool: Tool<A, R, W>,
  args: A,
  work: W,
  n: number,
): Promise<Result<R> | Held> {
  const kind = callKind(n);
  let asked = 0;
  let needs: Gated | null = null;
  const agree: Agree = async (whose, asking) => {
    asked += 1;
    const question = questionOf(whose, { ...asking, kind: asked === 1 ? kind : `${kind}.${asked}` });
    const answer = answerSoFar(stay, question);
    if (answer === null) needs ??= question;
    return answer;
  };
  const done = await make(stay, io, { tool, args, work, kind }, agree);
  if (needs === null) return done;
  // nothing has come of it yet: it is made once the answer is there
  stay.observed = stay.observed.filter(({ id }) => id !== idIn(stay, kind));
  return { needs };
}

/** What a person has to be asked before the node's n-th call, as far as that can be told before it is made; null: nothing. */
export async function needs<A, W>(
  stay: Stay,
  io: WorkIo,
  tool: Tool<A, unknown, W>,
  args: A,
  work: W,
  n: number,
): Promise<Gated | null> {
  const given = validated(tool, args);
  const checked = given.ok ? ((await tool.check?.(given.value, work)) ?? ok(undefined)) : given;
  if (!given.ok || !checked.ok) return null;
  const asking = (await tool.gate?.(given.value, work, io)) ?? null;
  if (asking === null) return null;
  const question = questionOf(tool, { ...asking, kind: callKind(n) });
  return answerSoFar(stay, question) === null ? question : null;
}

/** A call as it is made. */
interface Making<A, R, W> {
  tool: Tool<A, R, W>;
  args: A;
  work: W;
  kind: string;
}

/** Null: nobody has answered yet. */
type Agree = (whose: Scoped, asking: Asking) => Promise<Answered | null>;

async function make<A, R, W>(
  stay: Stay,
  io: WorkIo,
  { tool, args, work, kind }: Making<A, R, W>,
  agree: Agree,
): Promise<Result<R>> {
  const given = validated(tool, args);
  if (!given.ok) return given;
  if (tool.danger === 'none')
    return tool.perform(given.value, work, callIo(stay, io, tool, idIn(stay, kind), agree));
  const id = begin(stay, kind);
  const its = callIo(stay, io, tool, id, agree);
  const left = wasCutOff(stay, id) ? await tool.reconcile(given.value, work, its) : 'again';
  if (left !== 'again') return observed(stay, id, tool, left.adopt);
  const allowed = await permitted(io, tool, given.value, work, agree);
  if (!allowed.ok) return allowed;
  record(stay, { id, kind, intent: { tool: tool.name, args: given.value } });
  return observed(stay, id, tool, await tool.perform(given.value, work, its));
}

/** Asks for what a call would ask, and makes none; see `EffectIo.allow`. */
export async function allow<A, W>(
  stay: Stay,
  io: WorkIo,
  tool: Tool<A, unknown, W>,
  args: A,
  work: W,
): Promise<Result<void>> {
  const given = validated(tool, args);
  return given.ok ? permitted(io, tool, given.value, work, asker(stay)) : given;
}

/** Takes a call back; see `EffectIo.undo`. */
export async function undo<A, R, W>(
  stay: Stay,
  io: WorkIo,
  tool: Tool<A, R, W>,
  made: { args: A; result: R },
  work: W,
  kind: string,
): Promise<Result<void>> {
  if (!tool.undo) return fail(noUndo(tool.name));
  const id = begin(stay, kind);
  record(stay, { id, kind, intent: { undo: tool.name, ...made } });
  const done = await tool.undo(made.args, made.result, work, callIo(stay, io, tool, id, asker(stay)));
  stay.observed.push({ id, outcome: done });
  return done;
}

/** The arguments as the tool's schema has them. Errors: ARGUMENTS_MALFORMED, naming the first place that is wrong. */
function validated<A>(tool: Pick<Tool<A, never, never>, 'name' | 'arguments'>, args: unknown): Result<A> {
  const parsed = tool.arguments.safeParse(args);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const where = `${tool.name}: ${issue?.path.join('.') ?? ''}`;
  return fail({ code: 'ARGUMENTS_MALFORMED', message: issue?.message ?? '', where });
}

/** The tool's own check, then its gate. */
async function permitted<A, W>(
  io: WorkIo,
  tool: Tool<A, unknown, W>,
  args: A,
  work: W,
  agree: Agree,
): Promise<Result<void>> {
  const checked = (await tool.check?.(args, work)) ?? ok(undefined);
  if (!checked.ok) return checked;
  const asking = (await tool.gate?.(args, work, io)) ?? null;
  if (asking === null) return ok(undefined);
  const given = await agree(tool, asking);
  if (given?.choice !== 'yes') return fail(DECLINED);
  if (whoAnswered(given.by) === 'person') tool.agreed?.(args, work, asking, io);
  return ok(undefined);
}

type Scoped = Pick<Tool<never, never, never>, 'name' | 'scope'>;

/** Asks a person, and waits. */
const asker =
  (stay: Stay): Agree =>
  async (whose, asking) =>
    ask(stay, questionOf(whose, asking));

/** A tool's gates are about its own scope: none can open one under the name of another. */
function questionOf({ name, scope }: Scoped, { onlyPerson = false, ...question }: Asking): Gated {
  if (scope === null) throw new Error(`${name} has no scope and asks for an approval`);
  return { ...question, scope: onlyPerson ? 'question' : scope };
}

const callIo = (stay: Stay, io: WorkIo, tool: Scoped, id: string, agree: Agree): CallIo => ({
  ...io,
  mark: markOf(stay, id),
  agree: async (asking) => (await agree(tool, asking))?.choice === 'yes',
  call: async (inner, args, work) => {
    const given = validated(inner, args);
    if (!given.ok) return given;
    const allowed = await permitted(io, inner, given.value, work, agree);
    return allowed.ok ? inner.perform(given.value, work, callIo(stay, io, inner, id, agree)) : allowed;
  },
});

/** Whether the operation was begun before a crash, and nobody knows what it did. */
function wasCutOff(stay: Stay, id: string): boolean {
  const status = store(stay, (journal) => orThrow(journal.operation(id)))?.status;
  return status === 'STARTED' || status === 'UNKNOWN';
}

/** From here on a restart knows of it. */
function record(stay: Stay, { id, kind, intent }: { id: string; kind: string; intent: unknown }): void {
  store(stay, (journal) => {
    journal.intend({ id, kind, seq: stay.seq, intent, at: stay.tree.now() });
    journal.mark(id, 'STARTED');
  });
}

/** What the transition writes beside itself. @throws Error where the tool gave what its own schema refuses */
function observed<R>(
  stay: Stay,
  id: string,
  tool: Pick<Tool<never, R, never>, 'result'>,
  outcome: Result<R>,
): Result<R> {
  const kept: Result<R, Problem> = outcome.ok ? ok(tool.result.parse(outcome.value)) : outcome;
  stay.observed.push({ id, outcome: kept });
  return outcome;
}
