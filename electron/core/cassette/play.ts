import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Words } from '../../../shared/texts/words.js';
import { registered } from '../../effects/registry.js';
import { MAIN } from '../../journal/records.js';
import { compile } from '../../machine/compile.js';
import { type Cassette, replay } from '../replay.js';
import { otherReplies, whyNotAsExported } from './integrity.js';
import { type ReadCassette, readCassette } from './read.js';
import { type Judged, rejudge } from './rejudge.js';
import { type Replies, repliesOf } from './replies.js';
import { restoreRun } from './restore.js';

const machineOf = (id: string) => {
  const definition = registered(id)?.definition;
  return definition ? compile(definition) : null;
};

/** What a replay showed; `judged` is null where the cassette has no replies to judge by again. */
export interface Replayed {
  transitions: number;
  judged: readonly Judged[] | null;
  /** Visits to states in which a model answered: what `judged` lacks of them could not be judged again. */
  asked: number;
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
  return ok({ ...replayed.value, ...judged.value, altered: otherReplies(cassette.value) });
}

const EXPORT_AGAIN = 'export it again: benchloop show RUN --cassette FILE';

async function judgements(
  { structure, files }: ReadCassette,
  wasmDir: string,
): Promise<Result<Pick<Replayed, 'judged' | 'asked'>>> {
  const read = repliesOf(files);
  if (!read.ok) return read;
  const replies = read.value;
  if (replies === null) return ok({ judged: null, asked: 0 });
  const dir = mkdtempSync(path.join(tmpdir(), 'benchloop-replay-'));
  try {
    const restored = await restoreRun(dir, files);
    if (!restored.ok) return restored;
    const judged: Judged[] = [];
    for (const [node, { machine }] of Object.entries({ [MAIN]: structure, ...structure.nodes })) {
      const hasSource = restored.value && node === MAIN;
      const of = await judgedIn({ node, machine, structure, replies }, { dir, wasmDir, hasSource });
      if (!of.ok) return of;
      judged.push(...of.value);
    }
    return ok({ judged, asked: replies.answered().length });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

interface AtNode {
  node: string;
  machine: string;
  structure: Cassette;
  replies: Replies;
}

/** The judgements of one node; none where the cassette does not say what a node below the root was started with. */
async function judgedIn(
  { node, machine: id, structure, replies }: AtNode,
  place: { dir: string; wasmDir: string; hasSource: boolean },
): Promise<Result<Judged[]>> {
  const [machine, rehearse] = [machineOf(id), await registered(id)?.rehearse()];
  const header = replies.header(node);
  const isAsked = replies.answered().some((visit) => visit.startsWith(`${node}.`));
  if (!machine || !rehearse || !isAsked || (header === undefined && node !== MAIN)) return ok([]);
  const opened = await rehearse({ ...place, ...replies, node, header });
  if (!opened.ok) return opened;
  try {
    return ok(await rejudge(structure, { path: node, machine, rehearsal: opened.value }, replies));
  } finally {
    await opened.value.close();
  }
}
