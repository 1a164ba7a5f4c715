import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ok, type Result } from '../../../shared/problem.js';
import { registered } from '../../effects/registry.js';
import { compile } from '../../machine/compile.js';
import { replay } from '../replay.js';
import { type ReadCassette, readCassette } from './read.js';
import { type Judged, rejudge } from './rejudge.js';
import { repliesOf } from './replies.js';
import { restoreRun } from './restore.js';

const machineOf = (id: string) => {
  const definition = registered(id)?.definition;
  return definition ? compile(definition) : null;
};

/** What a replay showed; `judged` is null where the cassette has no replies to judge by again. */
export interface Replayed {
  transitions: number;
  judged: readonly Judged[] | null;
}

/**
 * Replays a cassette file: its events through the tables, and where it has replies, its judgements through the effects that made
 * them. Errors: USAGE where it is none or lacks what its judgements read, and what `replay` finds.
 */
export async function replayFile(file: string, wasmDir: string): Promise<Result<Replayed>> {
  const cassette = await readCassette(file);
  if (!cassette.ok) return cassette;
  const replayed = replay(cassette.value.structure, machineOf);
  if (!replayed.ok) return replayed;
  const judged = await judgements(cassette.value, wasmDir);
  return judged.ok ? ok({ ...replayed.value, judged: judged.value }) : judged;
}

async function judgements(
  { structure, files }: ReadCassette,
  wasmDir: string,
): Promise<Result<Judged[] | null>> {
  const replies = repliesOf(files);
  if (!replies.ok) return replies;
  const rehearse = await registered(structure.machine)?.rehearse?.();
  const machine = machineOf(structure.machine);
  if (replies.value === null || !rehearse || !machine) return ok(null);
  const dir = mkdtempSync(path.join(tmpdir(), 'benchloop-replay-'));
  try {
    const restored = await restoreRun(dir, files);
    if (!restored.ok) return restored;
    const { ask, name, isLast, header } = replies.value;
    const opened = await rehearse({ dir, wasmDir, header, ask, name, isLast });
    if (!opened.ok) return opened;
    return ok(await rejudge(structure, machine, replies.value, opened.value));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
