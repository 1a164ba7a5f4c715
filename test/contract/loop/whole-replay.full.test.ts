import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { prepare, runJob } from './workshop.js';

const REPLIES: Readonly<Record<string, object>> = {
  analysis: {
    root_cause: 'the ring takes one byte too many',
    hypotheses: [{ cause: 'the limit', confidence: 0.9, file: 'src/ring.c', line: 11, evidence: [] }],
    files_to_change: ['src/ring.c'],
    change_points: ['ring_put'],
    expected_effect: 'ring_refuses_when_full passes',
    confidence: 0.9,
    reason: 'ring_put lets count exceed RING_SIZE',
  },
  edits: {
    edits: [
      {
        file: 'src/ring.c',
        find: '    if (ring->count > RING_SIZE) {',
        replace: '    if (ring->count >= RING_SIZE) {',
      },
      // far from the first: builds are asked whether they compile both, which a replay does not do again
      {
        file: 'src/ring.c',
        find: '    *byte = ring->bytes[ring->head];',
        replace: '    *byte = ring->bytes[ring->head % RING_SIZE];',
      },
    ],
    rationale: 'A ring with RING_SIZE bytes is full.',
    confidence: 0.9,
  },
  decision: { status: 'PASS', next_action: 'CONTINUE', confidence: 0.95, reasoning: 'All cases pass.' },
};

const asksFor =
  (name: string) =>
  ({ response_format }: ChatCompletionRequest): boolean =>
    JSON.stringify(response_format).includes(`"name":"${name}"`);

let cli: CommandLine;
let tape: string;
let dir: string;
beforeAll(async () => {
  cli = await bundleCommandLine();
  const server = new LLMock({ port: 0, host: '127.0.0.1' });
  await server.start();
  for (const [name, reply] of Object.entries(REPLIES))
    server.on({ predicate: asksFor(name) }, { content: JSON.stringify(reply) });
  const env = { BENCHLOOP_OPENAI_BASE_URL: `${server.url}/v1`, BENCHLOOP_OPENAI_MODEL: 'm' };
  const job = prepare(cli, { edits: OFF_BY_ONE });
  const { report } = await runJob(cli, job, { args: ['--provider', 'openai'], env });
  expect(report.final_status).toBe('SUCCESS');
  await server.stop();
  dir = job.dir;
  tape = path.join(dir, 'run.cassette');
  const kinds = 'source,console,prompts,replies';
  const shown = await cli.run(['show', report.run, '--cassette', tape, '--include', kinds], {
    home: job.home,
    cwd: dir,
  });
  expect(shown.code, shown.stderr).toBe(0);
  rmSync(job.home, { recursive: true });
  rmSync(job.repo, { recursive: true });
});
afterAll(() => cli.close());

/** Replays the cassette, some of its lines changed, in a data folder of its own. */
function replayed(change: (lines: string[]) => string[] = (lines) => lines) {
  const file = path.join(dir, 'changed.cassette');
  writeFileSync(file, `${change(readFileSync(tape, 'utf8').trim().split('\n')).join('\n')}\n`);
  return cli.run(['replay', file], { home: cli.freshHome(), cwd: dir });
}

/** The line of a reply, with something else in it. */
const inReply = (judgement: string, from: string, to: string) => (lines: string[]) =>
  lines.map((line) =>
    line.includes('"kind":"replies"') && line.includes(`judgement\\":\\"${judgement}`)
      ? line.replaceAll(from, to)
      : line,
  );

describe('a cassette with replies', () => {
  it('is replayed whole, without the run, its repository or a model', async () => {
    const done = await replayed();
    expect(done.stdout + done.stderr).toMatch(
      /^\d+ transitions came out the same\n2 of 2 judgements came out the same, on the same prompts\n$/,
    );
    expect(done.code).toBe(0);
  });

  it('names the judgement whose prompt is another now', async () => {
    const done = await replayed(inReply('edits', '\\"instructions\\":\\"', '\\"instructions\\":\\"0'));
    expect(done.stdout).toMatch(/PATCH_GENERATION: the prompt of the judgement edits is another now/);
    expect([done.code, done.stdout]).toEqual([1, expect.stringContaining('1 of 2 judgements')]);
  });

  it('names the transition whose reply leads elsewhere now', async () => {
    const done = await replayed(inReply('analysis', 'one byte too many', 'nothing'));
    expect([done.code, done.stdout]).toEqual([
      1,
      expect.stringMatching(/transition \d+, CODE_ANALYSIS: the reply leads to another event now/),
    ]);
  });

  it('writes nowhere else, whatever names it has, and says what its judgements lack', async () => {
    const outside = await replayed((lines) =>
      lines.map((line) => line.replace('"path":"src/ring.c"', '"path":"../../outside.c"')),
    );
    expect([outside.code, outside.stderr]).toEqual([
      2,
      expect.stringContaining('../../outside.c is no file of a repository'),
    ]);
    const changed = await replayed((lines) =>
      lines.map((line) =>
        line.includes('"path":"src/ring.h"') ? line.replace('RING_SIZE 4u', 'RING_SIZE 5u') : line,
      ),
    );
    expect([changed.code, changed.stderr]).toEqual([
      2,
      expect.stringContaining('its sources are not those of its commit'),
    ]);
  });
});
