import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { prepare, runJob } from './workshop.js';

const ANALYSIS = JSON.stringify({
  root_cause: 'the ring takes one byte too many at "if (ring->count > RING_SIZE) {"',
  hypotheses: [
    { cause: 'the limit in ring_put {', confidence: 0.9, file: 'src/ring.c', line: 11, evidence: ['{'] },
  ],
  files_to_change: ['src/ring.c'],
  change_points: ['if (ring->count > RING_SIZE) {'],
  expected_effect: 'ring_refuses_when_full passes',
  confidence: 0.9,
  reason: 'ring_put lets count exceed RING_SIZE: {',
});
const EDIT = {
  file: 'src/ring.c',
  find: '    if (ring->count > RING_SIZE) {',
  replace: '    if (ring->count >= RING_SIZE) {',
};
const edits = (edit = EDIT) =>
  JSON.stringify({ edits: [edit], rationale: 'The block { is entered too late.', confidence: 0.9 });
const DECISION = JSON.stringify({
  status: 'PASS',
  next_action: 'CONTINUE',
  confidence: 0.95,
  reasoning: 'All cases pass; "{" was the place.',
});
const MADE = '-    if (ring->count > RING_SIZE) {\n+    if (ring->count >= RING_SIZE) {\n';

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
beforeEach(() => {
  server.reset();
  server.on({ predicate: asksFor('decision') }, { content: DECISION });
});

const asksFor =
  (name: string) =>
  ({ response_format }: ChatCompletionRequest): boolean =>
    JSON.stringify(response_format).includes(`"name":"${name}"`);

/** The model's answers of one kind, in turn. */
function answers(name: string, ...texts: string[]): void {
  server.on({ predicate: asksFor(name) }, () => ({ content: texts.shift() ?? 'nothing more to say' }));
}

async function repairByModel() {
  const env = { BENCHLOOP_OPENAI_BASE_URL: `${server.url}/v1`, BENCHLOOP_OPENAI_MODEL: 'm' };
  const { report } = await runJob(cli, prepare(cli, { edits: OFF_BY_ONE }), {
    args: ['--provider', 'openai'],
    env,
  });
  const bodies = server.getRequests().map(({ body }) => JSON.stringify(body));
  const asked = bodies.filter((body) => body.includes('"name":"edits"'));
  return { report, asked: asked.length, all: bodies.length };
}

describe('a run whose model leaves braces open in what it says', () => {
  it('ends in the right repair, though its edits are no JSON and copy the numbers of lines', async () => {
    const copied = edits({ ...EDIT, find: '11|     if (ring->count > RING_SIZE) {' });
    answers('analysis', ANALYSIS);
    answers('edits', `The block { is:\n\`\`\`json\n${copied.slice(0, -1)},}\n\`\`\`\nDone {`);
    const { report, asked } = await repairByModel();
    expect(report).toMatchObject({ final_status: 'SUCCESS', files_changed: ['src/ring.c'] });
    expect(report.patch).toContain(MADE);
    expect(asked).toBe(1);
  });

  it('loses one reply for each that nobody can read, and no right one', async () => {
    answers('analysis', '{"root_cause": "the ring {', ANALYSIS);
    answers('edits', edits().replace('"    if', '"    "if'), edits({ ...EDIT, find: '{' }), edits());
    const { report, asked } = await repairByModel();
    expect(report.final_status).toBe('SUCCESS');
    expect(report.patch).toContain(MADE);
    expect(asked).toBe(3);
  });
});

describe('a run whose model gives the cause and the edits at once', () => {
  it('ends in the right repair after one request: the results are judged by code', async () => {
    answers('analysis', JSON.stringify({ ...JSON.parse(ANALYSIS), edits: [EDIT], need: [] }));
    const { report, asked, all } = await repairByModel();
    expect(report).toMatchObject({ final_status: 'SUCCESS', files_changed: ['src/ring.c'] });
    expect(report.patch).toContain(MADE);
    expect([asked, all]).toEqual([0, 1]);
  });
});
