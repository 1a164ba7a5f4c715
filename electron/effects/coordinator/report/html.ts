import type { Transition } from '../../../../shared/events.js';
import type { Round, RoundtableReport } from '../../../../shared/roundtable.js';
import type { Say } from '../../../../shared/texts/language.js';
import type { Speech } from '../../../../shared/texts/speech.js';
import { text } from '../../../../shared/texts/words.js';
import { diffBlock, transitions } from '../../firmware-loop/report/html.js';
import { html, type Markup, table } from '../../firmware-loop/report/markup.js';
import { page } from '../../firmware-loop/report/page.js';
import { checkLine, mustFixWords, saidBy } from './words.js';

/** A roundtable as one self-contained HTML file: no script, nothing fetched, every value escaped. */
export function renderHtml(report: RoundtableReport, trace: readonly Transition[], speech: Speech): string {
  const { say } = speech;
  const { goal, outcome, final_status, reason, rounds, must_fix, patch } = report;
  const body = html`<h1>${goal}</h1>
<p class="status ${final_status}">${final_status} · ${outcome}</p>
<p>${say(reason)}</p>
<h2>${say(text`Rounds`)}</h2>
${table(
  say,
  'What each role said',
  ['Round', 'Coder', 'Reviewer', 'Tester', 'Must fix'],
  rounds.map((one) => roundRow(say, one)),
)}
<h2>${say(text`Must fix`)}</h2>
${must_fix.length === 0 ? html`<p class="none">${say('None.')}</p>` : html`<ul>${must_fix.map((one) => html`<li>${say(mustFixWords(one))}${one.output === null ? html`` : html`<pre>${one.output}</pre>`}</li>`)}</ul>`}
<h2>${say('Patch')}</h2>
${patch === null ? html`<p class="none">${say('No change was kept.')}</p>` : diffBlock(say, patch)}
<h2>${say('Decision trace')}</h2>
${transitions(say, trace)}`;
  return page(speech, `${outcome}: ${goal}`, body);
}

const roundRow = (say: Say, { round, proposal, review, test, must_fix }: Round): (string | Markup)[] => [
  `${round}`,
  html`<p>${say(saidBy(proposal.by, proposal.rationale))}</p>${proposal.patch === '' ? html`` : diffBlock(say, proposal.patch)}`,
  review === null ? '–' : say(saidBy(review.by, review.comment)),
  test === null
    ? '–'
    : html`<p>${say(saidBy(test.by, test.comment))}</p>${test.runs.map((one) => html`<p class="${one.status}">${checkLine(say, one)}</p>`)}`,
  html`${must_fix.map((one) => html`<p>${say(mustFixWords(one))}</p>`)}`,
];
