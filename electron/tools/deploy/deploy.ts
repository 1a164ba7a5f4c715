import * as z from 'zod';
import type { Policy } from '../../../shared/policy.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { inLines, text } from '../../../shared/texts/words.js';
import { loadWithSymbols } from '../../bench/image/symbol-store.js';
import { bindingOf } from '../../engine/binding.js';
import type { Asking, CallIo, Tool } from '../../engine/tool.js';
import { bringUp } from '../target/bring-up.js';
import { putOnBoard } from '../target/put-on-board.js';
import type { TestWork } from '../target/test-work.js';
import { type DeployWork, onBoard } from './deployed-board.js';

const DeployArguments = z.strictObject({
  profile: z.string(),
  board: z.string(),
  /** SHA-256 of the release image, its file, and the tree that it was built from. */
  image: z.string(),
  file: z.string(),
  tree: z.string(),
  base: z.string(),
  commit: z.string(),
});
export type DeployArguments = z.infer<typeof DeployArguments>;

const LOCKED: Problem = {
  code: 'POLICY_VIOLATION',
  message: text`the policy of this computer lets nothing be deployed`,
};

/** Nothing may be deployed on this computer; null: it may. */
export const whyLocked = ({ locks }: Pick<Policy, 'locks'>): Problem | null => (locks.deploy ? LOCKED : null);

const asking = ({ profile, board, image, commit }: DeployArguments, work: DeployWork): Asking => ({
  kind: 'deploy',
  question: text`Deploy commit ${commit.slice(0, 12)} to ${board}?`,
  subject: inLines(
    text`board: ${board}, profile ${profile}`,
    text`image: ${image}`,
    text`commit: ${commit}`,
    text`if it fails, what the board held is written back, where that is known`,
  ),
  binding: bindingOf([board, work.profile, image, commit]),
});

async function perform(args: DeployArguments, work: DeployWork, io: CallIo): Promise<Result<null>> {
  const { board, file, tree, base } = args;
  if (work.profile.kind === 'script') return byScript(args, work, io);
  const image = await loadWithSymbols(work.home, file);
  if (!image.ok) return image;
  const origin = { commit: tree, base };
  return onBoard(work, board, io, (hold) =>
    putOnBoard({ ...work, board: hold }, io, { image: image.value, always: true, good: true }, { origin }),
  );
}

/** The vendor's program writes it, and says by its end whether it did. */
async function byScript(
  { image, file, tree }: DeployArguments,
  work: DeployWork,
  io: CallIo,
): Promise<Result<null>> {
  const subject = { image, imagePath: file, tree: work.paths.clone, unbuilt: false };
  const test: TestWork = { ...work, board: null };
  const up = await bringUp(test, io, { id: `${io.mark}.deploy`, subject, commit: tree });
  test.board?.release();
  if (!up.ok) return up;
  await up.value.stop();
  return ok(null);
}

/**
 * Writes the release image of a commit to one board, or has its vendor's program do it. The flash itself is asked for by the chip that
 * answers, as every flash. Errors: DECLINED, FLASH_DECLINED, POLICY_VIOLATION, those of the board and its flasher.
 */
export const deploy: Tool<DeployArguments, null, DeployWork> = {
  ...{ name: 'deploy', kind: 'deploy', isIdempotent: true, scope: 'deploy', danger: 'lasting' },
  arguments: DeployArguments,
  result: z.null(),
  check: async (_, { policy }) => {
    const locked = whyLocked(policy);
    return locked === null ? ok(undefined) : fail(locked);
  },
  gate: async (args, work) => asking(args, work),
  perform,
  // the same image again, by the same approval: what a cut-off write left is not to be trusted
  reconcile: async () => 'again',
};
