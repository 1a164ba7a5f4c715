import type { SessionReport } from '../../../shared/session.js';
import { text } from '../../../shared/texts/words.js';
import type { Formats } from '../parts.js';

type Text = Formats<SessionReport>['text'];

const MARK: Readonly<Record<string, string>> = {
  done: '[x]',
  pending: '[ ]',
  in_progress: '[>]',
  blocked: '[!]',
  skipped: '[-]',
};

/** A session's report for a terminal. */
const inText: Text = ({ outcome, plan, calls, summary, branch, patch }, folder, say) =>
  [
    `${outcome}: ${say(summary.text)}`,
    ...(plan?.steps ?? []).map(({ title, status }) => `  ${MARK[status] ?? ''} ${say(title)}`),
    ...calls.map(
      ({ n, tool, status, error }) =>
        `  ${n}. ${tool}: ${status}${error ? ` (${error.code}: ${error.message})` : ''}`,
    ),
    ...(summary.model === null ? [] : [say(text`model: “${summary.model}”`)]),
    ...(summary.manual_steps.length > 0
      ? [say(text`What you can do:`), ...summary.manual_steps.map((step) => `  - ${say(step)}`)]
      : []),
    ...(branch === null ? [] : [say(text`branch: ${branch}`)]),
    ...(patch === null ? [] : [say(text`patch: ${`${folder}/report/result.patch`}`), say(summary.rollback)]),
  ].join('\n');

/** How the report of a session is shown. */
export const sessionFormats: Formats<SessionReport> = { text: inText, files: {} };
