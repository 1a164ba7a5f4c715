import * as z from 'zod';
import { argumentsText, type SessionContext } from '../../../machine/session/context.js';
import { convergedRun } from '../../delivery/converged-run.js';
import type { SessionBench } from '../bench.js';
import { readCall } from '../calls/read-call.js';

/** As `git log` shows it whole. */
const TITLE = 72;

const Ended = z.looseObject({ run: z.string(), patch: z.string().nullable() });

/**
 * The message of the commit that a session offers. What a run of it changed says the run's own message: what and why, and the run's id. A
 * run that did all of it gives its subject, too.
 */
export async function commitLabel(ctx: SessionContext, bench: SessionBench): Promise<string> {
  const from = `Benchloop session ${ctx.run}, turn ${ctx.turn}\n`;
  const messages = await messagesOfRuns(ctx, bench);
  const changes = ctx.calls.filter(
    ({ tree, status, tool }) => tree !== null && status === 'ok' && isEdit(tool),
  );
  if (messages[0] !== undefined && messages.length === 1 && changes.length === 1)
    return `${messages[0]}\n${from}`;
  const title = ctx.mode === 'connection' ? 'Work of an MCP client' : (ctx.goal.split('\n')[0] ?? '');
  return [title.slice(0, TITLE), ...messages, from].join('\n\n');
}

/** Builds and tests write files, too, but say nothing of what a change is for. */
const isEdit = (tool: string): boolean => tool !== 'build' && tool !== 'run_test';

/** Of each run whose patch the session's copy has, in order. A run that cannot be read any more is left out. */
async function messagesOfRuns({ calls }: SessionContext, { work }: SessionBench): Promise<string[]> {
  const taken = new Set(
    calls.flatMap(({ tool, status, args }) =>
      tool === 'apply_patch' && status === 'ok' ? [argumentsText(args)] : [],
    ),
  );
  const messages: string[] = [];
  for (const call of calls.filter(({ tool, status }) => tool === 'run_loop' && status === 'ok')) {
    const { patch = null, run = '' } = Ended.safeParse(await readCall(work.paths.dir, call)).data ?? {};
    if (patch === null || !taken.has(argumentsText({ diff: patch }))) continue;
    const of = await convergedRun(work.home, run);
    if (of.ok && of.value.message !== null) messages.push(of.value.message.trimEnd());
  }
  return messages;
}
