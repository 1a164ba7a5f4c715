import type { CampaignReport, Stage } from '../../../shared/campaign.js';
import { ok } from '../../../shared/problem.js';
import type { Say } from '../../../shared/texts/language.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import type { Formats } from '../parts.js';
import { failedDispatches } from './failed-dispatches.js';
import { notDone, standing } from './next-steps.js';
import { renderHtml } from './report-html.js';
import { renderJunit } from './report-junit.js';

const oneLine = (words: string): string => visible(words).replace(/\s*\n\s*/g, ' · ');

const stageLines = (say: Say, { title, attempt, run, verdict, branch, review }: Stage): string[] => [
  `  ${oneLine(title)}`,
  `    ${oneLine(say(text`attempt ${attempt}: ${review.decision}`))}${run === null ? '' : `  ${run} ${verdict ?? ''}`}`,
  ...(branch === null ? [] : [`    ${say(text`branch: ${branch}`)}`]),
  ...review.rejected_claims.map(
    ({ claim, code, reason }) => `    ${oneLine(say(text`rejected ${claim}: ${code}: ${nested(reason)}`))}`,
  ),
];

/** Nothing at all where there are no lines. */
const section = (say: Say, title: Words, lines: readonly Words[]): string[] =>
  lines.length === 0 ? [] : ['', say(title), ...lines.map((line) => `  ${oneLine(say(line))}`)];

/** The hand-over of a campaign for a terminal: stages, deliverables, open risks, what to do next. */
const inText: Formats<CampaignReport>['text'] = (report, folder, say) =>
  [
    `${report.final_status}  ${report.outcome}${report.is_mock ? '  MOCK' : ''}  ${oneLine(report.goal)}`,
    oneLine(say(report.reason)),
    ...(report.stages.length > 0 ? ['', say(text`Stages`)] : []),
    ...report.stages.flatMap((stage) => stageLines(say, stage)),
    ...section(say, text`Failed dispatches`, failedDispatches(report.items)),
    ...(report.deliverables.length > 0
      ? ['', say(text`Deliverables: ${report.deliverables.length} files in ${folder}`)]
      : []),
    ...section(
      say,
      text`Open risks`,
      report.open_risks.map(({ item, risk }) => text`${item}: ${nested(risk)}`),
    ),
    ...section(
      say,
      text`Not done`,
      notDone(report.items).map((item) => text`${item.title}: ${nested(standing(item))}`),
    ),
    ...section(say, text`What to do next`, report.next_steps),
    '',
  ].join('\n');

/** How the report of a campaign is shown. */
export const campaignFormats: Formats<CampaignReport> = {
  text: inText,
  files: {
    html: ({ report, trace }, speech) => ok(renderHtml(report, trace, speech)),
    junit: ({ report }) => ok(renderJunit(report)),
  },
};
