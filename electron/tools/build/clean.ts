import * as z from 'zod';
import { fail, ok } from '../../../shared/problem.js';
import type { Tool } from '../../engine/tool.js';
import { cleanBuildOutput } from '../../workspace/clean.js';
import { type BuildWork, buildAccess, projectDir } from './build-tree.js';
import { buildGate, rememberBuild } from './gate.js';

const CleanArguments = z.object({
  /** The command of the builds that the clean is for. */
  command: z.array(z.string()).readonly(),
});

/**
 * Removes what builds left in the clone: by the task's own command where it has one, and by git in any case. Only machines call it.
 * Errors: DECLINED, those of git.
 */
export const cleanBuild: Tool<z.infer<typeof CleanArguments>, null, BuildWork> = {
  ...{
    name: 'clean_build',
    kind: 'clean',
    isIdempotent: true,
    scope: 'build',
    danger: 'undoable',
  },
  arguments: CleanArguments,
  result: z.null(),
  gate: buildGate,
  agreed: (_, work, asked, { run }) => rememberBuild(work, asked, run),
  perform: async (_, work, { mark, signal }) => {
    const { clone } = work.paths;
    const { build } = work.loaded.task;
    if (build.clean) {
      const { env, readable } = buildAccess(work);
      await work.exec({
        argv: build.clean,
        cwd: projectDir(work, clone),
        env,
        timeoutMs: build.timeoutSec * 1000,
        signal,
        maxWrittenBytes: build.maxWrittenBytes,
        operation: mark,
        confine: { writable: [clone], readable },
      });
    }
    const cleaned = await cleanBuildOutput(clone);
    return cleaned.ok ? ok(null) : fail(cleaned.error);
  },
  reconcile: async () => 'again',
};
