import { readFileSync } from 'node:fs';
import path from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyServer } from '../../fixtures/faulty/faulty-server.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Ran } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { prepare } from '../loop/workshop.js';

let cli: InProcess;
let server: Awaited<ReturnType<typeof faultyServer>>;
beforeAll(async () => {
  cli = await inProcess();
  server = await faultyServer();
});
afterAll(async () => {
  await server.close();
  cli.close();
});

const EDIT = {
  path: 'src/ring.c',
  find: '    if (ring->count > RING_SIZE) {',
  replace: '    if (ring->count >= RING_SIZE) {',
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  'session-intake': { constraints: [], questions: [] },
  'session-plan': {
    steps: [{ title: 'Mend <the> limit', intent: 'one byte too many', files: ['src/ring.c'], undo: 'undo' }],
    verification: { mode: 'test', commands: [] },
  },
  'session-step': { done: true, words: 'The limit is right.' },
  'session-summary': { words: 'It refuses <b>now</b>.' },
};

const job = () => prepare(cli, { edits: OFF_BY_ONE, parts: { test: { cases: ['ring_*'] } } });
type Job = ReturnType<typeof job>;

const cmd = (at: Job, ...args: string[]): Promise<Ran> =>
  cli.run(args, { home: at.home, cwd: at.dir, env: server.env });
const ask = (at: Job, text: string, ...more: string[]): Promise<Ran> =>
  cmd(at, 'ask', text, '--task', at.task, '--approve', 'build,patch,send,publish', '--json', ...more);
const runOf = ({ lines }: Ran): string => String(lines.at(-1)?.run);

async function exported(at: Job, run: string, format: 'html' | 'junit'): Promise<string> {
  const file = path.join(at.dir, `out.${format}`);
  const shown = await cmd(at, 'show', run, `--${format}`, file);
  expect(shown.code, shown.stderr).toBe(0);
  return readFileSync(file, 'utf8');
}

function casesIn(xml: string): Record<string, string> {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parsed = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'testcase' }).parse(
    xml,
  );
  const cases: Record<string, unknown>[] = parsed.testsuites.testsuite.testcase;
  const statusOf = (one: Record<string, unknown>): string =>
    ['failure', 'error', 'skipped'].find((name) => name in one) ?? 'pass';
  return Object.fromEntries(cases.map((one) => [String(one['@_name']), statusOf(one)]));
}

describe('the files of a session', () => {
  it('are a page with conversation, plan, calls and approvals, and the cases of its last test', async () => {
    server.play({
      reply: ({ judgement, tools, messages }) =>
        tools.length > 0 && messages === 2
          ? { calls: [{ tool: 'apply_patch', args: { edits: [EDIT] } }] }
          : { text: JSON.stringify(ANSWERS[judgement ?? ''] ?? 'What?') },
    });
    const at = job();
    const ran = await ask(at, 'Make <i>all</i> ring cases pass', '--provider', 'openai');
    expect(ran.code, ran.stderr).toBe(0);
    const html = await exported(at, runOf(ran), 'html');
    for (const part of [
      'Make &lt;i&gt;all&lt;/i&gt; ring cases pass',
      '[x] Mend &lt;the&gt; limit',
      'It refuses &lt;b&gt;now&lt;/b&gt;.',
      '1. apply_patch <span class="pass">done</span>',
      '2. run_test <span class="pass">done</span>',
      '<span class="add">+    if (ring-&gt;count &gt;= RING_SIZE) {</span>',
      'ring_',
      'approval policy',
    ])
      expect(html).toContain(part);
    expect(html).not.toMatch(/<(i|b|script)>/);
    const cases = casesIn(await exported(at, runOf(ran), 'junit'));
    expect(Object.keys(cases).length).toBeGreaterThan(2);
    expect(new Set(Object.values(cases))).toEqual(new Set(['pass']));

    await cmd(at, 'undo', runOf(ran), '1');
    const undone = await cmd(at, 'show', runOf(ran), '--junit', 'none.xml');
    expect(undone.code).toBe(2);
    expect(undone.stderr).toContain('no test ran since the last change');
    expect(await exported(at, runOf(ran), 'html')).toContain('<span class="skip">taken back</span>');
  });

  it('have failing cases as failures', async () => {
    const at = job();
    const ran = await ask(at, 'run the tests');
    expect(Object.values(casesIn(await exported(at, runOf(ran), 'junit')))).toContain('failure');
  });

  it('are refused as JUnit, in words, where nothing was tested', async () => {
    const at = job();
    const ran = await ask(at, 'list boards');
    const refused = await cmd(at, 'show', runOf(ran), '--junit', 'none.xml');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('no test ran in this session'),
    ]);
  });
});
