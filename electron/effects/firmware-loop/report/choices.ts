import type { Candidate, Difference } from '../../../../shared/choice.js';
import { answersText, candidateFacts, inputText, surenessText } from '../../../../shared/choice-words.js';
import type { Report } from '../../../../shared/report.js';
import type { Say } from '../../../../shared/texts/language.js';
import { visible } from '../../../../shared/visible-text.js';
import { html, type Markup, table } from './markup.js';

/** More classes than this are counted only, in a terminal. */
const SHOWN = 6;

const oneLine = (text: string): string => visible(text).replace(/\s*\n\s*/g, ' · ');

/** The input on which two patches differ, and what each prints: the case to add. */
export const differenceLines = (say: Say, difference: Difference): string[] => [
  oneLine(`  ${inputText(difference)}`),
  oneLine(`  ${say(answersText(difference))}`),
];

/** The patches that pass the visible cases: what became of each, what tells it from the first, and how sure the pass was. */
export function choiceLines(say: Say, { candidates, confidence }: Report): string[] {
  if (candidates.length === 0) return [];
  const more = candidates.length - SHOWN;
  return [
    '',
    say(
      candidates.length === 1
        ? 'Patches that pass the visible cases: 1'
        : `Patches that pass the visible cases: ${candidates.length}`,
    ),
    ...candidates
      .slice(0, SHOWN)
      .flatMap((each) => [
        oneLine(`  ${each.class}. ${say(each.what)}`),
        oneLine(`     ${factsOf(say, each).join('; ')}`),
        ...(each.difference === null
          ? []
          : differenceLines(say, each.difference).map((line) => `   ${line}`)),
      ]),
    ...(more > 0 ? [`  ${say(`… and ${more} more`)}`] : []),
    ...(confidence === null ? [] : [oneLine(say(surenessText(confidence)))]),
  ];
}

const factsOf = (say: Say, candidate: Candidate): string[] => candidateFacts(candidate).map(say);

/** The same as a section of a page; nothing where a run knows of no such patch. */
export function choiceSection(
  say: Say,
  { candidates, confidence }: Report,
  diff: (patch: string) => Markup,
): Markup {
  if (candidates.length === 0) return html``;
  const sure = confidence === null ? html`` : html`<p>${say(surenessText(confidence))}</p>`;
  const rows = candidates.map((each) => [
    each.class,
    html`<details><summary>${say(each.what)}</summary>${diff(each.patch)}</details>`,
    factsOf(say, each).join('; '),
    each.difference === null
      ? ''
      : html`<code>${inputText(each.difference)}</code><br>${say(answersText(each.difference))}`,
  ]);
  return html`<h2>${say('Patches that pass the visible cases')}</h2>
${sure}
${table(say, 'In the order in which they are tried', ['#', 'Patch', 'What is known of it', 'Differs from patch 1 on'], rows)}`;
}
