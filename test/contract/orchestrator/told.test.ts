import { describe, expect, it } from 'vitest';
import { createCore } from '../../../electron/core/core.js';
import type { Said } from '../../../electron/core/core-api.js';
import type { EffectIo } from '../../../electron/engine/effect.js';
import type { DeliveryContext } from '../../../electron/machine/delivery/context.js';
import type { DeliveryWork } from '../../../electron/machine/delivery/states.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { type CampaignRun, campaignRun, file, reviews } from '../../fixtures/campaign-run.js';
import { Crash } from '../../fixtures/crash-at.js';
import {
  because,
  type DeliveryOptions,
  events,
  forever,
  inTurn,
  type Scripted,
  scriptedDelivery,
} from '../../fixtures/delivery-run.js';
import { until } from '../../fixtures/until.js';

const DELIVERY = 'main.14.delivery';

/** A campaign whose run is delivered by a child; `after`: what the campaign does once that has ended. */
function delivering(delivery: DeliveryOptions, after: (run: CampaignRun) => void | Promise<void> = () => {}) {
  const coder = async (_: unknown, io: EffectIo) => {
    const child = { kind: 'delivery', machine: 'delivery', goal: 'a goal', header: { of: 'run-1' } };
    const end = await io.child(child);
    if (!end.ok) throw new Error(JSON.stringify(end.error));
    await after(run);
    const { committed } = end.value.context as DeliveryContext;
    const { status: outcome, reason } = end.value.ending;
    return {
      ...{ type: 'claims_evidence_arrived' as const, ...because('claimed') },
      ...{ files: [file('claims.json')], isDispatchFailed: false },
      delivered: { run: 'run-1', node: DELIVERY, outcome, reason, commit: committed },
    };
  };
  const kit = scriptedDelivery(delivery);
  const run = campaignRun({ script: { CODER_EXEC: coder }, kits: new Map([['delivery', kit]]) });
  return run;
}

const coreOf = ({ home }: CampaignRun) => createCore({ home, resources: '', wasmDir: '', env: {} });

/** As another process does. */
const tell = (run: CampaignRun, text: string, more: Partial<Said> = {}) =>
  coreOf(run).tell('campaign-1', { type: 'message', payload: { text }, ...more });

const inWords = (told: Awaited<ReturnType<typeof tell>>): string =>
  told.ok
    ? `${told.value.node} ${told.value.machine}`
    : `${inEnglish(told.error.message)}; ${inEnglish(told.error.next ?? '')}`;

const edgesOf = (run: CampaignRun, node: string): string[] =>
  run.read((journal) => {
    const trace = journal.trace();
    if (!trace.ok) throw new Error('no trace');
    return trace.value.filter((t) => t.node === node).map((t) => `${t.from} ${t.event.type} ${t.to}`);
  });

const reasonsOf = (run: CampaignRun): string =>
  run.read((journal) => {
    const trace = journal.trace();
    return trace.ok ? trace.value.map(({ reason }) => inEnglish(reason)).join('\n') : '';
  });

const deliveryIn = (run: CampaignRun): DeliveryContext =>
  run.read((journal) => {
    const at = journal.node(DELIVERY).snapshot();
    if (!at.ok) throw new Error('no delivery');
    return at.value.context as DeliveryContext;
  });

const leftUnheard = (run: CampaignRun) =>
  run.read((journal) => {
    const said = journal.messages();
    return said.ok ? said.value.filter(({ type, consumed }) => type === 'message' && consumed === null) : [];
  });

/** Tells something while the delivery is at work in a state; `end`: what that work comes to where a message may not cut it short. */
async function toldIn(state: DeliveryWork, text: string, options: DeliveryOptions = {}, end?: Scripted) {
  let begun = false;
  let isSaid = false;
  const busy: Scripted = async (ctx, io) => {
    begun = true;
    await until(() => isSaid);
    return end === undefined ? forever(ctx, io) : end(ctx, io);
  };
  const run = delivering({ ...options, script: { ...options.script, ...inTurn(state, busy) } });
  const handle = await run.drive();
  await until(() => begun);
  const told = await tell(run, text);
  isSaid = true;
  expect(await handle.end).toMatchObject({ kind: 'finished', ending: { status: 'COMPLETE' } });
  expect(leftUnheard(run)).toEqual([]);
  return { run, told };
}

const CUT_SHORT = ['DEVELOPING', 'REVIEWING', 'LINTING', 'TESTING'] as const;
const committed: Scripted = ({ tree, commits }) => ({
  ...{ type: 'commit_success', ...because('committed') },
  committed: { commit: `commit-${commits}`, tree: tree ?? '', branch: 'b', message: 'm', notes: [] },
});

describe('what is told to a campaign while its delivery is under way', () => {
  it.each(CUT_SHORT)('in %s: is heard by the delivery, and is no goal', async (state) => {
    const { run, told } = await toldIn(state, 'a message');
    expect(inWords(told)).toBe(`${DELIVERY} delivery`);
    const edges = edgesOf(run, DELIVERY);
    const at = edges.indexOf(`${state} user_message REFINING`);
    expect(edges[at + 1]).toBe(`REFINING stay ${state}`);
    expect(deliveryIn(run)).toMatchObject({ outcome: 'committed', messages: ['a message'] });
    expect(run.context().goals).toBe(1);
  });

  it.each(CUT_SHORT)('in %s: has it develop further', async (state) => {
    const { run } = await toldIn(state, 'continue', { script: inTurn('REFINING', events.develop) });
    expect(edgesOf(run, DELIVERY)).toContain('REFINING develop DEVELOPING');
    expect(deliveryIn(run)).toMatchObject({ outcome: 'committed', commits: 1 });
  });

  it.each(CUT_SHORT)('in %s: deploys nothing, and says why and what to type', async (state) => {
    const { run } = await toldIn(state, 'deploy it', { script: inTurn('REFINING', events.deploy) });
    expect(edgesOf(run, DELIVERY)).toContain(`REFINING deploy ${state}`);
    expect(reasonsOf(run)).toContain(
      'not deployed: nothing is committed yet, so nothing is deployed; a delivery within a campaign only commits; once it has ended: benchloop deliver run-1 --deploy PROFILE',
    );
  });

  it('in COMMITTING: waits for the commit, and leads to a second one, which is what the campaign claims', async () => {
    const more = { script: inTurn('REFINING', events.develop) };
    const { run } = await toldIn('COMMITTING', 'continue', more, committed);
    expect(edgesOf(run, DELIVERY).slice(5)).toEqual([
      'COMMITTING commit_success DONE',
      'DONE user_message REFINING',
      'REFINING develop DEVELOPING',
      'DEVELOPING reply_ended REVIEWING',
      'REVIEWING no_issue LINTING',
      'LINTING lint_pass TESTING',
      'TESTING test_pass COMMITTING',
      'COMMITTING commit_success DONE',
    ]);
    expect(run.context().delivered?.commit?.commit).toBe('commit-1');
  });

  it('in REFINING: is heard together with the one before', async () => {
    const script = inTurn('REFINING', async (ctx, io) => {
      expect(inWords(await tell(run, 'and one more'))).toBe(`${DELIVERY} delivery`);
      return forever(ctx, io);
    });
    const first = inTurn('TESTING', async (ctx, io) => {
      await tell(run, 'one');
      return forever(ctx, io);
    });
    const run = delivering({ script: { ...script, ...first } });
    await run.go();
    expect(deliveryIn(run).messages).toEqual(['one', 'and one more']);
  });

  it('is for the node that is named, which has to listen now', async () => {
    const said: string[] = [];
    const script = inTurn('TESTING', async () => {
      for (const node of [DELIVERY, 'main', 'main.9.other'])
        said.push(inWords(await tell(run, 'a second goal', { node })));
      return { type: 'test_pass', ...because('green'), tests: [], left: 0 };
    });
    const run = delivering({ script });
    await run.go();
    expect(said).toEqual([
      `${DELIVERY} delivery`,
      'main orchestrator',
      `main.9.other of run campaign-1 cannot be spoken to: there is no such node, it has ended, or it does not listen; these listen now: main (orchestrator), ${DELIVERY} (delivery)`,
    ]);
    expect(deliveryIn(run).messages).toEqual(['a second goal']);
    expect(run.context().goals).toBe(2);
    expect(reasonsOf(run)).toContain('a second goal');
  });

  it('is heard when the campaign is gone on with, where nobody drives it', async () => {
    let isDead = false;
    const dies: Scripted = () => {
      isDead = true;
      throw new Error('broken');
    };
    const run = delivering({ script: inTurn('TESTING', dies) });
    await run
      .go((name) => {
        if (isDead) throw new Crash(name);
      })
      .catch(() => undefined);
    expect(inWords(await tell(run, 'a message'))).toBe(`${DELIVERY} delivery`);
    isDead = false;
    expect(await run.go()).toMatchObject({ kind: 'finished' });
    expect(edgesOf(run, DELIVERY).slice(4, 6)).toEqual([
      'TESTING user_message REFINING',
      'REFINING stay TESTING',
    ]);
  });
});

describe('what is told to a campaign whose delivery is over', () => {
  it('is its next goal, also in the moment between the two', async () => {
    let said = '';
    const run = delivering({}, async () => {
      said ||= inWords(await tell(run, 'a second goal'));
    });
    expect(await run.go()).toMatchObject({ kind: 'finished' });
    expect(said).toBe('main orchestrator');
    expect(run.context().goals).toBe(2);
    expect(deliveryIn(run).messages).toEqual([]);
    expect(leftUnheard(run)).toEqual([]);
  });

  it('is refused where only a delivery could do it, with what to type instead', async () => {
    const run = delivering({});
    await run.go();
    expect(inWords(await tell(run, 'deploy it to nucleo-f401re'))).toBe(
      'the delivery of campaign campaign-1 has ended with commit commit-0 on branch b, so nobody there can do this; deliver the work of its run, as the run left it, to a board: benchloop deliver run-1 --deploy PROFILE',
    );
    expect(inWords(await tell(run, 'continue: bring it onto HEAD'))).toContain(
      'benchloop deliver run-1; then say this to that delivery',
    );
    expect(run.read((journal) => journal.messages())).toEqual({ ok: true, value: [] });
    expect(coreOf(run).hasUnheard('campaign-1')).toEqual({ ok: true, value: false });
    expect(inWords(await tell(run, 'deploy it', { node: DELIVERY }))).toContain('cannot be spoken to');
  });

  it('is refused before there is one, too', async () => {
    const run = campaignRun({ script: { REVIEW_ACCEPT: reviews('pass') } });
    expect(inWords(await tell(run, 'deploy it'))).toBe(
      'no delivery of campaign campaign-1 is under way, so nobody there can do this; say it again once the campaign has a delivery at work: its goal has to ask for a commit',
    );
  });
});

describe('a message to a delivery that is ended before it hears', () => {
  it('is told as not heard by the transition that cuts the delivery off', async () => {
    let begun = false;
    const stuck: Scripted = () => {
      begun = true;
      return new Promise(() => undefined);
    };
    const run = delivering({ script: { COMMITTING: stuck } });
    const handle = await run.drive();
    await until(() => begun);
    expect(inWords(await tell(run, 'one more thing'))).toBe(`${DELIVERY} delivery`);
    expect(coreOf(run).hasUnheard('campaign-1')).toEqual({ ok: true, value: true });
    handle.abort('enough');
    expect(await handle.end).toMatchObject({ ending: { status: 'CANCELLED' } });
    expect(reasonsOf(run)).toContain('enough; not heard any more: “one more thing”');
    expect(leftUnheard(run)).toEqual([]);
    expect(coreOf(run).hasUnheard('campaign-1')).toEqual({ ok: true, value: false });
  });
});
