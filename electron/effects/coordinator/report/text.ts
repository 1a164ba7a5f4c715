import { modelsAskedText } from '../../../../shared/replaced.js';
import type { Round, RoundtableReport } from '../../../../shared/roundtable.js';
import type { Say } from '../../../../shared/texts/language.js';
import { ENGLISH } from '../../../../shared/texts/speech.js';
import { nested, text } from '../../../../shared/texts/words.js';
import { visible } from '../../../../shared/visible-text.js';
import { checkLine, mustFixWords, NEXT_STEPS, oneLine, saidBy } from './words.js';

const MAX_PATCH_LINES = 60;

/** A roundtable's report for a terminal: outcome, rounds, what must be fixed, the patch and what to do next. Plain text without colours. */
export function renderText(report: RoundtableReport, say: Say = ENGLISH.say): string {
  const { outcome, goal, reason, rounds, must_fix, run, duration_ms } = report;
  const next = NEXT_STEPS[outcome];
  return [
    `${report.final_status}  ${outcome}  ${oneLine(goal)}`,
    oneLine(say(reason)),
    say(text`rounds: ${rounds.length}, ${(duration_ms / 1000).toFixed(1)} s`),
    ...(report.models === null ? [] : [say(text`Models: ${nested(modelsAskedText(report.models))}`)]),
    ...rounds.flatMap((round) => roundLines(say, round)),
    ...(must_fix.length > 0 ? ['', say(text`Must fix:`)] : []),
    ...must_fix.map((one) => `  ${oneLine(say(mustFixWords(one)))}`),
    ...patchLines(say, report.patch),
    '',
    oneLine(say(text`Next: ${nested(next)}`)).replace('RUN', run),
    say(`Full report: benchloop show ${run} --html report.html`),
    '',
  ].join('\n');
}

const roundLines = (say: Say, { round, mode, proposal, review, test }: Round): string[] => [
  '',
  say(mode === 'proposal' ? text`Discussion` : text`Round ${round}`),
  `  ${oneLine(say(text`Coder: ${saidBy(proposal.by, proposal.rationale)}`))}`,
  ...(review ? [`  ${oneLine(say(text`Reviewer: ${saidBy(review.by, review.comment)}`))}`] : []),
  ...(test ? [`  ${oneLine(say(text`Tester: ${saidBy(test.by, test.comment)}`))}`] : []),
  ...(test?.runs ?? []).map((one) => `    ${checkLine(say, one)}`),
];

function patchLines(say: Say, patch: string | null): string[] {
  if (patch === null) return ['', say('Patch: none was kept')];
  const lines = visible(patch).trimEnd().split('\n');
  const more = lines.length - MAX_PATCH_LINES;
  const shown = lines.slice(0, MAX_PATCH_LINES).map((line) => `  ${line}`);
  return ['', say('Patch'), ...shown, ...(more > 0 ? [`  ${say(`… and ${more} more lines`)}`] : [])];
}
