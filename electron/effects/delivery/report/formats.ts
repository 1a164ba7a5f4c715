import type { DeliveryReport, ProfileTest } from '../../../../shared/delivery.js';
import { ok } from '../../../../shared/problem.js';
import { nested, text, type Words } from '../../../../shared/texts/words.js';
import type { Formats } from '../../parts.js';
import { commitLines, deployedLines, finding, putBackLines } from './blocks.js';
import { renderHtml } from './html.js';
import { renderJunit } from './junit.js';

const testLine = ({ profile, passed, failed, known, problem }: ProfileTest): Words =>
  problem === null
    ? text`${profile}: passed ${passed}, failed ${failed.length}, failing as before ${known.length}`
    : text`${profile}: ${nested(problem)}`;

/** The blocks of the report, each with its head; an empty one is left out. */
function blocks(report: DeliveryReport): { head: Words; lines: Words[] }[] {
  const { review, lint, tests, committed, deployed, rolled_back, warnings } = report;
  return [
    { head: text`Review:`, lines: review === null ? [] : [...review.issues, ...review.remarks].map(finding) },
    { head: text`Lint:`, lines: lint.map(({ argv, status }) => text`${argv.join(' ')}: ${status}`) },
    { head: text`Tests:`, lines: tests.map(testLine) },
    { head: text`Commit:`, lines: committed === null ? [] : commitLines(committed) },
    { head: text`Deployed:`, lines: deployedLines(deployed) },
    { head: text`Put back:`, lines: putBackLines(rolled_back) },
    { head: text`To know:`, lines: [...warnings] },
  ].filter(({ lines }) => lines.length > 0);
}

/** How the report of a delivery is shown. */
export const deliveryFormats: Formats<DeliveryReport> = {
  text: (report, _, say) =>
    [
      `${report.outcome}: ${say(report.reason)}`,
      ...blocks(report).flatMap(({ head, lines }) => [say(head), ...lines.map((line) => `  ${say(line)}`)]),
    ].join('\n'),
  files: {
    html: ({ report, trace, gates }, speech) => ok(renderHtml(report, { trace, gates }, speech)),
    junit: ({ report }) => ok(renderJunit(report)),
  },
};
