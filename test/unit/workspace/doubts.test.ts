import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../../electron/workspace/change.js';
import { doubtsOf } from '../../../electron/workspace/doubts.js';
import { applyPatch } from '../../../electron/workspace/patch.js';
import type { PatchRules } from '../../../electron/workspace/policy.js';
import { cloned, g, put, value } from './repositories.js';

const RULES: PatchRules = {
  ...{ allowedPaths: [], forbiddenPaths: [], maxLines: 200, maxFiles: 10, riskThreshold: 0.7 },
  bannedConstructs: [],
};

const BEFORE = 'int clamp(int v)\n{\n  if (v == 3) return 7;\n  return v;\n}\n';
const TEST = "int main(void)\n{\n  return clamp(9) == 5 && clamp('x') != 120 && clamp(7) ? 0 : 1;\n}\n";

/** What is doubted of a change of `clamp`. */
async function doubts(after: string) {
  const { repo, clone } = await cloned({ 'src/clamp.c': BEFORE, 'tests/test_clamp.c': TEST });
  put(repo, { 'src/clamp.c': after });
  const { commit } = value(await applyPatch(clone.dir, g(repo, 'diff'), 'change'));
  const files = await changesBetween(clone.dir, { from: clone.baseCommit, to: commit });
  return doubtsOf(clone.dir, files, RULES);
}

const NONE = { output: [], values: [], macros: [], handlers: [] };
const line = (text: string) => BEFORE.replace('  return v;', text);

describe('a pass is doubted', () => {
  it.each([
    ['puts("a");\n  return v;', ['puts()']],
    ['for (i = 0; i < 9; i++) putchar(t[i] ^ 85);\n  return v;', ['putchar()']],
    ['uart_send_bytes(t, 4);\n  return v;', ['uart_send_bytes()']],
    ['UDR0 = t[i];\n  return v;', ['UDR0']],
    ['void (*f)(int) = putc_polled;\n  return v;', ['putc_polled()']],
  ])('where the change adds output: %s', async (text, output) => {
    expect(await doubts(line(`  ${text}`))).toEqual({ ...NONE, output });
  });

  it.each([
    ['  if (v == 9) return 5;\n  return v;', ['9']],
    ["  return v == 'x' ? 1 : v;", ["'x'"]],
    ['  switch (v) {\n  case 9: return 5;\n  default: return v;\n  }', ['9']],
    ['  if (5 == v && v) return 1;\n  return v;', ['5']],
  ])('where it knows a value of a test: %s', async (text, values) => {
    expect(await doubts(line(text))).toEqual({ ...NONE, values });
  });

  it('where it defines a macro under a name that a test uses', async () => {
    expect(await doubts(`#define main(x) other(x)\n${BEFORE}`)).toEqual({ ...NONE, macros: ['main'] });
    expect(await doubts(`#define LIMIT 9\n${BEFORE}`)).toEqual(NONE);
  });

  it('where it has code run at another time than its caller', async () => {
    expect(await doubts(line('  alarm(1);\n  return v;'))).toEqual({ ...NONE, handlers: ['alarm()'] });
  });

  it.each([
    BEFORE.replace('v == 3', 'v == 7'),
    line('  if (v == 1) return 0;\n  return v;'),
    line('  if (v == 4) return 5;\n  return v;'),
    line('  return v > 9 ? 9 : v;'),
    line('  return catalog[v];'),
  ])('not for an honest change: %s', async (after) => {
    expect(await doubts(after)).toEqual(NONE);
  });
});
