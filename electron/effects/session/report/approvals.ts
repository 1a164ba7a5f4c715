import type { Gate } from '../../../../shared/events.js';
import type { Say } from '../../../../shared/texts/language.js';
import { gateIn } from '../../../../shared/texts/tell.js';
import { text } from '../../../../shared/texts/words.js';
import { html, type Markup, table } from '../../firmware-loop/report/markup.js';

/** Characters of what was approved that are shown; a diff is shown with the call that made it. */
const MOST_SUBJECT = 20_000;

/** Every question of a session, with its answer. */
export const approvals = (say: Say, gates: readonly Gate[]): Markup =>
  table(
    say,
    'What was asked, and who answered',
    ['Scope', 'Question', 'Answer', 'By', 'At'],
    gates.map((gate) => [
      gate.scope,
      asked(say, gate),
      answered(say, gate),
      gate.answered_by ?? '–',
      gate.at,
    ]),
  );

function asked(say: Say, gate: Gate): Markup {
  const { question, subject } = gateIn(gate, say);
  if (subject === '') return html`${question}`;
  const left = subject.length - MOST_SUBJECT;
  const shown = left > 0 ? `${subject.slice(0, MOST_SUBJECT)} …` : subject;
  return html`<details><summary>${question}</summary><pre class="log">${shown}</pre></details>`;
}

const answered = (say: Say, { answer, revoked }: Gate): string => {
  if (answer === null) return '–';
  return revoked === undefined ? answer : say(text`${answer}, revoked (${revoked})`);
};
