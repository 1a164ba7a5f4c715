import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDemos } from '../../../electron/core/demo.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';

const run = promisify(execFile);
const demoDir = fileURLToPath(new URL('../../../native-config/demo', import.meta.url));
const demos = await listDemos(demoDir);

/** A network namespace of its own has no way out, not even to loopback. */
const OFFLINE = process.getuid?.() === 0 ? ['--net'] : ['--user', '--map-root-user', '--net'];

/** So many trials find each of them; a person's run goes on for a while, among what else may pass. */
const TRIALS = 30;
const MORE_TRIALS: Readonly<Record<string, number>> = {
  'crc-wrong-start': 200,
  'frame-wrong-shift': 120,
  'netduino-drift': 120,
  'two-bugs': 400,
};
/** Trials end a search here, not the clock: a busy computer makes as many. A state may take 600 s. */
const SEARCH_SEC = 540;

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

/** Runs a command of the product with the network cut off; its exit code and its lines. */
async function offline(home: string, args: readonly string[]) {
  const program = [process.execPath, path.join(cli.root, 'dist', 'cli.js'), ...args];
  const env = { ...process.env, BENCHLOOP_HOME: home };
  const options = { env, maxBuffer: 64 * 1024 * 1024 };
  const ended = await run('unshare', [...OFFLINE, ...program], options).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );
  return { code: ended.code, lines: ended.stdout.trim().split('\n') };
}

describe('every demo, with the network cut off', () => {
  it('is at least eight tasks', () => {
    expect(demos.length).toBeGreaterThanOrEqual(8);
  });

  it.each(demos)('$name ends as it should, and its run replays', async (demo) => {
    const home = cli.freshHome();
    mkdirSync(home);
    const trials = MORE_TRIALS[demo.name] ?? TRIALS;
    writeFileSync(path.join(home, 'policy.yaml'), `searchTrials: ${trials}\nsearchSec: ${SEARCH_SEC}\n`);
    const { code, lines } = await offline(home, ['demo', '--task', demo.name, '--json']);
    const report = JSON.parse(lines.at(-1) ?? '');
    expect(report).toMatchObject({ type: 'report', ...demo.expect });
    expect(code).toBe(demo.expect.final_status === 'SUCCESS' ? 0 : 1);
    expect(report.reason).not.toBe('');

    const cassette = path.join(home, 'cassette.json');
    expect((await offline(home, ['show', report.run, '--cassette', cassette])).code).toBe(0);
    expect(JSON.parse(readFileSync(cassette, 'utf8')).transitions).toHaveLength(report.decision_trace_length);
    expect((await offline(home, ['replay', cassette])).code).toBe(0);
  });
});
