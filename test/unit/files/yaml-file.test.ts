import { describe, expect, it } from 'vitest';
import { readPlaced, readYaml } from '../../../electron/files/yaml-file.js';
import { TaskSchema } from '../../../shared/task.js';
import { inEnglish } from '../../../shared/texts/words.js';

const TASK = { whole: 'the task', code: 'TASK_MALFORMED', next: 'correct it' } as const;
const HEAD = 'goal: g\nrepo: ./fw\nprofile: host\n';
const BUILD = 'build: { command: [make] }\n';
const TEST = 'test: { parser: tap, command: [build/run] }\n';

const told = (text: string): string => {
  const read = readYaml(text, TaskSchema, 't.yaml', TASK);
  return read.ok ? 'fits' : `${read.error.where}: ${inEnglish(read.error.message)}`;
};
const constraint = (text: string): string => told(`${HEAD}${BUILD}${TEST}constraints: { ${text} }\n`);
const test = (text: string): string => told(`${HEAD}${BUILD}test: { parser: tap, command: [x], ${text} }\n`);

describe('a mistake in a YAML file', () => {
  it.each([
    [
      'a tab',
      'goal: g\nbuild:\n\tcommand: [make]\n',
      't.yaml:3:1: not YAML: a tab as indentation: use spaces',
    ],
    [
      'a key twice',
      `${HEAD}${BUILD}${TEST}goal: h\n`,
      't.yaml:6:1: not YAML: this key stands here twice: keep one of them',
    ],
    [
      'two documents',
      `${HEAD}${BUILD}${TEST}---\na: 1\n`,
      't.yaml:6:1: not YAML: a second document begins here ("---"): keep one',
    ],
    ['nothing', '', 't.yaml:1:1: the task: found an empty file, expected a mapping, { key: value }'],
    [
      'only a comment',
      '# later\n',
      't.yaml:1:1: the task: found an empty file, expected a mapping, { key: value }',
    ],
    ['a list', '- a\n', 't.yaml:1:1: the task: found ["a"], expected a mapping, { key: value }'],
    [
      'a colon in a text',
      'goal: ring: all pass\n',
      't.yaml:1:7: not YAML: a second ": " in one line: put the value in quotes, or begin a new line',
    ],
    [
      'a key that is missing',
      `repo: ./fw\nprofile: host\n${BUILD}${TEST}`,
      't.yaml:1:1: "goal": found nothing, expected a string, for example goal: All ring buffer cases pass on target',
    ],
    [
      'a section that is missing',
      `${HEAD}${BUILD}`,
      't.yaml:1:1: "test": found nothing, expected a mapping, { key: value }, for example test: { parser: unity }',
    ],
    [
      'a value without content',
      `goal:\nrepo: ./fw\nprofile: host\n${BUILD}${TEST}`,
      't.yaml:1:1: "goal": found nothing (null), expected a string, for example goal: All ring buffer cases pass on target',
    ],
    [
      'a command in one text',
      `${HEAD}build: { command: make -j2 }\n${TEST}`,
      't.yaml:4:10: "build.command": found "make -j2", expected an array, [a, b]; did you mean [make, -j2]?',
    ],
    [
      'a number in a command',
      `${HEAD}build: { command: [make, 3] }\n${TEST}`,
      't.yaml:4:26: "build.command.1": found 3, expected a string; did you mean "3"?',
    ],
    [
      'an artifact outside the repository',
      `${HEAD}build: { command: [make], artifacts: { elf: ../a.elf } }\n${TEST}`,
      't.yaml:4:40: "build.artifacts.elf": found "../a.elf", expected a path below `repo`, without ..',
    ],
    [
      'an unknown section',
      `${HEAD}${BUILD}${TEST}contraints: {}\n`,
      't.yaml:6:1: unknown key "contraints" in the task: did you mean "constraints"?',
    ],
    [
      'a key of another section',
      `${HEAD}${BUILD}${TEST}allowedPaths: [a]\n`,
      't.yaml:6:1: unknown key "allowedPaths" in the task: did you mean "constraints.allowedPaths"?',
    ],
  ])('is told with place, field, what was found and what was expected: %s', (_, text, words) => {
    expect(told(text)).toBe(words);
  });

  it.each([
    ['timeoutsec: 3', '"test": did you mean "timeoutSec"?'],
    ['timeoutSec: 20s', '"test.timeoutSec": found "20s", expected a number; did you mean 20?'],
    ['timeoutSec: -3', '"test.timeoutSec": found -3, expected a number of more than 0'],
    ['timeoutSec: .nan', '"test.timeoutSec": found NaN, expected a number'],
    ['select: yes', '"test.select": found "yes", expected true or false; did you mean true?'],
    ['cases: ring_*', '"test.cases": found "ring_*", expected an array, [a, b]; did you mean ["ring_*"]?'],
    ['cases: []', '"test.cases": found [], expected at least 1 entry, for example cases: ["ring_*"]'],
  ])('of the test: %s', (text, words) => {
    expect(test(text)).toContain(words);
  });

  it.each([
    ['riskThreshold: 7', '"constraints.riskThreshold": found 7, expected a number of at most 1'],
    ['maxIterations: 2.5', '"constraints.maxIterations": found 2.5, expected a whole number'],
    [
      "allowedPaths: ['../a']",
      '"constraints.allowedPaths.0": found "../a", expected a glob below `repo`, without ..',
    ],
    ["allowedPaths: ['C:/a']", 'expected a glob below `repo`, not an absolute path'],
    ["allowedPaths: ['src\\*.c']", 'expected a glob with / between folders'],
    ["allowedPaths: ['!a']", 'exclude with constraints.forbiddenPaths'],
  ])('of the constraints: %s', (text, words) => {
    expect(constraint(text)).toContain(words);
  });

  it('suggests the parser that was meant', () => {
    expect(told(`${HEAD}${BUILD}test: { parser: Unity }\n`)).toBe(
      't.yaml:5:9: "test.parser": found "Unity", expected one of unity, tap, ztest, gtest, cmocka, ctest, junit, pattern, exit; did you mean unity?',
    );
  });

  it('names five mistakes and counts the rest', () => {
    const words = told('a: 1\nb: 1\ngoal: 3\nrepo: []\n');
    expect(words).toMatch(/^t\.yaml:3:1: "goal"/);
    expect(told(`${HEAD}build: { command: [1, 2, 3, 4, 5, 6, 7] }\n${TEST}`)).toMatch(/; and 2 more$/);
  });

  it('is told where a text holds what no path can have', () => {
    const words = told(`${HEAD}${BUILD}${TEST}evidence:\n  logs: ["a\\0b"]\n`);
    expect(words).toMatch(/^t\.yaml:7:10: this text holds the character NUL/);
  });

  it('is told in few words where anchors multiply, or refer to themselves', () => {
    const nested = [...'bcdefghi'].map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[i]}`)}]`);
    const words = told(`a: &a [x, x]\n${nested.join('\n')}\ngoal: *i\nrepo: &r [*r]\n`);
    expect(words.length).toBeLessThan(2000);
    expect(words).toContain('"goal": found [');
  });
});

describe('a YAML file without a mistake', () => {
  it('gives the value and the place of its fields, also of those that are absent', () => {
    const read = readPlaced(
      `${HEAD}${BUILD}${TEST}constraints:\n  allowedPaths:\n    - src/**\n`,
      TaskSchema,
      't.yaml',
      TASK,
    );
    if (!read.ok) throw new Error(inEnglish(read.error.message));
    expect(read.value.placeOf(['constraints', 'allowedPaths', 0])).toBe('t.yaml:8:7');
    expect(read.value.placeOf(['constraints', 'forbiddenPaths'])).toBe('t.yaml:6:1');
    expect(read.value.placeOf(['evidence', 'logs'])).toBe('t.yaml:1:1');
  });
});

it.each(['__proto__', 'constructor', 'toString'])('names the unknown key %s', (key) => {
  const kind = { ...TASK, elsewhere: { sdk: 'not here' } };
  for (const where of ['', 'constraints: ']) {
    const written = where === '' ? `${key}: 1\n` : `${where}{ ${key}: 1 }\n`;
    const read = readYaml(`${HEAD}${BUILD}${TEST}${written}`, TaskSchema, 't.yaml', kind);
    expect(read.ok ? '' : inEnglish(read.error.message)).toContain(`unknown key "${key}" in `);
  }
});
