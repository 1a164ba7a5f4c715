import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { messagesBetween } from '../../workspace/messages.js';
import { commitMessage } from '../firmware-loop/report/commit-message.js';

/**
 * The message of a run's whole work as one commit: that of its patch where it made one, else its goal and what each of them changes. Null: the
 * run made none.
 *
 * @param clone the run's private clone, which has a commit for each patch that it kept
 */
export async function runMessage(ctx: FirmwareContext, clone: string): Promise<string | null> {
  const { patch, kept, repo_snapshot } = ctx;
  if (patch === null) return null;
  const last = commitMessage(ctx, patch.rationale);
  const below =
    kept && repo_snapshot ? await messagesBetween(clone, repo_snapshot.base_commit, kept.commit) : [];
  return below.length === 0 ? last : combinedMessage(ctx, [...below, last]);
}

/** One message of several: the goal, and one line for each. */
export function combinedMessage(
  { goal, run, iteration_index }: Pick<FirmwareContext, 'goal' | 'run' | 'iteration_index'>,
  messages: readonly string[],
): string {
  const changes = messages.map((message) => `- ${whatOf(message)}`);
  const from = `Benchloop run ${run}, ${messages.length} changes in ${iteration_index} iterations`;
  return `${goal}\n\n${changes.join('\n')}\n\n${from}\n`;
}

/** A subject may be cut: the second paragraph has its sentence whole. */
function whatOf(message: string): string {
  const [subject = '', body = ''] = message.split('\n\n');
  return subject.endsWith('…') ? body.split(/\.(?: |$)/, 1).join('') : subject;
}
