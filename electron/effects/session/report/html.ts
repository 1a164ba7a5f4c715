import { decisionsText } from '../../../../shared/decisions.js';
import type { SessionReport } from '../../../../shared/session.js';
import { conversationOf, type Item } from '../../../../shared/session-conversation.js';
import type { ShownCall } from '../../../../shared/session-panel.js';
import type { Say } from '../../../../shared/texts/language.js';
import type { Speech } from '../../../../shared/texts/speech.js';
import { text } from '../../../../shared/texts/words.js';
import { callResultIn } from '../../call-result.js';
import { diffBlock, transitions } from '../../firmware-loop/report/html.js';
import { html, type Markup } from '../../firmware-loop/report/markup.js';
import { factList, page } from '../../firmware-loop/report/page.js';
import type { Finished } from '../../parts.js';
import { approvals } from './approvals.js';
import { CALL_WORDS, CHECKED, MARK } from './words.js';

/** A session as one self-contained HTML file: all its turns as a conversation, every value escaped. */
export async function renderHtml(finished: Finished<SessionReport>, speech: Speech): Promise<string> {
  const { say } = speech;
  const { report, trace, gates, panels, folder } = finished;
  const { goal, outcome, final_status, summary, plan, patch } = report;
  const items = panels.session ? conversationOf(trace, panels.session) : [];
  const shown: Markup[] = [];
  for (const item of items) shown.push(await itemBlock(say, item, folder));
  const body = html`<h1>${goal}</h1>
<p class="status ${final_status}">${final_status} · ${outcome}</p>
<p>${say(summary.text)}</p>
${summary.model === null ? html`` : html`<p class="said">${say(text`model: “${summary.model}”`)}</p>`}
${summary.manual_steps.length === 0 ? html`` : html`<p>${say(text`What you can do:`)}</p><ul>${summary.manual_steps.map((step) => html`<li>${say(step)}</li>`)}</ul>`}
${facts(say, report)}
<h2>${say(text`Plan`)}</h2>
${plan === null ? html`<p class="none">${say('None.')}</p>` : html`<ul class="plan">${plan.steps.map(({ title, status }) => html`<li>${MARK[status]} ${say(title)}</li>`)}</ul>`}
<h2>${say(text`Conversation`)}</h2>
${shown}
<h2>${say(text`Approvals`)}</h2>
${approvals(say, gates)}
<h2>${say('Patch')}</h2>
${patch === null ? html`<p class="none">${say('No change was kept.')}</p>` : diffBlock(say, patch)}
<h2>${say('Decision trace')}</h2>
${transitions(say, trace)}`;
  return page(speech, `${outcome}: ${goal}`, body);
}

const facts = (say: Say, { run, decisions, duration_ms, branch, summary }: SessionReport): Markup =>
  factList(say, [
    ['Run', run],
    ['Decisions', say(decisionsText(decisions))],
    ['Duration', `${(duration_ms / 1000).toFixed(1)} s`],
    ['Files changed', summary.files_changed.join(', ')],
    [text`Checks`, say(CHECKED[summary.verification])],
    ['Branch', branch],
    [text`The way back`, say(summary.rollback)],
  ]);

async function itemBlock(say: Say, item: Item, folder: string): Promise<Markup> {
  if (item.kind === 'call') return callBlock(say, item.call, folder);
  const words = html`<span class="said">${say(item.words)}</span> <small class="none">${item.at}</small>`;
  return item.kind === 'operator'
    ? html`<p><strong>${say(text`Operator`)}:</strong> ${words}</p>\n`
    : html`<p>${words}</p>\n`;
}

/** What was asked of a tool, and what came of it. */
async function callBlock(
  say: Say,
  { n, tool, args, status, error, hasResult, unmet }: ShownCall,
  folder: string,
): Promise<Markup> {
  const { words, look } = unmet === undefined ? CALL_WORDS[status] : { words: unmet, look: 'fail' };
  const answer = error !== null || !hasResult ? html`` : await answerBlock(say, n, folder);
  return html`<section class="call"><h3>${n}. ${tool} <span class="${look}">${say(words)}</span></h3>
<details><summary>${say(text`Arguments`)}</summary><pre class="log">${args}</pre></details>
${error === null ? html`` : html`<p class="fail">${error.code}: ${error.message}</p><p>${say('What to do')}: ${error.next} <small class="none">${error.trace_id}</small></p>`}
${answer}</section>\n`;
}

async function answerBlock(say: Say, n: number, folder: string): Promise<Markup> {
  const result = await callResultIn(folder, n);
  if (result === null)
    return html`<p class="none">${say(text`the result of this call is gone, or cannot be read`)}</p>`;
  const { diff, output, cut, account } = result;
  if (account) return html`<pre class="log">${account.map(say).join('\n')}</pre>`;
  const shown = diff === null ? html`<pre class="log">${output}</pre>` : diffBlock(say, diff);
  const rest = say(text`Only the beginning is shown; the whole is in the folder of the run.`);
  return cut ? html`${shown}<p class="none">${rest}</p>` : shown;
}
