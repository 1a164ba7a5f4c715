import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RoundtableReport, RoundtableReportSchema } from '../../../shared/roundtable.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { type Edits, OFF_BY_ONE, TYPO } from '../../fixtures/loop/projects.js';
import { FOUND_SOON, prepare } from '../loop/workshop.js';

let cli: CommandLine;
let server: LLMock;
beforeAll(async () => {
  cli = await bundleCommandLine();
  server = new LLMock({ port: 0, host: '127.0.0.1' });
  await server.start();
});
afterAll(async () => {
  await server.stop();
  cli.close();
});

/** A roundtable on firmware for a simulated board, with everything approved. */
async function coordinate(edits: Edits, ...args: string[]): Promise<RoundtableReport> {
  const job = prepare(cli, { edits, target: true, parts: { constraints: FOUND_SOON } });
  const env = { BENCHLOOP_OPENAI_BASE_URL: `${server.url}/v1`, BENCHLOOP_OPENAI_MODEL: 'm' };
  const ran = await cli.run(
    ['coordinate', job.task, '--mode', 'implementation', '--approve', 'all', '--json', ...args],
    { home: job.home, cwd: job.dir, env },
  );
  const report = RoundtableReportSchema.safeParse(ran.lines.at(-1));
  if (!report.success) throw new Error(`exit ${ran.code}: ${ran.stdout.slice(-1500)}${ran.stderr}`);
  return report.data;
}

const runsOf = (report: RoundtableReport): string[] =>
  report.rounds.at(-1)?.test?.runs.map(({ kind, status }) => `${kind} ${status}`) ?? [];

it('searches, builds and runs the cases of a patch on a simulated board', async () => {
  const report = await coordinate(TYPO);
  expect(report).toMatchObject({ outcome: 'approved', final_status: 'SUCCESS' });
  expect(runsOf(report)).toEqual(['build passed', 'cases passed']);
});

const EDIT = { file: 'src/ring.c', find: '    if (ring->count > RING_SIZE) {' };
const ANSWERS: Readonly<Record<string, unknown>> = {
  analysis: {
    ...{ root_cause: 'the limit', hypotheses: [], files_to_change: ['src/ring.c'], change_points: [] },
    ...{ expected_effect: 'x', confidence: 0.9, reason: 'r', edits: [], need: [] },
  },
  review: {
    ...{ decision: 'approve', promises: [], hard_coded: false, sibling_faults: [], must_fix: [] },
    comment: 'The limit is right now.',
  },
  test: { commands: [], comment: 'The cases are enough.' },
};

it('sends a model’s patch back whose cases fail there, and takes the next one', async () => {
  const limits = ['== RING_SIZE + 1', '>= RING_SIZE'];
  server.on({ predicate: () => true }, ({ response_format }: ChatCompletionRequest) => {
    const name = /"name":"(\w+)"/.exec(JSON.stringify(response_format ?? {}))?.[1] ?? '';
    const limit = name === 'edits' && (limits.length > 1 ? limits.shift() : limits[0]);
    const replace = `    if (ring->count ${limit}) {`;
    const edits = { edits: [{ ...EDIT, replace }], rationale: 'r', confidence: 0.9, need: [] };
    return { content: JSON.stringify(limit ? edits : ANSWERS[name]) };
  });
  const report = await coordinate(OFF_BY_ONE, '--provider', 'openai');
  expect(report).toMatchObject({ outcome: 'approved', final_status: 'SUCCESS' });
  expect(report.patch).toContain('+    if (ring->count >= RING_SIZE) {');
  expect(report.rounds.length).toBeGreaterThan(1);
  expect(runsOf(report)).toEqual(['build passed', 'cases passed']);
});
