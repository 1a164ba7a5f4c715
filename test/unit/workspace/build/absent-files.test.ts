import { describe, expect, it } from 'vitest';
import {
  absentFiles,
  absentLibraries,
  absentMakefiles,
} from '../../../../electron/workspace/build/absent-files.js';

describe('the file that a build misses', () => {
  it.each([
    ['inc/config.h: No such file or directory', 'inc/config.h'],
    ["'config.h' file not found", 'config.h'],
    ['cannot open source file "config.h"', 'config.h'],
    ['cannot open linker script file app.ld: No such file or directory', 'app.ld'],
    ['cannot find libs/libvendor.a: No such file or directory', 'libs/libvendor.a'],
    ['cannot find libs/libvendor.a', 'libs/libvendor.a'],
    ["No rule to make target 'table.csv', needed by 'all'", 'table.csv'],
    ["No rule to make target `table.csv', needed by `all'", 'table.csv'],
    ["No rule to make target 'build/rules.mk'", 'build/rules.mk'],
    ['config.mk: No such file or directory', 'config.mk'],
    ['all: Error 1; printed last: cat data/t.csv · cat: data/t.csv: No such file or directory', 'data/t.csv'],
    ["cp: cannot stat 'logo.bin': No such file or directory", 'logo.bin'],
    ['/bin/sh: 1: cannot open VERSION: No such file', 'VERSION'],
    ['/bin/sh: 1: tools/gen.sh: not found', 'tools/gen.sh'],
    ['awk: cannot open table.csv (No such file or directory)', 'table.csv'],
    ["FileNotFoundError: [Errno 2] No such file or directory: 'data/t.bin'", 'data/t.bin'],
    ["python3: can't open file '/w/gen.py': [Errno 2] No such file or directory", '/w/gen.py'],
    ["Error: ENOENT: no such file or directory, open 'table.csv'", 'table.csv'],
  ])('is read from %j', (printed, name) => {
    expect(absentFiles(printed)).toEqual([name]);
  });

  it.each([
    "'rign' undeclared (first use in this function)",
    'undefined reference to `ring_push`',
    'cannot find entry symbol _start; defaulting to 00008000',
    'cannot find -lc: No such file or directory',
    'cannot open output file build/app.elf: No such file or directory',
    "can't create build/a.o: No such file or directory",
    'opening dependency file build/a.d: No such file or directory',
    'symbol table entry not found',
    "No rule to make target 'app.elf'",
    'No targets specified and no makefile found',
  ])('is none of %j', (printed) => {
    expect(absentFiles(printed)).toEqual([]);
  });

  it('may be the archive of a library', () => {
    expect(absentLibraries('cannot find -lvendor: No such file or directory')).toEqual(['libvendor.a']);
    expect(absentLibraries('undefined reference to `vendor_init`')).toEqual([]);
  });

  it('may be the makefile, where a goal has no rule: by the names that make looks for', () => {
    const names = ['GNUmakefile', 'makefile', 'Makefile'];
    expect(absentMakefiles("No rule to make target 'app.elf'")).toEqual(names);
    expect(absentMakefiles('No targets specified and no makefile found')).toEqual(names);
    expect(absentMakefiles("No rule to make target 'table.csv', needed by 'all'")).toEqual([]);
    expect(absentMakefiles("No rule to make target 'build/rules.mk'")).toEqual([]);
  });
});
