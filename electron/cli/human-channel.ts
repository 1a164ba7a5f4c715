import type { Approvals } from '../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import type { Core } from '../core/core-api.js';
import { parseApprovals } from './arguments.js';

/** Why no answer is taken from the command line; null where the person's policy takes them. */
export async function whyNotHere(core: Core): Promise<Problem | null> {
  const channel = await core.humanChannel();
  if (!channel.ok) return channel.error;
  return channel.value === 'window' ? WINDOW_ONLY : null;
}

/** `--approve`, which is an answer given before it is asked. Errors: USAGE, ANSWER_REFUSED, POLICY_MALFORMED. */
export async function approvalsHere(
  core: Core,
  given: string | undefined,
): Promise<Result<Approvals | undefined>> {
  const parsed = parseApprovals(given);
  if (!parsed.ok || given === undefined || given === 'ask' || given === 'none') return parsed;
  const why = (await whyNotHere(core)) ?? ((await core.isApproveLocked()) ? LOCKED : null);
  return why === null ? ok(parsed.value) : fail(why);
}

const LOCKED: Problem = {
  code: 'ANSWER_REFUSED',
  message: text`the policy lets \`--approve\` answer nothing (locks.approve)`,
  next: text`leave --approve out, and answer each question`,
};

const WINDOW_ONLY: Problem = {
  code: 'ANSWER_REFUSED',
  message: 'your policy takes answers from the window only (humanChannel: window)',
  next: 'answer in the window',
};
