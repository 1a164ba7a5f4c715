import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeliveryBench } from '../../../../electron/effects/delivery/bench.js';
import { developing } from '../../../../electron/effects/delivery/developing.js';
import type { EffectIo } from '../../../../electron/engine/effect.js';
import { type DeliveryContext, firstDeliveryContext } from '../../../../electron/machine/delivery/context.js';
import { deliveryReducers } from '../../../../electron/machine/delivery/reducers.js';
import { headOf } from '../../../../electron/workspace/snapshot.js';
import { fileInTree } from '../../../../electron/workspace/tree-file.js';
import type { Result } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { g, head, put, repository, temporary, value } from '../../workspace/repositories.js';

const LINES = 'int a;\nint b;\nint c;\nint d;\nint e;\n';
const CHANGE =
  '--- a/a.c\n+++ b/a.c\n@@ -1,5 +1,5 @@\n int a;\n int b;\n int c;\n int d;\n-int e;\n+int work;\n';

/** A delivery of a run's work, without a model; calls are remembered as a journal does. */
function scene() {
  const repo = repository({ 'a.c': LINES, 'b.c': 'int b;\n' });
  const clone = join(temporary('delivery'), 'clone');
  const loaded = { repoRoot: repo, subdir: '', baseCommit: head(repo), inputs: [] };
  const bench = {
    ...{ header: { loaded, patch: CHANGE }, models: { of: () => null } },
    work: { paths: { clone }, repo: null, task: { loaded } },
  } as unknown as DeliveryBench;
  const known = new Map<string, Result<unknown>>();
  const io = {
    progress: () => undefined,
    call: async (
      tool: { kind: string; perform(args: unknown, work: unknown): Promise<Result<unknown>> },
      args: unknown,
      work: unknown,
    ) => {
      const result = known.get(tool.kind) ?? (await tool.perform(args, work));
      known.set(tool.kind, result);
      return result;
    },
  } as unknown as EffectIo;
  const ctx = firstDeliveryContext({
    ...{ run: 'delivery-1', goal: 'g', of: 'run-1', is_work_done: true, has_tests: true, targets: [] },
    pushes: [{ from: 'operator', text: 'continue: bring it onto HEAD' }],
  });
  const develop = async (from: DeliveryContext) => {
    const reply = await developing(from, bench, io);
    if (reply.type !== 'reply_ended') throw new Error(reply.type);
    return reply;
  };
  const commit = (file: string, text: string): string => {
    put(repo, { [file]: text });
    g(repo, 'commit', '-q', '-a', '-m', 'mine');
    return head(repo);
  };
  return { repo, clone, ctx, develop, commit };
}

describe('work that is told to be brought onto HEAD', () => {
  it.each([
    ['first', false],
    ['later', true],
  ])(
    'comes to the same after a crash in its %s visit, wherever the repository is by then',
    async (_, isLater) => {
      const { clone, ctx, develop, commit } = scene();
      const { pushes } = ctx;
      const first = isLater
        ? {
            ...deliveryReducers.noteReply(ctx, { ...(await develop({ ...ctx, pushes: [] })), at: 0 }),
            pushes,
          }
        : ctx;
      const onto = commit('a.c', LINES.replace('int a;', 'int mine;'));
      const reply = await develop(first);
      expect(reply).toMatchObject({ base: onto, session: null });
      expect(await fileInTree(clone, reply.tree, 'a.c')).toBe(
        'int mine;\nint b;\nint c;\nint d;\nint work;\n',
      );
      commit('b.c', 'int later;\n');
      expect(await develop(first)).toEqual(reply);
      expect(value(await headOf(clone)).tree).toBe(reply.tree);
      const after = deliveryReducers.noteReply(first, { ...reply, at: 0 });
      expect(after).toMatchObject({
        base: onto,
        tree: reply.tree,
        is_session_behind: true,
        warnings: reply.notes,
      });
    },
  );

  it('is told of in the report where nobody can work on the rest of what was asked for', async () => {
    const { ctx, develop } = scene();
    const pushes = [{ from: 'operator' as const, text: 'add a test\nfor empty input' }];
    const reply = await develop({ ...ctx, pushes });
    expect(reply.notes?.map(inEnglish)).toEqual([
      'nobody worked on “add a test · for empty input”: that takes a model. Deliver with one, and say it there: benchloop deliver run-1 --provider openai',
    ]);
    expect(
      (await develop({ ...ctx, pushes: [{ from: 'test', text: 'ring_put fails' }] })).notes,
    ).toBeUndefined();
  });

  it('stays where it is where it conflicts and nobody can resolve that, or where HEAD holds it already', async () => {
    for (const [content, why] of [
      ['int mine;', /conflicts with your commit \w+ in a\.c$/],
      ['int work;', /holds it already$/],
    ] as const) {
      const { ctx, develop, commit } = scene();
      commit('a.c', LINES.replace('int e;', content));
      const reply = await develop(ctx);
      expect(reply.base).toBeUndefined();
      expect(reply.notes?.map(inEnglish)).toEqual([expect.stringMatching(why)]);
      expect(await develop({ ...ctx, pushes: [] })).toMatchObject({ tree: reply.tree, patch: reply.patch });
    }
  });
});
