import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyServer, type Script } from '../../fixtures/faulty/faulty-server.js';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { type Job, prepare } from '../loop/workshop.js';
import { REPLIES } from './scripted-server.js';

let cli: CommandLine;
let server: Awaited<ReturnType<typeof faultyServer>>;
beforeAll(async () => {
  cli = await bundleCommandLine();
  server = await faultyServer();
});
afterAll(async () => {
  await server.close();
  cli.close();
});

/** Stands in a file that the policy does not let be sent. */
const NEVER = 'count > RING_SIZE';
const POLICY = `neverSend: ['src/ring.c']\ncommands: [[cat, '*']]\nsearchTrials: 24\n`;

function jobWith(): Job {
  const job = prepare(cli, { edits: OFF_BY_ONE });
  mkdirSync(job.home, { recursive: true });
  writeFileSync(path.join(job.home, 'policy.yaml'), POLICY);
  return job;
}

/** All requests of a job's one run, as they were sent. */
function sent({ home }: Job): string {
  const [run = ''] = runIds(home);
  const folder = path.join(home, 'runs', run, 'prompts');
  const records = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const { length } = records;
  expect(length).toBeGreaterThan(1);
  return records.map((record) => JSON.stringify(JSON.parse(record).messages)).join('\n');
}

const run = async (job: Job, script: Script, args: string[]) => {
  server.play(script);
  const how = ['--json', '--approve', 'build,patch,send,publish', '--provider', 'openai'];
  return cli.run([...args, ...how], { home: job.home, cwd: job.dir, env: server.env });
};

const step = { title: 'Look', intent: 'look', files: [], undo: 'nothing' };
const SESSION: Readonly<Record<string, unknown>> = {
  'session-intake': { constraints: [], questions: [] },
  'session-plan': { steps: [step], verification: { mode: 'none', commands: [] } },
  'session-step': { done: true, words: 'seen' },
  'session-recover': { action: 'give_up', reason: 'no', steps: [] },
  'session-summary': { words: 'seen' },
};
const CALLS = [
  { tool: 'read_file', args: { path: 'src/ring.c' } },
  { tool: 'search', args: { pattern: 'RING_SIZE' } },
  { tool: 'symbols', args: { path: 'src/ring.c' } },
  { tool: 'run_terminal_cmd', args: { argv: ['cat', 'src/ring.c'] } },
  {
    tool: 'apply_patch',
    args: { edits: [{ path: 'src/ring.c', find: '#include "ring.h"', replace: '#include "ring.h" ' }] },
  },
];

describe('a file that the policy does not let be sent', () => {
  it('is shown to the model of a session by its name alone, whatever it calls; a person sees what its command printed', async () => {
    const job = jobWith();
    const ran = await run(
      job,
      {
        reply: ({ judgement, tools, messages }) =>
          tools.length > 0 && messages === 2
            ? { calls: CALLS }
            : { text: JSON.stringify(SESSION[judgement ?? ''] ?? {}) },
      },
      ['ask', 'Look at the ring', '--task', job.task],
    );
    const done = ran.lines.filter(({ type, status }) => type === 'tool_call' && status === 'ok');
    expect(done.map(({ tool }) => tool)).toEqual(CALLS.slice(0, -1).map(({ tool }) => tool));
    expect(sent(job)).toContain('the text of this file is withheld');
    expect(sent(job)).toContain('[withheld: ');
    expect(sent(job)).not.toContain(NEVER);
    expect(JSON.stringify(done)).toContain(NEVER);
    expect(ran.lines.at(-1)?.models).toMatchObject({ replaced: { FILE: expect.any(Number) } });
    const shown = await cli.run(['show', runIds(job.home)[0] ?? ''], { home: job.home, cwd: job.dir });
    expect(shown.stdout).toMatch(/Models: \d+ requests; replaced by placeholders: FILE \d+; there can be/);
  });

  it('is not shown by the loop, neither whole, nor in parts that the model asks for', async () => {
    const job = jobWith();
    const need = [{ file: 'src/ring.c', symbol: null, from: 1, to: 40 }];
    const ran = await run(
      job,
      {
        reply: ({ judgement }) => ({
          text:
            judgement === 'edits'
              ? JSON.stringify({ edits: [], rationale: 'I see nothing.', confidence: 0.1, need })
              : (REPLIES[judgement ?? ''] ?? ''),
        }),
      },
      ['run', job.task],
    );
    expect(sent(job)).toContain('What you asked to see');
    expect(ran.lines.at(-1)).toMatchObject({
      ...{ type: 'report', machine: 'firmware-loop' },
      models: { replaced: { FILE: expect.any(Number) } },
    });
    expect(sent(job)).not.toContain(NEVER);
  });
});
