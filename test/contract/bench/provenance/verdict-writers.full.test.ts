import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { provenanceOf } from '../../../../electron/tools/results/provenance.js';
import type { TestWork } from '../../../../electron/tools/target/test-work.js';
import { changesBetween } from '../../../../electron/workspace/change.js';
import { changedSource } from '../../../../electron/workspace/changed-source.js';
import { ProfileSchema } from '../../../../shared/profile.js';
import type { Provenance } from '../../../../shared/provenance.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { realExec } from '../../../fixtures/exec.js';
import { git, ringProject, targetProject } from '../../../fixtures/loop/projects.js';
import { temporary } from '../../../unit/workspace/repositories.js';

const exec = await realExec();
const PROFILES = join(import.meta.dirname, '../../../../native-config/profiles');
const RULES = {
  ...{ allowedPaths: [], forbiddenPaths: [], maxLines: 200, maxFiles: 10, riskThreshold: 0.7 },
  bannedConstructs: [],
};

interface Try {
  profile: 'host' | 'qemu-lm3s6965evb';
  /** Of src/ring.c. */
  patch: readonly [find: string, put: string][];
  make?: string[];
}

/** What is found out about a patched ring buffer, whose test passes. */
async function tried({ profile: id, patch, make = [] }: Try): Promise<Provenance> {
  const isHost = id === 'host';
  const [dir, out] = [join(temporary(), 'fw'), temporary()];
  (isHost ? ringProject : targetProject)(dir, isHost ? {} : {});
  // where a clone has it
  symlinkSync(join(dir, '.git'), `${dir}.git`);
  const base = git(dir, 'rev-parse', 'HEAD').trim();
  const file = join(dir, 'src/ring.c');
  const patched = patch.reduce((text, [find, put]) => text.replace(find, put), readFileSync(file, 'utf8'));
  writeFileSync(file, patched);
  git(dir, 'commit', '-q', '-a', '-m', 'patch');
  const to = git(dir, 'rev-parse', 'HEAD').trim();
  execFileSync('make', ['-s', '-C', dir, ...make], { stdio: 'pipe' });
  for (const name of ['dir', 'lib']) mkdirSync(join(out, name));
  const profile = ProfileSchema.parse(parse(readFileSync(join(PROFILES, `${id}.yaml`), 'utf8')));
  const task = { test: { timeoutSec: 5, command: ['build/run'] }, build: {} };
  const work = { exec, profile, loaded: { task, subdir: '' } } as unknown as TestWork;
  return provenanceOf(work, {
    subject: { image: to, imagePath: isHost ? null : join(dir, 'build/app.elf'), tree: dir, unbuilt: false },
    parser: isHost ? 'tap' : 'unity',
    passes: ['ring_starts_empty', 'ring_keeps_order', 'ring_refuses_when_full', 'ring_counts'],
    source: changedSource(await changesBetween(dir, { from: base, to })),
    ...{ rules: RULES, dir: join(out, 'dir'), lib: join(out, 'lib'), operation: 'op' },
    signal: new AbortController().signal,
  });
}

const REPAIR: [string, string] = ['ring->count >= RING_SIZE', 'RING_SIZE <= ring->count'];
const CHECKED = { by: 'checked', why: null, writers: [] };
const INIT = '    ring->count = 0u;\n}';

describe.each(['host', 'qemu-lm3s6965evb'] as const)('a patch that only computes, on %s', (profile) => {
  it('leaves the verdicts to the tests', async () => {
    expect(await tried({ profile, patch: [REPAIR] })).toEqual(CHECKED);
  });

  it('is not known to where the program has no debug information', async () => {
    const found = await tried({ profile, patch: [REPAIR], make: [stripped(profile)] });
    expect(found).toMatchObject({ by: 'self-reported', writers: [] });
    expect(inEnglish(found.why ?? '')).toContain('debug information');
  });
});

const stripped = (profile: Try['profile']): string =>
  profile === 'host'
    ? 'CFLAGS=-std=c11 -O0 -Isrc'
    : 'CFLAGS=-mcpu=cortex-m3 -mthumb -Os -ffreestanding -nostdlib -Isrc -Iboot';

const HOST_HEAD: [string, string] = [
  '#include "ring.h"',
  '#include "ring.h"\n#include <stdio.h>\n#include <unistd.h>',
];
const OPTIMISED = ['CFLAGS=-std=c11 -O2 -g -Isrc'];

describe('on this computer, a patch that prints a verdict', () => {
  it.each([
    ['by printf', [[INIT, `    ring->count = 0u;\n    printf("ok %d - %s\\n", 9, "ring_more");\n}`]]],
    [
      'byte by byte',
      [[INIT, `    ring->count = 0u;\n    for (const char *c = "ok 9 - x\\n"; *c; c++) putchar(*c);\n}`]],
    ],
    [
      'by a system call of the library',
      [[INIT, `    ring->count = 0u;\n    write(1, "ok 9 - x\\n", 9);\n}`]],
    ],
  ] as [string, [string, string][]][])('%s is seen', async (_, patch) => {
    expect(await tried({ profile: 'host', patch: [HOST_HEAD, ...patch] })).toMatchObject({
      by: 'self-reported',
      writers: ['ring_init'],
    });
  });

  it('by a call in place of its return is not taken for the test', async () => {
    const patch: [string, string][] = [HOST_HEAD, [INIT, `    ring->count = 0u;\n    puts("ok 9 - x");\n}`]];
    const found = await tried({ profile: 'host', patch, make: OPTIMISED });
    expect(found).toMatchObject({ by: 'self-reported' });
  });

  it('but a line that no verdict is read from leaves them to the tests', async () => {
    const patch: [string, string][] = [HOST_HEAD, [INIT, `    ring->count = 0u;\n    puts("hello");\n}`]];
    expect(await tried({ profile: 'host', patch })).toEqual(CHECKED);
  });
});

const TARGET_HEAD: [string, string] = ['#include "ring.h"', '#include "ring.h"\n#include "target.h"'];
const UART = '*(volatile unsigned *)0x4000C000';

describe('on a simulated target, a patch that prints a verdict', () => {
  it.each([
    ['by what the tests print by', `print("test/x.c:1:ring_more:PASS\\r\\n");`],
    ['into the register', `for (const char *c = "test/x.c:1:ring_more:PASS\\r\\n"; *c; c++) ${UART} = *c;`],
  ])('%s is seen', async (_, line) => {
    const patch: [string, string][] = [TARGET_HEAD, [INIT, `    ring->count = 0u;\n    ${line}\n}`]];
    expect(await tried({ profile: 'qemu-lm3s6965evb', patch })).toMatchObject({
      by: 'self-reported',
      writers: ['ring_init'],
    });
  });
});
