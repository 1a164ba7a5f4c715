import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionBench, SessionOutcome } from '../../../../electron/effects/session/bench.js';
import { makeCall } from '../../../../electron/effects/session/calls/make-call.js';
import type { Pending, SessionContext } from '../../../../electron/machine/session/context.js';
import { PolicySchema } from '../../../../shared/policy.js';
import type { Exec } from '../../../../shared/process.js';
import { value } from '../../../fixtures/firmware-run.js';
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
export function callsWith(work: object, policy = PolicySchema.parse({})) {
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
    runs: { list: () => [], show: () => gone, withheld: () => () => false },
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
export const endOf = (outcome: SessionOutcome): string =>
  outcome.type === 'TOOL_CALL_RESULT'
    ? outcome.result.status
    : outcome.type === 'TOOL_CALL_REQUEST'
      ? String(outcome.confirmation?.scope)
      : outcome.type;

/** A session's clone with links out of it, a secret beside the user's repository, and calls of a model with nobody there. */
export async function besideSecrets() {
  const outside = temporary('outside');
  writeFileSync(join(outside, 'secret.txt'), `${SECRET}\n`);
  const { root, clone, work } = await sessionClone(FILES);
  mkdirSync(join(clone, 'docs'));
  symlinkSync(outside, join(clone, 'docs', 'system'));
  symlinkSync(join(outside, 'secret.txt'), join(clone, 'docs', 'secret'));
  const home = temporary('home');
  const bystanders = () => [fingerprint(root), fingerprint(outside)];
  const [before, untouched] = [bystanders(), fingerprint(clone)];
  /** Names of the clone's files that are new, other or gone. */
  const changed = (): string[] => {
    const now = fingerprint(clone);
    return Object.keys({ ...untouched, ...now }).filter((file) => now[file] !== untouched[file]);
  };
  const places = { repo: root, home, outside, listener: 'http://127.0.0.1:9' };
  return { ...callsWith({ ...work, home }), places, before, bystanders, changed };
}

/** Whether an outcome holds what stands in files beside the repository. */
export const tellsSecrets = (outcome: SessionOutcome): boolean =>
  [SECRET, 'root:x:0:0'].some((secret) => JSON.stringify(outcome).includes(secret));
