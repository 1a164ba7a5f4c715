import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { orThrow } from '../journal/tables.js';
import { ask } from './gate.js';
import { begin, idIn, markOf, type Stay, store } from './stay.js';
import { type Asking, type CallIo, DECLINED, noUndo, type Tool } from './tool.js';
import type { WorkIo } from './work-io.js';

/** Calls a tool within a visit; see `EffectIo.call`. */
export async function call<A, R, W>(
  stay: Stay,
  io: WorkIo,
  tool: Tool<A, R, W>,
  args: A,
  work: W,
  kind: string,
): Promise<Result<R>> {
  const given = validated(tool, args);
  if (!given.ok) return given;
  if (tool.danger === 'none')
    return tool.perform(given.value, work, callIo(stay, io, tool, idIn(stay, kind)));
  const id = begin(stay, kind);
  const its = callIo(stay, io, tool, id);
  const left = wasCutOff(stay, id) ? await tool.reconcile(given.value, work, its) : 'again';
  if (left !== 'again') return observed(stay, id, tool, left.adopt);
  const allowed = await permitted(stay, io, tool, given.value, work);
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
  return given.ok ? permitted(stay, io, tool, given.value, work) : given;
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
  const done = await tool.undo(made.args, made.result, work, callIo(stay, io, tool, id));
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
  stay: Stay,
  io: WorkIo,
  tool: Tool<A, unknown, W>,
  args: A,
  work: W,
): Promise<Result<void>> {
  const checked = (await tool.check?.(args, work)) ?? ok(undefined);
  if (!checked.ok) return checked;
  const asking = (await tool.gate?.(args, work, io)) ?? null;
  if (asking === null) return ok(undefined);
  if (!(await agree(stay, tool, asking))) return fail(DECLINED);
  tool.agreed?.(args, work, asking);
  return ok(undefined);
}

/** A tool's gates are about its own scope: none can open one under the name of another. */
async function agree(stay: Stay, tool: Pick<Tool<never, never, never>, 'name' | 'scope'>, asking: Asking) {
  const { onlyPerson = false, ...question } = asking;
  if (tool.scope === null) throw new Error(`${tool.name} has no scope and asks for an approval`);
  return (await ask(stay, { ...question, scope: onlyPerson ? 'question' : tool.scope })) === 'yes';
}

const callIo = (
  stay: Stay,
  io: WorkIo,
  tool: Pick<Tool<never, never, never>, 'name' | 'scope'>,
  id: string,
): CallIo => ({
  ...io,
  mark: markOf(stay, id),
  agree: (asking) => agree(stay, tool, asking),
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
