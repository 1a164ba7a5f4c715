import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { SessionCall } from '../../../../shared/session.js';
import { inEnglish, text } from '../../../../shared/texts/words.js';
import type { EffectIo } from '../../../engine/effect.js';
import { callKind } from '../../../journal/node-journal.js';
import { argumentsText, type Pending, type SessionContext } from '../../../machine/session/context.js';
import type { RunLoopResult } from '../../../tools/runs/run-loop.js';
import type { FirmwareHeader } from '../../firmware-loop/start/run-header.js';
import { startFirmwareLoop } from '../../firmware-loop/start/start.js';
import type { SessionBench } from '../bench.js';
import { readCall } from './read-call.js';

const LoopArguments = z.strictObject({ goal: z.string().min(1).max(500).optional() });

/**
 * Has a run of the session's task work, to its end: with its own journal, on the commit that the task names, and with its own gates.
 * What a planned one changes the session takes into its copy, and offers with it; a client's offers a branch of its own.
 * Errors: ARGUMENTS_MALFORMED, USAGE without a task, those of starting a run.
 */
export async function runLoop(
  bench: SessionBench,
  io: EffectIo,
  { n, args, by }: Pick<Pending, 'n' | 'args' | 'by'>,
): Promise<Result<RunLoopResult>> {
  const { task } = bench.work;
  if (task === null) return fail(NO_TASK);
  const given = LoopArguments.safeParse(args);
  if (!given.success)
    return fail({ code: 'ARGUMENTS_MALFORMED', message: z.prettifyError(given.error), where: 'run_loop' });
  const { provider, roles, approvals } = bench.header;
  const asked = { machine: 'firmware-loop', taskFile: task.loaded.file, provider, roles };
  const started = await startFirmwareLoop({ ...bench.starting, approvals }, asked);
  if (!started.ok) return started;
  const goal = given.data.goal ?? started.value.goal;
  const own = started.value.header as FirmwareHeader;
  const header: FirmwareHeader = { ...own, isOfSession: true, isDelivered: by === 'plan' };
  const end = await io.dispatch({ kind: callKind(n), machine: 'firmware-loop', goal, header });
  if (!end.ok) return end;
  const { run, ending } = end.value;
  const { status, verdict, reason } = ending;
  const patch = status === 'SUCCESS' ? patchOf(bench, run) : null;
  return ok({ run, final_status: status, verdict, reason: inEnglish(reason), patch });
}

const Reported = z.looseObject({ report: z.looseObject({ patch: z.string().nullable() }).nullable() });

/** What a run changed; null: nothing, or its report is gone. */
function patchOf({ work }: SessionBench, run: string): string | null {
  const shown = work.runs.show(run);
  return (shown.ok && Reported.safeParse(shown.value).data?.report?.patch) || null;
}

const Ended = z.looseObject({ run: z.string(), patch: z.string().nullable() });

/**
 * The change that a planned run has brought, which the session takes into its copy next, so that what follows builds and tests it;
 * null: there is none, or it is there already.
 *
 * @param last the call that was made last
 */
export async function patchToTake(
  { calls }: SessionContext,
  dir: string,
  last: SessionCall | undefined,
): Promise<{ run: string; diff: string } | null> {
  if (last?.tool !== 'run_loop') return null;
  const end = Ended.safeParse(await readCall(dir, last)).data;
  if (!end?.patch) return null;
  const args = { diff: end.patch };
  const isThere = calls.some(
    (call) =>
      call.tool === 'apply_patch' && call.status === 'ok' && argumentsText(call.args) === argumentsText(args),
  );
  return isThere ? null : { run: end.run, ...args };
}

const NO_TASK: Problem = {
  code: 'USAGE',
  message: text`the session has no task, so there is nothing to run`,
  next: text`name one: benchloop ask --task TASK.yaml "…"`,
};
