import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CaseParser, parseCases } from '../../../../electron/bench/results/parse.js';
import { stripCases } from '../../../../electron/bench/results/strip.js';

const recorded = (file: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../../fixtures/test-output', file), 'utf8');

const brief = (text: string, parser: CaseParser): string[] =>
  parseCases(text, parser).cases.map(
    ({ name, status, location }) =>
      `${name}: ${status}${location ? ` at ${location.file}:${location.line}` : ''}`,
  );

const file = (xml: string | null, problem: string | null = null) => ({
  files: [{ path: 'out.xml', text: xml, problem }],
});

describe('lines behind a logger', () => {
  it.each([
    '[00:00:00.010,000] <inf> pw: ',
    '[00000010] <inf> main: ',
    '[    0.084574] ',
    'I (314) main: ',
    'W (00:00:01.314) main: ',
    '0> ',
  ])('are read without its prefix: %j', (prefix) => {
    const lines = ['1..1', '    # Subtest: a', '    ok 1 - b', '    1..1', 'ok 1 - a'];
    const plain = parseCases(lines.join('\n'), 'tap');
    expect(parseCases(lines.map((line) => prefix + line).join('\n'), 'tap')).toEqual(plain);
    expect(plain.cases.map(({ name }) => name)).toContain('a > b');
  });
});

describe('unity', () => {
  it.each([
    ['test/t.cpp:5:motor::starts:PASS', 'motor::starts'],
    ['./spi/t.c:112:SPI master: reads back:PASS', 'SPI master: reads back'],
    ['C:\\w\\t.c:5:plain:PASS', 'plain'],
    ['t.c:5:计时: 停止:PASS', '计时: 停止'],
  ])('names may hold colons: %s', (line, name) => {
    expect(parseCases(line, 'unity').cases).toMatchObject([
      { name, status: 'pass', location: { line: expect.any(Number) } },
    ]);
  });

  it('names end at the first verdict, whatever the message says', () => {
    expect(parseCases('t.c:9:a::b:FAIL: was x:1:c:PASS', 'unity').cases).toMatchObject([
      { name: 'a::b', status: 'fail', message: 'was x:1:c:PASS' },
    ]);
  });
});

describe('gtest', () => {
  it('is read with the place and words of the first failed assertion', () => {
    const parsed = parseCases(recorded('gtest.txt'), 'gtest');
    expect(brief(recorded('gtest.txt'), 'gtest')).toEqual([
      'Ring.Push: pass',
      'Ring.Pop: fail at /w/test/g.cc:4',
      'Ring.Hw: skip at /w/test/g.cc:5',
      'All/P.Small/0: pass',
      'All/P.Small/1: fail at /w/test/g.cc:8',
    ]);
    expect(parsed).toMatchObject({ doubled: [], started: [], summary: { tests: 5, failures: 2 } });
    expect(parsed.cases[1]?.message).toContain('Expected equality of these values:');
  });

  it('tells the case that the program died in, and how many were to run', () => {
    const whole = recorded('gtest.txt');
    const cut = parseCases(whole.slice(0, whole.indexOf('[  FAILED  ] Ring.Pop')), 'gtest');
    expect(cut).toMatchObject({ started: ['Ring.Pop'], summary: { tests: 5 } });
    expect(cut.cases.map(({ name }) => name)).toEqual(['Ring.Push']);
  });

  it.each([
    ['test/bus.cpp:28: Failure\nFailed\nset-up failed', 'test/bus.cpp:28'],
    ['test\\bus.cpp(28): error: Failed', 'test\\bus.cpp(28'],
    ['[  FAILED  ] Bus: SetUpTestSuite or TearDownTestSuite', 'Bus: SetUpTestSuite or TearDownTestSuite'],
    [' 1 FAILED TEST SUITE', '1 FAILED TEST SUITE'],
  ])('tells what failed outside of every case: %s', (line, failedOutside) => {
    const passing = '[ RUN      ] Bus.Reads\n[       OK ] Bus.Reads (0 ms)\n';
    expect(parseCases(`${passing}${line}\n`, 'gtest')).toMatchObject({
      cases: [{ status: 'pass' }],
      failedOutside,
    });
  });

  it('tells of no such failure where a case failed, or none did', () => {
    expect(parseCases(recorded('gtest.txt'), 'gtest').failedOutside).toBeUndefined();
    expect(parseCases(' 0 FAILED TESTS\n 1 FAILED TEST\n', 'gtest').failedOutside).toBeUndefined();
  });

  it('makes no case of an end without a beginning, and none of a verdict that it does not know', () => {
    expect(brief('[       OK ] Ring.Push (0 ms)\n', 'gtest')).toEqual([]);
    const text = '[ RUN      ] A.b\n[     GOOD ] A.b (0 ms)\n[ RUN      ] A.c\n[       OK ] A.c (0 ms)\n';
    expect(parseCases(text, 'gtest')).toMatchObject({ cases: [{ name: 'A.c' }], started: ['A.b'] });
  });
});

describe('cmocka', () => {
  it.each([['cmocka.txt'], ['cmocka-tap.txt'], ['cmocka-subunit.txt']])('is read as %s has it', (name) => {
    const parsed = parseCases(recorded(name), 'cmocka');
    expect(brief(recorded(name), 'cmocka')).toEqual([
      'ring_push: pass',
      'ring_pop: fail at /w/test/c.c:7',
      'ring_hw: skip',
    ]);
    expect(parsed).toMatchObject({ doubled: [], started: [] });
  });

  it('has its XML read as JUnit', () => {
    const { cases } = parseCases('', 'junit', file(recorded('cmocka.xml')));
    expect(cases.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'ring_push pass',
      'ring_pop fail',
      'ring_hw skip',
    ]);
    expect(cases[1]?.location).toEqual({ file: '/w/test/c.c', line: 7 });
  });
});

describe('ctest', () => {
  const EXPECTED = [
    'ring_push: pass',
    'ring_pop: fail at /w/test/c.c:7',
    'ring: fail',
    'ring_gone: fail',
    'ring_off: skip',
    'ring_skip: skip',
    'ring_hang: fail',
    'ring_crash: fail',
  ];

  it.each([['ctest.txt'], ['ctest-verbose.txt']])('is read as %s has it, each test a case', (name) => {
    const parsed = parseCases(recorded(name), 'ctest');
    expect(brief(recorded(name), 'ctest')).toEqual(EXPECTED);
    expect(parsed).toMatchObject({ summary: { tests: 8 }, started: [], doubled: [] });
    expect(parsed.cases.map(({ message }) => message?.split(':')[0])).toEqual([
      undefined,
      'Failed',
      'Not Run',
      'Not Run',
      'Not Run (Disabled)',
      'Skipped',
      'Timeout',
      'Exception',
    ]);
  });

  it('knows names with blanks and dots by the line that begins them', () => {
    const text = `    Start 1: ring wrap ..(1)
1/1 Test #1: ring wrap ..(1) ..................   Passed    0.00 sec
`;
    expect(brief(text, 'ctest')).toEqual(['ring wrap ..(1): pass']);
  });

  it('takes nothing but Passed for a pass', () => {
    const line = (said: string) => `1/1 Test #1: a ......${said}   0.00 sec\n`;
    expect(brief(line('***Passed'), 'ctest')).toEqual(['a: fail']);
    expect(brief(line('   Passed?'), 'ctest')).toEqual(['a: fail']);
    expect(brief('No tests were found!!!\n', 'ctest')).toEqual([]);
  });
});

describe('junit', () => {
  it('of ctest and of GoogleTest is read, what did not run is no pass', () => {
    const status = (name: string) =>
      parseCases('', 'junit', file(recorded(name))).cases.map((one) => `${one.name} ${one.status}`);
    expect(status('ctest.xml')).toEqual([
      'ring_push pass',
      'ring_pop fail',
      'ring skip',
      'ring_gone skip',
      'ring_off skip',
      'ring_skip skip',
      'ring_hang fail',
      'ring_crash fail',
    ]);
    expect(status('gtest.xml')).toEqual([
      'Ring.Push pass',
      'Ring.Pop fail',
      'Ring.Hw skip',
      'Ring.DISABLED_Later skip',
      'All/P.Small/0 pass',
      'All/P.Small/1 fail',
    ]);
  });

  it('gives the place of the assertion, else that of the test', () => {
    const cases = parseCases('', 'junit', file(recorded('gtest.xml'))).cases;
    expect(cases[1]).toMatchObject({ location: { file: '/w/test/g.cc', line: 4 } });
    const failed = (inner: string) =>
      `<testsuite><testcase name="a" classname="b" file="t.c" line="9">${inner}</testcase></testsuite>`;
    const place = (inner: string) => parseCases('', 'junit', file(failed(inner))).cases[0]?.location;
    expect(place('<failure message="no"/>')).toEqual({ file: 't.c', line: 9 });
    expect(place('<failure>src/x.c:12: no</failure>')).toEqual({ file: 'src/x.c', line: 12 });
  });

  it('takes a state that it does not know for no pass', () => {
    const xml = '<testsuite><testcase name="a" status="maybe"/><testcase name="b"/></testsuite>';
    expect(parseCases('', 'junit', file(xml)).cases).toEqual([
      { name: 'a', status: 'fail', message: 'status "maybe"' },
      { name: 'b', status: 'pass' },
    ]);
  });

  it.each([
    ['missing', null, 'was not written by this run', 'out.xml was not written by this run'],
    ['cut off', '<testsuite><testcase name="a"/>', null, 'out.xml is no well-formed XML'],
    ['of another kind', '<html></html>', null, 'out.xml holds no testsuite'],
    ['one with entities', '<!DOCTYPE a [<!ENTITY b "c">]><testsuite/>', null, 'out.xml has a document type'],
    ['a case without a name', '<testsuite><testcase/></testsuite>', null, 'out.xml cannot be read'],
  ])('tells of a file that is %s, and reads no case', (_, xml, problem, told) => {
    const parsed = parseCases('', 'junit', file(xml, problem));
    expect(parsed.cases).toEqual([]);
    expect(parsed.unread).toContain(told);
  });
});

describe('exit', () => {
  const read = (
    text: string,
    end: Partial<{
      ended_by: 'exit' | 'crash' | 'timeout' | 'silence';
      exit_code: number | null;
      signal: string | null;
    }>,
  ) => parseCases(text, 'exit', { end: { ended_by: 'exit', exit_code: 0, signal: null, ...end } });

  it('makes a program one case by its exit code', () => {
    expect(read('anything\n', {}).cases).toEqual([{ name: 'program', status: 'pass' }]);
    expect(read('no\n', { exit_code: 1 }).cases[0]).toMatchObject({
      status: 'fail',
      message: 'exit code 1: no',
    });
    expect(read('', { ended_by: 'timeout', exit_code: null }).cases[0]).toMatchObject({ status: 'fail' });
  });

  it.each([
    ["t: test/t.c:12: test_push: Assertion `n == 3' failed.", 't.c:12 in test_push'],
    ["t: test/t.cc:12: int main(): Assertion `n == 3' failed.", 't.cc:12 in main'],
    ['Assertion failed: n == 3 (test/t.c: test_push: 12)', 't.c:12 in test_push'],
    ['assertion "n == 3" failed: file "test/t.c", line 12, function: test_push', 't.c:12 in test_push'],
    ['Assertion failed: (n == 3), function test_push, file t.c, line 12.', 't.c:12 in test_push'],
  ])('names the asserting function of "%s"', (line, place) => {
    const at = read(`start\n${line}\nAborted\n`, { ended_by: 'crash', exit_code: null, signal: 'SIGABRT' });
    const { file: where = '', line: number, function: fn } = at.cases[0]?.location ?? {};
    expect(`${path.basename(where)}:${number} in ${fn}`).toBe(place);
  });

  it('has no case where a target has no exit code', () => {
    const parsed = read('', { ended_by: 'silence', exit_code: null });
    expect(parsed.cases).toEqual([]);
    expect(parsed.unread).toContain('no exit code');
  });
});

describe('pattern', () => {
  const pattern = {
    results: [
      '^(?<case>[a-z_]+): (?<verdict>\\w+)(?: \\((?<message>.*)\\))?$',
      '^FAIL (?<case>\\w+) (?<file>\\S+):(?<line>\\d+)',
    ],
    pass: ['good'],
    fail: ['bad'],
    skip: ['off'],
    details: ['^(?<file>\\S+\\.c):(?<line>\\d+): (?<message>.*)'],
    total: '^(?<tests>\\d+) checks',
  };
  const parser: CaseParser = { name: 'pattern', pattern };

  it('is read by the named groups and words of the task', () => {
    const text = 'a: good\nt.c:3: n == 4\nb: bad\nc: off (no board)\nFAIL d x.c:7\n4 checks\n';
    expect(parseCases(text, parser)).toEqual({
      cases: [
        { name: 'a', status: 'pass' },
        { name: 'b', status: 'fail', message: 'n == 4', location: { file: 't.c', line: 3 } },
        { name: 'c', status: 'skip', message: 'no board' },
        { name: 'd', status: 'fail', location: { file: 'x.c', line: 7 } },
      ],
      doubled: [],
      started: [],
      summary: { tests: 4, failures: 0, ignored: 0 },
    });
  });

  it('takes a verdict that no word names for no pass', () => {
    const [one] = parseCases('a: great\n', parser).cases;
    expect(one).toMatchObject({
      status: 'fail',
      message: 'the verdict "great" is none that test.pattern names',
    });
    expect(parseCases('a: Good\n', parser).cases[0]?.status).toBe('fail');
  });

  it('reads an output made to be slow in its own time', () => {
    const slow = { ...pattern, results: ['^(?<case>(?:a+)+)(?<verdict>b)$'] };
    const text = `${'a'.repeat(8000)}c\n`.repeat(20);
    expect(parseCases(text, { name: 'pattern', pattern: slow }).cases).toEqual([]);
  });
});

describe('a held-out case', () => {
  it.each([
    ['gtest.txt', 'gtest', 'Ring.Pop', /Ring\.Pop|wrong element/],
    ['gtest.txt', 'gtest', 'All/P.*', /All\/P\.Small|value 1|GetParam/],
    ['cmocka.txt', 'cmocka', 'ring_pop', /ring_pop|0x1 != 0x2|c\.c:7/],
    ['cmocka-tap.txt', 'cmocka', 'ring_pop', /ring_pop|0x1 != 0x2|c\.c:7/],
    ['cmocka-subunit.txt', 'cmocka', 'ring_pop', /ring_pop|0x1 != 0x2|c\.c:7/],
    ['ctest.txt', 'ctest', 'ring_pop', /ring_pop|0x1 != 0x2|c\.c:7/],
    ['ctest-verbose.txt', 'ctest', 'ring_pop', /ring_pop|0x1 != 0x2|c\.c:7/],
  ] as const)('leaves nothing of itself in %s', (name, parser, heldOut, trace) => {
    const text = recorded(name);
    expect(text).toMatch(trace);
    const stripped = stripCases(text, parser, [heldOut]);
    expect(stripped).not.toMatch(trace);
    expect(parseCases(stripped, parser).cases.length).toBeGreaterThan(1);
  });

  it('hides the whole console where nothing tells which line is whose', () => {
    expect(stripCases('secret\n', 'junit', ['a'])).toBe('');
    expect(stripCases('open\n', 'junit', [])).toBe('open\n');
  });
});

describe('a case that is reported more than once', () => {
  const text = 'a.c:1:x:PASS\na.c:1:x:PASS\na.c:2:y:PASS\n';
  const read = (expected: ((name: string) => number) | null) =>
    parseCases(text, 'unity', { expected }).cases.map(({ name, status, reports }) => [name, status, reports]);

  it('passes where the baseline reports it as often and every report passes', () => {
    expect(read((name) => (name === 'x' ? 2 : 1))).toEqual([
      ['x', 'pass', 2],
      ['y', 'pass', undefined],
    ]);
    expect(read(null)[0]).toEqual(['x', 'pass', 2]);
    const failed = parseCases('a.c:1:x:PASS\na.c:1:x:FAIL: no\n', 'unity', { expected: () => 2 });
    expect(failed).toMatchObject({ cases: [{ status: 'fail', reports: 2 }], doubled: [] });
  });

  it('does not pass where a report was added or is missing', () => {
    expect(read(() => 1)[0]).toEqual(['x', 'fail', 2]);
    expect(read(() => 3)[0]).toEqual(['x', 'fail', 2]);
    expect(read(() => 2)[1]).toEqual(['y', 'fail', undefined]);
    expect(parseCases(text, 'unity', { expected: () => 2 }).doubled).toEqual(['y']);
  });
});
