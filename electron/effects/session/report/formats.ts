import { ok } from '../../../../shared/problem.js';
import { modelsAskedText } from '../../../../shared/replaced.js';
import type { SessionCall, SessionReport } from '../../../../shared/session.js';
import type { Say } from '../../../../shared/texts/language.js';
import { nested, text } from '../../../../shared/texts/words.js';
import { visible } from '../../../../shared/visible-text.js';
import type { Formats } from '../../parts.js';
import { answerOf } from '../summary/answer-of.js';
import { renderHtml } from './html.js';
import { renderJunit } from './junit.js';
import { MARK } from './words.js';

type Text = Formats<SessionReport>['text'];

const callLines = (folder: string, call: SessionCall, say: Say): string[] => [
  call.unmet === undefined || call.status !== 'ok'
    ? `  ${call.n}. ${call.tool}: ${call.status}${call.error ? ` (${call.error.code}: ${visible(call.error.message)})` : ''}`
    : `  ${call.n}. ${call.tool}: ${visible(say(call.unmet))}`,
  ...answerOf(folder, call, say).map((line) => `     ${line}`),
];

/** A session's report for a terminal: what came of it, its steps, and what its calls say. */
const inText: Text = ({ outcome, plan, calls, summary, models, branch, patch }, folder, say) =>
  [
    `${outcome}: ${say(summary.text)}`,
    ...(plan?.steps ?? []).map(({ title, status }) => `  ${MARK[status]} ${say(title)}`),
    ...calls.flatMap((call) => callLines(folder, call, say)),
    ...(summary.model === null ? [] : [say(text`model: “${summary.model}”`)]),
    ...(models === null ? [] : [say(text`Models: ${nested(modelsAskedText(models))}`)]),
    ...(summary.manual_steps.length > 0
      ? [say(text`What you can do:`), ...summary.manual_steps.map((step) => `  - ${say(step)}`)]
      : []),
    ...(branch === null ? [] : [say(text`branch: ${branch}`)]),
    ...(patch === null ? [] : [say(text`patch: ${`${folder}/report/result.patch`}`), say(summary.rollback)]),
  ].join('\n');

/** How the report of a session is shown. */
export const sessionFormats: Formats<SessionReport> = {
  text: inText,
  files: {
    html: async (finished, speech) => ok(await renderHtml(finished, speech)),
    junit: ({ report, folder }) => renderJunit(report, folder),
  },
};
