import * as z from 'zod';
import type { Policy } from '../../../shared/policy.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { inLines, nested, text } from '../../../shared/texts/words.js';
import { ofBoard } from '../../bench/image/load-image.js';
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

/** What becomes of the board where it fails. */
const IF_IT_FAILS = {
  script: text`if it fails, nothing is put back: a board that a script writes cannot be put back`,
  board: text`if it fails, what the board held is written back, where that is known`,
};

const asking = ({ profile, board, image, commit }: DeployArguments, work: DeployWork): Asking => ({
  kind: 'deploy',
  question: text`Deploy commit ${commit.slice(0, 12)} to ${board}?`,
  subject: inLines(
    text`board: ${board}, profile ${profile}`,
    text`image: ${image}`,
    text`commit: ${commit}`,
    work.profile.kind === 'script' ? IF_IT_FAILS.script : IF_IT_FAILS.board,
  ),
  binding: bindingOf([board, work.profile, image, commit]),
});

async function perform(args: DeployArguments, work: DeployWork, io: CallIo): Promise<Result<null>> {
  if (work.profile.kind === 'script') return broughtUp(args, { ...work, board: null }, io);
  return onBoard(work, args.board, io, (hold) =>
    // nobody hears a board without a console: what its flasher verified is all that can be known of it
    hold.target.port === null
      ? putRelease(args, { ...work, board: hold }, io)
      : broughtUp(args, { ...work, board: hold }, io),
  );
}

async function putRelease(
  { file, tree, base }: DeployArguments,
  work: TestWork,
  io: CallIo,
): Promise<Result<null>> {
  const image = await loadWithSymbols(work.home, file, ofBoard(work.profile));
  if (!image.ok) return image;
  const origin = { commit: tree, base };
  return putOnBoard(work, io, { image: image.value, always: true, good: true }, { origin });
}

/** Writes it as a test does, with the health check of the profile: what is verified and does not run is not deployed. */
async function broughtUp(args: DeployArguments, work: TestWork, io: CallIo): Promise<Result<null>> {
  const { image, file, tree, board } = args;
  const subject = { image, imagePath: file, tree: work.paths.clone, unbuilt: false };
  try {
    const up = await bringUp(work, io, { id: `${io.mark}.deploy`, subject, commit: tree });
    if (!up.ok) return fail(up.error.code === 'TEST_ENV_FAILURE' ? notUp(board, up.error) : up.error);
    await up.value.stop();
    return ok(null);
  } finally {
    if (work.profile.kind === 'script') work.board?.release();
  }
}

const notUp = (board: string, problem: Problem): Problem => ({
  ...problem,
  message: text`${board} does not come up with the new image: ${nested(problem.message)}`,
});

/**
 * Writes the release image of a commit to one board, or has its vendor's program do it, and waits until the board is healthy. The flash
 * itself is asked for by the chip that answers, as every flash. Errors: DECLINED, FLASH_DECLINED, POLICY_VIOLATION, TEST_ENV_FAILURE where
 * the board does not come up, those of the board and its flasher.
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
