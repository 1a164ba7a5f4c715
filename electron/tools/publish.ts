import * as z from 'zod';
import type { Policy } from '../../shared/policy.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { inLines, nested, text, type Words } from '../../shared/texts/words.js';
import { visibleName } from '../../shared/visible-text.js';
import { bindingOf } from '../engine/binding.js';
import type { Asking, Tool } from '../engine/tool.js';
import { readPolicy } from '../files/policy-file.js';
import { publishBranch, withdrawBranch } from '../workspace/publish.js';

/** From where to where. */
export interface PublishWork {
  loaded: { repoRoot: string };
  paths: { clone: string };
  /** The data folder: a lock that is set now counts too. */
  home: string;
  /** What the run was started with. */
  policy: Pick<Policy, 'locks'>;
  /** What a person sees of the commit. */
  patch: string;
  /** What a person should know besides; absent: nothing. */
  notes?: readonly Words[];
}

const PublishArguments = z.object({
  branch: z.string(),
  commit: z.string(),
  /** A person took this very patch: that was the question. */
  isTaken: z.boolean().default(false),
});
export type PublishArguments = z.input<typeof PublishArguments>;

const LOCKED: Problem = {
  code: 'POLICY_VIOLATION',
  message: text`the policy of this computer lets no branch be written`,
  next: text`take the patch file of the report`,
};

/** Whether branches may be written. Error: POLICY_VIOLATION, also where the policy cannot be read. */
export function mayPublish({ home, policy }: Pick<PublishWork, 'home' | 'policy'>): Result<void> {
  const now = readPolicy(home);
  if (!now.ok) return fail({ ...now.error, code: 'POLICY_VIOLATION' });
  return policy.locks.publish || now.value.locks.publish ? fail(LOCKED) : ok(undefined);
}

const PublishResult = z.object({ branch: z.string() });

const publishGate = ({ branch, commit, isTaken }: PublishArguments, work: PublishWork): Asking | null =>
  isTaken === true
    ? null
    : {
        kind: 'publish',
        question: text`Write the branch ${branch} into ${visibleName(work.loaded.repoRoot)}?`,
        subject: text`${nested(inLines(text`branch ${branch}`, text`commit ${commit}`, ...(work.notes ?? [])))}\n\n${work.patch}`,
        binding: bindingOf([work.loaded.repoRoot, branch, commit]),
      };

/**
 * Writes a commit of the private clone into the user's repository as one new branch. Only machines call it. Taken back, the branch
 * goes, unless somebody has moved it. Errors: DECLINED, those of `publishBranch`.
 */
export const publish: Tool<PublishArguments, z.infer<typeof PublishResult>, PublishWork> = {
  ...{
    name: 'publish',
    kind: 'branch',
    isIdempotent: true,
    scope: 'publish',
    danger: 'undoable',
  },
  arguments: PublishArguments,
  result: PublishResult,
  check: async (_, work) => mayPublish(work),
  gate: async (args, work) => publishGate(args, work),
  perform: ({ branch, commit }, { loaded, paths }) =>
    publishBranch({ repoRoot: loaded.repoRoot, cloneDir: paths.clone, commit, branch }),
  // publishing the same commit under the same name again changes nothing
  reconcile: async () => 'again',
  undo: async ({ branch, commit }, _, { loaded }) => {
    const gone = await withdrawBranch({ repoRoot: loaded.repoRoot, commit, branch });
    return gone.ok ? ok(undefined) : gone;
  },
};
