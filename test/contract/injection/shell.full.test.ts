import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obedientServer } from '../../fixtures/injection/obedient-server.js';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { prepare } from '../loop/workshop.js';

let cli: CommandLine;
let model: Awaited<ReturnType<typeof obedientServer>>;
beforeAll(async () => {
  cli = await bundleCommandLine();
  model = await obedientServer();
});
afterAll(async () => {
  await model.close();
  cli.close();
});

const step = { title: 'Look', intent: 'look', files: [], undo: 'nothing' };

/** A session that waits with a command, and a client with a shell of the same user that finds out all about it. */
async function waiting(humanChannel: 'any' | 'window') {
  const job = prepare(cli, {});
  mkdirSync(job.home, { recursive: true });
  writeFileSync(path.join(job.home, 'policy.yaml'), `humanChannel: ${humanChannel}\n`);
  const wants = { id: 'INJ00', channel: 'own words', language: 'en', says: 'INJ00' } as const;
  model.obey({
    entries: [{ ...wants, wants: [{ command: ['touch', 'done-by-the-agent'] }] }],
    otherwise: {
      'session-intake': { constraints: [], questions: [] },
      'session-plan': { steps: [{ ...step, intent: 'INJ00' }], verification: { mode: 'none', commands: [] } },
      'session-step': { done: true, words: 'done' },
      'session-summary': { words: 'done' },
    },
  });
  const o = { home: job.home, cwd: job.dir, env: model.env };
  const approved = humanChannel === 'any' ? ['--approve', 'send'] : [];
  const ask = [
    'ask',
    'Look at it',
    '--task',
    job.task,
    '--json',
    '--role',
    'PLANNER=openai',
    '--role',
    'EXECUTOR=openai',
  ];
  const asked = await cli.run([...ask, ...approved], o);
  const [run = ''] = runIds(job.home);
  const shown = await cli.run(['show', run, '--json'], o);
  const gate = JSON.parse(shown.stdout).gates.findLast(({ answer }: { answer: unknown }) => answer === null);
  const answer = () => cli.run(['approve', run, gate.gate, 'yes', '--code', gate.code], o);
  const resume = () => cli.run(['resume', run, '--json', ...approved], o);
  const wasDone = () => existsSync(path.join(job.home, 'runs', run, 'clone', 'done-by-the-agent'));
  return { job, asked, run, gate, answer, resume, wasDone, o };
}

describe('a client that has a shell of the same user', () => {
  it('can answer a gate, as docs/security.md says, and the answer stands in the journal', async () => {
    const { asked, gate, answer, resume, wasDone, run, o } = await waiting('any');
    expect([asked.code, gate.scope, wasDone()]).toEqual([4, 'exec', false]);
    expect((await answer()).code).toBe(0);
    await resume();
    expect(wasDone()).toBe(true);
    const { gates } = JSON.parse((await cli.run(['show', run, '--json'], o)).stdout);
    const kept = gates.find((one: { gate: string }) => one.gate === gate.gate);
    expect(kept).toMatchObject({ answer: 'yes', answered_by: expect.stringMatching(/./) });
  });

  it('cannot where the policy takes answers from the window only', async () => {
    const { asked, gate, answer, resume, wasDone } = await waiting('window');
    expect(asked.code).toBe(4);
    const refused = await answer();
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('window');
    expect((await resume()).code).toBe(4);
    expect([gate.scope, wasDone()]).toEqual(['send', false]);
  });
});
