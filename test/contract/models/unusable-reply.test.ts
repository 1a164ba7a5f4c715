import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine, type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { prepare } from '../loop/workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

/** A run that waits with its first prompt, and what a person does to it. */
async function waitingRun() {
  const { home, dir, task } = prepare(cli, { edits: OFF_BY_ONE });
  const of = (...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: dir });
  expect((await of('run', task, '--approve', 'all', '--provider', 'manual')).code).toBe(4);
  const run = runIds(home)[0] ?? '';
  return {
    prompts: async () => JSON.parse((await of('prompts', run, '--json')).stdout).prompts,
    reply: (prompt: string, words: string): Promise<Ran> => {
      const file = path.join(dir, 'reply.txt');
      writeFileSync(file, words);
      return of('reply', run, prompt, file);
    },
    resume: () => of('resume', run, '--approve', 'all'),
    record: (prompt: string) =>
      readFileSync(path.join(home, 'runs', run, 'prompts', `${prompt}.json`), 'utf8'),
  };
}

describe('a reply that cannot be used', () => {
  it('is followed by a prompt of its own, also where the same is asked in a later visit', async () => {
    const { prompts, reply, resume, record } = await waitingRun();
    const [{ prompt: first }] = await prompts();
    await reply(first, 'no idea');
    expect((await resume()).code).toBe(4);
    const [{ prompt: second }] = await prompts();
    await reply(second, 'no idea either');
    expect((await resume()).code).toBe(4);
    const before = [first, second].map(record);
    const [{ prompt: third }, ...more] = await prompts();
    expect([more, [first, second].includes(third)]).toEqual([[], false]);
    expect(JSON.parse(record(third))).toMatchObject({ hash: JSON.parse(record(first)).hash, reply: null });
    expect((await reply(third, 'still none')).code).toBe(0);
    expect(JSON.parse(record(third))).toMatchObject({ reply: { text: 'still none' } });
    expect([first, second].map(record)).toEqual(before);
  });
});
