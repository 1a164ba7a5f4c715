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

/** What a reader does next; null: the reason says it, or nothing is to be done. */
function nextStep({ outcome, committed, run, of }: DeliveryReport): Words | null {
  switch (outcome) {
    case 'committed':
      return committed && text`read the commit and take it over: git merge ${committed.branch}`;
    case 'incomplete_lint_failed':
    case 'incomplete_tests_failed':
      return text`nothing was committed. Repair it by hand and run the task again, or have a model correct it: benchloop deliver ${of ?? 'RUN'} --provider openai`;
    case 'commit_failed':
      return text`nothing was committed. To be asked for the same commit again: benchloop tell ${run} "run the tests"`;
    case 'deploy_failed':
      return text`put that right, then: benchloop tell ${run} "deploy it"`;
    default:
      return null;
  }
}

/** How the report of a delivery is shown. */
export const deliveryFormats: Formats<DeliveryReport> = {
  text: (report, _, say) => {
    const next = nextStep(report);
    return [
      `${report.outcome}: ${say(report.reason)}`,
      ...blocks(report).flatMap(({ head, lines }) => [say(head), ...lines.map((line) => `  ${say(line)}`)]),
      ...(next === null ? [] : [say(text`Next: ${nested(next)}`)]),
    ].join('\n');
  },
  files: {
    html: ({ report, trace, gates }, speech) => ok(renderHtml(report, { trace, gates }, speech)),
    junit: ({ report }) => ok(renderJunit(report)),
  },
};
