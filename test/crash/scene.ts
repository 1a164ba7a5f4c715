import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { createCore } from '../../electron/core/core.js';
import { ReportSchema } from '../../shared/report.js';
import { inEnglish } from '../../shared/texts/words.js';
import {
  bundleCommandLine,
  type CommandLine,
  processesOf,
  type Ran,
  runIds,
  type Started,
} from '../fixtures/loop/command-line.js';
import { git, writeTask } from '../fixtures/loop/projects.js';
import { fingerprint } from '../unit/workspace/repositories.js';

const project = fileURLToPath(new URL('../../', import.meta.url));

/** How a scene's repository and task are made: returns nothing, writes below `dir`. */
export interface Subject {
  repository: (dir: string) => string;
  task: Readonly<Record<string, unknown>>;
}

/** A repository of the user with its task, and a data folder, all fresh. */
export interface Scene {
  dir: string;
  home: string;
  repo: string;
  task: string;
  before: Record<string, string>;
}

export const bundleCrashing = (): Promise<CommandLine> => bundleCommandLine(inject('crashing'));

/** How often; only the crash tests by themselves (`npm run test:crash`) are told. */
export const rounds = Number(process.env.BENCHLOOP_CRASH_ROUNDS ?? 1);

/** Kills on QEMU take minutes: they are for the crash tests by themselves, also for one round of them. */
export const alsoOnQemu = process.env.BENCHLOOP_CRASH_ROUNDS !== undefined;

export function openScene(cli: CommandLine, subject: Subject): Scene {
  const home = cli.freshHome();
  const dir = `${home}-user`;
  const repo = subject.repository(path.join(dir, 'fw'));
  const task = writeTask(path.join(dir, 'task.yaml'), './fw', subject.task);
  mkdirSync(home);
  // how sure a run is of its patch is not what is asked here
  writeFileSync(path.join(home, 'policy.yaml'), 'successConfidence: 0\n');
  return { dir, home, repo, task, before: fingerprint(repo) };
}

export const startRun = (cli: CommandLine, { home, task }: Scene, env: Record<string, string>): Started =>
  cli.start(['run', task, '--approve', 'all', '--json'], { home, env });

/** Takes the run up until it is finished; where no run had begun, it is started again. */
export function goOn(cli: CommandLine, scene: Scene, env: Record<string, string> = {}): Promise<Ran> {
  const [run] = runIds(scene.home);
  return run === undefined
    ? startRun(cli, scene, env).ended
    : cli.run(['resume', run, '--json'], { home: scene.home, env });
}

/** What must come out the same, however often the run was killed. */
export interface Outcome {
  code: number | null;
  final_status: string;
  verdict: string;
  patch: string | null;
  /** `from event to` of every transition; the numbers are checked to be 1, 2, 3, … */
  path: string[];
  /** Subjects of the commits in the private clone. */
  commits: string[];
  replay: boolean;
  /** Must be empty: live processes of the run, and what changed in the user's repository besides the result. */
  left: string[];
  touched: string[];
}

export async function outcomeOf(scene: Scene, end: Ran): Promise<Outcome> {
  const [run = ''] = runIds(scene.home);
  const core = createCore({
    home: scene.home,
    resources: path.join(project, 'native-config'),
    wasmDir: '',
    env: {},
  });
  const details = core.details(run);
  if (!details.ok) throw new Error(`${inEnglish(details.error.message)}\n${end.stdout}${end.stderr}`);
  const { trace, folder } = details.value;
  const gap = trace.find((t, i) => t.seq !== i + 1);
  if (gap) throw new Error(`transition ${gap.seq} stands out of order`);
  const report = ReportSchema.safeParse(end.lines.at(-1));
  if (!report.success) throw new Error(`no report: ${end.stdout.slice(-2000)}${end.stderr}`);
  const { final_status, verdict, patch } = report.data;
  return {
    code: end.code,
    final_status,
    verdict,
    patch,
    path: trace.map((t) => `${t.from} ${t.event} ${t.to}`),
    commits: commitsOf(path.join(folder, 'clone.git')),
    replay: await replays(core, run, scene),
    left: await lastingProcesses(run),
    touched: touchedBy(scene, run),
  };
}

const commitsOf = (gitDir: string): string[] =>
  git(gitDir, 'log', '--format=%s', 'HEAD').trim().split('\n').sort();

async function replays(core: ReturnType<typeof createCore>, run: string, scene: Scene): Promise<boolean> {
  const file = path.join(scene.dir, 'cassette.json');
  const cassette = await core.cassette(run, []);
  if (!cassette.ok) throw new Error(inEnglish(cassette.error.message));
  const written = await cassette.value.write(file);
  if (!written.ok) throw new Error(inEnglish(written.error.message));
  const done = await core.replay(file);
  if (!done.ok) throw new Error(inEnglish(done.error.message));
  return true;
}

/** Processes that are still there after the time the kernel needs to end a killed tree. */
async function lastingProcesses(run: string): Promise<string[]> {
  const until = Date.now() + 60_000;
  while (processesOf(run).length > 0 && Date.now() < until) await delay(10);
  return processesOf(run);
}

/** Everything in the user's repository that is new or other, but for the result's branch and objects. */
function touchedBy({ repo, before }: Scene, run: string): string[] {
  const after = fingerprint(repo);
  const branch = `.git/refs/heads/benchloop/${run}`;
  const expected = (name: string): boolean =>
    name === branch || name === '.git/refs/heads/benchloop/' || /^\.git\/objects\/[0-9a-f]{2}\//.test(name);
  const changed = Object.keys(before).filter((name) => after[name] !== before[name]);
  const added = Object.keys(after).filter((name) => !(name in before) && !expected(name));
  return [...changed, ...added];
}

export function closeScene({ dir, home }: Scene): void {
  rmSync(dir, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}

/** The fault points that an undisturbed run comes by, in order, and how it ends. */
export async function undisturbed(
  cli: CommandLine,
  subject: Subject,
): Promise<{ points: string[]; outcome: Outcome; durationMs: number }> {
  const scene = openScene(cli, subject);
  const log = path.join(scene.dir, 'points.log');
  const begun = performance.now();
  const end = await startRun(cli, scene, { BENCHLOOP_CRASH_LOG: log }).ended;
  const durationMs = performance.now() - begun;
  const points = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  const outcome = await outcomeOf(scene, end);
  closeScene(scene);
  return { points, outcome, durationMs };
}

/** Runs the jobs two at a time; gives what each has to say, without the silent ones. */
export async function twoAtATime(jobs: readonly (() => Promise<string | null>)[]): Promise<string[]> {
  const said: string[] = [];
  const waiting = [...jobs];
  const worker = async (): Promise<void> => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const word = await job();
      if (word === null) continue;
      said.push(word);
      // Rounds take an hour: what was found is told at once.
      console.error(word);
    }
  };
  await Promise.all([worker(), worker()]);
  return said;
}

/** Null where the outcome is the expected one; otherwise what differs, after the place of the kill. */
export function difference(place: string, expected: Outcome, actual: Outcome): string | null {
  const keys = Object.keys(expected) as (keyof Outcome)[];
  const differing = keys.filter((key) => JSON.stringify(expected[key]) !== JSON.stringify(actual[key]));
  if (differing.length === 0) return null;
  const words = differing.map((key) => {
    const [is, was] = [actual[key], expected[key]];
    if (!Array.isArray(is) || !Array.isArray(was)) return `${key}: ${is} instead of ${was}`;
    const at = is.findIndex((item, i) => item !== was[i]);
    return `${key}, from its place ${at}: ${is.slice(at)} instead of ${was.slice(at)}`;
  });
  return `killed ${place}: ${words.join('; ')}`;
}
