import * as z from 'zod';
import { ok } from '../../../shared/problem.js';
import type { Tool } from '../../engine/tool.js';
import type { SessionWork } from '../session-work.js';
import { type BuildShown, BuildShownSchema, buildShown } from './build-shown.js';
import { buildGate, rememberBuild } from './gate.js';
import { makeBuild, sessionBuild } from './make-build.js';
import { needsTask, taskOf } from './task-of.js';

const BuildTaskArguments = z.strictObject({});

/**
 * Builds the session's task in the session's clone. A build that fails is a result. Errors: USAGE without a task, DECLINED,
 * ENV_ERROR.
 */
export const buildTask: Tool<z.infer<typeof BuildTaskArguments>, BuildShown, SessionWork> = {
  ...{ name: 'build', kind: 'build', isIdempotent: false, scope: 'build', danger: 'undoable' },
  arguments: BuildTaskArguments,
  result: BuildShownSchema,
  check: (_, work) => needsTask(work),
  gate: async (_, { task }, io) => task && buildGate(sessionBuild(task), task, io),
  agreed: (_, { task }, asked, { run }) => task && rememberBuild(task, asked, run),
  perform: async (_, work, io) => {
    const task = taskOf(work);
    if (!task.ok) return task;
    const made = await makeBuild(work, task.value, io);
    return made.ok ? ok(await buildShown(made.value.build, work.paths.artifacts)) : made;
  },
  // what a killed build has left is noted, and removed before the next
  reconcile: async () => 'again',
};
