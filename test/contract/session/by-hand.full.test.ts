import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { prepare } from '../loop/workshop.js';

let cli: InProcess;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());

interface Open {
  gate: string;
  code: string;
  answer: string | null;
}

it('a session by hand waits with its own questions, and a reply to a prompt answers none of them', async () => {
  const at = prepare(cli, {});
  const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home: at.home, cwd: at.dir });
  const asked = await cmd('ask', 'fix clamp', '--task', at.task, '--provider', 'manual');
  expect(asked.code, asked.stdout + asked.stderr).toBe(4);
  const run = runIds(at.home)[0] ?? '';
  const file = path.join(at.dir, 'reply.json');
  const prompt = async (): Promise<{ prompt: string; judgement: string; words: string }> => {
    const [one] = JSON.parse((await cmd('prompts', run, '--json')).stdout).prompts;
    return { ...one, words: readFileSync(one.file, 'utf8') };
  };
  const reply = async (said: unknown): Promise<number | null> => {
    writeFileSync(file, JSON.stringify(said));
    expect((await cmd('reply', run, (await prompt()).prompt, file)).code).toBe(0);
    return (await cmd('resume', run)).code;
  };
  const open = async (): Promise<Open | undefined> =>
    JSON.parse((await cmd('show', run, '--json')).stdout).gates.find(({ answer }: Open) => answer === null);

  expect(await reply({ constraints: [], questions: ['Which MCU?'] })).toBe(4);
  const question = await open();
  expect(question?.gate).toBe('main.2.clarify');
  const answer = ['answer', run, question?.gate ?? '', '--text', 'the small one', '--code'];
  expect((await cmd(...answer, question?.code ?? '')).code).toBe(0);
  expect((await cmd('resume', run)).code).toBe(4);

  const planning = await prompt();
  expect([planning.judgement, planning.words]).toEqual([
    'session-plan',
    expect.stringContaining('The operator answered: the small one'),
  ]);
  const steps = [{ title: 'Look', intent: 'one command', files: [], undo: 'nothing' }];
  expect(await reply({ steps, verification: { mode: 'none', commands: [] } })).toBe(4);

  const step = await prompt();
  expect(step.judgement).toBe('session-step');
  expect(step.words.match(/list_boards: /g)).toHaveLength(1);
  expect(await reply({ tool: 'run_terminal_cmd', args: { argv: ['true'] } })).toBe(4);
  const may = await open();
  expect(may?.gate).toBe('main.call.1');
});
