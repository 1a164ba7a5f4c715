import { describe, expect, it } from 'vitest';
import type { EffectIo } from '../../../electron/engine/effect.js';
import { english } from '../../fixtures/english.js';
import { outcome } from '../../fixtures/firmware-effects.js';
import { type FirmwareOutcome, scriptedRun } from '../../fixtures/firmware-run.js';
import { buildOf } from '../../fixtures/firmware-values.js';

/** A run that is aborted while its build does what must not be broken off; `done` ends that. */
function abortedAtWork(teardownMs: number) {
  let aborted = false;
  let forced = false;
  let finish = (): void => undefined;
  const work = (_: unknown, io: EffectIo): Promise<FirmwareOutcome> => {
    const end = io.unsafe({ what: 'flash.sh', limitMs: 600_000, isUnsafe: () => true });
    aborted = true;
    return new Promise((resolve) => {
      finish = () => {
        end();
        resolve({ ...outcome('build_ok', { build: buildOf('base') }), evidence: ['came to its end'] });
      };
    });
  };
  const said = { waiting: (): void => undefined };
  const run = scriptedRun({
    script: { BUILD_RUN: [work] },
    deps: {
      teardownMs,
      control: { reason: () => (aborted ? 'enough' : null), forced: () => forced },
      emit: (event) => {
        run.events.push(event);
        if (event.type === 'progress' && event.step === 'WAIT_FOR_SAFE_POINT') said.waiting();
      },
    },
  });
  return { run, said, finish: () => finish(), force: () => (forced = true) };
}

describe('an abort while something must not be left alone', () => {
  it('waits for it, however long the teardown may take, and says so', async () => {
    const { run, said, finish } = abortedAtWork(0);
    said.waiting = () => setTimeout(finish, 300);
    await run.go();
    const left = run.events.find((event) => event.type === 'transition' && event.to === 'ABORTED');
    expect(left).toMatchObject({ reason: 'enough', evidence: ['came to its end'] });
    expect(english(run.events)).toContainEqual(
      expect.objectContaining({ step: 'WAIT_FOR_SAFE_POINT', detail: expect.stringContaining('flash.sh') }),
    );
  });

  it('is forced by a second one, with a warning in the words of the report', async () => {
    const { run, said, force } = abortedAtWork(600_000);
    said.waiting = force;
    await run.go();
    expect(english(run.context().abort_reason)).toMatch(/^enough; WARNING: flash\.sh .* is still running/);
  });

  it('waits no longer than for anything else once the time of the work itself is over', async () => {
    let aborted = false;
    const run = scriptedRun({
      script: {
        BUILD_RUN: [
          (_, io) => {
            io.unsafe({ what: 'flash.sh', limitMs: 0, isUnsafe: () => true });
            aborted = true;
            return new Promise(() => undefined);
          },
        ],
      },
      deps: { teardownMs: 1, control: { reason: () => (aborted ? 'enough' : null), forced: () => false } },
    });
    await run.go();
    expect(run.context().abort_reason).toBe('enough');
  });
});
