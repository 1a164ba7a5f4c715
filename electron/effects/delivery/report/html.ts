import { decisionsText } from '../../../../shared/decisions.js';
import type { DeliveryReport, ProfileTest } from '../../../../shared/delivery.js';
import type { Gate, Transition } from '../../../../shared/events.js';
import { modelsAskedText } from '../../../../shared/replaced.js';
import type { CheckRun } from '../../../../shared/roundtable.js';
import type { Say } from '../../../../shared/texts/language.js';
import type { Speech } from '../../../../shared/texts/speech.js';
import { text, type Words } from '../../../../shared/texts/words.js';
import { checkLine } from '../../coordinator/report/words.js';
import { diffBlock, transitions } from '../../firmware-loop/report/html.js';
import { html, type Markup, table } from '../../firmware-loop/report/markup.js';
import { factList, page } from '../../firmware-loop/report/page.js';
import { approvals } from '../../session/report/approvals.js';
import { commitLines, deployedLines, finding, putBackLines } from './blocks.js';

/** What a page shows beside the report. */
interface Beside {
  trace: readonly Transition[];
  gates: readonly Gate[];
}

/** A delivery as one self-contained HTML file: no script, nothing fetched, every value escaped. */
export function renderHtml(report: DeliveryReport, { trace, gates }: Beside, speech: Speech): string {
  const { say } = speech;
  const { goal, outcome, final_status, reason, review, lint, tests, committed, patch } = report;
  const body = html`<h1>${goal}</h1>
<p class="status ${final_status}">${final_status} · ${outcome}</p>
<p>${say(reason)}</p>
${facts(say, report)}
${block(say, text`To know:`, report.warnings)}
<h2>${say(text`Review`)}</h2>
${list(say, review === null ? [] : [...review.issues, ...review.remarks].map(finding))}
<h2>${say(text`Lint checks`)}</h2>
${lint.length === 0 ? list(say, []) : html`<ul>${lint.map((one) => checkItem(say, one))}</ul>`}
<h2>${say(text`Tests`)}</h2>
${table(
  say,
  'The whole regression, on each profile',
  ['Profile', 'Passed', 'Failed', 'Failing as before'],
  tests.map((test) => testRow(say, test)),
)}
<h2>${say(text`Commit`)}</h2>
${list(say, committed === null ? [] : commitLines(committed))}
${block(say, text`Deployed:`, deployedLines(report.deployed))}
${block(say, text`Put back:`, putBackLines(report.rolled_back))}
<h2>${say(text`Approvals`)}</h2>
${approvals(say, gates)}
<h2>${say('Patch')}</h2>
${patch === null ? html`<p class="none">${say('No change was kept.')}</p>` : diffBlock(say, patch)}
<h2>${say('Decision trace')}</h2>
${transitions(say, trace)}`;
  return page(speech, `${outcome}: ${goal}`, body);
}

const facts = (say: Say, { run, of, decisions, models, duration_ms, committed, messages }: DeliveryReport) =>
  factList(say, [
    ['Run', run],
    [text`Work of run`, of],
    ['Branch', committed?.branch],
    ['Decisions', say(decisionsText(decisions))],
    ['Models', models && say(modelsAskedText(models))],
    ['Duration', `${(duration_ms / 1000).toFixed(1)} s`],
    [text`Operator`, messages.join('\n')],
  ]);

const list = (say: Say, lines: readonly Words[]): Markup =>
  lines.length === 0
    ? html`<p class="none">${say('None.')}</p>`
    : html`<ul>${lines.map((line) => html`<li>${say(line)}</li>`)}</ul>`;

/** Left out where it is empty. */
const block = (say: Say, head: Words, lines: readonly Words[]): Markup =>
  lines.length === 0 ? html`` : html`<p>${say(head)}</p>${list(say, lines)}`;

const checkItem = (say: Say, check: CheckRun): Markup =>
  html`<li>${checkLine(say, check)}${check.output === '' ? html`` : html`<pre class="log">${check.output}</pre>`}</li>`;

const testRow = (say: Say, { profile, passed, failed, known, problem }: ProfileTest): (string | Markup)[] => [
  profile,
  `${passed}`,
  html`${problem === null ? html`` : html`<p class="fail">${say(problem)}</p>`}${failed.map(({ name, status, message }) => html`<p><span class="fail">${name}: ${say(status)}</span>${message === null ? '' : ` ${say(message)}`}</p>`)}`,
  known.join(', '),
];
