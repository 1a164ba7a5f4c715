import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { UsableTool } from '../../../../../electron/agents/judgement/with-tools.js';
import { coderTools } from '../../../../../electron/effects/firmware-loop/trial/coder-tools.js';
import { openScratchBench } from '../../../../../electron/effects/firmware-loop/trial/scratch-bench.js';
import type { EffectIo } from '../../../../../electron/engine/effect.js';
import { wasmFolder } from '../../../../fixtures/rules-unit.js';
import { value } from '../../../workspace/repositories.js';
import { hostBench } from './trial-bench.js';

const ADD = `#include "add.h"

int add(int a, int b)
{
    return a - b;
}
`;
const MAIN = `#include <stdio.h>
#include "add.h"

static int test_sum(void)
{
    return add(2, 3) == 5;
}

static int test_secret(void)
{
    return add(7, 35) == 42;
}

int main(void)
{
    printf("1..2\\n");
    printf("%s 1 - test_sum\\n", test_sum() ? "ok" : "not ok");
    printf("%s 2 - test_secret\\n", test_secret() ? "ok" : "not ok");
    return 0;
}
`;
const FILES = {
  'add.c': ADD,
  'add.h': 'int add(int a, int b);\n',
  'keys/vendor.h': '#define VENDOR "swordfish"\n',
  'test/main.c': MAIN,
  Makefile: 'run: add.c add.h test/main.c\n\tgcc -I. -o run add.c test/main.c\n',
  '.gitignore': 'run\n',
};
const TEST = {
  command: ['./run'],
  parser: 'tap',
  cases: ['test_sum'],
  heldOut: ['test_secret'],
  timeoutSec: 20,
};

const wasm = wasmFolder();
let tools: UsableTool[];
let clone: string;
beforeEach(async () => {
  const { bench, ctx } = await hostBench(FILES, TEST);
  clone = bench.paths.clone;
  const io = { operationId: (kind: string) => `r.1.${kind}` } as EffectIo;
  const policy = { ...bench.policy, neverSend: ['keys/**'] };
  const scratch = openScratchBench(ctx, { ...bench, policy }, io);
  tools = coderTools(ctx, { ...bench, wasmDir: wasm.dir }, io, scratch);
});
afterAll(() => wasm.remove());

async function call(name: string, args: unknown) {
  const tool = tools.find(({ offer }) => offer.name === name);
  if (!tool) throw new Error(`${name} is not offered`);
  return value(await tool.run(args, new AbortController().signal));
}
const print = (what: string) => ({
  file: 'add.c',
  find: '    return a - b;',
  replace: `    printf("${what} %d\\n", a);\n    return a - b;`,
});
const INCLUDE = { file: 'add.c', find: '#include "add.h"', replace: '#include <stdio.h>\n#include "add.h"' };

describe('the tools of a coder', () => {
  it('are those that read, and those that try', () => {
    expect(tools.map(({ offer }) => offer.name)).toEqual([
      ...['read_file', 'search', 'symbols', 'history'],
      ...['build', 'run_test', 'decode_fault'],
    ]);
  });

  it('read a file with numbers, but no case that is held out', async () => {
    const { text, files } = await call('read_file', { path: 'test/main.c', start_line: 4, end_line: 12 });
    expect(files).toEqual(['test/main.c']);
    expect(text).toMatch(/^test\/main\.c, lines 4 to 12 of 20:\n4\| static int test_sum\(void\)\n/);
    expect(text).toContain('9| …');
    expect(text).not.toContain('42');
  });

  it('find nothing that is held out', async () => {
    expect(JSON.parse((await call('search', { pattern: 'add\\(\\d' })).text)).toEqual({
      matches: [{ file: 'test/main.c', line: 6, text: '    return add(2, 3) == 5;' }],
      isCut: false,
      withheld: ['keys/vendor.h'],
    });
    const { symbols } = JSON.parse((await call('symbols', { path: 'test' })).text);
    expect(symbols.map(({ name }: { name: string }) => name)).toEqual(['test_sum', 'main']);
  });

  it('name a file that must not be sent, and quote nothing of it', async () => {
    const said = [
      await call('read_file', { path: 'keys/vendor.h' }),
      await call('search', { pattern: 'VENDOR' }),
      await call('symbols', { path: 'keys' }),
    ];
    for (const { text } of said) expect(text).toContain('keys/vendor.h');
    expect(JSON.stringify(said)).not.toMatch(/swordfish|VENDOR/);
    expect(said[1]?.files).toEqual([]);
  });

  it('run the tests with a print that is taken back', async () => {
    const { text } = await call('run_test', { edits: [INCLUDE, print('a is')] });
    const shown = JSON.parse(text);
    expect(shown).toMatchObject({ cases: [{ name: 'test_sum', status: 'fail' }], ended_by: 'exit' });
    expect(shown.console).toContain('a is 2');
    expect(text).not.toContain('test_secret');
    expect(readFileSync(path.join(clone, 'add.c'), 'utf8')).toBe(ADD);
    expect((await call('run_test', {})).text).not.toContain('a is');
  });

  it('try a repair before it is given', async () => {
    const edits = [{ file: 'add.c', find: 'a - b', replace: 'a + b' }];
    const { cases } = JSON.parse((await call('run_test', { edits, cases: ['test_*'] })).text);
    expect(cases).toEqual([{ name: 'test_sum', status: 'pass' }]);
  });

  it('tell what does not build, does not fit, or is malformed', async () => {
    const broken = [{ file: 'add.c', find: 'a - b;', replace: 'a -;' }];
    expect(JSON.parse((await call('run_test', { edits: broken })).text)).toMatchObject({
      build: { success: false, diagnostics: [{ severity: 'error', file: 'add.c', line: 5 }] },
    });
    const error = async (name: string, args: unknown) => JSON.parse((await call(name, args)).text).error;
    const foreign = [{ file: 'test/main.c', find: '5', replace: '-1' }];
    expect(await error('build', { edits: foreign })).toMatchObject({ code: 'E_INVALID_ARGS' });
    expect(await error('read_file', { path: '../../policy.yaml' })).toMatchObject({
      code: 'E_POLICY_DENIED',
    });
    expect(await error('run_test', { edits: 'all' })).toMatchObject({ code: 'E_INVALID_ARGS' });
  });

  it('decode a fault, also where no image tells its places', async () => {
    expect(JSON.parse((await call('decode_fault', { text: 'all is well' })).text)).toMatchObject({
      calls: [],
    });
  });
});
