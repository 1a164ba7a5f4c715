import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { fail, type Problem, type Result } from '../../../../shared/problem.js';
import type { CallStatus, SessionCall } from '../../../../shared/session.js';
import { nested, text, type Words } from '../../../../shared/texts/words.js';
import type { ToolResult } from '../../../../shared/tool-result.js';
import type { EffectIo, Held } from '../../../engine/effect.js';
import { replaceFile } from '../../../files/replace-file.js';
import { callKind } from '../../../journal/node-journal.js';
import { isClosed, isRefused, type Pending, type SessionContext } from '../../../machine/session/context.js';
import { whyNotOpen } from '../../../tools/offered.js';
import { OFFERED } from '../../../tools/offered-tools.js';
import { RUN_LOOP } from '../../../tools/runs/run-loop.js';
import { toolResult } from '../../../tools/tool-error.js';
import { resultForAgents } from '../../../tools/withheld/for-agents.js';
import { withheldFiles } from '../../../tools/withheld/withheld-files.js';
import type { SessionBench, SessionOutcome } from '../bench.js';
import { accountOfRun } from '../summary/account-of-run.js';
import { shortfall } from '../verification/passed.js';
import { confirmationOf } from './confirmation.js';
import { mayCall } from './may-call.js';
import { runLoop } from './run-loop.js';

/** Characters of a payload that go into the trace; the whole lies in the call's file. */
const TOLD = 4000;

/** Makes a chosen call, or says what a person has to agree to before. */
export async function makeCall(
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
  call: Pending,
): Promise<SessionOutcome> {
  io.progress('CALL', call.tool);
  const made = isRefused(ctx, call) ? fail(refusedBefore(ctx, call)) : await perform(bench, io, call);
  if ('needs' in made)
    return {
      type: 'TOOL_CALL_REQUEST',
      reason: made.needs.question,
      evidence: [],
      calls: [call],
      confirmation: confirmationOf(made.needs),
    };
  const shown = toolResult(made, io.operationId(callKind(call.n)));
  const file = await keep(bench, call, shown);
  const unmet = made.ok ? shortfall(call.tool, made.value) : null;
  const result: SessionCall = {
    ...{ n: call.n, step: call.step, tool: call.tool, args: call.args },
    status: statusOf(shown),
    error: shown.ok ? null : shown.error,
    file,
    tree: made.ok ? treeBefore(made.value) : null,
    ...(unmet && { unmet: unmet.message }),
  };
  return {
    type: 'TOOL_CALL_RESULT',
    reason: toldEnd(call.tool, shown, unmet),
    evidence: [file],
    result,
    payload: shown.ok ? told(shown.payload) : null,
    problem: made.ok ? unmet : made.error,
  };
}

function toldEnd(tool: string, shown: ToolResult, unmet: Problem | null): Words {
  if (!shown.ok) return text`${tool}: ${shown.error.code}: ${shown.error.message}`;
  return unmet === null ? text`${tool}: done` : text`${tool}: ${nested(unmet.message)}`;
}

function perform(bench: SessionBench, io: EffectIo, call: Pending): Promise<Result<unknown> | Held> {
  const { n, tool, args } = call;
  if (!mayCall(bench.header, tool)) return Promise.resolve(fail(ONLY_READS));
  if (tool === RUN_LOOP.name) return runLoop(bench, io, call);
  const offered = OFFERED.find((one) => one.tool.name === tool);
  if (!offered) return Promise.resolve(fail(noTool(tool)));
  const closed = whyNotOpen(offered, bench.work);
  if (closed !== null) return Promise.resolve(fail(closed));
  return io.callOrHold(offered.tool, args, bench.work, n);
}

const ONLY_READS: Problem = {
  code: 'POLICY_VIOLATION',
  message: text`a research agent only reads`,
  next: text`use a tool that only reads`,
};

const noTool = (tool: string): Problem => ({
  code: 'ARGUMENTS_MALFORMED',
  message: text`there is no tool ${tool}`,
  next: text`call one of these: ${[...OFFERED.map((one) => one.tool.name), RUN_LOOP.name].join(', ')}`,
});

function refusedBefore(ctx: SessionContext, { tool }: Pending): Problem {
  const next =
    ctx.mode === 'connection'
      ? text`do it another way; a person can allow the question again: benchloop reopen ${ctx.run} ${tool}`
      : text`do it another way, or have the operator ask for it`;
  const message = isClosed(ctx, tool)
    ? text`a person refused calls of ${tool} before, so the tool is closed and nobody is asked again`
    : text`a person refused this call before, so nobody is asked again`;
  return { code: 'DECLINED', message, next };
}

const statusOf = (shown: ToolResult): CallStatus =>
  shown.ok ? 'ok' : shown.error.code === 'E_POLICY_DENIED' ? 'denied' : 'failed';

/** The hash of the tree before a call that changed files, as its result has it. */
function treeBefore(result: unknown): string | null {
  if (typeof result !== 'object' || result === null || !('tree_before' in result)) return null;
  return typeof result.tree_before === 'string' ? result.tree_before : null;
}

/** Keeps a result whole, as a person may see it, and beside it what a model or a client is shown where that is less. */
async function keep(bench: SessionBench, call: Pending, result: ToolResult): Promise<string> {
  const folder = path.join(bench.work.paths.dir, 'calls');
  await mkdir(folder, { recursive: true });
  const shown = forAgents(bench, call, result);
  const isLess = JSON.stringify(shown) !== JSON.stringify(result);
  const account = accountOf(bench, call, result);
  const kept = { ...call, result, ...(isLess && { for_agents: shown }), ...(account && { account }) };
  await replaceFile(path.join(folder, `${call.n}.json`), `${JSON.stringify(kept)}\n`);
  return `calls/${call.n}.json`;
}

const OfRun = z.looseObject({ run: z.string() });

/** Of a call that tells of a run: the same for a person, in words. */
function accountOf({ work }: SessionBench, { tool, args }: Pending, result: ToolResult): Words[] | null {
  if (!result.ok || (tool !== 'show_run' && tool !== RUN_LOOP.name)) return null;
  const named = OfRun.safeParse(tool === 'show_run' ? args : result.payload).data;
  const found = named && work.runs.show(named.run);
  return found?.ok ? accountOfRun(found.value) : null;
}

function forAgents({ header, work }: SessionBench, call: Pending, result: ToolResult): ToolResult {
  const isWithheld = withheldFiles({
    neverSend: header.policy.neverSend,
    inputs: header.task?.loaded.inputs ?? [],
    clone: work.paths.clone,
  });
  return resultForAgents(call, result, isWithheld, work.repo?.subdir);
}

function told(payload: unknown): unknown {
  const whole = JSON.stringify(payload) ?? 'null';
  return whole.length <= TOLD ? payload : { characters: whole.length, beginning: whole.slice(0, TOLD) };
}
