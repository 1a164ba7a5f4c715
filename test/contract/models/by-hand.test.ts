import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { runIds } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { type Job, prepare } from '../loop/workshop.js';
import { REPLIES } from './scripted-server.js';

let cli: InProcess;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());

interface Prompt {
  run: string;
  prompt: string;
  judgement: string;
  file: string;
  files: string[];
  replaced: Record<string, number>;
}

/** A run that waits for a person with a prompt. */
async function waiting(policy?: string): Promise<{
  job: Job;
  run: string;
  of: (args: string[]) => ReturnType<InProcess['run']>;
}> {
  const job = prepare(cli, { edits: OFF_BY_ONE });
  if (policy !== undefined) {
    mkdirSync(job.home, { recursive: true });
    writeFileSync(path.join(job.home, 'policy.yaml'), policy);
  }
  const of = (args: string[]) => cli.run(args, { home: job.home, cwd: job.dir });
  const started = await of(['run', job.task, '--json', '--approve', 'all', '--provider', 'manual']);
  expect(started.code).toBe(4);
  return { job, run: runIds(job.home)[0] ?? '', of };
}

const promptsOf = (ran: { stdout: string }): Prompt[] => JSON.parse(ran.stdout).prompts;

describe('the provider "manual"', () => {
  it('waits with each prompt, without a process, until somebody brings the reply', async () => {
    const { job, run, of } = await waiting();
    const asked: string[] = [];
    const ids: string[] = [];
    let code: number | null = 4;
    while (code === 4 && asked.length < 8) {
      const [prompt, ...more] = promptsOf(await of(['prompts', run, '--json']));
      if (!prompt) throw new Error('no prompt waits');
      expect(more).toEqual([]);
      expect(readFileSync(prompt.file, 'utf8')).toContain('ring_refuses_when_full');
      expect(ids).not.toContain(prompt.prompt);
      ids.push(prompt.prompt);
      asked.push(prompt.judgement);
      const file = path.join(job.dir, 'reply.txt');
      writeFileSync(file, `Here it is:\n${REPLIES[prompt.judgement]}`);
      expect((await of(['reply', run, prompt.prompt, file])).code).toBe(0);
      code = (await of(['resume', run, '--json', '--approve', 'all'])).code;
    }
    expect(code).toBe(0);
    expect(asked).toEqual(expect.arrayContaining(['analysis', 'edits']));
    expect(existsSync(path.join(job.home, 'egress.jsonl'))).toBe(false);
  });

  it('says by kind what was replaced in a prompt before it is copied, and claims no more', async () => {
    const { run, of } = await waiting("neverSend: ['src/ring.c']\n");
    const [prompt] = promptsOf(await of(['prompts', run, '--json']));
    expect(prompt?.replaced.FILE).toBeGreaterThan(0);
    expect((await of(['prompts', run])).stdout).toMatch(
      /replaced by placeholders: FILE \d+; there can be other secrets\n +copy the text of/,
    );
    const { gates } = JSON.parse((await of(['show', run, '--json'])).stdout);
    expect(JSON.stringify(gates)).toContain('replaced by placeholders: FILE');
  });

  it('waits with the same prompt after a restart', async () => {
    const { run, of } = await waiting();
    const before = promptsOf(await of(['prompts', run, '--json']));
    expect((await of(['resume', run, '--json', '--approve', 'all'])).code).toBe(4);
    expect(promptsOf(await of(['prompts', '--json']))).toEqual(before);
  });

  it('refuses a reply to what does not wait, and names what does', async () => {
    const { job, run, of } = await waiting();
    const file = path.join(job.dir, 'reply.txt');
    writeFileSync(file, 'hello');
    const refused = await of(['reply', run, 'main.99.1', file]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/no prompt main\.99\.1 .* waits.*main\.\d+\.1/s);
  });

  it('refuses an empty reply, and goes on waiting for one', async () => {
    const { job, run, of } = await waiting();
    const before = promptsOf(await of(['prompts', run, '--json']));
    const file = path.join(job.dir, 'reply.txt');
    writeFileSync(file, ' \n\t\n');
    // standard input has ended
    for (const from of ['-', file]) {
      const refused = await of(['reply', run, before[0]?.prompt ?? '', from]);
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringMatching(/the reply is empty; nothing/),
      ]);
    }
    // nor is it answered by saying that there is one
    const { gates } = JSON.parse((await of(['show', run, '--json'])).stdout);
    const asked = gates.find(({ answer }: { answer: string | null }) => answer === null);
    const said = await of(['answer', run, asked.gate, 'replied', '--code', asked.code]);
    expect([said.code, said.stderr]).toEqual([
      2,
      expect.stringMatching(/there is no reply to prompt \S+ yet/),
    ]);
    expect(promptsOf(await of(['prompts', run, '--json']))).toEqual(before);
  });

  it('leaves the rest of the run to whom a person switches it to', { tags: 'full' }, async () => {
    const { job, run, of } = await waiting();
    const [prompt] = promptsOf(await of(['prompts', run, '--json']));
    const file = path.join(job.dir, 'reply.txt');
    writeFileSync(file, REPLIES[prompt?.judgement ?? ''] ?? '');
    await of(['reply', run, prompt?.prompt ?? '', file]);
    expect((await of(['provider', run, 'CODER=rules', 'ANALYST=rules'])).code).toBe(0);
    const ended = await of(['resume', run, '--json', '--approve', 'all']);
    expect(ended.code).not.toBe(4);
    expect(promptsOf(await of(['prompts', '--json']))).toEqual([]);
  });
});
