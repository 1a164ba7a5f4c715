import path from 'node:path';
import {
  type FirmwareHeader,
  RunHeaderSchema,
} from '../../electron/effects/firmware-loop/start/run-header.js';
import { storedApprovals } from '../../electron/engine/stored-approvals.js';
import type { Asking } from '../../electron/engine/tool.js';
import { buildGate } from '../../electron/tools/build/gate.js';
import { publish } from '../../electron/tools/publish.js';
import { codeOf, type Gate } from '../../shared/events.js';
import { realConfinement } from '../fixtures/exec.js';
import type { Moving } from './moving.js';

/** What of a question changes with the name of the repository. */
type Change = Pick<Gate, 'binding' | 'code' | 'parts'>;

const COMMIT = /"commit \{0\}","values":\["([0-9a-f]{40})"\]/;

/**
 * Asks the product for the binding that a run's question to build or publish has in the copy; null where no folder is in it.
 *
 * @param header of the run, JSON with the old names
 * @param runDir folder of the run in the copy
 * @throws Error where the product binds otherwise than this does for the old names
 */
export async function movedBinding(
  gate: Gate,
  header: string,
  runDir: string,
  { text }: Moving,
): Promise<Change | null> {
  const [old, now] = [header, text(header)].map(
    (stored) => RunHeaderSchema.safeParse(JSON.parse(stored)).data,
  );
  if (old === undefined || now === undefined) return null;
  const before = await askedAgain(gate, old, runDir);
  if (before === null) return null;
  if (before.binding !== gate.binding)
    throw new Error(`the question ${gate.gate} of ${gate.run} is bound otherwise now`);
  const after = await askedAgain(gate, now, runDir);
  return (
    after && {
      binding: after.binding,
      code: codeOf(after.binding),
      ...(after.parts && { parts: after.parts }),
    }
  );
}

async function askedAgain(gate: Gate, header: FirmwareHeader, dir: string): Promise<Asking | null> {
  const at = (name: string): string => path.join(dir, name);
  const paths = { dir, clone: at('clone'), artifacts: at('artifacts'), baseline: at('baseline') };
  const home = path.dirname(path.dirname(dir));
  const io = { run: gate.run, progress: () => {} };
  if (gate.scope === 'publish') {
    const [, commit = ''] = COMMIT.exec(JSON.stringify(gate.subject)) ?? [];
    const args = { branch: `benchloop/${gate.run}`, commit, isTaken: false };
    return (await publish.gate?.(args, { ...header, paths, home, patch: '' }, io)) ?? null;
  }
  if (gate.scope !== 'build') return null;
  const buildApprovals = storedApprovals(home, 'build', Date.now);
  const confinement = await realConfinement();
  const work = { ...header, paths, buildApprovals, exec: runsNothing, confinement };
  return buildGate({ command: header.loaded.task.build.command }, work, io);
}

const runsNothing = (): never => {
  throw new Error('a question runs no program');
};
