import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openBench, profileOf } from '../qemu/bench.js';

const bench = openBench();
const work = join(bench.root, 'work');
mkdirSync(work);
afterAll(() => bench.close());
const never = new AbortController().signal;

async function session(request: { command?: string[]; select?: string[]; timeoutMs?: number }) {
  const environment = bench.open(profileOf('host'), request);
  const heard: Uint8Array[] = [];
  const started = await environment.start(never);
  const end = started.ok ? await environment.run(never, (bytes) => heard.push(bytes)) : started;
  await environment.stop();
  return { end, console: Buffer.concat(heard).toString() };
}

describe('a test that is a program', () => {
  it('runs in the work tree, with the selected cases as further arguments', async () => {
    writeFileSync(join(work, 'run_tests.sh'), '#!/bin/sh\npwd\nprintf "%s|" "$@"\n', { mode: 0o755 });
    const { end, console } = await session({ command: ['./run_tests.sh', '-v'], select: ['ring_*', 'a b'] });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'exit', exit_code: 0 } });
    expect(console).toBe(`${work}\n-v|ring_*|a b|`);
  });

  it('has one console for both its streams, in the order of writing', async () => {
    const text = 'for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done';
    const { console } = await session({ command: ['sh', '-c', text] });
    expect(console).toBe('o1\ne1\no2\ne2\no3\ne3\no4\ne4\no5\ne5\n');
  });

  it('is not ended by silence, nor by a summary', async () => {
    const text = 'echo 1 Tests 0 Failures 0 Ignored; sleep 0.4; echo more; exit 2';
    const { end, console } = await session({ command: ['sh', '-c', text] });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'exit', exit_code: 2 } });
    expect(console).toContain('more');
  });

  it('is named where it is missing, or is no program', async () => {
    const missing = await session({ command: ['./no_tests.sh'] });
    expect(missing.end).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
    if (!missing.end.ok) expect(missing.end.error.message).toContain('./no_tests.sh is missing');
    writeFileSync(join(work, 'plain.txt'), 'text', { mode: 0o644 });
    const plain = await session({ command: ['./plain.txt'] });
    if (!plain.end.ok) expect(plain.end.error.message).toContain('not executable');
    expect((await session({})).end).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
  });
});
