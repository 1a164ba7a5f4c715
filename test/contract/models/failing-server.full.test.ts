import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { believing, FOUND_SOON, type Job, prepare, runJob } from '../loop/workshop.js';
import { answerAll, asksFor, settings } from './scripted-server.js';

/** Stands nowhere but in the environment of the command line. */
const CANARY = 'sk-canary-4f1d2b7e9a604c83';

let cli: CommandLine;
let server: LLMock;
beforeAll(async () => {
  cli = await bundleCommandLine();
  server = new LLMock({ port: 0, host: '127.0.0.1', auth: { apiKeys: [CANARY] } });
  await server.start();
});
afterAll(async () => {
  await server.stop();
  cli.close();
});
beforeEach(() => server.reset());

const repair = async (env: Record<string, string> = {}) => {
  const job = believing(prepare(cli, { edits: OFF_BY_ONE, parts: { constraints: FOUND_SOON } }));
  const driven = await runJob(cli, job, {
    args: ['--provider', 'openai'],
    env: { ...settings(server), OPENAI_API_KEY: CANARY, ...env },
  });
  return { job, ...driven };
};

/** Every file below a folder that holds the text. */
function holding(dir: string, text: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size < 50_000_000 && readFileSync(file, 'latin1').includes(text));
}

/** What came of the requests of a run: codes, and null for a reply. */
function outcomes({ home }: Job): Set<string | null> {
  const folder = path.join(home, 'runs', runIds(home)[0] ?? '', 'prompts');
  const records = readdirSync(folder).map((name) =>
    JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
  );
  return new Set(records.map(({ problem }) => problem?.code ?? null));
}

const echo = { error: { message: `no, not with ${CANARY}`, type: 'server_error' }, status: 500 };

describe('a run whose model fails at each call', () => {
  it.each([
    ['says nonsense', { content: 'Prrt.' }, null],
    ['cuts its JSON off', { content: '{"root_cause": "the ring' }, null],
    ['ignores the schema', { content: '{"answer": 42}' }, null],
    [
      'is overloaded',
      { error: { message: 'slow down' }, status: 429, retryAfter: 0 },
      'PROVIDER_NETWORK_ERROR',
    ],
    ['breaks down', echo, 'PROVIDER_NETWORK_ERROR'],
    ['does not know the model', { error: { message: 'what?' }, status: 404 }, 'PROVIDER_NOT_FOUND'],
    ['is not allowed', { error: { message: 'no' }, status: 403 }, 'PROVIDER_PERMISSION_DENIED'],
  ])('since it %s is repaired by rules, and says what happened', async (_, response, code) => {
    server.onMessage(/./, response);
    const { job, report, ran } = await repair();
    expect(report).toMatchObject({ final_status: 'SUCCESS', files_changed: ['src/ring.c'] });
    expect(ran.stdout).toContain('"retry_reason":"MODEL_FAILURE"');
    expect(outcomes(job)).toEqual(new Set([code]));
    expect(holding(path.dirname(job.home), CANARY)).toEqual([]);
    expect(ran.stdout + ran.stderr).not.toContain(CANARY);
  });

  it('since it does not take the key is repaired by rules', async () => {
    answerAll(server);
    const { report, job } = await repair({ OPENAI_API_KEY: 'sk-another-key-0123456789' });
    expect(report.final_status).toBe('SUCCESS');
    expect(outcomes(job)).toEqual(new Set(['PROVIDER_AUTH_ERROR']));
  });

  it('since it breaks off in the middle is repaired by rules', async () => {
    server.onMessage(/./, { content: 'a long answer that breaks' }, { chunkSize: 2, truncateAfterChunks: 3 });
    const { report, job } = await repair();
    expect(report.final_status).toBe('SUCCESS');
    expect(outcomes(job)).toEqual(new Set(['PROVIDER_NETWORK_ERROR']));
  });
});

it('one unusable reply costs that reply: the model is asked again, and repairs', async () => {
  let answers = 0;
  const isAnalysis = asksFor('analysis');
  server.on({ predicate: (request) => isAnalysis(request) && answers++ < 2 }, { content: 'Prrt.' });
  answerAll(server);
  const { report, path: taken } = await repair();
  expect(report.final_status).toBe('SUCCESS');
  expect(taken.filter((move) => move === 'CODE_ANALYSIS → ERROR_RECOVERY').length).toBeGreaterThan(1);
  expect(report.patch).toContain('+    if (ring->count >= RING_SIZE) {');
});

it('the key is in no child’s environment, no file and no export', async () => {
  answerAll(server);
  const job = believing(
    prepare(cli, {
      edits: {
        ...OFF_BY_ONE,
        Makefile: `ENV := $(shell env > environment.txt; cat /proc/$$PPID/environ >> environment.txt 2>/dev/null)\n${MAKEFILE}`,
      },
    }),
  );
  const env = { ...settings(server), OPENAI_API_KEY: CANARY };
  const { ran, report } = await runJob(cli, job, { args: ['--provider', 'openai'], env });
  expect(report.final_status).toBe('SUCCESS');
  const exported = path.join(job.dir, 'run.cassette');
  const html = path.join(job.dir, 'run.html');
  await cli.run(['show', report.run, '--cassette', exported, '--html', html], { home: job.home, env });
  expect(statSync(exported).size).toBeGreaterThan(0);
  expect(holding(path.dirname(job.home), CANARY)).toEqual([]);
  expect(ran.stdout + ran.stderr).not.toContain(CANARY);
});

const MAKEFILE = readFileSync(new URL('../../fixtures/loop/ring/Makefile', import.meta.url), 'utf8');
