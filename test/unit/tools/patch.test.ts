import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyJudgedPatch, type PatchWork, takeBack } from '../../../electron/tools/patch.js';
import { treeAfter } from '../../../electron/workspace/patch.js';
import { headOf } from '../../../electron/workspace/snapshot.js';
import { defaultPolicy } from '../../../shared/policy.js';
import { value } from '../../fixtures/firmware-run.js';
import { visiting } from '../../fixtures/visiting.js';
import { hostBench } from '../effects/firmware-loop/trial/trial-bench.js';

const DIFF = ['--- a/app.c', '+++ b/app.c', '@@ -1 +1 @@', '-int a = 1;', '+int a = 2;', ''].join('\n');

/** A clone, and the call that patches it. */
async function patching(risk = 0) {
  const { bench } = await hostBench(
    { 'app.c': 'int a = 1;\n' },
    { parser: 'tap', command: ['true'], cases: ['*'] },
  );
  const { clone } = bench.paths;
  const from = value(await headOf(clone)).commit;
  const tree = value(await treeAfter(clone, DIFF));
  const args = { diff: DIFF, from, tree, files: ['app.c'], risk, reasons: [], label: 'A change' };
  const work: PatchWork = { policy: defaultPolicy(), paths: { clone } };
  const source = () => readFileSync(path.join(clone, 'app.c'), 'utf8');
  return { args, work, from, source, clone };
}

describe('apply_judged_patch', () => {
  it('makes of the clone the tree that was judged, and is taken back to the commit before', async () => {
    const { args, work, from, source, clone } = await patching();
    const { visit } = visiting();
    const applied = value(await visit.io.call(applyJudgedPatch, args, work));
    expect([applied.tree, source()]).toEqual([args.tree, 'int a = 2;\n']);
    value(await visit.io.undo(applyJudgedPatch, { args, result: applied }, work));
    expect([value(await headOf(clone)).commit, source()]).toEqual([from, 'int a = 1;\n']);
  });

  it('shows the diff to a person where the risk asks for it', async () => {
    const { args, work, source } = await patching(0.6);
    const { journal, visit } = visiting({ answers: () => ({ message: 1, choice: 'no', text: null }) });
    expect(await visit.io.call(applyJudgedPatch, args, work)).toMatchObject({ error: { code: 'DECLINED' } });
    expect(value(journal.gates())).toMatchObject([{ scope: 'patch', subject: DIFF, risk: 0.6 }]);
    expect(source()).toBe('int a = 1;\n');
  });

  it('asks from a risk of 0.4 on, and not below', async () => {
    const questions = async (risk: number): Promise<number> => {
      const { args, work } = await patching(risk);
      const { journal, visit } = visiting({ answers: () => ({ message: 1, choice: 'yes', text: null }) });
      value(await visit.io.call(applyJudgedPatch, args, work));
      return value(journal.gates()).length;
    };
    expect([await questions(0.39), await questions(0.4)]).toEqual([0, 1]);
  });

  it('is not applied twice: what stands there after a crash is adopted, half a patch is undone first', async () => {
    const { args, work, source, clone } = await patching();
    const before = visiting();
    const first = value(await before.visit.io.call(applyJudgedPatch, args, work));
    expect(value(await visiting(before).visit.io.call(applyJudgedPatch, args, work)).commit).toBe(
      first.commit,
    );
    value(await visiting().visit.io.call(takeBack, { to: args.from, diff: DIFF }, work));
    writeFileSync(path.join(clone, 'app.c'), 'int a');
    value(await visiting(before).visit.io.call(applyJudgedPatch, args, work));
    expect(source()).toBe('int a = 2;\n');
  });
});
