import {
  ChangedFilesSchema,
  ClaimsSchema,
  type Deliverable,
  EvidenceSchema,
} from '../../../../shared/deliverables.js';
import type { OrchestratorContext } from '../../../machine/orchestrator/context.js';
import { attemptFolder } from '../coder-handoff.js';
import { deliverJson, sha256Of } from '../deliver.js';
import type { CoderResult } from './make-claims.js';

/** `claims.json`, `evidence.json`, `changed_files.json`. */
export async function writeClaims(
  ctx: OrchestratorContext,
  dir: string,
  { claims, evidence, files, patch }: CoderResult,
): Promise<Deliverable[]> {
  const at = (name: string): string => `${attemptFolder(ctx, claims.item)}/${name}`;
  return [
    await deliverJson(dir, at('claims.json'), ClaimsSchema, claims),
    await deliverJson(dir, at('evidence.json'), EvidenceSchema, { version: 1, evidence: [...evidence] }),
    await deliverJson(dir, at('changed_files.json'), ChangedFilesSchema, {
      ...{ version: 1, run: claims.run, files: [...files] },
      patch_sha256: patch === null ? null : sha256Of(patch),
    }),
  ];
}
