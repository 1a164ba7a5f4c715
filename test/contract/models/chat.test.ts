import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { runIds } from '../../fixtures/loop/command-line.js';
import { type Job, prepare } from '../loop/workshop.js';
import { settings } from './scripted-server.js';

let cli: InProcess;
let server: LLMock;
let job: Job;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());
beforeEach(async () => {
  server = new LLMock({ port: 0, host: '127.0.0.1' });
  await server.start();
  server.on({ predicate: () => true }, { content: 'It \u001b[31mpasses.' });
  job = prepare(cli, {});
  mkdirSync(job.home);
  return () => server.stop();
});

const chat = (...args: string[]) =>
  cli.run(['chat', 'Why?', ...args], { home: job.home, cwd: job.repo, env: settings(server) });
const body = () => JSON.stringify(server.getRequests().at(-1)?.body);

describe('benchloop chat', () => {
  it('answers about a run and a file, in the model’s own words, and makes no run', async () => {
    await cli.run(['run', job.task, '--approve', 'all'], { home: job.home, cwd: job.dir });
    const [run = ''] = runIds(job.home);
    const said = await chat(
      '--run',
      run,
      '--file',
      'src/ring.c',
      '--provider',
      'openai',
      '--approve',
      'send',
    );
    expect([said.code, said.stdout]).toEqual([0, 'It <ESC>[31mpasses.\n']);
    expect(said.stderr).toContain('own words');
    for (const part of [`report of run ${run}`, `log of run ${run}`, 'file src/ring.c', 'nothing to fix'])
      expect(body()).toContain(part);
    expect(body()).not.toContain('"tools"');
    expect(runIds(job.home)).toEqual([run]);
  });

  it('sends nothing where nobody agrees: exit 4; `all` agrees to nothing that goes outward', async () => {
    const args = ['--file', 'src/ring.c', '--provider', 'openai'];
    expect((await chat(...args)).code).toBe(4);
    expect((await chat(...args, '--approve', 'all')).code).toBe(4);
    expect((await chat(...args, '--approve', 'build')).code).toBe(1);
    expect(server.getRequests()).toEqual([]);
    const agreed = await chat(...args, '--approve', 'send', '--json');
    expect(agreed.lines).toEqual([{ question: 'Why?', answer: 'It \u001b[31mpasses.' }]);
    // what `--approve` let happen is no standing approval
    expect((await chat(...args)).code).toBe(4);
    expect(existsSync(path.join(job.home, 'approved-hosts'))).toBe(false);
  });

  it('says what to set without a model, and is bound by the policy', async () => {
    const none = await chat();
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('a chat needs a model')]);
    writeFileSync(path.join(job.home, 'policy.yaml'), 'offline: true\n');
    const offline = await chat('--provider', 'openai', '--approve', 'send');
    expect([offline.code, offline.stderr]).toEqual([1, expect.stringContaining('says offline')]);
    expect(existsSync(path.join(job.home, 'egress.jsonl'))).toBe(false);
  });
});
