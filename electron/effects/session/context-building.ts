import type { Problem } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { createClone, isCloned } from '../../workspace/clone.js';
import { applyPatch } from '../../workspace/patch.js';
import type { SessionEffect, SessionOutcome } from './bench.js';

/** CONTEXT_BUILDING: the private clone at HEAD, made once for all turns; what a plan is made from is read from it. */
export const contextBuilding: SessionEffect = async (ctx, { header, work }, io) => {
  const { repo, task } = header;
  if (repo === null) return built(text`the session has no repository: it works on boards alone`);
  if (ctx.turn > 1 && isCloned(work.paths.clone)) return built(text`the session goes on with its copy`);
  io.progress('CLONE', repo.root);
  const clone = await createClone({
    repoRoot: repo.root,
    baseCommit: repo.baseCommit,
    into: work.paths.clone,
    inputs: task?.loaded.inputs ?? [],
    signal: io.signal,
  });
  if (!clone.ok) return failed(clone.error);
  const begun = header.supervised?.patch ?? '';
  const placed = begun.trim() === '' ? null : await applyPatch(work.paths.clone, begun, 'Work so far');
  if (placed !== null && !placed.ok) return failed(placed.error);
  return built(text`cloned commit ${repo.baseCommit.slice(0, 12)} for this session`);
};

const failed = (problem: Problem): SessionOutcome => ({
  type: 'context_failed',
  reason: problem.message,
  evidence: [],
  problem,
});

const built = (reason: ReturnType<typeof text>) => ({ type: 'context_built' as const, reason, evidence: [] });
