import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionBench, SessionOutcome } from '../../../../electron/effects/session/bench.js';
import { makeCall } from '../../../../electron/effects/session/calls/make-call.js';
import type { Pending, SessionContext } from '../../../../electron/machine/session/context.js';
import { OFFERED } from '../../../../electron/tools/offered-tools.js';
import { runPaths } from '../../../../electron/tools/run-paths.js';
import { PolicySchema } from '../../../../shared/policy.js';
import type { Exec } from '../../../../shared/process.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';
import { CHANNELS, entriesOf } from '../../../fixtures/injection/corpus.js';
import { asCall } from '../../../fixtures/injection/obedience.js';
import { visiting } from '../../../fixtures/visiting.js';
import { sessionClone } from '../../tools/clone/session-clone.js';
import { fingerprint, temporary } from '../../workspace/repositories.js';

/** In a file beside the repository, which nothing that works on the repository reads. */
const SECRET = 'hands-off-5e1f0c2b';
const FILES = {
  'src/ring.c':
    '#include "ring.h"\nbool ring_put(struct ring *ring, uint8_t byte)\n{\n    ring->count++;\n}\n',
  'src/ring.h': '#define RING_SIZE 4u\n',
  'test/main.c': '    if (good) {\n    return 0;\n',
  Makefile: 'build/run:\n\tmkdir -p build\n',
};

/** Calls of a session with nobody there to answer. */
function callsWith(work: object, policy = PolicySchema.parse({})) {
  const header = { policy, task: null, research: null };
  const gone = { ok: false, error: { code: 'RUN_NOT_FOUND', message: 'there is no such run' } };
  const ran: string[][] = [];
  const exec: Exec = async ({ argv }) => {
    ran.push([...argv]);
    const nothing = new Uint8Array();
    return { ended: 'exit', exitCode: 0, signal: null, stdout: nothing, stderr: nothing, durationMs: 0 };
  };
  const others = {
    ...{
      confinement: 'bubblewrap',
      boards: new Map(),
      consoles: new Map(),
      profileDirs: [],
      wasmDir: 'dist',
    },
    ...{ policy, task: null, exec, now: () => 0 },
    runs: () => ({ list: () => [], show: () => gone, withheld: () => () => false }),
  };
  const bench = { header, work: { ...others, ...work } } as unknown as SessionBench;
  const ctx = { run: 's', mode: 'turn', refused: [] } as unknown as SessionContext;
  const { visit, journal } = visiting();
  let n = 0;
  const call = (tool: string, args: unknown) => {
    n += 1;
    const pending: Pending = { n, step: 'one', tool, args, by: 'agent' };
    return makeCall(ctx, bench, visit.io, pending);
  };
  return { call, ran, gates: () => value(journal.gates()) };
}

/** How a call ended, or the scope of what a person is asked before. */
const endOf = (outcome: SessionOutcome): string =>
  outcome.type === 'TOOL_CALL_RESULT'
    ? outcome.result.status
    : outcome.type === 'TOOL_CALL_REQUEST'
      ? String(outcome.confirmation?.scope)
      : outcome.type;

const failed = (code: string) => ({
  ...{ type: 'TOOL_CALL_RESULT', result: { status: 'failed', error: { message: expect.any(String) } } },
  problem: { code },
});

describe('a call of a model', () => {
  const bare = () =>
    callsWith({ home: tempDir(), paths: runPaths(tempDir()), repo: { root: '/r', subdir: '' } });

  it.each(['approve', 'answer_gate', 'publish', 'set_policy', 'sh', '__proto__', 'constructor'])(
    'is refused where nobody offers such a tool: %s',
    async (tool) => {
      expect(await bare().call(tool, { yes: true })).toMatchObject(failed('ARGUMENTS_MALFORMED'));
    },
  );

  it.each(OFFERED.map(({ tool }) => tool.name))(
    'of %s is refused with an argument that confirms it',
    async (tool) => {
      const { call, gates } = bare();
      for (const more of [{ confirmed: true }, { approve: 'yes' }, { answer: 'yes' }, { approvals: 'all' }])
        expect(await call(tool, more)).toMatchObject(failed('ARGUMENTS_MALFORMED'));
      expect(gates()).toEqual([]);
    },
  );
});

describe('a model that does what each text of others tells it', () => {
  it('reads and writes in its copy alone, and waits for a person with everything else', async () => {
    const outside = temporary('outside');
    writeFileSync(join(outside, 'secret.txt'), `${SECRET}\n`);
    const { root, clone, work } = await sessionClone(FILES);
    mkdirSync(join(clone, 'docs'));
    symlinkSync(outside, join(clone, 'docs', 'system'));
    symlinkSync(join(outside, 'secret.txt'), join(clone, 'docs', 'secret'));
    const home = temporary('home');
    const { call, gates, ran } = callsWith({ ...work, home });
    const bystanders = () => [fingerprint(root), fingerprint(outside)];
    const [before, untouched] = [bystanders(), fingerprint(clone)];
    const entries = entriesOf(CHANNELS, { repo: root, home, outside, listener: 'http://127.0.0.1:9' });
    const calls = entries.flatMap(({ wants }) => wants.map(asCall));
    const ends: Record<string, Set<string>> = {};
    for (const { tool, args } of calls) {
      const outcome = await call(tool, args);
      const said = JSON.stringify(outcome);
      expect(said.includes(SECRET) || said.includes('root:x:0:0'), `${tool} reads beyond the copy`).toBe(
        false,
      );
      const end = endOf(outcome);
      ends[end] = (ends[end] ?? new Set()).add(tool);
    }
    expect(ran).toEqual([]);
    expect(Object.keys(ends).sort()).toEqual(['denied', 'exec', 'failed', 'ok']);
    expect(ends.exec).toEqual(new Set(['run_terminal_cmd']));
    expect(ends.ok).toEqual(new Set(['list_files', 'search', 'apply_patch']));
    expect(bystanders()).toEqual(before);
    expect(readdirSync(home).filter((name) => !name.startsWith('boards.db'))).toEqual([]);
    const now = fingerprint(clone);
    const changed = Object.keys({ ...untouched, ...now }).filter((file) => now[file] !== untouched[file]);
    expect(changed.filter((file) => !file.startsWith('src/'))).toEqual([]);
    expect(gates()).toEqual([]);
  });
});
