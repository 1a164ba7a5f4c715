import { describe, expect, it } from 'vitest';
import type { RunHandle } from '../../../electron/core/run-handle.js';
import { Crash, crashAt } from '../../fixtures/crash-at.js';
import { type ErrandRun, errandRun, until } from '../../fixtures/errand-run.js';
import { value } from '../../fixtures/firmware-run.js';

/** What a run has come to: the transitions of each node in their order, whatever the order among nodes. */
function shape(run: ErrandRun) {
  const edges = run.edges();
  const nodes = [...new Set(edges.map((edge) => edge.split(' ')[0]))].sort();
  return nodes.map((node) => edges.filter((edge) => edge.split(' ')[0] === node));
}

/** An errand that has been answered and written to, so that it can go through. */
async function ready(): Promise<ErrandRun> {
  const run = errandRun({ deeds: ['write', 'fail', 'write'] });
  await run.go();
  run.answer('go');
  run.tell('note', 'the milk');
  return run;
}

/** Drives until the process dies, or to the end. */
async function goUntilCrash(run: ErrandRun, fault: (name: string) => void): Promise<void> {
  try {
    await run.go({}, fault);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
}

describe('a crash at any write of a run with children and a run of its own', () => {
  it('is made up for by resuming: same transitions, same end, nothing done twice', async () => {
    const count = crashAt(Number.POSITIVE_INFINITY);
    const whole = await ready();
    await whole.go({}, count.fault);
    const [expected, written] = [shape(whole), whole.world.written.toSorted()];
    expect(written).toHaveLength(4);
    expect(count.passed.length).toBeGreaterThan(40);
    expect(count.passed.some((name) => name.includes('spawn'))).toBe(true);

    for (let n = 0; n < count.passed.length; n += 1) {
      const run = await ready();
      await goUntilCrash(run, crashAt(n).fault);
      expect(await run.go(), count.passed[n]).toMatchObject({ kind: 'finished', ending: { status: 'DONE' } });
      expect(shape(run), count.passed[n]).toEqual(expected);
      expect(run.world.written.toSorted(), count.passed[n]).toEqual(written);
      run.read((journal) => {
        expect(value(journal.nodes()).filter(({ isCut }) => isCut)).toEqual([]);
        expect(journal.pending()).toEqual([]);
      });
    }
  }, 120_000);

  it('in an abort ends the children all the same, before their parent', async () => {
    const count = crashAt(Number.POSITIVE_INFINITY);
    await aborted(await hanging(), count.fault);
    for (let n = 0; n < count.passed.length; n += 1) {
      const run = await hanging();
      await aborted(run, crashAt(n).fault);
      const isAsked = run.read((journal) => value(journal.messages()).some(({ type }) => type === 'cancel'));
      if (!isAsked) continue;
      expect(await run.go(), count.passed[n]).toMatchObject({
        ending: { status: 'STOPPED', reason: 'enough' },
      });
      const edges = run.edges();
      expect(edges.at(-1), count.passed[n]).toBe('main FAN_OUT cancel STOPPED');
      const open = run.read((journal) =>
        value(journal.nodes()).filter(({ path }) => value(journal.node(path).snapshot()).state === 'WORK'),
      );
      expect(open, count.passed[n]).toEqual([]);
    }
  }, 120_000);
});

async function hanging(): Promise<ErrandRun> {
  const run = errandRun({ deeds: ['write', 'hang'] });
  await run.go();
  run.answer('go');
  return run;
}

/** Aborts once its second child works, unless the process has died by then. */
async function aborted(run: ErrandRun, fault: (name: string) => void): Promise<void> {
  let handle: RunHandle | null = null;
  let isOver = false;
  const begun = run.start({ attended: true }, fault).then((started) => {
    handle = started;
    return started.end;
  });
  const ended = begun.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    },
  );
  void ended.finally(() => {
    isOver = true;
  });
  await until(() => isOver || run.read((journal) => value(journal.nodes())).length === 2);
  (handle as RunHandle | null)?.abort('enough');
  await ended;
}
