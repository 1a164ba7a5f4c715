import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyServer } from '../../fixtures/faulty/faulty-server.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { prepare } from '../loop/workshop.js';

const EDIT = {
  path: 'src/ring.c',
  find: '    if (ring->count > RING_SIZE) {',
  replace: '    if (ring->count >= RING_SIZE) {',
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  'session-intake': { constraints: ['change one file'], questions: [] },
  'session-plan': {
    steps: [{ title: 'Mend the limit', intent: 'one byte too many', files: ['src/ring.c'], undo: 'undo' }],
    verification: { mode: 'none', commands: [] },
  },
  'session-step': { done: true, words: 'The limit is right.' },
  'session-summary': { words: 'It refuses now.' },
};

let cli: InProcess;
let dir: string;
let tape: string[];
let shown = '';
beforeAll(async () => {
  cli = await inProcess();
  const server = await faultyServer();
  server.play({
    reply: ({ judgement, tools, messages }) =>
      tools.length > 0 && messages === 2
        ? { calls: [{ tool: 'apply_patch', args: { edits: [EDIT] } }] }
        : { text: JSON.stringify(ANSWERS[judgement ?? ''] ?? 'What?') },
  });
  const at = prepare(cli, { edits: OFF_BY_ONE });
  dir = at.dir;
  const cmd = (...args: string[]) => cli.run(args, { home: at.home, cwd: at.dir, env: server.env });
  const how = ['--task', at.task, '--provider', 'openai', '--approve', 'build,patch,send,publish', '--json'];
  const ran = await cmd('ask', 'mend the ring', ...how);
  await server.close();
  const file = path.join(dir, 'session.cassette');
  const run = String(ran.lines.at(-1)?.run);
  const kinds = 'source,console,prompts,replies';
  const done = await cmd('show', run, '--cassette', file, '--include', kinds);
  expect(done.code, done.stderr).toBe(0);
  shown = done.stderr;
  tape = readFileSync(file, 'utf8').trim().split('\n');
});
afterAll(() => cli.close());

function replayed(lines: readonly string[]) {
  const file = path.join(dir, 'changed.cassette');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return cli.run(['replay', file], { home: cli.freshHome(), cwd: dir });
}

/** Every reply replaced by words that follow no schema. */
const garbage = (line: string): string => {
  const { file } = JSON.parse(line);
  if (file?.kind !== 'replies' || !file.path.startsWith('replies/')) return line;
  const record = JSON.parse(file.text);
  const text = JSON.stringify({ ...record, reply: { ...record.reply, text: 'GARBAGE', calls: [] } });
  return JSON.stringify({ file: { ...file, text } });
};

describe('the cassette of a session', () => {
  it('holds its sources, and every judgement comes out the same', async () => {
    expect(shown).not.toContain('source: the run has none');
    const done = await replayed(tape);
    expect(done.stdout + done.stderr).toMatch(
      /\n5 of 5 judgements came out the same, on the same prompts\n$/,
    );
    expect(done.code).toBe(0);
  });

  it('is another one with other replies: each is named by its record', async () => {
    const done = await replayed(tape.map(garbage));
    expect([done.code, done.stdout]).toEqual([
      1,
      expect.stringContaining('0 of 5 judgements came out the same'),
    ]);
    for (const state of ['INTAKE', 'PLANNING', 'EXECUTING', 'SUMMARIZING'])
      expect(done.stdout).toMatch(
        new RegExp(`, ${state}: the reply leads to another event now \\(record main\\.\\d+\\)`),
      );
  });

  it('is refused where a prompt in it says something else', async () => {
    const done = await replayed(
      tape.map((line) =>
        line.includes('"kind":"prompts"') ? line.replace('mend the ring', 'erase it') : line,
      ),
    );
    expect([done.code, done.stderr]).toEqual([
      2,
      expect.stringMatching(/the content of prompts\/main\.\d+\.1\.json is not what its hash says/),
    ]);
  });
});
