import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openBench, profileOf } from '../../../fixtures/qemu/bench.js';

const bench = openBench();
const work = join(bench.root, 'work');
mkdirSync(work);
afterAll(() => bench.close());
const never = new AbortController().signal;

async function session(request: {
  command?: string[];
  select?: string[];
  timeoutMs?: number;
  env?: Record<string, string>;
}) {
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

  it('has the variables of its session, each session its own', async () => {
    const command = ['sh', '-c', 'echo $BENCHLOOP_NONCE'];
    for (const nonce of ['first', 'second'])
      expect((await session({ command, env: { BENCHLOOP_NONCE: nonce } })).console).toBe(`${nonce}\n`);
  });

  it('is confined: it writes nothing outside the work tree', async () => {
    const { end } = await session({ command: ['sh', '-c', `echo x > ${bench.root}/outside`] });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'exit' } });
    expect(existsSync(join(bench.root, 'outside'))).toBe(false);
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

  it('has crashed too where a shell or make tells of a program that died below it', async () => {
    writeFileSync(join(work, 'Makefile'), 'died:\n\t@sh -c "kill -FPE $$$$"\nfailed:\n\t@exit 1\n');
    const ends = async (...command: string[]) => (await session({ command })).end;
    const crash = (signal: string) => ({ ok: true, value: { ended_by: 'crash', signal } });
    expect(await ends('sh', '-c', "sh -c 'kill -SEGV $$'; exit $?")).toMatchObject(crash('SIGSEGV'));
    expect(await ends('make', 'died')).toMatchObject(crash('SIGFPE'));
    const failed = { ok: true, value: { ended_by: 'exit', exit_code: 2, signal: null } };
    expect(await ends('make', 'failed')).toMatchObject(failed);
  });

  const script = (name: string, text: string | Uint8Array, mode = 0o755): string[] => {
    writeFileSync(join(work, name), text, { mode });
    return [`./${name}`];
  };
  // an ELF header of an Arm program: 32 bit, little endian, ET_EXEC, EM_ARM
  const arm = Buffer.from('7f454c4601010100000000000000000002002800', 'hex');

  it.each([
    ['is missing', () => ['./no_tests.sh'], /no_tests\.sh is missing: .*work.no_tests\.sh$/, /test\.command/],
    ['is not on PATH', () => ['no-such-tests'], /no-such-tests is missing on PATH/, /\.\/no-such-tests/],
    [
      'may not be executed',
      () => script('plain.txt', 'text', 0o644),
      /plain\.txt is not executable/,
      /chmod/,
    ],
    ['is a folder', () => ['./'], /is a folder/, /program in it/],
    ['has no interpreter', () => script('odd.sh', '#!/no/such/shell\n'), /interpreter that is missing/, /#!/],
    [
      'is of another machine',
      () => script('arm', Buffer.concat([arm, Buffer.alloc(64)])),
      /another machine/,
      /QEMU/,
    ],
  ])('that %s is the error of the task, with its path and what to do', async (_, command, words, next) => {
    const { end } = await session({ command: command() });
    if (end.ok) throw new Error('it ran');
    expect(end.error).toMatchObject({ code: 'TASK_MALFORMED', where: 'test.command' });
    expect(end.error.message).toMatch(words);
    expect(end.error.next).toMatch(next);
  });

  it('needs no #! line where a shell can run it, and may fail with any exit code', async () => {
    const { end, console } = await session({ command: script('bare.sh', 'echo hello; nope; exit 127\n') });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'exit', exit_code: 127 } });
    expect(console).toContain('hello');
  });

  it('is needed', async () => {
    expect((await session({})).end).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
  });
});
