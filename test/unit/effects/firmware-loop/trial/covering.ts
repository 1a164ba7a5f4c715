import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { asArguments } from '../../../../../electron/bench/results/select.js';
import {
  type CoverageRequest,
  coverHost,
} from '../../../../../electron/effects/firmware-loop/trial/scratch-coverage.js';
import { realExec } from '../../../../fixtures/exec.js';
import { cloned, temporary, value } from '../../../workspace/repositories.js';

const UNIT = `int cube(int);
static int limited(int v) {
    if (v > 9)
        return 9;
    return v;
}
int cube(int v) {
    v = limited(v);
    return v * v * v;
}
int never(int v) {
    return v + 1;
}
`;
const MAIN = `#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include <stdlib.h>
#include <string.h>
int cube(int);
static int chosen(int c, char **v, const char *n) { for (int i = 1; i < c; i++) if (strcmp(v[i], n) == 0) return 1; return c < 2; }
int main(int c, char **v) {
    if (chosen(c, v, "small")) printf("ok 1 - small %d\\n", cube(2));
    if (chosen(c, v, "large")) printf("ok 2 - large %d\\n", cube(12));
    if (c > 1 && chosen(c, v, "dies")) { cube(3); abort(); }
    if (c > 1 && chosen(c, v, "killed")) { cube(3); kill(getpid(), SIGKILL); }
    if (c > 1 && chosen(c, v, "hangs")) { cube(3); for (;;) pause(); }
    return 0;
}
`;
const SOURCES = { 'src/unit.c': UNIT, 'test/main.c': MAIN };
/** A Makefile that makes an object of each source. */
export const objects = (compiler: string): string =>
  `app: obj/unit.o obj/main.o\n\t${compiler} -o app $^\nobj/unit.o: src/unit.c\n\t@mkdir -p obj\n\t${compiler} -O1 -c -o $@ $<\nobj/main.o: test/main.c\n\t@mkdir -p obj\n\t${compiler} -c -o $@ $<\n`;
export const cases = (...names: string[]) => names.map((name) => ({ name, status: 'pass' as const }));

export interface Setting {
  files: Record<string, string>;
  command: string[];
  env?: Record<string, string>;
  cases?: CoverageRequest['test']['cases'];
  test?: string[];
  /** Of one run. */
  limitMs?: number;
  okExitCodes?: number[];
  readable?: string[];
}

/** Measures in a scratch copy which lines a test program executes, and where it was stopped. */
export async function cover(o: Setting) {
  const root = temporary('coverage');
  const { clone } = await cloned({ ...SOURCES, ...o.files }, undefined, path.join(root, 'clone'));
  const { dir: cloneDir, baseCommit } = clone;
  const [into, dir] = [path.join(root, 'copy'), path.join(root, 'own')];
  mkdirSync(dir);
  const told = await coverHost({
    cloneDir,
    commit: baseCommit,
    into,
    dir,
    subdir: '',
    build: {
      command: o.command,
      env: o.env ?? {},
      timeoutMs: 60_000,
      okExitCodes: o.okExitCodes ?? [0],
      readable: o.readable ?? [],
    },
    test: {
      command: o.test ?? ['./app'],
      timeoutMs: o.limitMs ?? 20_000,
      cases: o.cases ?? null,
      select: asArguments,
      budgetMs: 120_000,
    },
    exec: await realExec(),
    operation: 'coverage',
    signal: new AbortController().signal,
  });
  return { told, root, into };
}

export const ran = (lines: ReadonlySet<number> | undefined): number[] =>
  [...(lines ?? [])].sort((a, b) => a - b);

/** The lines of `small` are told, no case alone, and nothing is left behind. */
export async function tellsLines(setting: Setting): Promise<void> {
  const { told, root, into } = await cover(setting);
  const { by, whole, byCase } = value(told);
  expect({ by, byCase }).toEqual({ by: 'program', byCase: null });
  expect(ran(whole.get('src/unit.c'))).toEqual(expect.arrayContaining([4, 5, 8]));
  expect(ran(whole.get('src/unit.c'))).not.toContain(12);
  expect(existsSync(into)).toBe(false);
  expect(readdirSync(path.join(root, 'clone')).some((name) => /\.gc(da|no)$/.test(name))).toBe(false);
}

const DEATHS = `#include <stdlib.h>
#include <string.h>
static int at(const int *p) {
    return *p;
}
static int per(int a, int b) {
    return a / b;
}
static int depth(int v) {
    return v == -1 ? 0 : 1 + depth(v + 2);
}
static void fill(const char *text) {
    char name[4];
    strcpy(name, text);
}
static void wait(volatile int *flag) {
    while (!*flag) {
    }
}
static void never(void) {
    abort();
}
static int call(int (*f)(int)) {
    return f(1) + 1;
}
int main(int c, char **v) {
    volatile int zero = 0;
    if (strcmp(v[1], "wild") == 0) return call((int (*)(int))(long)zero);
    if (strcmp(v[1], "null") == 0) return at((int *)(long)zero);
    if (strcmp(v[1], "zero") == 0) return per(c, zero);
    if (strcmp(v[1], "deep") == 0) return depth(zero);
    if (strcmp(v[1], "smashed") == 0) fill("much too long for the room that there is");
    if (strcmp(v[1], "stuck") == 0) wait(&zero);
    if (strcmp(v[1], "aborted") == 0) never();
    return 0;
}
`;

const main = (line: number) => expect.objectContaining({ line, function: 'main' });
const place = (line: number, name: string) => ({ file: 'deaths.c', line, function: name });
const fault = (kind: string, location: object, caller: object) => ({
  fault: { kind, causes: [expect.any(String)], location, caller },
});
/** What is told of each death of that program. */
export const STOPS: Record<string, object> = {
  null: fault('SIGSEGV', place(4, 'at'), main(29)),
  zero: fault('SIGFPE', place(7, 'per'), main(30)),
  stuck: { stuck_at: expect.objectContaining({ function: 'wait' }) },
  aborted: fault('SIGABRT', place(21, 'never'), main(34)),
  wild: {
    fault: {
      kind: 'SIGSEGV',
      causes: [expect.stringMatching(/without code/)],
      location: place(24, 'call'),
    },
  },
  deep: { fault: expect.objectContaining({ kind: 'SIGSEGV', location: place(10, 'depth') }) },
  smashed: { fault: expect.objectContaining({ kind: 'SIGABRT', location: place(15, 'fill') }) },
};
const gcc = ['gcc', '-O2', '-fstack-protector-all', '-o', 'app', 'deaths.c'];

/** The program dies so, or `well`; what is told of where. */
export async function stopOf(name: string): Promise<unknown> {
  const setting = { files: { 'deaths.c': DEATHS }, command: gcc, test: ['./app', name], limitMs: 2000 };
  return value((await cover(setting)).told).stop;
}
