import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import { inEnglish, text } from '../../../../shared/texts/words.js';
import type { EffectIo } from '../../../engine/effect.js';
import { callKind } from '../../../journal/node-journal.js';
import { startFirmwareLoop } from '../../firmware-loop/start/start.js';
import type { SessionBench } from '../bench.js';

const LoopArguments = z.strictObject({ goal: z.string().min(1).max(500).optional() });

/**
 * Has a run of the session's task work, to its end: with its own journal, on the commit that the task names, and with its own gates.
 * Errors: ARGUMENTS_MALFORMED, USAGE without a task, those of starting a run.
 */
export async function runLoop(
  bench: SessionBench,
  io: EffectIo,
  n: number,
  args: unknown,
): Promise<Result<unknown>> {
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
  const end = await io.dispatch({
    kind: callKind(n),
    machine: 'firmware-loop',
    goal,
    header: started.value.header,
  });
  if (!end.ok) return end;
  const { run, ending } = end.value;
  return ok({ run, final_status: ending.status, verdict: ending.verdict, reason: inEnglish(ending.reason) });
}

const NO_TASK: Problem = {
  code: 'USAGE',
  message: text`the session has no task, so there is nothing to run`,
  next: text`name one: benchloop ask --task TASK.yaml "…"`,
};
