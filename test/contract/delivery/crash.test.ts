import { describe, expect, it } from 'vitest';
import { sessionKit } from '../../../electron/effects/session/kit.js';
import type { Kit } from '../../../electron/engine/kit.js';
import { defaultPolicy } from '../../../shared/policy.js';
import { ok } from '../../../shared/problem.js';
import { Crash, crashAt } from '../../fixtures/crash-at.js';
import {
  type DeliveryOptions,
  type DeliveryRun,
  deliveryRun,
  events,
  inTurn,
  type Scripted,
} from '../../fixtures/delivery-run.js';
import { value } from '../../fixtures/firmware-run.js';

const because = (reason: string) => ({ reason, evidence: [] });
const no = { code: 'ENV_ERROR' as const, message: 'no' };
const summary = {
  ...{ text: 'told', model: null, files_changed: [], verification: 'none', rollback: '', blocked: null },
  manual_steps: [],
};

/** A session whose turns are over at once. */
const session = {
  ...sessionKit,
  effects: {
    ...sessionKit.effects,
    INTAKE: async () => ({ type: 'refused', ...because('no'), problem: no }),
    SUMMARIZING: async () => ({ type: 'summarized', ...because('told'), summary, branch: null }),
    DONE: async () => ({ type: 'reported', ...because('reported') }),
  },
  timeoutMs: () => 60_000,
  open: async () => ok(null),
  close: async () => undefined,
} as unknown as Kit;

const header = {
  ...{ text: 'first push', mode: 'turn', client: null, repo: null, task: null, policy: defaultPolicy() },
  ...{ approvals: 'none', provider: 'rules', roles: {}, supervised: { patch: '' } },
};

/** DEVELOPING as the product has it: one session for the first push, which takes each further one as a follow-up. */
const supervising: Scripted = async (ctx, io) => {
  const [push] = ctx.pushes;
  const left = { tree: 'tree', patch: 'a patch', signals: null, questions: [] };
  if (push === undefined) return { type: 'reply_ended', ...because('done'), session: null, ...left };
  const said = { kind: 'push', type: 'message', payload: { text: push.text } };
  const end = value(
    ctx.session === null
      ? await io.child({ kind: 'session', machine: 'session', goal: push.text, header })
      : await io.followUp({ ...said, node: ctx.session }),
  );
  return { type: 'reply_ended', ...because('ended'), session: end.node, ...left };
};

const nodesOf = (run: DeliveryRun): string[] =>
  run.read((journal) => value(journal.nodes()).map(({ path }) => path));
const unheard = (run: DeliveryRun): number =>
  run.read((journal) => value(journal.messages()).filter(({ consumed }) => consumed === null).length);
/** Of all nodes. */
const traceOf = (run: DeliveryRun): string[] =>
  run.read((journal) =>
    value(journal.trace(0)).map(({ node, from, event, to }) => `${node} ${from} ${event.type} ${to}`),
  );

const pushes = (): DeliveryOptions => ({
  kits: [session],
  script: { DEVELOPING: supervising, ...inTurn('REVIEWING', events.hasIssue, events.asks, events.hasIssue) },
});
/** Scripts count how often they were called; a crash must not move them on. */
const byContext: DeliveryOptions = {
  kits: [session],
  script: {
    DEVELOPING: supervising,
    REVIEWING: (ctx, io) =>
      ctx.retries.review < 3
        ? events.hasIssue()
        : (inTurn('REVIEWING').REVIEWING?.(ctx, io) ?? Promise.reject(new Error('no script'))),
  },
};

describe('the session of a delivery', () => {
  it('is one, and takes each push as a follow-up', async () => {
    const run = deliveryRun(pushes());
    await run.go();
    expect(nodesOf(run)).toHaveLength(1);
    const [node = ''] = nodesOf(run);
    const turns = traceOf(run).filter((row) => row === `${node} IDLE USER_MESSAGE INTAKE`);
    expect([turns.length, unheard(run), run.context().outcome]).toEqual([3, 0, 'committed']);
  });

  it('ends the same from a crash at any write: nothing is said twice', async () => {
    const count = crashAt(Number.POSITIVE_INFINITY);
    const whole = deliveryRun(byContext);
    await whole.go(count.fault);
    for (let n = 0; n < count.passed.length; n += 1) {
      const run = deliveryRun(byContext);
      await run.go(crashAt(n).fault).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
      await run.go();
      expect(traceOf(run), count.passed[n]).toEqual(traceOf(whole));
      expect([nodesOf(run).length, unheard(run)], count.passed[n]).toEqual([1, 0]);
    }
  }, 120_000);

  it('is ended before its delivery is given up, whether it works for a first push or a further one', async () => {
    for (const review of [0, 1]) {
      let begun: () => void = () => undefined;
      const there = new Promise<void>((resolve) => {
        begun = resolve;
      });
      let turns = 0;
      const slow = {
        ...session,
        effects: {
          ...session.effects,
          INTAKE: (_: unknown, __: unknown, io: { signal: AbortSignal }) => {
            turns += 1;
            if (turns <= review) return Promise.resolve({ type: 'refused', ...because('no'), problem: no });
            begun();
            return new Promise((_resolve, reject) => {
              io.signal.addEventListener('abort', () => reject(new Error('left')), { once: true });
            });
          },
        },
      } as unknown as Kit;
      const run = deliveryRun({ ...byContext, kits: [slow] });
      const handle = await run.start();
      await there;
      handle.abort('enough');
      expect(await handle.end).toMatchObject({ ending: { status: 'canceled' } });
      const [node = ''] = nodesOf(run);
      const rows = traceOf(run);
      expect(rows.slice(-2)).toEqual([`${node} DONE reported IDLE`, 'main DEVELOPING cancel DONE']);
      expect(rows).toContain(`${node} INTAKE CANCEL SUMMARIZING`);
    }
  });
});

describe('a deployment that fails', () => {
  it('ends the same from a crash at any write: boards are put back once for each failure', async () => {
    const options: DeliveryOptions = {
      targets: ['one', 'two'],
      script: {
        DEPLOYING: (ctx, io) =>
          ctx.held !== null && !ctx.is_rolling_back && ctx.deployed.length === 1
            ? events.deployFails()
            : (inTurn('DEPLOYING').DEPLOYING?.(ctx, io) ?? Promise.reject(new Error('no script'))),
      },
    };
    const count = crashAt(Number.POSITIVE_INFINITY);
    const whole = deliveryRun(options);
    await whole.go(count.fault);
    expect(whole.context()).toMatchObject({ outcome: 'deploy_failed', retries: { deploy: 2 } });
    for (let n = 0; n < count.passed.length; n += 1) {
      const run = deliveryRun(options);
      await run.go(crashAt(n).fault).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
      await run.go();
      expect(run.edges(), count.passed[n]).toEqual(whole.edges());
    }
  }, 60_000);
});
