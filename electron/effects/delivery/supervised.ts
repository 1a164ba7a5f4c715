import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { ChildEnd, EffectIo } from '../../engine/effect.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import type { SessionContext } from '../../machine/session/context.js';
import { applyPatch, diffBetween } from '../../workspace/patch.js';
import { currentTree } from '../../workspace/snapshot.js';
import { readCall } from '../session/calls/read-call.js';
import type { SessionHeader } from '../session/header.js';
import type { DeliveryBench, DeliveryOutcomeEvent } from './bench.js';
import { callsOfTurn, type Heard, signalsOf, toldSignals } from './signals.js';
import { orThrow, type WorkSoFar, workIn } from './work-so-far.js';

export type Reply = Extract<DeliveryOutcomeEvent, { type: 'reply_ended' }>;

/** One session for the whole delivery: it takes each push as a follow-up. One that was cut off, or whose copy stands on a former commit, is begun anew. */
export async function session(
  ctx: DeliveryContext,
  bench: DeliveryBench,
  io: EffectIo,
  said: string,
  { patch }: Pick<WorkSoFar, 'patch'>,
): Promise<Result<ChildEnd>> {
  if (ctx.session !== null && ctx.is_session_behind !== true) {
    const followed = { kind: 'push', node: ctx.session, type: 'message', payload: { text: said } };
    const end = await io.followUp(followed);
    if (end.ok || end.error.code !== 'USAGE') return end;
  }
  const header = sessionHeader(bench, said, patch);
  const end = await io.child({ kind: 'session', machine: 'session', goal: said.slice(0, 200), header });
  return end.ok ? ok(end.value) : fail(end.error);
}

function sessionHeader({ header }: DeliveryBench, said: string, patch: string): SessionHeader {
  const { loaded, profile, policy, approvals, provider, roles } = header;
  const { repoRoot: root, subdir, baseCommit, dirtyFiles } = loaded;
  return {
    ...{ text: said, mode: 'turn', client: null, repo: { root, subdir, baseCommit, dirtyFiles } },
    ...{
      task: { loaded, profile },
      policy,
      approvals,
      provider,
      roles,
      research: null,
      supervised: { patch },
    },
  };
}

/** What the session left, put into the delivery's own copy. A crash in between repeats it: what is there already is not put there again. */
export async function taken(bench: DeliveryBench, { node, context }: ChildEnd): Promise<Reply> {
  // a session ends with the context of its own kit
  const left = context as SessionContext;
  const dir = path.join(bench.nodes, node);
  const { clone } = bench.work.paths;
  const base = bench.header.loaded.baseCommit;
  const before = await workIn(clone, base);
  // one that ended before it had its copy has changed nothing
  const own = path.join(dir, 'clone');
  const tree = existsSync(own) ? orThrow(await currentTree(own)) : before.tree;
  if (tree !== before.tree) {
    const delta = orThrow(await diffBetween(own, before.tree, tree));
    const applied = orThrow(await applyPatch(clone, delta, 'Work of the session'));
    if (applied.tree !== tree)
      throw new Error(`the session's work came out as another tree: ${applied.tree}`);
  }
  const heard = await Promise.all(
    callsOfTurn(left).map(
      async (call): Promise<Heard> => ({
        call,
        payload: call.status === 'ok' && call.file !== null ? await readCall(dir, call) : null,
      }),
    ),
  );
  const signals = signalsOf(heard, left, bench.header.loaded.task.checks);
  const { patch } = await workIn(clone, base);
  return {
    ...{
      type: 'reply_ended',
      reason: toldSignals(signals),
      evidence: [],
      session: node,
      signals,
      tree,
      patch,
    },
    questions: signals.asks ? left.questions.map(inEnglish) : [],
  };
}
