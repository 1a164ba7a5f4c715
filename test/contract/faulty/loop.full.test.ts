import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, faultyServer, type Script } from '../../fixtures/faulty/faulty-server.js';
import { randomReplies } from '../../fixtures/faulty/random-reply.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { git, OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { believing, type Job, prepare, runJob } from '../loop/workshop.js';
import { REPLIES } from '../models/scripted-server.js';

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

const rightly: Script['reply'] = ({ judgement }) => ({ text: REPLIES[judgement ?? ''] ?? 'What?' });

/** One case is held out, which a patch that only pleases the others may fail. */
const PARTS = {
  test: {
    cases: ['ring_keeps_order', 'ring_refuses_when_full'],
    heldOut: ['ring_counts', 'ring_starts_empty'],
  },
  constraints: { searchTrials: 12, maxIterations: 2 },
};

const repair = async (script: Script) => {
  server.play(script);
  const job = believing(prepare(cli, { edits: OFF_BY_ONE, parts: PARTS }));
  return { job, ...(await runJob(cli, job, { args: ['--provider', 'openai'], env: server.env })) };
};

/** What the whole program prints with a patch, made and run without the product. */
function printedWith({ dir, repo }: Job, patch: string): string {
  const copy = path.join(dir, 'judged');
  cpSync(repo, copy, { recursive: true });
  git(copy, 'checkout', '-q', '-f', 'main');
  writeFileSync(path.join(dir, 'result.patch'), patch);
  git(copy, 'apply', path.join(dir, 'result.patch'));
  execFileSync('make', { cwd: copy, stdio: 'ignore' });
  return execFileSync(path.join(copy, 'build/run'), { encoding: 'utf8' });
}

describe('a run whose model’s server fails once', () => {
  it('has two requests where it does not', async () => {
    const { report } = await repair({ reply: rightly });
    expect(report.final_status).toBe('SUCCESS');
    expect(server.asked()).toBe(CALLS);
  });

  const CALLS = 2;
  const moments = Array.from({ length: CALLS }, (_, at) => FAULTS.map((as) => ({ at, as }))).flat();

  it.each(moments)('at request $at with $as is repaired all the same', async (fault) => {
    const { job, report } = await repair({ reply: rightly, fault });
    expect(report).toMatchObject({ final_status: 'SUCCESS', files_changed: ['src/ring.c'] });
    expect(printedWith(job, report.patch ?? '')).not.toContain('not ok');
  });
});

describe('a run whose model answers at random, and validly', () => {
  it.each([1, 2, 3, 4, 5])('ends, and succeeds only with what passes everything (seed %i)', async (seed) => {
    const { job, report } = await repair({ reply: randomReplies(seed) });
    expect(server.asked()).toBeGreaterThan(0);
    if (report.final_status === 'SUCCESS')
      expect(printedWith(job, report.patch ?? '')).not.toContain('not ok');
    else expect(report.branch).toBeNull();
  });
});
