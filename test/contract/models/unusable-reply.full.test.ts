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
    listed: () => of('prompts', run),
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
  it('is told with what was wrong where the next prompt waits, which has a record of its own', async () => {
    const { prompts, listed, reply, resume, record } = await waitingRun();
    const refused: string[] = [];
    for (const [words, wrong] of [
      ['no idea', 'there is no JSON object in the answer'],
      ['{"confidence": "high"}', 'Invalid input'],
    ] as const) {
      const [{ prompt }] = await prompts();
      await reply(prompt, words);
      const { code, stdout, stderr } = await resume();
      const told = `the reply to ${prompt} could not be used: `;
      expect([code, stdout]).toEqual([4, expect.stringContaining(told)]);
      expect(stdout).toContain(wrong);
      expect(stderr).toMatch(/benchloop reply \S+ main\.\d+\.\d FILE\n/);
      expect(stderr).not.toContain('approve');
      expect((await listed()).stdout).toContain(told);
      expect(await prompts()).toMatchObject([{ before: { prompt, why: expect.stringContaining(wrong) } }]);
      refused.push(prompt);
    }
    // the state is visited again, and asks what it asked at first
    const [first = ''] = refused;
    const before = refused.map(record);
    const [{ prompt: third }, ...more] = await prompts();
    expect([more, refused.includes(third)]).toEqual([[], false]);
    expect(JSON.parse(record(third))).toMatchObject({ hash: JSON.parse(record(first)).hash, reply: null });
    expect((await reply(third, 'still none')).code).toBe(0);
    expect(JSON.parse(record(third))).toMatchObject({ reply: { text: 'still none' } });
    expect(refused.map(record)).toEqual(before);
  });
});
