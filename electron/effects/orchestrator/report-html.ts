import type { CampaignReport, Stage } from '../../../shared/campaign.js';
import type { Transition } from '../../../shared/events.js';
import type { Say } from '../../../shared/texts/language.js';
import type { Speech } from '../../../shared/texts/speech.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import { transitions } from '../firmware-loop/report/html.js';
import { html, type Markup, table } from '../firmware-loop/report/markup.js';
import { STYLE } from '../firmware-loop/report/style.js';
import { failedDispatches } from './failed-dispatches.js';

/** A campaign as one self-contained HTML file: no script, nothing fetched, every value escaped. */
export function renderHtml(
  report: CampaignReport,
  trace: readonly Transition[],
  { language, say }: Speech,
): string {
  const {
    goal,
    outcome,
    final_status,
    reason,
    stages,
    items,
    deliverables,
    open_risks,
    next_steps,
    is_mock,
  } = report;
  const mock = is_mock ? ' · MOCK' : '';
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${`${outcome}: ${goal}`}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<main>
<h1>${goal}</h1>
<p class="status ${final_status}">${final_status} · ${outcome}${mock}</p>
<p>${say(reason)}</p>
<h2>${say(text`Stages`)}</h2>
${table(
  say,
  'What each attempt came to',
  ['Item', 'Attempt', 'Run', 'Claims'],
  stages.map((stage) => stageRow(say, stage)),
)}
${section(say, text`Failed dispatches`, failedDispatches(items))}
${section(say, text`What to do next`, next_steps)}
<h2>${say(text`Open risks`)}</h2>
${open_risks.length === 0 ? html`<p class="none">${say('None.')}</p>` : html`<ul>${open_risks.map(({ item, risk }) => html`<li>${item}: ${say(risk)}</li>`)}</ul>`}
<h2>${say(text`Deliverables`)}</h2>
${table(
  say,
  'Files that were handed over',
  ['File', 'SHA-256'],
  deliverables.map(({ path, sha256 }) => [path, sha256]),
)}
<h2>${say('Decision trace')}</h2>
${transitions(say, trace)}
</main>
</body>
</html>
`.markup;
}

/** Nothing at all where there are no lines. */
const section = (say: Say, title: Words, lines: readonly Words[]): Markup | string =>
  lines.length === 0
    ? ''
    : html`<h2>${say(title)}</h2><ul>${lines.map((line) => html`<li>${say(line)}</li>`)}</ul>`;

const stageRow = (say: Say, { title, attempt, run, verdict, branch, review }: Stage): (string | Markup)[] => [
  title,
  say(text`attempt ${attempt}: ${review.decision}`),
  [run ?? '–', verdict ?? '', branch ?? ''].filter((one) => one !== '').join(' · '),
  html`<p>${review.accepted_claims.join(', ')}</p>${review.rejected_claims.map(({ claim, code, reason }) => html`<p>${say(text`rejected ${claim}: ${code}: ${nested(reason)}`)}</p>`)}`,
];
