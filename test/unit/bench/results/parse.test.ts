import { describe, expect, it } from 'vitest';
import { parseCases } from '../../../../electron/bench/results/parse.js';
import { likelierFormat } from '../../../../electron/bench/results/propose.js';

const brief = (text: string, parser: 'tap' | 'unity' | 'ztest') =>
  parseCases(text, parser).cases.map((one) => `${one.name}: ${one.status}`);

describe('TAP', () => {
  const session = [
    'boot 1.2 ok',
    'TAP version 13',
    '1..5',
    'ok 1 - plain',
    'not ok 2 - broken # no directive',
    'I (123) a log line between',
    '  ---',
    '  message: "bad crc"',
    '  at: src/crc.c:12',
    'W (124) another',
    '  wanted: 4',
    '  found: 3',
    '  ...',
    'ok 3 - skipped # SKIP no sensor',
    'not ok 4 - later # TODO write it',
    'ok 5',
    '',
  ];

  it.each(['\n', '\r\n'])('is read with directives, YAML and log lines between (%j)', (eol) => {
    const parsed = parseCases(session.join(eol), 'tap');
    expect(parsed.cases).toEqual([
      { name: 'plain', status: 'pass' },
      {
        name: 'broken # no directive',
        status: 'fail',
        message: 'bad crc: expected 4, got 3',
        location: { file: 'src/crc.c', line: 12 },
      },
      { name: 'skipped', status: 'skip', message: 'no sensor' },
      { name: 'later', status: 'skip', message: 'write it' },
      { name: 'test 5', status: 'pass' },
    ]);
    expect(parsed).toMatchObject({ doubled: [], summary: { tests: 5, failures: 1, ignored: 2 } });
  });

  it('names the cases of subtests after their group, announced or not', () => {
    const text = `    # Subtest: ring
    ok 1 - push
    not ok 2 - pop
    1..2
not ok 1 - ring
    ok 1 - push
    1..1
ok 2 - queue
1..2
`;
    expect(brief(text, 'tap')).toEqual([
      'ring > push: pass',
      'ring > pop: fail',
      'ring: fail',
      'queue > push: pass',
      'queue: pass',
    ]);
  });

  it('gives a failed point the comments below it', () => {
    const text = "not ok 1 - a\n#   Failed test 'a'\n#   at src/t.c line 42.\nok 2 - b\n";
    expect(parseCases(text, 'tap').cases[0]).toMatchObject({ location: { file: 'src/t.c', line: 42 } });
  });

  it('gives a failed point the place printed above it, where the target writes it there', () => {
    const text = 'ok 1 - a\nsrc/x.c:12: n == 3\nnot ok 2 - b\nsrc/y.c:13: m == 4\nnot ok 3 - c\n';
    const places = parseCases(text, 'tap').cases.map((one) => one.location?.line);
    expect(places).toEqual([undefined, 12, 13]);
  });

  it('sees a second run after a reset as doubled cases, and never as a pass', () => {
    const text = '1..2\nok 1 - a\nnot ok 2 - b\n1..2\nok 1 - a\nok 2 - b\n';
    const parsed = parseCases(text, 'tap');
    expect(parsed.doubled).toEqual(['a', 'b']);
    expect(parsed.cases.map((one) => one.status)).toEqual(['fail', 'fail']);
  });

  it('reads nothing after "Bail out!"', () => {
    const parsed = parseCases('1..3\nok 1 - a\nBail out! no memory\nok 2 - b\n', 'tap');
    expect(parsed).toMatchObject({ bailedOut: 'no memory', cases: [{ name: 'a' }] });
  });

  it('tells the subtest that did not come to its end', () => {
    expect(parseCases('# Subtest: wraps\n    ok 1 - a\n', 'tap').started).toEqual(['wraps']);
    expect(parseCases('# Subtest: wraps\n    ok 1 - a\n    1..1\nok 1 - wraps\n', 'tap').started).toEqual([]);
  });

  it('makes no case of a plan, of a shell prompt or of an OK in capitals', () => {
    expect(brief('1..3\nokay\nOK 1 - a\n# ok 2 - b\nnot okay\n# 3 of 3 passed\n', 'tap')).toEqual([]);
  });

  it('takes a last line without a line end', () => {
    expect(brief('ok 1 - a\nnot ok 2 - b', 'tap')).toEqual(['a: pass', 'b: fail']);
  });
});

describe('Unity', () => {
  it('is read with message and place, Windows paths and escapes for colour', () => {
    const text = `\u001b[32mtest/ring.c:10:ring_push:PASS\u001b[0m\r
C:\\fw\\test\\ring.c:21:ring_pop:FAIL: Expected 1 Was 2 :PASS\r
test/ring.c:30:ring_hw:IGNORE: no board\r
test/ring.c:31:param(1, "a:b"):PASS (3 ms)\r
-----------------------\r
4 Tests 1 Failures 1 Ignored \r
FAIL\r
`;
    expect(parseCases(text, 'unity')).toEqual({
      cases: [
        { name: 'ring_push', status: 'pass', location: { file: 'test/ring.c', line: 10 } },
        {
          name: 'ring_pop',
          status: 'fail',
          message: 'Expected 1 Was 2 :PASS',
          location: { file: 'C:\\fw\\test\\ring.c', line: 21 },
        },
        { name: 'ring_hw', status: 'skip', message: 'no board', location: { file: 'test/ring.c', line: 30 } },
        { name: 'param(1, "a:b")', status: 'pass', location: { file: 'test/ring.c', line: 31 } },
      ],
      doubled: [],
      started: [],
      summary: { tests: 4, failures: 1, ignored: 1 },
    });
  });

  it('of the fixture add-on is read, verbose or as dots', () => {
    const text = `TEST(ring, push) PASS
TEST(ring, pop)test/r.c:13:TEST(ring, pop):FAIL: no
TEST(ring, noisy)hello
 PASS
IGNORE_TEST(ring, hw)
...test/r.c:15:TEST(ring, dots):FAIL: no
TEST(ring, hangs)`;
    const parsed = parseCases(text, 'unity');
    expect(parsed.cases.map((one) => `${one.name} ${one.status}`)).toEqual([
      'TEST(ring, push) pass',
      'TEST(ring, pop) fail',
      'TEST(ring, noisy) pass',
      'IGNORE_TEST(ring, hw) skip',
      'TEST(ring, dots) fail',
    ]);
    expect(parsed.cases[1]?.location).toEqual({ file: 'test/r.c', line: 13 });
    expect(parsed.cases[4]?.location).toEqual({ file: 'test/r.c', line: 15 });
    expect(parsed.started).toEqual(['TEST(ring, hangs)']);
  });

  it('makes no case of a summary, and no pass of a case named twice', () => {
    expect(brief('12 Tests 0 Failures 0 Ignored\nOK\n', 'unity')).toEqual([]);
    const parsed = parseCases('a.c:1:x:PASS\na.c:1:x:PASS\na.c:1:y:IGNORE\na.c:1:y:IGNORE\n', 'unity');
    expect(parsed.doubled).toEqual(['x', 'y']);
    expect(parsed.cases.map((one) => one.status)).toEqual(['fail', 'skip']);
  });
});

describe('ztest', () => {
  const session = `*** Booting Zephyr OS build v3.6.0 ***
Running TESTSUITE ring
===================================================================
START - test_push
 PASS - test_push in 0.001 seconds
===================================================================
START - test_pop

    Assertion failed at WEST_TOPDIR/app/src/main.c:42: ring_test_pop: (ring_pop(&r) not equal to 3)
wrong element
 FAIL - test_pop in 0.012 seconds
===================================================================
START - test_hw
 SKIP - test_hw in 0.001 seconds
===================================================================
TESTSUITE ring failed.

------ TESTSUITE SUMMARY START ------

SUITE FAIL -  33.33% [ring]: pass = 1, fail = 1, skip = 1, total = 3 duration = 0.014 seconds
 - PASS - [ring.test_push] duration = 0.001 seconds
 - FAIL - [ring.test_pop] duration = 0.012 seconds
 - SKIP - [ring.test_hw] duration = 0.001 seconds

------ TESTSUITE SUMMARY END ------
PROJECT EXECUTION FAILED
`;

  it('is read with assertions, and its summary block counts no case again', () => {
    expect(parseCases(session, 'ztest')).toEqual({
      cases: [
        { name: 'test_push', status: 'pass' },
        {
          name: 'test_pop',
          status: 'fail',
          message: 'ring_test_pop: (ring_pop(&r) not equal to 3)\nwrong element',
          location: { file: 'WEST_TOPDIR/app/src/main.c', line: 42 },
        },
        { name: 'test_hw', status: 'skip' },
      ],
      doubled: [],
      started: [],
      summary: { tests: 3, failures: 1, ignored: 1 },
    });
  });

  it('makes no case of a summary alone, and tells the case that did not end', () => {
    const summary = session.slice(session.indexOf('------'));
    expect(brief(summary, 'ztest')).toEqual([]);
    expect(parseCases('START - test_a\n PASS - test_a\nSTART - test_b\n', 'ztest').started).toEqual([
      'test_b',
    ]);
  });

  it('keeps cases of one name in two suites apart, and those of one suite together', () => {
    const suite = (name: string) =>
      `Running TESTSUITE ${name}\nSTART - test_x\n PASS - test_x in 0.1 seconds\n`;
    expect(brief(suite('a') + suite('b'), 'ztest')).toEqual(['a.test_x: pass', 'b.test_x: pass']);
    expect(brief(suite('a') + suite('a'), 'ztest')).toEqual(['test_x: fail']);
  });
});

describe('hostile output', () => {
  const hostile: [string, string][] = [
    ['one endless line', 'a'.repeat(4_000_000)],
    ['NULs', '\0'.repeat(4_000_000)],
    ['unfinished escapes', '\u001b['.repeat(1_000_000)],
    ['near misses of a Unity report', `${':1:a('.repeat(1600)}:PASS\n`.repeat(200)],
    ['near misses of a place', `${'a/'.repeat(4000)}\n`.repeat(200)],
    [
      'deep TAP nesting',
      Array.from({ length: 2000 }, (_, i) => `${' '.repeat(4 * i)}# Subtest: n`).join('\n'),
    ],
    [
      'a YAML block that multiplies itself',
      `ok 1 - a\n  ---\n  a: &a [x,x,x,x,x,x,x,x]\n  b: &b [*a,*a,*a,*a,*a,*a,*a,*a]
  c: &c [*b,*b,*b,*b,*b,*b,*b,*b]\n  d: &d [*c,*c,*c,*c,*c,*c,*c]\n  e: [*d,*d,*d,*d,*d,*d,*d]\n  ...\n`,
    ],
    ['near misses of a ctest line', `1/1 Test #1: ${'a ..'.repeat(2000)} sec\n`.repeat(200)],
    ['near misses of a bracket', `[ RUN      ] a\n${'[  OK '.repeat(1000)}\n`.repeat(200)],
    ['open braces', 'ok 1 - a {\n'.repeat(20_000)],
  ];

  it.each(hostile)('%s is read to its end by every reader', (_, text) => {
    for (const parser of ['tap', 'unity', 'ztest', 'gtest', 'cmocka', 'ctest', 'exit'] as const)
      expect(parseCases(text, parser).cases.length).toBeLessThanOrEqual(1);
  });

  it('a hundred thousand cases are a hundred thousand cases', () => {
    const tap = Array.from({ length: 100_000 }, (_, i) => `ok ${i + 1} - case ${i}`).join('\n');
    const unity = Array.from({ length: 100_000 }, (_, i) => `a.c:${i + 1}:case_${i}:PASS`).join('\n');
    expect(parseCases(tap, 'tap').cases).toHaveLength(100_000);
    expect(parseCases(unity, 'unity').cases).toHaveLength(100_000);
  });

  it('names that JavaScript uses itself are names', () => {
    const text = 'a.c:1:__proto__:FAIL: x\na.c:1:constructor:PASS\n';
    expect(brief(text, 'unity')).toEqual(['__proto__: fail', 'constructor: pass']);
  });
});

describe('the likelier format', () => {
  const tap = '1..2\nok 1 - a\nnot ok 2 - b\n';
  const unity = 'test/a.c:1:a:PASS\ntest/a.c:2:b:FAIL: no\n2 Tests 1 Failures 0 Ignored\n';

  it('is the one whose reader finds cases', () => {
    expect(likelierFormat(tap, 'unity')).toEqual({ format: 'tap', cases: 2 });
    expect(likelierFormat(unity, 'tap')).toEqual({ format: 'unity', cases: 2 });
  });

  it('is none where the output is of no format', () => {
    expect(likelierFormat('booting\nok\nhello\n', 'unity')).toBeNull();
    expect(likelierFormat('', 'tap')).toBeNull();
  });
});
