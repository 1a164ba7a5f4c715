import { describe, expect, it } from 'vitest';
import { ok } from '../../../shared/problem.js';
import { Crash, crashAt } from '../../fixtures/crash-at.js';
import { happyEffects } from '../../fixtures/firmware-effects.js';
import { type RunOptions, type ScriptedRun, scriptedRun, value } from '../../fixtures/firmware-run.js';
import { toolOf } from '../../fixtures/tools.js';

/** What the outside world saw: patches applied and builds made, by tree. */
interface World {
  applied: string[];
  builds: number;
}

/** The patch is adopted where its commit is there; a build runs again. */
function journalled(world: World): RunOptions['effects'] {
  return (effects) => ({
    ...effects,
    PATCH_APPLY: async (ctx, bench, io) => {
      const after = `c${io.seq}`;
      const apply = async () => {
        world.applied.push(after);
        return after;
      };
      const reconcile = async () =>
        world.applied.includes(after) ? { adopt: ok(after) } : ('again' as const);
      const commit = value(await io.call(toolOf('patch', apply, { reconcile }), { after }, null));
      const done = await happyEffects.PATCH_APPLY(ctx, bench, io);
      return { ...done, commit } as typeof done;
    },
    BUILD_RUN: async (ctx, bench, io) => {
      const build = async () => {
        world.builds += 1;
      };
      await io.call(toolOf('build', build), {}, null);
      return happyEffects.BUILD_RUN(ctx, bench, io);
    },
  });
}

const shape = (run: ScriptedRun) =>
  value(run.journal.trace()).map((t) => [t.seq, t.from, t.event.type, t.to, t.reason, t.iteration]);

describe('a crash at any write', () => {
  it('is made up for by resuming: same trace, same end, nothing done twice', async () => {
    const calm: World = { applied: [], builds: 0 };
    const count = crashAt(Number.POSITIVE_INFINITY);
    const whole = scriptedRun({ effects: journalled(calm), fault: count.fault });
    await whole.go();
    const expected = shape(whole);
    expect(calm.applied).toHaveLength(1);
    expect(count.passed.length).toBeGreaterThan(40);

    const reconciled = new Set<string>();
    for (let n = 0; n < count.passed.length; n += 1) {
      const world: World = { applied: [], builds: 0 };
      const run = scriptedRun({ effects: journalled(world), fault: crashAt(n).fault });
      await expect(run.go()).rejects.toThrow(Crash);
      run.reopen();
      const { seq } = value(run.journal.snapshot());
      if (value(run.journal.operation(`main.${seq}.patch`))?.status === 'STARTED') reconciled.add('patch');
      expect(await run.go()).toEqual({ kind: 'finished' });
      expect(shape(run), count.passed[n]).toEqual(expected);
      expect(world.applied, count.passed[n]).toHaveLength(1);
      expect(run.context().outcome).toEqual(whole.context().outcome);
      run.journal.close();
      run.reopen();
    }
    expect(reconciled.has('patch')).toBe(true);
  });

  it('between the request of a timeout and its transition does not start the state again', async () => {
    const started: string[] = [];
    let died = false;
    const run = scriptedRun({
      script: {
        BUILD_RUN: [
          (_, io) => {
            started.push(io.state);
            return new Promise((_resolve, reject) =>
              io.signal.addEventListener('abort', () => reject(new Error('x'))),
            );
          },
        ],
      },
      fault: (name) => {
        died ||= name === 'after message TIMEOUT';
        if (died) throw new Crash(name);
      },
      deps: { timeoutMs: (s) => (s === 'BUILD_RUN' ? 1 : 60_000) },
    });
    await expect(run.go()).rejects.toThrow(Crash);
    const before = value(run.journal.snapshot()).seq;
    run.reopen();
    await run.go();
    const row = value(run.journal.trace())[before];
    expect(row).toMatchObject({ from: 'BUILD_RUN', event: { type: 'TIMEOUT' }, to: 'ERROR_RECOVERY' });
    expect(started).toEqual(['BUILD_RUN']);
  });
});

describe('a store that fails under the run', () => {
  it('ends the drive with the error instead of handing it to the table', async () => {
    const broken = (name: string): void => {
      if (name.startsWith('before intent')) throw new Crash('disk full');
    };
    const run = scriptedRun({ effects: journalled({ applied: [], builds: 0 }), fault: broken });
    await expect(run.go()).rejects.toThrow('disk full');
    expect(run.edges().filter((e) => e.includes('exception'))).toEqual([]);
  });
});
