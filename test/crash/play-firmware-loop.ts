import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCore } from '../../electron/core/core.js';
import { ReportSchema } from '../../shared/report.js';
import { inEnglish } from '../../shared/texts/words.js';
import {
  type CommandLine,
  processesOf,
  type Ran,
  runIds,
  type Started,
} from '../fixtures/loop/command-line.js';
import { git } from '../fixtures/loop/projects.js';
import { fingerprint } from '../unit/workspace/repositories.js';
import type { Played } from './chain.js';
import { closeScene, openScene, type Scene, type Subject } from './scene.js';

const project = fileURLToPath(new URL('../../', import.meta.url));

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

/** A run of the firmware loop that repairs the subject. */
export const firmwareLoop = (cli: CommandLine, subject: Subject): Played<Scene, Outcome> => ({
  open: () => openScene(cli, subject),
  goOn: (scene, env) => goOn(cli, scene, env),
  outcomeOf,
  close: closeScene,
});
