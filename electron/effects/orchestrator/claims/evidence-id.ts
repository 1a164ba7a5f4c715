import type { Evidence, EvidenceBody } from '../../../../shared/deliverables.js';
import { sha256Of } from '../deliver.js';

/** The hash by which claims name a piece of evidence: of its own content, its keys in order. */
export const evidenceId = (body: EvidenceBody): string =>
  sha256Of(JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))));

export const asEvidence = (body: EvidenceBody): Evidence => ({ id: evidenceId(body), body });
