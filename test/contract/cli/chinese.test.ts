import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { runIds } from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import { english, expectChinesePage, isOurs } from './english-left.js';

let cli: InProcess;
let dir: string;
beforeAll(async () => {
  cli = await inProcess();
  dir = path.join(cli.root, 'user');
  mkdirSync(dir);
  ringProject(path.join(dir, 'fw'));
});
afterAll(() => cli.close());

const put = (name: string, text: string): string => {
  writeFileSync(path.join(dir, name), text);
  return name;
};
const HEAD = 'goal: g\nrepo: ./fw\nprofile: host\n';
const BUILD = 'build: { command: [make] }\n';
const TEST = 'test: { parser: tap, command: [build/run] }\n';

const REFUSED: [string, () => string[]][] = [
  ['an unknown command', () => ['fly']],
  ['an unknown option', () => ['runs', '--colour']],
  ['an option without its value', () => ['run', 'x.yaml', '--provider']],
  ['too many arguments', () => ['run', 'a', 'b']],
  ['no task', () => ['run']],
  ['an unknown provider', () => ['run', 'a', '--provider', 'oracle']],
  [
    'a provider that is not set up',
    () => ['run', writeTask(path.join(dir, 'o.yaml'), './fw'), '--provider', 'openai'],
  ],
  ['an unknown scope', () => ['run', 'a', '--approve', 'everything']],
  ['a pace that is none', () => ['run', 'a', '--pace', 'soon']],
  ['a task that is not there', () => ['run', 'none.yaml']],
  ['a folder for a task', () => ['run', '.']],
  ['no YAML', () => ['run', put('a.yaml', 'goal: a: b\n')]],
  [
    'a pattern without quotes',
    () => ['run', put('b.yaml', `${HEAD}${BUILD}test: { parser: tap, cases: [*_x] }\n`)],
  ],
  [
    'fields that are wrong',
    () => ['run', put('c.yaml', 'goal: 5\nrepo: [a]\ncolour: red\ntest: { timeoutSec: 30s }\n')],
  ],
  ['an empty file', () => ['run', put('d.yaml', '')]],
  ['a binary file', () => ['run', put('e.yaml', '\0\0')]],
  ['no repository', () => ['run', put('f.yaml', `goal: g\nrepo: ./gone\nprofile: host\n${BUILD}${TEST}`)]],
  ['no git', () => ['run', put('g.yaml', `goal: g\nrepo: /\nprofile: host\n${BUILD}${TEST}`)]],
  ['an unknown profile', () => ['run', put('h.yaml', `goal: g\nrepo: ./fw\nprofile: hots\n${BUILD}${TEST}`)]],
  ['no program', () => ['run', put('i.yaml', `${HEAD}${BUILD}test: { parser: tap }\n`)]],
  [
    'globs that match nothing',
    () => ['run', writeTask(path.join(dir, 'j.yaml'), './fw', { constraints: { allowedPaths: ['lib/**'] } })],
  ],
  ['no such run', () => ['show', '20260101-000000-0000']],
  ['no unfinished run', () => ['resume']],
  ['no answer', () => ['approve', 'a', 'b', 'perhaps']],
  ['no cassette', () => ['replay', put('k.json', '{}')]],
  ['no such demo', () => ['demo', '--task', 'perpetual-motion']],
];

describe('the command line in Chinese', () => {
  it.each(REFUSED)('refuses %s without an English sentence', async (_, args) => {
    const env = { BENCHLOOP_OPENAI_MODEL: '', OPENAI_API_KEY: '', BENCHLOOP_OPENAI_BASE_URL: '' };
    const ran = await cli.run([...args(), '--lang', 'zh-CN'], { home: cli.freshHome(), cwd: dir, env });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/[\u4e00-\u9fff]/);
    expect(english(ran.stdout + ran.stderr)).toEqual([]);
  });

  it.each([[['--help']], [['runs']], [['profiles']], [['machines']], [['doctor']], [['demo', '--list']]])(
    'says %j without an English sentence',
    async (args) => {
      const env = { BENCHLOOP_LANG: 'zh-CN' };
      const ran = await cli.run(args, { home: cli.freshHome(), cwd: dir, env });
      const own = ran.stdout.replace(/^ {2}benchloop .*$/gm, '') + ran.stderr;
      expect(own).toMatch(/[\u4e00-\u9fff]/);
      expect(english(own)).toEqual([]);
    },
  );

  it('tells a run and its reports in Chinese, and stores it in English', async () => {
    const home = cli.freshHome();
    const lang = ['--lang', 'zh-CN'];
    const repo = ringProject(path.join(dir, 'typo'), TYPO);
    const task = writeTask(path.join(dir, 'run.yaml'), repo);
    const goal = 'All ring cases pass';
    const ran = await cli.run(['run', task, '--approve', 'all', ...lang], { home, cwd: dir });
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('目标用例全部通过');
    expect(english(ran.stdout + ran.stderr, goal).filter(isOurs)).toEqual([]);
    const [id = ''] = runIds(home);
    await cli.run(['show', id, '--html', 'report.html', ...lang], { home, cwd: dir });
    expectChinesePage(path.join(dir, 'report.html'), goal);
    const json = await cli.run(['show', id, '--json', ...lang], { home, cwd: dir });
    expect(json.stdout).not.toMatch(/[\u4e00-\u9fff]/);
  });
});
