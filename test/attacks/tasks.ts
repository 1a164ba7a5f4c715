import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { projectDir } from '../../build/project.mjs';
import { loadTask } from '../../electron/effects/firmware-loop/start/task-file.js';
import { tighten } from '../../electron/effects/firmware-loop/start/tighten.js';
import type { Caller } from '../../electron/engine/tool.js';
import { allowPrograms } from '../../electron/tools/target/allow-programs.js';
import { isBelow } from '../../electron/workspace/inside.js';
import { defaultPolicy, type Policy } from '../../shared/policy.js';
import { fail } from '../../shared/problem.js';
import type { Profile } from '../../shared/profile.js';
import type { LoadedTask } from '../../shared/task.js';
import { inEnglish } from '../../shared/texts/words.js';
import { visiting } from '../fixtures/visiting.js';
import { g, put } from '../unit/workspace/repositories.js';
import type { Opening } from './attack.js';
import type { Draw } from './draw.js';

interface Scene {
  repo: string;
  outside: string;
}

/** A file or a folder, most of them out of the repository. */
const PLACES: readonly ((scene: Scene) => string)[] = [
  ({ outside }) => path.join(outside, 'secret.txt'),
  ({ outside }) => outside,
  () => '../outside/secret.txt',
  () => 'src/../../outside/secret.txt',
  () => './/../outside/',
  () => 'linkdir/secret.txt',
  () => 'linkdir',
  () => 'link',
  () => 'linked/link',
  () => '/etc/passwd',
  () => '/proc/self/environ',
  () => '~/.ssh/id_rsa',
  () => '.',
  () => '..',
  () => '.git/config',
  () => 'notes.txt',
  () => 'untracked',
  () => 'C:\\Windows\\win.ini',
  () => 'src\\..\\..\\outside\\secret.txt',
  () => 'a\0b',
];

const PROFILES = [
  ...[
    'host',
    'profiles/script.yaml',
    './profiles/sdk.yaml',
    'profiles/board.yaml',
    '../outside/profile.yaml',
  ],
  ...['linkdir/profile.yaml', '/etc/passwd', '../host', '.', 'host.yaml'],
];

type Fields = Record<string, unknown>;
type Hostility = (draw: Draw, place: () => string) => Fields;

const HOSTILITIES: readonly Hostility[] = [
  (_, place) => ({ inputs: [place(), place()] }),
  (_, place) => ({ evidence: { logs: [place()] } }),
  (draw) => ({ profile: draw.pick(PROFILES) }),
  (draw, place) => ({ repo: draw.pick(['.', place(), '../repo', 'src']) }),
  (_, place) => ({ build: { command: ['make'], artifacts: { elf: place(), [place()]: 'build/run' } } }),
  (_, place) => ({ test: { command: [place()], parser: 'junit', results: [place()] } }),
  (draw, place) => ({ constraints: { [draw.pick(['allowedPaths', 'forbiddenPaths'])]: [place(), '**'] } }),
  (draw) => ({
    constraints: {
      ...{ maxIterations: 10_000, riskThreshold: 1, successConfidence: 0, offline: false },
      ...{ searchSec: 86_400, searchTrials: 1_000_000, budget: { tokens: 1e12, requests: 1e9 } },
      ...(draw.isSo(0.5) ? {} : { gateRisk: 1 }),
    },
  }),
  (draw) => ({
    [draw.pick(['sdk', 'hosts', 'confinement', 'locks', 'approve', '__proto__', 'policy'])]: ['/'],
  }),
];

const BASE: Fields = {
  ...{ goal: 'x', repo: '.', profile: 'host', build: { command: ['make'] } },
  test: { command: ['./run'], parser: 'tap' },
};

const PROGRAM = 'tools/run.sh';
const STEP = { command: [`./${PROGRAM}`], timeoutSec: 9 };
const SCRIPT = { id: 'script', kind: 'script', title: 't', flash: STEP, test: STEP };

function sceneIn(root: string): Scene {
  const [repo, outside] = [path.join(root, 'repo'), path.join(root, 'outside')];
  for (const dir of [repo, outside]) mkdirSync(dir);
  put(outside, { 'secret.txt': 'secret\n', 'profile.yaml': stringify(SCRIPT) });
  g(repo, 'init', '-q');
  put(repo, {
    'src/a.c': 'int a;\n',
    'profiles/script.yaml': stringify(SCRIPT),
    'profiles/sdk.yaml': 'id: sdk\nkind: host\ntitle: t\nsdk: [/]\n',
    'profiles/board.yaml': 'id: board\nkind: board\ntitle: t\n',
  });
  g(repo, 'add', '-A');
  g(repo, 'commit', '-q', '-m', 'first');
  put(repo, { 'notes.txt': 'notes\n', 'untracked/a': 'a\n', 'linked/a': 'a\n' });
  symlinkSync(outside, path.join(repo, 'linkdir'));
  symlinkSync(path.join(outside, 'secret.txt'), path.join(repo, 'link'));
  symlinkSync('../../outside/secret.txt', path.join(repo, 'linked', 'link'));
  return { repo, outside };
}

/** What a task that was taken reads of places beyond its repository. */
function beyond({ repoRoot, inputs, logs, task }: LoadedTask): string[] {
  const root = realpathSync(repoRoot);
  const files = [...inputs.map(({ from }) => from), ...logs].filter(
    (file) => !isBelow(root, realpathSync(file)),
  );
  const below = [...Object.values(task.build.artifacts), ...(task.test.results ?? [])];
  return [...files, ...below.filter((file) => !isBelow(root, path.resolve(root, file)))];
}

/** Fields of a person's policy that a task has loosened. */
function loosened(person: Policy, { task }: LoadedTask): string[] {
  const now = tighten(person, task.constraints);
  const checks: Readonly<Record<string, boolean>> = {
    maxIterations: now.maxIterations <= person.maxIterations,
    riskThreshold: now.riskThreshold <= person.riskThreshold,
    successConfidence: now.successConfidence >= person.successConfidence,
    searchSec: now.searchSec <= person.searchSec,
    searchTrials: now.searchTrials <= person.searchTrials,
    offline: now.offline || !person.offline,
    tokens: now.budget.tokens <= person.budget.tokens,
    requests: now.budget.requests <= person.budget.requests,
  };
  const others = Object.keys(person).filter(
    (key) =>
      !(key in checks) &&
      key !== 'budget' &&
      JSON.stringify(Reflect.get(now, key)) !== JSON.stringify(Reflect.get(person, key)),
  );
  return [...Object.entries(checks).flatMap(([key, holds]) => (holds ? [] : [key])), ...others];
}

/** What a person is asked before programs of a profile run; '' where nobody is. */
async function questionOf(profile: Profile, loaded: LoadedTask): Promise<string> {
  const { io } = visiting().visit;
  let question = '';
  const call: Caller['call'] = async (tool, args, work) => {
    const asking = await tool.gate?.(args, work, io);
    question = asking ? inEnglish(asking.subject) : '';
    return fail({ code: 'DECLINED', message: 'nobody is there' });
  };
  await allowPrograms({ profile, loaded }, { ...io, call });
  return question;
}

/** Task files whose paths, profiles and constraints reach for more than a task may have. */
export const tasks: Opening = () => {
  const root = mkdtempSync(path.join(tmpdir(), 'tasks-'));
  const scene = sceneIn(root);
  const file = path.join(scene.repo, 'task.yaml');
  const strict: Policy = { ...defaultPolicy(), offline: true };
  return {
    close: () => rmSync(root, { recursive: true, force: true }),
    attempt: async (draw) => {
      const place = (): string => draw.pick(PLACES)(scene);
      const parts = draw.some(HOSTILITIES, 1, 3).map((make) => make(draw, place));
      const task: Fields = Object.assign({}, BASE, ...parts);
      writeFileSync(file, stringify(task));
      const loaded = await loadTask(file, [path.join(projectDir, 'native-config', 'profiles')]);
      if (!loaded.ok) return null;
      const { profile, loaded: taken } = loaded.value;
      const question = await questionOf(profile, taken);
      const isAsked = question.includes('NOT CONFINED') && question.includes(PROGRAM);
      const wrong = [
        ...(profile.id === SCRIPT.id && !isAsked ? ['programs of its profile run unasked'] : []),
        ...beyond(taken).map((name) => `${name} lies beyond the repository`),
        ...[strict, defaultPolicy()]
          .flatMap((person) => loosened(person, taken))
          .map((key) => `loosens ${key}`),
        ...(profile.sdk.length > 0 ? ['a profile of the repository opens folders'] : []),
      ];
      return wrong.length === 0 ? null : `${wrong.join('; ')}: ${JSON.stringify(task)}`;
    },
  };
};
