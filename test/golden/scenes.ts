import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CommandLine, type Ran, runIds } from '../fixtures/loop/command-line.js';
import { OFF_BY_ONE, ringProject, TYPO, writeTask } from '../fixtures/loop/projects.js';

/** Where a scene is played: an empty data folder, and a user's folder beside it. */
export interface Stage {
  cli: CommandLine;
  home: string;
  dir: string;
  /** Keeps both folders as they are now under a name, with the run that it is about and what the last command said of it. */
  keep: (name: string, run: string, ran: Ran) => void;
}

type Scene = (stage: Stage) => Promise<void>;

/** Every scene with the golden homes that it gives, one after another. */
const SCENES = {
  build: { gives: ['waiting-build'], play: waiting('waiting-build', 'none') },
  patch: { gives: ['waiting-patch'], play: waiting('waiting-patch', 'build') },
  publish: { gives: ['waiting-publish'], play: waiting('waiting-publish', 'build,patch') },
  converged: { gives: ['converged', 'delivered'], play: converged },
  failed: { gives: ['failed'], play: failed },
  unproven: { gives: ['unproven'], play: unproven },
  interrupted: { gives: ['interrupted'], play: interrupted },
  session: { gives: ['session'], play: session },
  roundtable: { gives: ['roundtable'], play: roundtable },
  campaign: { gives: ['campaign'], play: campaign },
} as const satisfies Record<string, { gives: readonly string[]; play: Scene }>;

export type SceneName = keyof typeof SCENES;
export type GoldenName = (typeof SCENES)[SceneName]['gives'][number];

export const GOLDEN_NAMES: readonly GoldenName[] = Object.values(SCENES).flatMap(({ gives }) => gives);

/** The scene that gives a golden home. */
export function sceneOf(name: GoldenName): { scene: SceneName; play: Scene } {
  for (const [scene, { gives, play }] of Object.entries(SCENES))
    if ((gives as readonly string[]).includes(name)) return { scene: scene as SceneName, play };
  throw new Error(`no scene gives ${name}`);
}

/** A person's policy that takes any patch that passes. */
const BELIEVING = 'successConfidence: 0\n';
/** Every patch is asked about. */
const WARY = `${BELIEVING}gateRisk: 0.01\n`;

/** The ring project with a bug, a policy, and a task beside it. */
function prepare(
  { home, dir }: Stage,
  policy: string,
  edits = TYPO,
  parts: Record<string, unknown> = {},
): string {
  for (const folder of [home, dir]) mkdirSync(folder);
  writeFileSync(path.join(home, 'policy.yaml'), policy);
  ringProject(path.join(dir, 'fw'), edits);
  return writeTask(path.join(dir, 'task.yaml'), './fw', parts);
}

/** Runs a command, which has to end with an exit code. */
async function play({ cli, home, dir }: Stage, code: number, args: string[], env = {}): Promise<Ran> {
  const ran = await cli.run([...args, '--json'], { home, cwd: dir, env });
  if (ran.code !== code)
    throw new Error(`${args[0]} ended with ${ran.code}: ${ran.stdout.slice(-2000)}${ran.stderr}`);
  return ran;
}

const onlyRun = ({ home }: Stage): string => runIds(home)[0] ?? '';

/** Plays a command that makes one run, and keeps it. */
async function playAndKeep(stage: Stage, name: string, code: number, args: string[], env = {}): Promise<Ran> {
  const before = new Set(runIds(stage.home));
  const ran = await play(stage, code, args, env);
  stage.keep(name, runIds(stage.home).find((run) => !before.has(run)) ?? '', ran);
  return ran;
}

/** A run that stops at the first gate beyond what is approved. */
function waiting(name: string, approved: string): Scene {
  return async (stage) => {
    const task = prepare(stage, WARY, TYPO, { goal: `Goal of ${name}` });
    await playAndKeep(stage, name, 4, ['run', task, '--approve', approved]);
  };
}

/** A run that repairs a typing error, and then its delivery. */
async function converged(stage: Stage): Promise<void> {
  const task = prepare(stage, BELIEVING);
  await playAndKeep(stage, 'converged', 0, ['run', task, '--approve', 'all']);
  await playAndKeep(stage, 'delivered', 0, ['deliver', onlyRun(stage), '--approve', 'all']);
}

/** A run that may try one patch only, which is not the right one. */
async function failed(stage: Stage): Promise<void> {
  const task = prepare(stage, BELIEVING, OFF_BY_ONE, { constraints: { searchTrials: 1 } });
  await playAndKeep(stage, 'failed', 1, ['run', task, '--approve', 'all']);
}

/** A run with patches that pass, of which none is sure enough for its person. */
async function unproven(stage: Stage): Promise<void> {
  const task = prepare(stage, 'successConfidence: 0.99\n', OFF_BY_ONE, {
    goal: 'Goal of unproven',
    constraints: { searchTrials: 8 },
  });
  await playAndKeep(stage, 'unproven', 1, ['run', task, '--approve', 'all']);
}

/** So long the run waits after each transition: long enough to be killed there. */
const PACE_MS = '1500';

/** A run whose process was killed when it had found the cause. */
async function interrupted(stage: Stage): Promise<void> {
  const task = prepare(stage, BELIEVING);
  const args = ['run', task, '--approve', 'all', '--json', '--pace', PACE_MS];
  const { child, until, ended } = stage.cli.start(args, { home: stage.home, cwd: stage.dir });
  await until('"to":"CODE_ANALYSIS"');
  child.kill('SIGKILL');
  stage.keep('interrupted', onlyRun(stage), await ended);
}

async function session(stage: Stage): Promise<void> {
  prepare(stage, BELIEVING);
  await playAndKeep(stage, 'session', 0, ['ask', 'list files', '--repo', './fw']);
}

async function roundtable(stage: Stage): Promise<void> {
  const task = prepare(stage, BELIEVING, TYPO, { goal: 'Goal of roundtable' });
  await playAndKeep(stage, 'roundtable', 0, [
    'coordinate',
    task,
    '--mode',
    'implementation',
    '--approve',
    'all',
  ]);
}

/** A campaign, with the run and the delivery that it has done, and a mock that researches. */
async function campaign(stage: Stage): Promise<void> {
  const task = prepare(stage, BELIEVING);
  const args = ['campaign', 'make the ring pass and commit it', '--task', task, '--approve', 'all'];
  const ran = await play(stage, 0, args, { BENCHLOOP_MOCK_RESEARCHER: '1' });
  stage.keep('campaign', String(ran.lines[0]?.run), ran);
}
