import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PATCH_FILE } from '../../../../electron/effects/firmware-loop/report/report-files.js';
import { reportRun } from '../../../../electron/effects/firmware-loop/report.js';
import type { EffectIo } from '../../../../electron/engine/effect.js';
import type { FirmwareContext } from '../../../../electron/machine/firmware-loop/context.js';
import { applyPatch } from '../../../../electron/workspace/patch.js';
import { fail, ok } from '../../../../shared/problem.js';
import { value } from '../../../fixtures/firmware-run.js';
import { hostBench } from './trial/trial-bench.js';

const DIFF = ['--- a/app.c', '+++ b/app.c', '@@ -1 +1 @@', '-int a = 1;', '+int a = 2;', ''].join('\n');

/** A run whose tree holds a change, at its end. */
async function patched() {
  const { bench, ctx } = await hostBench(
    { 'app.c': 'int a = 1;\n' },
    { parser: 'tap', command: ['true'], cases: ['*'] },
  );
  const { commit } = value(await applyPatch(bench.paths.clone, DIFF, 'A change'));
  const ended = async (status: 'SUCCESS' | 'FAILURE' | 'ABORTED', answer: 'yes' | 'no' = 'yes') => {
    const asked: unknown[] = [];
    const io = {
      ...{ seq: 1, progress: () => undefined, console: () => undefined },
      call: async ({ name }: { name: string }, args: { branch: string }) => {
        asked.push([name, args]);
        return answer === 'yes' ? ok({ branch: args.branch }) : fail({ code: 'DECLINED', message: 'no' });
      },
    } as unknown as EffectIo;
    const over: FirmwareContext = {
      ...{ ...ctx, repo_snapshot: { base_commit: bench.loaded.baseCommit, current_commit: commit } },
      outcome: { status, verdict: status === 'SUCCESS' ? 'PLAUSIBLE' : 'NOT_FIXED', reason: 'r' },
    };
    const outcome = await reportRun(over, bench, io);
    const file = path.join(bench.paths.report, PATCH_FILE);
    const patch = existsSync(file) ? readFileSync(file, 'utf8') : 'no patch was left';
    return { outcome, asked, patch };
  };
  return { ended, commit };
}

it('a run that succeeded leaves its patch in a file, and offers one branch, after a question', async () => {
  const { ended, commit } = await patched();
  const { outcome, asked, patch } = await ended('SUCCESS');
  expect(asked).toEqual([['publish', { branch: 'benchloop/r', commit, isTaken: false }]]);
  expect(outcome).toMatchObject({ type: 'reported', branch: 'benchloop/r' });
  expect(patch).toContain('+int a = 2;');
  const refused = await ended('SUCCESS', 'no');
  expect([refused.outcome, refused.patch]).toEqual([expect.objectContaining({ branch: null }), patch]);
});

it.each(['FAILURE', 'ABORTED'] as const)(
  'a run that ended in %s offers no branch, and leaves what it has',
  async (status) => {
    const { ended } = await patched();
    const { outcome, asked, patch } = await ended(status);
    expect([asked, outcome]).toEqual([[], expect.objectContaining({ branch: null })]);
    expect(patch).toContain('+int a = 2;');
  },
);
