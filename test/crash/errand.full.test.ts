import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { type ErrandRun, errandRun } from '../fixtures/errand-run.js';
import { value } from '../fixtures/firmware-run.js';
import { rounds } from './scene.js';
import { twoAtATime } from './two-at-a-time.js';

const RUN = 'errand-1';
const REST = 'errand-1-main-3-rest';

/** What is told to an errand beforehand, and how its process goes on (`crash-errand.ts`). */
interface Story {
  name: 'through' | 'abort';
  deeds: ('write' | 'fail' | 'hang')[];
  tell: (run: ErrandRun) => void;
  /** Its last transition, and those of the run that it dispatches. */
  last: string;
  rest: string[];
  writes: number;
}

const stories: Story[] = [
  {
    name: 'through',
    deeds: ['write', 'fail', 'write'],
    tell: (run) => {
      run.tell('note', 'the milk');
      run.tell('follow_up', 'and bread');
    },
    last: 'main ASK stop STOPPED',
    rest: ['main WORK done DONE'],
    writes: 4,
  },
  {
    name: 'abort',
    deeds: ['write', 'fail', 'hang'],
    tell: () => undefined,
    last: 'main FAN_OUT cancel STOPPED',
    rest: [],
    writes: 1,
  },
];

/** An errand whose first question is answered. */
async function ready({ deeds, tell }: Story): Promise<ErrandRun> {
  const run = errandRun({ deeds });
  await run.go();
  run.answer('go');
  tell(run);
  return run;
}

/** A process of its own drives the errand, until it is killed or has nothing more to do. */
async function driven({ home }: ErrandRun, { name }: Story, env: Record<string, string> = {}) {
  const program = path.join(inject('crashingPrograms'), 'errand.js');
  const child = spawn(process.execPath, [program, home, RUN, name], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(stderr);
  return { isKilled: signal === 'SIGKILL' };
}

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];

/** What an errand came to: transitions of each node in their order, what was written, and what is still open. */
function outcomeOf(run: ErrandRun) {
  const edges = run.edges();
  const nodes = [...new Set(edges.map((edge) => edge.split(' ')[0]))].sort();
  const hasRest = existsSync(path.join(run.home, 'runs', REST));
  return run.read((journal) => ({
    edges: nodes.map((node) => edges.filter((edge) => edge.split(' ')[0] === node)),
    last: edges.at(-1),
    rest: hasRest ? run.edges(REST) : [],
    written: linesOf(path.join(run.home, 'written.txt')).toSorted(),
    open: value(journal.nodes())
      .filter(({ path: node, isCut }) => isCut || value(journal.node(node).snapshot()).state === 'WORK')
      .map(({ path: node }) => node),
    pending: journal.pending(),
  }));
}

async function undisturbed(story: Story) {
  const run = await ready(story);
  const log = path.join(run.home, 'points.log');
  expect(await driven(run, story, { BENCHLOOP_CRASH_LOG: log })).toEqual({ isKilled: false });
  const outcome = outcomeOf(run);
  const { last, rest, writes } = story;
  expect(outcome).toMatchObject({ last, rest, open: [], pending: [] });
  expect(outcome.written).toHaveLength(writes);
  return { points: linesOf(log), outcome };
}

/** Far more than there are kinds of points: it does not get on any more. */
const MANY = 100;

describe.each(stories)('an errand whose process is killed ($name)', (story) => {
  it('ends the same when it is killed at every kind of journal point in turn', async () => {
    const { points, outcome } = await undisturbed(story);
    const run = await ready(story);
    const env = { BENCHLOOP_CRASH_SEEN: path.join(run.home, 'seen') };
    let kills = 0;
    while (kills < MANY && (await driven(run, story, env)).isKilled) kills += 1;
    const kinds = new Set(points.map((name) => name.split(' ').slice(0, 2).join(' ')));
    expect(kills).toBeGreaterThanOrEqual(kinds.size);
    expect(outcomeOf(run)).toEqual(outcome);
  });

  it.runIf(rounds > 1)('ends the same from every single journal point', async () => {
    const { points, outcome } = await undisturbed(story);
    const jobs = points.map((name, i) => async () => {
      const run = await ready(story);
      const place = `killed at point ${i + 1} (${name}): `;
      const { isKilled } = await driven(run, story, { BENCHLOOP_CRASH_AT: String(i + 1) });
      if (!isKilled) return `${place}it was not reached`;
      await driven(run, story);
      return JSON.stringify(outcomeOf(run)) === JSON.stringify(outcome)
        ? null
        : `${place}${JSON.stringify(outcomeOf(run))} instead of ${JSON.stringify(outcome)}`;
    });
    expect(await twoAtATime(jobs)).toEqual([]);
  });
});
