import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Words } from '../../../shared/texts/words.js';
import { registered } from '../../effects/registry.js';
import { compile } from '../../machine/compile.js';
import { replay } from '../replay.js';
import { otherReplies, whyNotAsExported } from './integrity.js';
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
  /** Replies that are not those that were exported, by name. */
  altered: readonly string[];
}

/**
 * Replays a cassette file: its events through the tables, and where it has replies, its judgements through the effects that made
 * them. Errors: USAGE where it is none, is not as it was exported, or lacks what its judgements read, and what `replay` finds.
 */
export async function replayFile(file: string, wasmDir: string): Promise<Result<Replayed>> {
  const cassette = await readCassette(file);
  if (!cassette.ok) return cassette;
  const refuse = (message: Words) =>
    fail<Problem>({ code: 'USAGE', message, where: file, next: EXPORT_AGAIN });
  const other = whyNotAsExported(cassette.value, ['console', 'prompts', 'replies']);
  if (other !== null) return refuse(other);
  const replayed = replay(cassette.value.structure, machineOf);
  if (!replayed.ok) return replayed;
  const judged = await judgements(cassette.value, wasmDir);
  if (!judged.ok) return judged;
  // judgements say first which file of the commit is another
  const others = whyNotAsExported(cassette.value, ['source']);
  if (others !== null) return refuse(others);
  return ok({ ...replayed.value, judged: judged.value, altered: otherReplies(cassette.value) });
}

const EXPORT_AGAIN = 'export it again: benchloop show RUN --cassette FILE';

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
