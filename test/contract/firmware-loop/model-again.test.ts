import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { FirmwareContext } from '../../../electron/machine/firmware-loop/context.js';
import type { ProblemCode } from '../../../shared/problem.js';
import { outcome } from '../../fixtures/firmware-effects.js';
import { type RunOptions, scriptedRun, value } from '../../fixtures/firmware-run.js';
import { analysisOf, patchOf } from '../../fixtures/firmware-values.js';

const Recovered = z.looseObject({ action: z.string() });
const MODES: RunOptions['modes'] = ['normal', 'rules'];

async function ran(options: RunOptions) {
  const run = scriptedRun({ modes: MODES, ...options });
  await run.go();
  const rows = value(run.journal.trace());
  const taken = rows.filter((t) => t.from === 'ERROR_RECOVERY').map((t) => Recovered.parse(t.event).action);
  return { rows, taken: taken.filter((action) => action !== 'none'), end: run.context() };
}

const nothing = (code: ProblemCode, searched?: { ms: number; trials: number }) =>
  outcome('patch_invalid', {
    patch: null,
    problem: { code, message: 'nothing' },
    ...(searched && { searched }),
  });
const SEARCHED = { ms: 5, trials: 3 };

describe('a model whose run fell back to a search by rules', () => {
  it('is asked again with what that search found, and the search is not repeated', async () => {
    const vain: (FirmwareContext['vain'] | null)[] = [];
    const { taken, end } = await ran({
      script: {
        CODE_ANALYSIS: [
          'default',
          ...Array.from({ length: 4 }, () => (ctx: FirmwareContext) => {
            vain.push(ctx.vain);
            return outcome('patch_plan_ok', { analysis: analysisOf() });
          }),
        ],
        PATCH_GENERATION: [
          nothing('ANALYSIS_FAILURE'),
          nothing('ANALYSIS_FAILURE', SEARCHED),
          nothing('ANALYSIS_FAILURE'),
        ],
      },
    });
    expect(taken).toEqual(['fallback_mode', 'ask_again', 'give_up']);
    expect(vain.map((one) => one?.found ?? null)).toEqual([null, null, 'because of patch_invalid']);
    expect(end.outcome).toMatchObject({ status: 'FAILURE' });
  });

  it('is not asked again where rules found a patch, but in the next iteration', async () => {
    const modes: number[] = [];
    const note = (ctx: FirmwareContext) => {
      modes.push(ctx.analysis_mode);
      return outcome('patch_plan_ok', { analysis: analysisOf() });
    };
    const { taken } = await ran({
      policy: { maxIterations: 2 },
      cases: () => ({ a: 'fail' }),
      script: {
        CODE_ANALYSIS: ['default', note, note, note],
        PATCH_GENERATION: [nothing('ANALYSIS_FAILURE')],
      },
    });
    expect(taken).toEqual(['fallback_mode']);
    expect(modes).toEqual([0, 1, 0]);
  });

  it('is not there for a run by rules alone: what they do not find ends it', async () => {
    const { taken } = await ran({
      modes: ['rules'],
      script: { PATCH_GENERATION: [nothing('ANALYSIS_FAILURE', SEARCHED)] },
    });
    expect(taken).toEqual(['give_up']);
  });

  it('leaves the places that it named to the rules', async () => {
    const hypothesis = { cause: 'x', confidence: 0.9, evidence: [], location: { file: 'a.c', line: 3 } };
    const analysis = { ...analysisOf(), hypothesis_list: [hypothesis] };
    const { end } = await ran({
      script: {
        CODE_ANALYSIS: ['default', outcome('patch_plan_ok', { analysis })],
        PATCH_GENERATION: [nothing('ANALYSIS_FAILURE')],
      },
    });
    expect(end.named).toEqual([hypothesis]);
    expect(end.analysis?.hypothesis_list).not.toContainEqual(hypothesis);
  });
});

describe('a patch of a model that only held-out cases reject', () => {
  const task = { heldOut: ['hidden'], cases: ['seen'] };
  const answers = Array.from({ length: 5 }, (_, i) =>
    outcome('patch_valid', { patch: { ...patchOf(`answer ${i}`), by: 'model' } }),
  );
  const wrong = (commit: string) => ({ seen: commit === 'base' ? 'fail' : 'pass', hidden: 'fail' }) as const;

  it('is taken back, and the model is told so three times at most', async () => {
    const { end, rows } = await ran({ task, cases: wrong, script: { PATCH_GENERATION: answers } });
    expect(
      rows.filter((t) => t.from === 'CONVERGENCE_CHECK' && t.to === 'CODE_ANALYSIS').length,
    ).toBeGreaterThanOrEqual(3);
    expect(end.held_out_rejections).toBe(3);
    expect(end.attempts.map(({ patch }) => patch)).toEqual(['answer 0', 'answer 1', 'answer 2', 'answer 3']);
    expect(end.outcome).toMatchObject({ status: 'FAILURE', verdict: 'NOT_FIXED' });
    expect(end.repo_snapshot?.current_commit).toBe('base');
  });

  it('gives way to the next answer, which may be the right one', async () => {
    let tree = 0;
    const { end } = await ran({
      task,
      cases: (commit) => {
        if (commit === 'base') return { seen: 'fail', hidden: 'fail' };
        tree++;
        return { seen: 'pass', hidden: tree > 1 ? 'pass' : 'fail' };
      },
      policy: { successConfidence: 0 },
      script: { PATCH_GENERATION: answers },
    });
    expect(end.held_out_rejections).toBe(1);
    expect(end.outcome).toMatchObject({ status: 'SUCCESS' });
    expect(end.patch?.text).toBe('answer 1');
  });
});
