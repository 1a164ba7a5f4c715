import { describe, expect, it } from 'vitest';
import { logCompiler } from '../../../../electron/bench/results/log-compiler.js';

describe('the compiler that the log of a build shows', () => {
  it('comes with the flags that change code or warnings, and without places', () => {
    expect(
      logCompiler(
        'make: Entering directory\n/usr/bin/cc -std=c11 -O2 -Wall -D X=1 -Isrc -I /opt/x -MT a.o -MF a.d -c -o a.o src/a.c\n',
      ),
    ).toBe('cc -std=c11 -O2 -Wall -DX=1');
  });

  it('is the one that compiles most sources', () => {
    const log = 'gcc -O0 -c gen.c\narm-none-eabi-gcc-13 -Os -c a.c\nccache arm-none-eabi-gcc-13 -Os -c b.c\n';
    expect(logCompiler(log)).toBe('arm-none-eabi-gcc-13 -Os');
  });

  it('is unknown where the build prints no command, or only links', () => {
    for (const log of ['', '  CC src/a.o\n', 'cc -o app a.o\n', 'ld -r a.c\n', 'cc: error: a.c: none\n'])
      expect(logCompiler(log)).toBeNull();
  });

  it('takes no more than a line of printable text from it', () => {
    expect(logCompiler(`cc \u001b[31m-Wall -c a.c\n`)).toBeNull();
    expect(logCompiler(`cc -D${'x'.repeat(900)} -c a.c`)).toHaveLength(400);
  });
});
