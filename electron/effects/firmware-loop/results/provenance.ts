import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Provenance, ProvenanceSchema } from '../../../../shared/provenance.js';
import type { EffectIo } from '../../../engine/effect.js';
import { jsonOf } from '../../../files/json.js';
import { replaceFile } from '../../../files/replace-file.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { provenanceOf } from '../../../tools/results/provenance.js';
import { subjectOf } from '../../../tools/target/subject.js';
import type { FileChange } from '../../../workspace/change.js';
import { changedSource } from '../../../workspace/changed-source.js';
import type { FirmwareBench } from '../bench.js';
import { patchRules } from '../build/work-tree.js';
import { trialFolder } from '../trial/trial-folder.js';
import { parserOf } from './test-parser.js';

/**
 * Who wrote the verdict lines of the patched tree that passes. Measured once for each image: a run that goes on after a restart asks
 * the same question. Null where nothing can be run again: there is no parser or no build, or the run is a replay.
 *
 * @param files what differs from the base
 */
export async function provenanceOfPass(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  files: readonly FileChange[],
): Promise<Provenance | null> {
  const [build, parser] = [ctx.last_build_result, parserOf(ctx, bench)];
  if (!build?.success || parser === null || bench.trial !== undefined) return null;
  const commit = ctx.repo_snapshot?.current_commit ?? bench.loaded.baseCommit;
  const subject = subjectOf(bench, build, bench.paths.clone, commit);
  const name = createHash('sha256').update(subject.image).digest('hex');
  const file = path.join(bench.paths.trials, `provenance-${name}.json`);
  const kept = existsSync(file) ? ProvenanceSchema.safeParse(jsonOf(readFileSync(file, 'utf8'))) : null;
  if (kept?.success) return kept.data;
  const [dir, lib] = [await trialFolder(bench), await trialFolder(bench)];
  try {
    const measured = await provenanceOf(bench, {
      ...{ subject, parser, source: changedSource(files), rules: patchRules(ctx, bench), dir, lib },
      passes: passesOf(ctx),
      operation: io.operationId('provenance'),
      signal: io.signal,
    });
    await mkdir(bench.paths.trials, { recursive: true });
    await replaceFile(file, JSON.stringify(measured), { durable: false });
    return measured;
  } finally {
    await rm(dir, { recursive: true, force: true });
    await rm(lib, { recursive: true, force: true });
  }
}

const passesOf = ({ last_test_result }: FirmwareContext): string[] =>
  (last_test_result?.cases ?? []).filter(({ status }) => status === 'pass').map(({ name }) => name);
