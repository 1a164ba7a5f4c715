import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { AgentId } from '../../../../shared/deliverables.js';
import type { KnownTask } from '../tasks/epics.js';

/** A call of a tool that only reads. */
export interface ReadingCall {
  tool: string;
  args: unknown;
}

/** What an agent is asked, and the calls with which it answers without a model. */
export interface Question {
  question: string;
  calls: readonly ReadingCall[];
}

/** What a reader of the repository alone cannot know: which failure it is about, and who reads the answer. */
const about = ({ task: { goal, profile, test } }: KnownTask['loaded']): string =>
  [
    `The task is “${goal}” on ${profile}, and is not reached: of the cases ${test.cases.join(', ')} some fail, or the firmware does not build.`,
    'Your answer is for whoever finds the cause: name files, lines and functions, and say what you did not find.',
  ].join(' ');

const COMMITS = 20;
const EARLIER_RUNS = 3;

/** What each agent looks into. */
export const questionFor = (agent: AgentId, task: KnownTask, home: string): Question =>
  QUESTIONS[agent](task, home);

const QUESTIONS: Readonly<Record<AgentId, (task: KnownTask, home: string) => Question>> = {
  history: ({ loaded }) => ({
    question: `Which of the last commits may have caused this failure, and why? ${about(loaded)}`,
    calls: [
      { tool: 'history', args: { max: COMMITS } },
      ...changeablePlaces(loaded).map((place) => ({ tool: 'history', args: { path: place, max: COMMITS } })),
    ],
  }),
  tests: ({ loaded }) => ({
    question: `Where are the cases defined that have to pass, and what do they check? ${about(loaded)}`,
    calls: [
      { tool: 'list_files', args: { glob: '*test*' } },
      ...namesOf(loaded.task.test.cases).map((name) => ({
        tool: 'search',
        args: { pattern: escaped(name), max: 50 },
      })),
    ],
  }),
  coverage: ({ loaded }, home) => ({
    question: `Which functions and lines do the cases execute that have to pass, and which does none? ${about(loaded)}`,
    calls: [
      ...(changeablePlaces(loaded).length === 0 ? [undefined] : changeablePlaces(loaded)).map((place) => ({
        tool: 'symbols',
        args: place === undefined ? {} : { path: place },
      })),
      { tool: 'list_files', args: { glob: '*test*' } },
      ...earlierRuns(home, loaded.repoRoot, ({ coverage }) => coverage !== null).map((run) => ({
        ...{ tool: 'show_run', args: { run } },
      })),
    ],
  }),
  knowledge: ({ loaded }, home) => ({
    question: `What did earlier runs of this repository find out? ${about(loaded)}`,
    calls: [
      { tool: 'list_runs', args: {} },
      ...earlierRuns(home, loaded.repoRoot).map((run) => ({ tool: 'show_run', args: { run } })),
    ],
  }),
};

/** The folders and files of the clone that a patch may touch, as far as the globs name them. */
function changeablePlaces({ task, subdir }: KnownTask['loaded']): string[] {
  const places = task.constraints.allowedPaths.map((glob) => {
    const parts = glob.split('/');
    const pattern = parts.findIndex(isPattern);
    return path.posix.join(subdir, ...(pattern < 0 ? parts : parts.slice(0, pattern)));
  });
  return [...new Set(places)].filter((place) => place !== '' && place !== '.');
}

const isPattern = (part: string): boolean => /[*?[{]/.test(part);

/** Patterns of cases without their stars: what a source that defines them holds. */
const namesOf = (cases: readonly string[]): string[] => [
  ...new Set(cases.map((one) => one.replace(/\*.*$/, '')).filter((name) => name.length > 2)),
];

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `coverage`: hash of the run's coverage file; older entries, and those of runs that measured nothing, have none. */
const EntrySchema = z.looseObject({
  ...{ run: z.string(), repo: z.string(), coverage: z.string().nullable().default(null) },
});
type Entry = z.infer<typeof EntrySchema>;

/** The last runs that left a knowledge entry of this repository. One that cannot be read is no knowledge. */
function earlierRuns(home: string, repo: string, isAsked: (entry: Entry) => boolean = () => true): string[] {
  const folder = path.join(home, 'knowledge');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const runs = names
    .sort()
    .reverse()
    .flatMap((name) => {
      const entry = EntrySchema.safeParse(jsonIn(path.join(folder, name)));
      return entry.success && entry.data.repo === repo && isAsked(entry.data) ? [entry.data.run] : [];
    });
  return runs.slice(0, EARLIER_RUNS);
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
