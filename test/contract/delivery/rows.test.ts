import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connect } from '../../../electron/journal/database.js';
import { compile } from '../../../electron/machine/compile.js';
import type { DeliveryWork, Origin } from '../../../electron/machine/delivery/states.js';
import { delivery } from '../../../electron/machine/delivery/table.js';
import { inEnglish } from '../../../shared/texts/words.js';
import {
  type DeliveryOptions,
  type DeliveryRun,
  deliveryRun,
  events,
  forever,
  inTurn,
  type Scripted,
} from '../../fixtures/delivery-run.js';

/** Every edge that a test below went along. */
const reached = new Set<string>();

async function through(options: DeliveryOptions = {}): Promise<{ run: DeliveryRun; outcome: string | null }> {
  const run = deliveryRun(options);
  await run.go();
  return noted(run);
}

function noted(run: DeliveryRun) {
  for (const edge of run.edges()) reached.add(edge);
  return { run, outcome: run.context().outcome };
}

const times = (n: number, scripted: Scripted): Scripted[] => Array.from({ length: n }, () => scripted);
const visits = (run: DeliveryRun, edge: string): number => run.edges().filter((one) => one === edge).length;

describe('a delivery', () => {
  it('goes over review, lint, tests and commit to its end', async () => {
    const { run, outcome } = await through();
    expect(run.edges()).toEqual([
      'IDLE init DEVELOPING',
      'DEVELOPING reply_ended REVIEWING',
      'REVIEWING no_issue LINTING',
      'LINTING lint_pass TESTING',
      'TESTING test_pass COMMITTING',
      'COMMITTING commit_success DONE',
    ]);
    expect(outcome).toBe('committed');
    expect(await run.go()).toMatchObject({ kind: 'finished', ending: { status: 'committed', exit: 0 } });
  });

  it('goes on to the boards where it is asked to, and writes down what they hold before it writes', async () => {
    const { run, outcome } = await through({ targets: ['board'] });
    expect(run.edges().slice(-3)).toEqual([
      'COMMITTING commit_success DEPLOYING',
      'DEPLOYING deploy_prepared DEPLOYING',
      'DEPLOYING deploy_success DONE',
    ]);
    expect(outcome).toBe('deployed');
  });

  it('tests on one profile after the other', async () => {
    const one = (): ReturnType<Scripted> => ({
      ...{ type: 'test_pass', reason: 'green', evidence: [], left: 1 },
      tests: [{ profile: 'one', passed: 1, failed: [], known: [], problem: null }],
    });
    const { run } = await through({ script: inTurn('TESTING', one) });
    expect(visits(run, 'TESTING test_pass TESTING')).toBe(1);
    expect(run.context().tests).toHaveLength(1);
  });

  it('writes to several boards one after the other, and puts each back', async () => {
    const { run } = await through({ targets: ['one', 'two'] });
    expect(visits(run, 'DEPLOYING deploy_success DEPLOYING')).toBe(1);
    expect(run.context().deployed).toHaveLength(2);
    const failing: Scripted = (ctx, io) =>
      ctx.deployed.length === 1 && !ctx.is_rolling_back
        ? { ...events.deployFails(), is_final: true }
        : (inTurn('DEPLOYING').DEPLOYING?.(ctx, io) ?? forever(ctx, io));
    const failed = await through({ targets: ['one', 'two'], script: { DEPLOYING: failing } });
    expect(visits(failed.run, 'DEPLOYING rolled_back DEPLOYING')).toBe(1);
    expect(failed.run.context()).toMatchObject({
      outcome: 'deploy_failed',
      deployed: [],
      rolled_back: [{}, {}],
    });
  });

  it('leaves the tests out where the project has none', async () => {
    const { run } = await through({ has_tests: false });
    expect(run.edges()).toContain('LINTING lint_pass COMMITTING');
  });
});

describe('the journal of a delivery', () => {
  it('shows where it stands and each transition by the names of the seed', async () => {
    const { run } = await through();
    const db = connect(path.join(run.dir, 'journal.db'));
    try {
      const [session] = db.prepare('SELECT * FROM brain_sessions').all();
      expect(session).toMatchObject({
        id: 'main',
        current_state: 'DONE',
        status: 'completed',
        outcome: 'committed',
      });
      const executions = db
        .prepare('SELECT from_state, signal, to_state FROM brain_executions ORDER BY id')
        .all();
      expect(executions.map((one) => Object.values(one as object).join(' '))).toEqual(run.edges());
    } finally {
      db.close();
    }
  });
});

describe('a state that sends the work back', () => {
  it('REVIEWING: five times, then the work goes on and is not deployed', async () => {
    const { run, outcome } = await through({
      ...{ targets: ['board'], script: inTurn('REVIEWING', ...times(6, events.hasIssue)) },
    });
    expect(visits(run, 'REVIEWING has_issue DEVELOPING')).toBe(5);
    expect(run.edges()).toContain('REVIEWING has_issue LINTING');
    expect(outcome).toBe('deploy_blocked');
    expect(run.context().committed).not.toBeNull();
    expect(await run.go()).toMatchObject({ ending: { exit: 1 } });
  });

  it('REVIEWING: answered questions count as well', async () => {
    const { run } = await through({ script: inTurn('REVIEWING', ...times(6, events.asks)) });
    expect(visits(run, 'REVIEWING ai_question DEVELOPING')).toBe(5);
    expect(run.edges()).toContain('REVIEWING ai_question LINTING');
  });

  it('LINTING: three times, then nothing is committed', async () => {
    const { run, outcome } = await through({ script: inTurn('LINTING', ...times(4, events.lintFails)) });
    expect(visits(run, 'LINTING lint_fail DEVELOPING')).toBe(3);
    expect(outcome).toBe('incomplete_lint_failed');
    expect(run.context().committed).toBeNull();
  });

  it.each([true, false])('LINTING: style alone is forced on (tests: %s)', async (has_tests) => {
    const { run, outcome } = await through({
      has_tests,
      script: inTurn('LINTING', ...times(4, events.styleFails)),
    });
    expect(visits(run, 'LINTING lint_fail DEVELOPING')).toBe(3);
    expect(run.edges()).toContain(`LINTING lint_fail ${has_tests ? 'TESTING' : 'COMMITTING'}`);
    expect(outcome).toBe('committed');
    expect(run.context().warnings).toHaveLength(1);
  });

  it('TESTING: three times, then nothing is committed or deployed', async () => {
    const { run, outcome } = await through({
      ...{ targets: ['board'], script: inTurn('TESTING', ...times(4, events.testsFail)) },
    });
    expect(visits(run, 'TESTING test_fail DEVELOPING')).toBe(3);
    expect(outcome).toBe('incomplete_tests_failed');
    expect(run.edges().some((edge) => /COMMITTING|DEPLOYING/.test(edge))).toBe(false);
  });

  it('COMMITTING: two times, and not at all after a no', async () => {
    const often = await through({ script: inTurn('COMMITTING', ...times(3, events.commitFails)) });
    expect(visits(often.run, 'COMMITTING commit_fail COMMITTING')).toBe(2);
    expect(often.outcome).toBe('commit_failed');
    const refused = await through({ script: inTurn('COMMITTING', events.commitRefused) });
    expect(visits(refused.run, 'COMMITTING commit_fail COMMITTING')).toBe(0);
    expect(refused.outcome).toBe('commit_failed');
  });

  it('DEPLOYING: two times, and puts back what the boards held after each', async () => {
    const failing: Scripted = (ctx, io) =>
      ctx.is_rolling_back || ctx.held === null
        ? (inTurn('DEPLOYING').DEPLOYING?.(ctx, io) ?? forever(ctx, io))
        : events.deployFails();
    const { run, outcome } = await through({ targets: ['board'], script: { DEPLOYING: failing } });
    expect(visits(run, 'DEPLOYING deploy_fail DEPLOYING')).toBe(3);
    expect(visits(run, 'DEPLOYING rolled_back DEPLOYING')).toBe(2);
    expect(run.edges().at(-1)).toBe('DEPLOYING rolled_back DONE');
    expect(outcome).toBe('deploy_failed');
    expect(run.context().rolled_back).toMatchObject([{ problem: null }]);
  });

  it('DEPLOYING: has nothing to put back where nothing was written', async () => {
    const { run } = await through({ targets: ['board'], script: inTurn('DEPLOYING', events.deployFails) });
    expect(run.edges().at(-1)).toBe('DEPLOYING deploy_fail DONE');
  });

  it('DEPLOYING: takes a time limit, and what it throws, for a failed deployment', async () => {
    const late: Scripted = (ctx, io) =>
      ctx.held !== null && !ctx.is_rolling_back && ctx.retries.deploy === 0
        ? forever(ctx, io)
        : (inTurn('DEPLOYING').DEPLOYING?.(ctx, io) ?? forever(ctx, io));
    const timed = await through({ targets: ['board'], hurried: 'DEPLOYING', script: { DEPLOYING: late } });
    expect(timed.run.edges()).toContain('DEPLOYING TIMEOUT DEPLOYING');
    const throws: Scripted = (ctx, io) => {
      if (ctx.held !== null && !ctx.is_rolling_back && ctx.retries.deploy === 0) throw new Error('broken');
      return inTurn('DEPLOYING').DEPLOYING?.(ctx, io) ?? forever(ctx, io);
    };
    const threw = await through({ targets: ['board'], script: { DEPLOYING: throws } });
    expect(threw.run.edges()).toContain('DEPLOYING exception DEPLOYING');
    expect(threw.outcome).toBe('deployed');
  });
});

/** Tells something to a run while a state is at work, and lets that state end afterwards where a message may not cut it short. */
async function toldIn(state: DeliveryWork, options: DeliveryOptions, end?: Scripted): Promise<DeliveryRun> {
  let begun: () => void = () => undefined;
  const there = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let heard: () => void = () => undefined;
  const said = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const busy: Scripted = async (ctx, io) => {
    begun();
    await said;
    return end === undefined ? forever(ctx, io) : end(ctx, io);
  };
  const run = deliveryRun({ ...options, script: { ...options.script, ...inTurn(state, busy) } });
  const handle = await run.start();
  await there;
  run.tell('a message');
  heard();
  await handle.end;
  noted(run);
  return run;
}

const CUT_SHORT = ['DEVELOPING', 'REVIEWING', 'LINTING', 'TESTING'] as const;

describe('a message', () => {
  it.each(CUT_SHORT)('in %s: stops the work, which is begun again', async (state) => {
    const run = await toldIn(state, {});
    const edges = run.edges();
    const at = edges.indexOf(`${state} user_message REFINING`);
    expect(edges[at + 1]).toBe(`REFINING stay ${state}`);
    expect(run.context()).toMatchObject({ outcome: 'committed', messages: ['a message'] });
  });

  it.each(CUT_SHORT)('in %s: cannot have deployed what is not committed, and is told why', async (state) => {
    const run = await toldIn(state, { targets: ['board'], script: inTurn('REFINING', events.deploy) });
    expect(run.edges()).toContain(`REFINING deploy ${state}`);
    expect(
      run
        .reasons()
        .map((reason) => inEnglish(reason))
        .join('\n'),
    ).toContain('nothing is committed yet');
  });

  it('in COMMITTING: waits for the commit, and is heard before it is tried again', async () => {
    const run = await toldIn('COMMITTING', {}, events.commitFails);
    expect(run.edges().slice(-4)).toEqual([
      'COMMITTING commit_fail COMMITTING',
      'COMMITTING user_message REFINING',
      'REFINING stay COMMITTING',
      'COMMITTING commit_success DONE',
    ]);
    const early = await toldIn(
      'COMMITTING',
      { script: inTurn('REFINING', events.deploy) },
      events.commitFails,
    );
    expect(early.edges()).toContain('REFINING deploy COMMITTING');
  });

  it('in COMMITTING: is heard when everything is over, where the commit succeeds', async () => {
    const run = await toldIn('COMMITTING', {}, ({ tree }) => ({
      ...{ type: 'commit_success', reason: 'c', evidence: [] },
      committed: { commit: 'c', tree: tree ?? '', branch: 'b', message: 'm', notes: [] },
    }));
    expect(run.edges().slice(-3)).toEqual([
      'COMMITTING commit_success DONE',
      'DONE user_message REFINING',
      'REFINING stay DONE',
    ]);
    expect(run.context().outcome).toBe('committed');
  });

  it('in DEPLOYING: waits for what is being written, and never comes between a failure and what is put back', async () => {
    const prepared: Scripted = () => ({
      ...{ type: 'deploy_prepared', reason: 'read', evidence: [] },
      held: [{ profile: 'board', board: 'board-1', held: null }],
    });
    const run = await toldIn('DEPLOYING', { targets: ['board'] }, prepared);
    expect(run.edges()).toContain('DEPLOYING user_message REFINING');
    expect(run.edges()).toContain('REFINING stay DEPLOYING');
    const again = await toldIn(
      'DEPLOYING',
      { targets: ['board'], script: inTurn('REFINING', events.deploy) },
      prepared,
    );
    expect(again.edges()).toContain('REFINING deploy DEPLOYING');
    expect(again.context()).toMatchObject({ outcome: 'deployed', held: [{ held: null }] });
    const rolling: DeliveryRun = deliveryRun({
      targets: ['board'],
      script: inTurn('DEPLOYING', prepared, () => {
        rolling.tell('stop');
        return events.deployFails();
      }),
    });
    await rolling.go();
    const at = rolling.edges().indexOf('DEPLOYING deploy_fail DEPLOYING');
    expect(rolling.edges().slice(at + 1, at + 3)).toEqual([
      'DEPLOYING rolled_back DEPLOYING',
      'DEPLOYING user_message REFINING',
    ]);
  });

  it('in DONE: changes nothing, develops further on a new commit, or deploys what is committed', async () => {
    const { run } = await through();
    run.tell('nice');
    await run.go();
    noted(run);
    expect(run.edges().slice(-2)).toEqual(['DONE user_message REFINING', 'REFINING stay DONE']);
    const more = (await through({ script: inTurn('REFINING', events.develop) })).run;
    more.tell('continue');
    await more.go();
    noted(more);
    expect(more.edges()).toContain('REFINING develop DEVELOPING');
    expect(more.context()).toMatchObject({ outcome: 'committed', commits: 2 });
    const refused = (await through({ script: inTurn('REFINING', events.deploy) })).run;
    refused.tell('deploy it');
    await refused.go();
    noted(refused);
    expect(refused.edges().at(-1)).toBe('REFINING deploy DONE');
    expect(refused.context().outcome).toBe('committed');
    const failed = {
      ...inTurn('DEPLOYING', events.deployFails),
      ...inTurn('REFINING', events.deploy),
    };
    const deploys = (await through({ targets: ['board'], script: failed })).run;
    deploys.tell('deploy it');
    await deploys.go();
    noted(deploys);
    expect(deploys.edges()).toContain('REFINING deploy DEPLOYING');
    expect(deploys.context().outcome).toBe('deployed');
  });

  it('in REFINING: is heard together with the one before', async () => {
    const run = deliveryRun({
      script: inTurn('REFINING', (ctx, io) => {
        run.tell('and one more');
        return forever(ctx, io);
      }),
    });
    await run.go();
    run.tell('one');
    await run.go();
    noted(run);
    expect(run.edges().slice(-3)).toEqual([
      'DONE user_message REFINING',
      'REFINING user_message REFINING',
      'REFINING stay DONE',
    ]);
    expect(run.context().messages).toEqual(['one', 'and one more']);
  });

  it('in IDLE: begins the work, or leaves things as they are', async () => {
    for (const [script, edge] of [
      [inTurn('REFINING', events.develop), 'REFINING develop DEVELOPING'],
      [inTurn('REFINING', events.deploy), 'REFINING deploy IDLE'],
      [{}, 'REFINING stay IDLE'],
    ] as const) {
      const run = deliveryRun({ idle: true, script });
      run.tell('hello');
      await run.go();
      noted(run);
      expect(run.edges().slice(0, 2)).toEqual(['IDLE user_message REFINING', edge]);
    }
  });
});

/** What brings a delivery into a state, and keeps it there. */
const INTO: readonly [DeliveryWork, DeliveryOptions][] = [
  ['DEVELOPING', {}],
  ['REVIEWING', {}],
  ['LINTING', {}],
  ['TESTING', {}],
  ['COMMITTING', {}],
  ['DEPLOYING', { targets: ['board'] }],
  ['REFINING', { idle: true }],
];

async function endedIn(
  state: DeliveryWork,
  options: DeliveryOptions,
  scripted: Scripted,
): Promise<DeliveryRun> {
  const run = deliveryRun({ ...options, script: { [state]: scripted } });
  if (options.idle) run.tell('hello');
  await run.go();
  noted(run);
  return run;
}

describe.each(INTO)('%s', (state, options) => {
  it('ends with what its effect throws', async () => {
    const run = await endedIn(state, options, () => {
      throw new Error('broken');
    });
    expect(run.edges().at(-1)).toBe(`${state} exception DONE`);
    expect(run.context().outcome).toBe('exception');
  });

  it('ends with its time', async () => {
    const run = await endedIn(state, { ...options, hurried: state }, forever);
    expect(run.edges().at(-1)).toBe(`${state} TIMEOUT DONE`);
    expect(run.context().outcome).toBe('timeout');
  });

  it('is given up at once, and says so by its exit code', async () => {
    let begun: () => void = () => undefined;
    const there = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const run = deliveryRun({
      ...options,
      script: {
        [state]: (ctx: Parameters<Scripted>[0], io: Parameters<Scripted>[1]) => {
          begun();
          return forever(ctx, io);
        },
      },
    });
    if (options.idle) run.tell('hello');
    const handle = await run.start();
    await there;
    handle.abort('enough');
    expect(await handle.end).toMatchObject({ ending: { status: 'canceled', exit: 3 } });
    noted(run);
    expect(run.edges().at(-1)).toBe(`${state} cancel DONE`);
  });
});

/** Two boards: the second is written to until that is given up; `isStuck`: then the first is put back until that is, too. */
function underWay(isStuck = true) {
  const [begin, there] = once();
  const [beginBack, back] = once();
  const busy: Scripted = (ctx, io) => {
    if (ctx.is_rolling_back ? isStuck : ctx.deployed.length === 1) {
      (ctx.is_rolling_back ? beginBack : begin)();
      return forever(ctx, io);
    }
    return inTurn('DEPLOYING').DEPLOYING?.(ctx, io) ?? forever(ctx, io);
  };
  const run = deliveryRun({ targets: ['one', 'two'], script: { DEPLOYING: busy } });
  return { run, there, back };
}

function once(): [happen: () => void, happened: Promise<void>] {
  let happen: () => void = () => undefined;
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return [() => happen(), happened];
}

/** As another process does. */
const giveUp = (run: DeliveryRun) =>
  run.read((journal) =>
    journal.tell({
      ...{ node: 'main', type: 'cancel', payload: { reason: 'enough' } },
      ...{ by: 'operator', channel: 'command line', at: Date.now() },
    }),
  );

describe('a deployment that is given up', () => {
  it('puts back what the boards held, then ends', async () => {
    const { run, there } = underWay(false);
    const handle = await run.start();
    await there;
    handle.abort('enough');
    expect(await handle.end).toMatchObject({ ending: { status: 'canceled', exit: 3 } });
    noted(run);
    expect(run.edges().slice(-3)).toEqual([
      'DEPLOYING cancel DEPLOYING',
      'DEPLOYING rolled_back DEPLOYING',
      'DEPLOYING rolled_back DONE',
    ]);
    expect(run.context()).toMatchObject({ outcome: 'canceled', deployed: [], rolled_back: [{}, {}] });
    expect(inEnglish(run.context().reason)).toBe('enough; put back');
  });

  it('ends at once, and names the boards, where the same process gives it up twice', async () => {
    const { run, there, back } = underWay();
    const handle = await run.start();
    await there;
    handle.abort('enough');
    await back;
    handle.abort('now');
    expect(await handle.end).toMatchObject({ ending: { status: 'canceled', exit: 3 } });
    expect(run.edges().at(-1)).toBe('DEPLOYING cancel DONE');
  });

  it('ends at once, and names the boards, where it is given up a second time', async () => {
    const { run, there, back } = underWay();
    const handle = await run.start();
    await there;
    giveUp(run);
    await back;
    giveUp(run);
    expect(await handle.end).toMatchObject({ ending: { status: 'canceled', exit: 3 } });
    noted(run);
    expect(run.edges().at(-1)).toBe('DEPLOYING cancel DONE');
    expect(inEnglish(run.context().reason)).toContain(
      'these boards may hold the new image: board-0, board-1',
    );
  });
});

/** Every origin has a row for each event of REFINING. */
const ORIGINS: readonly Origin[] = [
  'IDLE',
  'DEVELOPING',
  'REVIEWING',
  'LINTING',
  'TESTING',
  'COMMITTING',
  'DEPLOYING',
  'DONE',
];

afterAll(() => {
  const all = compile(delivery).rows.map(({ from, on, to }) => `${from} ${on} ${to}`);
  expect(ORIGINS.every((origin) => all.includes(`REFINING stay ${origin}`))).toBe(true);
  expect([...new Set(all)].filter((edge) => !reached.has(edge))).toEqual([]);
});
