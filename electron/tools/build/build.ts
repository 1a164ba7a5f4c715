import * as z from 'zod';
import { ok } from '../../../shared/problem.js';
import { type BuildResult, BuildResultSchema } from '../../../shared/results.js';
import type { Tool } from '../../engine/tool.js';
import { type BuildWork, buildTree } from './build-tree.js';
import { buildClone } from './clone-output.js';
import { buildGate, rememberBuild } from './gate.js';

export const BuildArguments = z.object({
  command: z.array(z.string()).readonly(),
  /** What is built, for the record. */
  commit: z.string().nullable(),
  /** The clone, or the run's copy of the base commit. */
  tree: z.enum(['clone', 'baseline']),
});
export type BuildArguments = z.infer<typeof BuildArguments>;

/**
 * Compiles, links and packages, confined to the tree; what the compiler says goes to the console. A build that fails is a result.
 * Errors: DECLINED.
 */
export const build: Tool<BuildArguments, BuildResult, BuildWork> = {
  ...{
    name: 'build',
    kind: 'compile',
    isIdempotent: true,
    scope: 'build',
    danger: 'undoable',
  },
  arguments: BuildArguments,
  result: BuildResultSchema,
  gate: buildGate,
  agreed: (_, work, asked, { run }) => rememberBuild(work, asked, run),
  perform: async ({ command, tree }, work, io) => {
    const encoder = new TextEncoder();
    const onOutput = (text: string) => io.console(encoder.encode(text));
    const how = { command, operation: io.mark, onOutput };
    return ok(
      tree === 'clone'
        ? await buildClone(work, how, io.signal)
        : await buildTree(work, work.paths.baseline, { ...how, signal: io.signal }),
    );
  },
  // what a killed build has left is noted, and removed before the next
  reconcile: async () => 'again',
};
