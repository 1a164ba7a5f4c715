import { ok, type Result } from '../../../shared/problem.js';
import { loadGrammar } from '../../agents/c/grammar.js';
import { changedFunctions, contractOf, type NamedText } from '../../agents/roundtable/contract.js';
import type { Material } from '../../agents/roundtable/material.js';
import type { CoordinatorContext } from '../../machine/coordinator/context.js';
import { listReadable, readInside } from '../../workspace/files.js';
import { judgePatch } from '../../workspace/policy.js';
import { patchRules } from '../firmware-loop/build/work-tree.js';
import { gatherEvidence } from '../firmware-loop/results/evidence.js';
import type { CoordinatorBench } from './bench.js';
import { changedSources } from './changed-sources.js';
import { loopContext } from './known.js';

/** Where promises stand: the headers, and the changed files themselves. */
const HEADER = /\.(h|hh|hpp)$/i;
const MOST_HEADERS = 400;

/** What a model is shown as reviewer or tester. Errors: ANALYSIS_FAILURE where C cannot be read. */
export async function materialOf(
  ctx: CoordinatorContext,
  bench: CoordinatorBench,
  diff: string,
): Promise<Result<Material>> {
  const known = loopContext(ctx);
  const { test } = await gatherEvidence(known, bench.loop);
  const { lint, unit } = bench.loop.loaded.task.checks;
  const allowed = [...lint, ...unit, ...bench.loop.policy.commands];
  const contract = await contractFor(ctx, bench, diff);
  if (!contract.ok) return contract;
  const messages = ctx.messages.map(({ text }) => text);
  return ok({ goal: ctx.goal, messages, diff, contract: contract.value, test, allowed });
}

async function contractFor(
  ctx: CoordinatorContext,
  { loop, wasmDir }: CoordinatorBench,
  diff: string,
): Promise<Result<NamedText[]>> {
  const verdict = await judgePatch(loop.paths.clone, diff, patchRules(loopContext(ctx), loop));
  if (diff.trim() === '' || !verdict.ok) return ok([]);
  const grammar = await loadGrammar(wasmDir);
  if (!grammar.ok) return grammar;
  const sources = await changedSources(loop.paths.clone, verdict.value);
  const functions = sources.flatMap((source) => changedFunctions(grammar.value, source));
  const changed = new Set(verdict.value.files);
  const headers = (await listReadable(loop.paths.clone)).filter(
    (file) => HEADER.test(file) || changed.has(file),
  );
  const files = await Promise.all(
    headers.slice(0, MOST_HEADERS).map(async (file) => {
      const read = await readInside(loop.paths.clone, file);
      return { file, text: read.ok ? read.value : '' };
    }),
  );
  return ok(contractOf(grammar.value, functions, files));
}
