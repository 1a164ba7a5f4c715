import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, type Fault, faultyServer, type Script } from '../../fixtures/faulty/faulty-server.js';
import { randomReplies } from '../../fixtures/faulty/random-reply.js';
import { bundleCommandLine, type CommandLine, type Ran } from '../../fixtures/loop/command-line.js';
import { git, OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { prepare } from '../loop/workshop.js';

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

const EDIT = {
  path: 'src/ring.c',
  find: '    if (ring->count > RING_SIZE) {',
  replace: '    if (ring->count >= RING_SIZE) {',
};
const STEP = {
  title: 'Mend the limit',
  intent: 'the ring takes one byte too many',
  files: ['src/ring.c'],
  undo: 'undo',
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  'session-intake': { constraints: [], questions: [] },
  'session-plan': { steps: [STEP], verification: { mode: 'test', commands: [] } },
  'session-step': { done: true, words: 'The limit is right.' },
  'session-recover': { action: 'repair', reason: 'the server was out of order', steps: [STEP] },
  'session-summary': { words: 'The ring refuses when it is full.' },
};

/** Edits as the first call of a step, then says that it is done. */
const rightly: Script['reply'] = ({ judgement, tools, messages }) =>
  tools.length > 0 && messages === 2
    ? { calls: [{ tool: 'apply_patch', args: { edits: [EDIT] } }] }
    : { text: JSON.stringify(ANSWERS[judgement ?? ''] ?? 'What?') };

const ask = async (script: Script, approve = 'build,patch,send') => {
  server.play(script);
  const job = prepare(cli, { edits: OFF_BY_ONE, parts: { test: { cases: ['ring_*'] } } });
  const args = [
    'ask',
    'Make all ring cases pass',
    '--task',
    job.task,
    '--json',
    '--provider',
    'openai',
    '--approve',
    approve,
  ];
  const ran = await cli.run(args, { home: job.home, cwd: job.dir, env: server.env });
  expect(git(job.repo, 'status', '--porcelain') + git(job.repo, 'branch', '--list', 'benchloop/*')).toBe('');
  return { job, ran, moves: ran.lines.filter(({ type }) => type === 'transition') };
};

/** How it ended, or what it waits for. */
const endOf = (ran: Ran): unknown => (ran.code === 4 ? ran.lines.at(-1)?.scope : ran.lines.at(-1)?.outcome);

const CALLS = 5;
/** The judgements that nothing can be done without; a failed step has another way, a summary is written by code. */
const NEEDED = [0, 1];
const isRefusal = (as: Fault): boolean => !['garbage', 'truncated JSON', 'wrong schema'].includes(as);
const moments = Array.from({ length: CALLS }, (_, at) => FAULTS.map((as) => ({ at, as }))).flat();

describe('a session whose model’s server fails once', () => {
  it('has so many requests where it does not, and asks whether its branch may be written', async () => {
    const { ran, moves } = await ask({ reply: rightly });
    expect(server.asked()).toBe(CALLS);
    expect(endOf(ran)).toBe('publish');
    expect(moves.map(({ to }) => to)).not.toContain('RECOVERING');
  });

  it.each(moments)('at request $at with $as still gets there, or says what it lacks', async (fault) => {
    const { ran } = await ask({ reply: rightly, fault });
    const isLost = NEEDED.includes(fault.at) && isRefusal(fault.as);
    expect(endOf(ran)).toBe(isLost ? 'BLOCKED' : 'publish');
  });
});

describe('a session whose model answers at random, and validly', () => {
  it.each([1, 2, 3, 4])('is never done while its tests fail (seed %i)', async (seed) => {
    const any = randomReplies(seed);
    const isGiven = (judgement: string | null) =>
      judgement === 'session-intake' || judgement === 'session-plan';
    const { ran } = await ask({ reply: (asked) => (isGiven(asked.judgement) ? rightly(asked) : any(asked)) });
    expect(server.asked()).toBeGreaterThan(CALLS);
    expect(['BLOCKED', 'exec', 'patch', 'power', 'flash', 'write']).toContain(endOf(ran));
  });

  it.each([1, 2, 3])('asks back, or ends, whatever it plans (seed %i)', async (seed) => {
    const { ran, moves } = await ask({ reply: randomReplies(seed) });
    expect(moves[0]).toMatchObject({ from: 'IDLE', to: 'INTAKE' });
    expect(['question', 'DONE', 'BLOCKED']).toContain(endOf(ran));
  });
});
