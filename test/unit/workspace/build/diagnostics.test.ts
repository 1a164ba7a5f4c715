import { describe, expect, it } from 'vitest';
import { parseDiagnostics } from '../../../../electron/workspace/build/diagnostics.js';
import { readableLog } from '../../../../electron/workspace/build/gcc-json.js';
import { missingTool } from '../../../../electron/workspace/build/missing-tool.js';

const point = (line: number, column: number, bytes: number) => ({
  file: 'a.c',
  line,
  column,
  'display-column': column,
  'byte-column': bytes,
});
const json = JSON.stringify([
  {
    kind: 'error',
    message: 'no member',
    locations: [{ caret: point(3, 19, 12) }],
    fixits: [{ start: point(3, 19, 12), next: point(3, 24, 17), string: 'count' }],
    children: [{ kind: 'note', message: 'n', locations: [] }],
  },
]);

describe('compiler diagnostics as text', () => {
  it('are read with option, column and severity', () => {
    const said = "src/a.c:12:7: warning: unused variable 'x' [-Wunused-variable]\n";
    expect(parseDiagnostics(said, '/w')).toEqual([
      {
        severity: 'warning',
        message: "unused variable 'x'",
        option: '-Wunused-variable',
        origin: 'compiler',
        location: { file: 'src/a.c', line: 12, column: 7 },
        fixits: [],
      },
    ]);
  });

  it('of Windows, of the assembler and of drivers without a place are read too', () => {
    const said = [
      'C:\\w\\a.c:3:1: fatal error: x.h: No such file or directory\r',
      'b.S:9: Error: bad instruction `movx r0' + "'\r",
      'cc1: error: unrecognized command-line option\r',
    ].join('\n');
    const found = parseDiagnostics(said, '/w');
    expect(found.map((one) => [one.severity, one.location?.line])).toEqual([
      ['error', 3],
      ['error', 9],
      ['error', undefined],
    ]);
    expect(found[0]?.location?.file).toBe('C:\\w\\a.c');
  });

  it('get the fix-it lines that follow, escapes undone', () => {
    const said =
      'a.c:1:2: error: x\na.c:1:1: note: include\nfix-it:"a.c":{1:1-1:1}:"#include \\"q.h\\"\\n"\n';
    expect(parseDiagnostics(said, '/w')[0]?.fixits).toEqual([
      { file: 'a.c', start: { line: 1, column: 1 }, end: { line: 1, column: 1 }, text: '#include "q.h"\n' },
    ]);
  });

  it('are not seen in ordinary output', () => {
    const said =
      'note: building\n12:30:01: error count 0\nmake: Nothing to be done\n[ 50%] Building C object\n';
    expect(parseDiagnostics(said, '/w')).toEqual([]);
  });

  it('name files relative to the work tree, outsiders as they are', () => {
    const said =
      "make[1]: Entering directory '/w/lib'\nb.c:1:1: error: x\nmake[1]: Leaving directory '/w/lib'\n";
    const found = parseDiagnostics(`${said}/w/src/c.c:1:1: error: y\n/usr/include/q.h:1:1: error: z\n`, '/w');
    expect(found.map((one) => one.location?.file)).toEqual(['lib/b.c', 'src/c.c', '/usr/include/q.h']);
  });
});

describe('a build in a folder of the work tree', () => {
  it('is told with places from the top of the work tree', () => {
    const said = parseDiagnostics('src/a.c:1:1: error: x\n../lib/b.c:1:1: error: y\n', '/w/fw', '/w');
    expect(said.map((one) => one.location?.file)).toEqual(['fw/src/a.c', 'lib/b.c']);
  });
});

describe('compiler diagnostics as JSON', () => {
  it('are read with byte columns and fix-its', () => {
    expect(parseDiagnostics(`gcc -c a.c\n${json}\n[]\n`, '/w')).toEqual([
      expect.objectContaining({
        location: { file: 'a.c', line: 3, column: 12 },
        fixits: [
          { file: 'a.c', start: { line: 3, column: 12 }, end: { line: 3, column: 17 }, text: 'count' },
        ],
      }),
    ]);
  });

  it('become ordinary text in the log', () => {
    expect(readableLog(`gcc -c a.c\n${json}\ndone\n`)).toBe('gcc -c a.c\na.c:3:12: error: no member\ndone\n');
  });

  it('that are cut or of another shape are ordinary output', () => {
    expect(parseDiagnostics(`${json.slice(0, 60)}\n[{"a":1}]\n[1]\n[ 50%] x\n`, '/w')).toEqual([]);
  });
});

describe('linker and build tool errors', () => {
  it.each([
    [
      "/x/bin/ld: region `FLASH' overflowed by 464 bytes",
      "region `FLASH' overflowed by 464 bytes",
      undefined,
    ],
    ["a.c:(.text+0x6): undefined reference to `foo'", "undefined reference to `foo'", 'foo'],
    [
      "/x/ld: a.o: in function `f':\n/w/a.c:4: undefined reference to `foo'",
      "undefined reference to `foo'",
      'foo',
    ],
    ['ld.lld: error: undefined symbol: foo', 'error: undefined symbol: foo', 'foo'],
    [
      '/x/ld: cannot open linker script file q.ld: No such file or directory',
      'cannot open linker script file q.ld: No such file or directory',
      undefined,
    ],
  ])('reads %s', (line, message, symbol) => {
    const found = parseDiagnostics(`${line}\ncollect2: error: ld returned 1 exit status\n`, '/w');
    const linker = found.filter((one) => one.origin === 'linker');
    expect(linker).toHaveLength(1);
    expect(linker[0]).toMatchObject({ message, severity: 'error' });
    expect(linker[0]?.symbol).toBe(symbol);
  });

  it('does not take a linker warning for an error', () => {
    const said = '/x/ld: warning: cannot find entry symbol _start; defaulting to 00008000\n';
    expect(parseDiagnostics(said, '/w').filter((one) => one.severity === 'error')).toEqual([]);
  });

  it('leaves out what make only adds to other errors', () => {
    expect(parseDiagnostics('make: *** Waiting for unfinished jobs....\n', '/w')).toEqual([]);
  });

  it('reads CMake and ninja', () => {
    const said = 'CMake Error at CMakeLists.txt:3 (project):\n  bad\nninja: error: loading build.ninja\n';
    expect(parseDiagnostics(said, '/w')).toMatchObject([
      { origin: 'make', location: { file: 'CMakeLists.txt', line: 3 } },
      { origin: 'make', message: 'loading build.ninja' },
    ]);
  });
});

describe('a missing tool', () => {
  it.each([
    [
      'make: arm-none-eabi-gcc: No such file or directory\nmake: *** [Makefile:4: x.o] Error 127',
      2,
      'arm-none-eabi-gcc',
    ],
    ['/bin/sh: 1: foo: not found\nmake: *** [Makefile:2: all] Error 127', 2, 'foo'],
    ['bash: foo: command not found', 127, 'foo'],
    ["env: 'foo': No such file or directory", 127, 'foo'],
    ["'foo' is not recognized as an internal or external command,\r", 1, 'foo'],
    [
      'process_begin: CreateProcess(NULL, foo -c a.c, ...) failed.\nmake (e=2): The system cannot find',
      2,
      'foo',
    ],
  ])('is found in %s', (said, code, tool) => {
    expect(missingTool(said.split('\n'), code)).toBe(tool);
  });

  it('that did not end the build is not the reason', () => {
    expect(missingTool(['/bin/sh: 1: git: not found', 'make: *** [Makefile:2: all] Error 1'], 2)).toBeNull();
  });
});

describe('hostile output', () => {
  it.each([
    ['one endless line', 'a:'.repeat(4_000_000)],
    ['many near misses', `${'a:1:'.repeat(1000)}\n`.repeat(1000)],
    ['nested JSON', '['.repeat(1_000_000)],
    ['the same warning again and again', 'a.c:1:1: warning: x\n'.repeat(200_000)],
    ['NULs', '\0'.repeat(4_000_000)],
  ])('%s is read to its end', (_, text) => {
    expect(parseDiagnostics(text, '/w').length).toBeLessThanOrEqual(1);
  });
});
