import type { DeliveryReport, Finding, ProfileTest } from '../../../shared/delivery.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import type { Formats } from '../parts.js';

const finding = ({ angle, what, where }: Finding): Words =>
  where === null ? text`${angle}: ${nested(what)}` : text`${angle}: ${where}: ${nested(what)}`;

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
    {
      head: text`Deployed:`,
      lines: deployed.map(({ board, image }) => text`${board}: ${image.slice(0, 12)}`),
    },
    {
      head: text`Put back:`,
      lines: rolled_back.map(({ board, problem }) =>
        problem === null ? board : text`${board}: ${nested(problem.message)}`,
      ),
    },
    { head: text`To know:`, lines: [...warnings] },
  ].filter(({ lines }) => lines.length > 0);
}

const commitLines = ({
  commit,
  branch,
  message,
  notes,
}: NonNullable<DeliveryReport['committed']>): Words[] => [
  text`${commit.slice(0, 12)} on branch ${branch}`,
  message.split('\n')[0] ?? '',
  ...notes,
];

/** A delivery's report, for a terminal. */
export const deliveryFormats: Formats<DeliveryReport> = {
  text: (report, _, say) =>
    [
      `${report.outcome}: ${say(report.reason)}`,
      ...blocks(report).flatMap(({ head, lines }) => [say(head), ...lines.map((line) => `  ${say(line)}`)]),
    ].join('\n'),
  files: {},
};
