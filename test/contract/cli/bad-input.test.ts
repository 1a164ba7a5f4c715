import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { runIds } from '../../fixtures/loop/command-line.js';
import { git, ringProject, writeTask } from '../../fixtures/loop/projects.js';

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

const NESTED = [...'bcdefghi'];
const BOMB = NESTED.map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[i]}`)}]`).join('\n');

/** What is wrong, the task file that has it, and what the message must say: place, cause, what to do. */
const cases: { what: string; task: () => string; code: string; says: RegExp[] }[] = [
  {
    what: 'a task file that is not there',
    task: () => 'none.yaml',
    code: 'TASK_NOT_FOUND',
    says: [/none\.yaml/],
  },
  { what: 'a folder for a task file', task: () => '.', code: 'TASK_NOT_FOUND', says: [/folder/] },
  {
    what: 'a task that is no YAML',
    task: () => put('yaml.yaml', `${HEAD}build: { command: [make\n`),
    code: 'TASK_MALFORMED',
    says: [/yaml\.yaml:\d+/],
  },
  {
    what: 'a key that does not exist',
    task: () => put('key.yaml', `${HEAD}${BUILD}${TEST}colour: red\n`),
    code: 'TASK_MALFORMED',
    says: [/key\.yaml:6/, /colour/],
  },
  {
    what: 'a value of the wrong type',
    task: () => put('type.yaml', `${HEAD}build: { command: make all }\n${TEST}`),
    code: 'TASK_MALFORMED',
    says: [/type\.yaml:4/, /build\.command/, /array/],
  },
  {
    what: 'a pattern that lacks its quotes',
    task: () => put('alias.yaml', `${HEAD}${BUILD}test: { parser: tap, command: [x], cases: [*_ring] }\n`),
    code: 'TASK_MALFORMED',
    says: [/alias\.yaml:5/, /\*_ring/, /quotes/],
  },
  {
    what: 'a task whose aliases multiply',
    task: () => put('bomb.yaml', `goal: &a [x, x, x, x, x, x, x, x, x]\n${BOMB}\n`),
    code: 'TASK_MALFORMED',
    says: [/bomb\.yaml/],
  },
  {
    what: 'a missing key',
    task: () => put('missing.yaml', `repo: ./fw\nprofile: host\n${BUILD}${TEST}`),
    code: 'TASK_MALFORMED',
    says: [/missing\.yaml/, /goal/, /string/],
  },
  {
    what: 'an unknown parser',
    task: () => put('parser.yaml', `${HEAD}${BUILD}test: { parser: xml, command: [x] }\n`),
    code: 'TASK_MALFORMED',
    says: [/parser\.yaml:5/, /unity/],
  },
  {
    what: 'an empty task file',
    task: () => put('empty.yaml', ''),
    code: 'TASK_MALFORMED',
    says: [/empty\.yaml/],
  },
  {
    what: 'a task that is binary',
    task: () => put('binary.yaml', '\u0000\u0001\u0002: ['),
    code: 'TASK_MALFORMED',
    says: [/binary\.yaml/],
  },
  {
    what: 'a repository that is not there',
    task: () => writeTask(path.join(dir, 'a.yaml'), './gone'),
    code: 'REPO_NOT_FOUND',
    says: [/a\.yaml:\d+:\d+/, /"repo"/, /gone/],
  },
  {
    what: 'a nonce that nothing could type',
    task: () =>
      put(
        'nonce.yaml',
        `${HEAD}${BUILD}test: { parser: tap, command: [build/run], nonce: { prompt: go } }\n`,
      ),
    code: 'TASK_MALFORMED',
    says: [/nonce\.yaml:\d+:\d+/, /"test\.nonce"/, /nothing is typed/, /BENCHLOOP_NONCE/],
  },
  {
    what: 'a nonce in another form',
    task: () =>
      put('nonce-form.yaml', `${HEAD}${BUILD}test: { parser: tap, command: [build/run], nonce: 5 }\n`),
    code: 'TASK_MALFORMED',
    says: [/nonce-form\.yaml/, /"test\.nonce": found 5/, /for example nonce: true/],
  },
  {
    what: 'a folder that is no repository',
    task: () => {
      mkdirSync(path.join(dir, 'plain'), { recursive: true });
      return writeTask(path.join(dir, 'b.yaml'), './plain');
    },
    code: 'REPO_NOT_FOUND',
    says: [/b\.yaml:\d+:\d+/, /plain/, /git/],
  },
  {
    what: 'a repository without a commit',
    task: () => {
      mkdirSync(path.join(dir, 'unborn'), { recursive: true });
      git(path.join(dir, 'unborn'), 'init', '-q');
      return writeTask(path.join(dir, 'c.yaml'), './unborn');
    },
    code: 'REPO_NO_COMMIT',
    says: [/c\.yaml:\d+:\d+/, /unborn/, /commit/],
  },
  {
    what: 'an unknown profile',
    task: () => writeTask(path.join(dir, 'd.yaml'), './fw', { profile: 'qemu-z80' }),
    code: 'PROFILE_UNKNOWN',
    says: [/d\.yaml:\d+:\d+/, /qemu-z80/, /qemu-lm3s6965evb/],
  },
  {
    what: 'a profile file that is not there',
    task: () => writeTask(path.join(dir, 'e.yaml'), './fw', { profile: './nowhere.yaml' }),
    code: 'PROFILE_UNKNOWN',
    says: [/e\.yaml:\d+:\d+/, /nowhere\.yaml/],
  },
  {
    what: 'a malformed profile file',
    task: () => {
      put('profile.yaml', 'id: mine\nkind: qemu\ntitle: Mine\nmachine: 7\n');
      return writeTask(path.join(dir, 'f.yaml'), './fw', { profile: './profile.yaml' });
    },
    code: 'PROFILE_MALFORMED',
    says: [/profile\.yaml:4/, /string/],
  },
  {
    what: 'an input outside the repository',
    task: () => writeTask(path.join(dir, 'g.yaml'), './fw', { inputs: ['./empty.yaml'] }),
    code: 'TASK_MALFORMED',
    says: [/g\.yaml/, /outside/],
  },
  {
    what: 'an evidence log outside the repository',
    task: () => writeTask(path.join(dir, 'h.yaml'), './fw', { evidence: { logs: ['empty.yaml'] } }),
    code: 'TASK_MALFORMED',
    says: [/h\.yaml/, /evidence\.logs\.0/, /outside the repository/],
  },
  {
    what: 'an evidence log that is a link out of the repository',
    task: () => {
      symlinkSync(path.join(dir, 'empty.yaml'), path.join(dir, 'fw', 'diary.txt'));
      return writeTask(path.join(dir, 'h.yaml'), './fw', { evidence: { logs: ['fw/diary.txt'] } });
    },
    code: 'TASK_MALFORMED',
    says: [/h\.yaml/, /diary\.txt lies outside the repository/],
  },
  {
    what: 'an input that is a link out of the repository',
    task: () => {
      symlinkSync(path.join(dir, 'empty.yaml'), path.join(dir, 'fw', 'key.h'));
      return writeTask(path.join(dir, 'h.yaml'), './fw', { inputs: ['fw/key.h'] });
    },
    code: 'TASK_MALFORMED',
    says: [/h\.yaml/, /link out of the repository/],
  },
  {
    what: 'an evidence log that is not there',
    task: () => writeTask(path.join(dir, 'h.yaml'), './fw', { evidence: { logs: ['ci.log'] } }),
    code: 'TASK_MALFORMED',
    says: [/ci\.log/],
  },
  {
    what: 'an input that is not there',
    task: () => writeTask(path.join(dir, 'i.yaml'), './fw', { inputs: ['./fw/gone.bin'] }),
    code: 'TASK_MALFORMED',
    says: [/i\.yaml:\d+:\d+/, /inputs\.0/, /gone\.bin does not exist/],
  },
  {
    what: 'allowed paths that match no tracked file',
    task: () => writeTask(path.join(dir, 'j.yaml'), './fw', { constraints: { allowedPaths: ['lib/**'] } }),
    code: 'TASK_MALFORMED',
    says: [/j\.yaml:\d+:\d+/, /constraints\.allowedPaths/, /matches lib\/\*\*/, /Makefile/],
  },
  {
    what: 'forbidden paths that leave nothing to patch',
    task: () => writeTask(path.join(dir, 'k.yaml'), './fw', { constraints: { forbiddenPaths: ['src'] } }),
    code: 'TASK_MALFORMED',
    says: [/k\.yaml:\d+:\d+/, /constraints\.forbiddenPaths/, /src\/ring\.c/],
  },
  {
    what: 'a profile that is a folder',
    task: () => writeTask(path.join(dir, 'l.yaml'), './fw', { profile: './fw' }),
    code: 'PROFILE_UNKNOWN',
    says: [/fw/, /folder/],
  },
  {
    what: 'a host task without a program',
    task: () => put('program.yaml', `${HEAD}${BUILD}test: { parser: tap }\n`),
    code: 'TASK_MALFORMED',
    says: [/test\.command/],
  },
  {
    what: 'a QEMU task without an image',
    task: () =>
      put('image.yaml', `goal: g\nrepo: ./fw\nprofile: qemu-mps2-an385\n${BUILD}test: { parser: tap }\n`),
    code: 'TASK_MALFORMED',
    says: [/build\.artifacts\.elf/],
  },
];

/** A person reads what is said of the longest value. */
const LONGEST_LINE = 2000;

describe('bad input', () => {
  it.each([
    ['repo', `goal: g\nrepo: ./${'r'.repeat(100_000)}\nprofile: host\n${BUILD}${TEST}`],
    ['profile', `goal: g\nrepo: ./fw\nprofile: ${'p'.repeat(100_000)}\n${BUILD}${TEST}`],
    ['inputs.0', `${HEAD}${BUILD}${TEST}inputs: [${'i'.repeat(100_000)}]\n`],
    ['k{100,}', `{ goal: g, ${'k'.repeat(1000)}${' k'.repeat(10)}: 1 }`],
  ])('says of a value of 100 kB no more than a person reads: %s', async (field, task) => {
    const ran = await cli.run(['run', put('long.yaml', task), '--json'], { home: cli.freshHome(), cwd: dir });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(field)]);
    expect(ran.stderr.length).toBeLessThan(LONGEST_LINE);
    expect(JSON.stringify(ran.lines[0]).length).toBeLessThan(LONGEST_LINE);
  });

  it.each(cases)('ends with exit code 2 and clear words: $what', async ({ task, code, says }) => {
    const home = cli.freshHome();
    const ran = await cli.run(['run', task(), '--approve', 'all', '--json'], { home, cwd: dir });
    expect([ran.code, ran.lines.map((line) => [line.type, line.code])]).toEqual([2, [['error', code]]]);
    for (const words of says) expect(ran.stderr).toMatch(words);
    expect(ran.stderr.trim().split('\n'), 'one line, and no stack').toHaveLength(1);
    expect(ran.lines[0]?.next, 'what to do').toMatch(/\w/);
    expect(runIds(home)).toEqual([]);
  });

  it('names a task file through a link, and a link to nothing', async () => {
    symlinkSync('nothing', path.join(dir, 'link.yaml'));
    const ran = await cli.run(['run', 'link.yaml'], { home: cli.freshHome(), cwd: dir });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('link.yaml')]);
  });

  it.each([
    [['--provider', 'oracle'], /oracle/],
    [['--provider', 'openai'], /BENCHLOOP_OPENAI_MODEL/],
    [['--pace', 'soon'], /soon/],
    [['--pace', '-1'], /pace/],
  ])('refuses %j', async (args, words) => {
    const task = writeTask(path.join(dir, 'good.yaml'), './fw');
    const env = { BENCHLOOP_OPENAI_MODEL: '', OPENAI_API_KEY: '', BENCHLOOP_OPENAI_BASE_URL: '' };
    const ran = await cli.run(['run', task, ...args], { home: cli.freshHome(), cwd: dir, env });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(words)]);
  });

  it('names file and line of a malformed policy', async () => {
    const home = cli.freshHome();
    mkdirSync(home);
    writeFileSync(path.join(home, 'policy.yaml'), 'maxIterations: 3\nriskThreshold: high\n');
    const task = writeTask(path.join(dir, 'good.yaml'), './fw');
    const ran = await cli.run(['run', task, '--json'], { home, cwd: dir });
    expect([ran.code, ran.lines[0]?.code]).toEqual([2, 'POLICY_MALFORMED']);
    expect(ran.stderr).toMatch(/policy\.yaml:2.*riskThreshold.*number/);
  });
});

it('names the option of `ask` that names no folder: there is no task file', async () => {
  const ran = await cli.run(['ask', 'say', '--repo', path.join(dir, 'absent')], { home: cli.freshHome() });
  expect([ran.code, ran.stderr]).toEqual([
    2,
    expect.stringContaining('check the folder that `--repo` names'),
  ]);
  expect(ran.stderr).not.toContain('task file');
});

it('tells of broken profiles and records among the checks of this computer', async () => {
  const home = cli.freshHome();
  const record = path.join(home, 'runs', 'damaged', 'journal.db');
  mkdirSync(path.dirname(record), { recursive: true });
  writeFileSync(record, 'no database');
  mkdirSync(path.join(home, 'profiles'), { recursive: true });
  writeFileSync(path.join(home, 'profiles', 'mine.yaml'), 'id: mine\nkind: abacus\n');
  const simulated = 'id: near\nkind: qemu\ntitle: Near\nmachine: lm3s6965evbb\n';
  writeFileSync(path.join(home, 'profiles', 'near.yaml'), simulated);
  const { code, stdout } = await cli.run(['doctor'], { home });
  expect(code).toBe(1);
  expect(stdout).toMatch(/profile .*mine\.yaml:2.*abacus/);
  expect(stdout).toMatch(/MISS {2}profile near: .*no machine "lm3s6965evbb"; did you mean "lm3s6965evb"/);
  expect(stdout).toContain(`note  runs: 1 of them set aside as unreadable: ${record} — `);
});
