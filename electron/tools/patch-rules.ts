import { posix } from 'node:path';
import type { Policy } from '../../shared/policy.js';
import type { LoadedTask } from '../../shared/task.js';
import { verdictText } from '../../shared/test-parsers.js';
import type { PatchRules } from '../workspace/policy.js';

/** The parts of the policy that bound a patch. */
type PatchPolicy = Pick<Policy, 'maxPatchLines' | 'maxPatchFiles' | 'riskThreshold'>;

const ofPolicy = (policy: PatchPolicy) => ({
  maxLines: policy.maxPatchLines,
  maxFiles: policy.maxPatchFiles,
  riskThreshold: policy.riskThreshold,
});

/** The task's globs are relative to its `repo`; patches are relative to the top of the work tree. */
const fromTop = ({ subdir }: LoadedTask, globs: readonly string[]): string[] =>
  globs.map((glob) => posix.join(subdir, glob));

/** What a patch may do for a task; `exitDecides`: its program's exit code is the verdict. */
export function taskRules(loaded: LoadedTask, policy: PatchPolicy, exitDecides: boolean): PatchRules {
  const { constraints, test } = loaded.task;
  return {
    ...ofPolicy(policy),
    allowedPaths: fromTop(loaded, constraints.allowedPaths),
    forbiddenPaths: fromTop(loaded, constraints.forbiddenPaths),
    bannedConstructs: constraints.bannedConstructs,
    subdir: loaded.subdir,
    verdict: test.pattern ? verdictText(test.pattern) : null,
    exitDecides,
  };
}

/** What the changes of a session are judged by: those of its task, where it has one. */
export interface RulesWork {
  policy: PatchPolicy & Pick<Policy, 'gateRisk'>;
  repo: { subdir: string } | null;
  task: { loaded: LoadedTask; policy: PatchPolicy } | null;
}

export const sessionRules = ({ policy, repo, task }: RulesWork): PatchRules =>
  task
    ? taskRules(task.loaded, task.policy, task.loaded.task.test.parser === 'exit')
    : {
        ...ofPolicy(policy),
        ...{ allowedPaths: [], forbiddenPaths: [], bannedConstructs: [] },
        subdir: repo?.subdir ?? '',
      };
