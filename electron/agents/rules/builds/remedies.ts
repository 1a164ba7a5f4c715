import type { BuildResult } from '../../../../shared/results.js';
import type { Candidate } from '../candidates.js';
import type { Project } from '../project.js';
import { programKeys } from '../same-program.js';
import { asCandidate, type RemedyFamily } from './context.js';
import { allFixIts, fixItRemedies } from './fixits.js';
import { linkerRemedies } from './linker.js';
import { signatureRemedies } from './signatures.js';
import { syntaxRemedies } from './syntax.js';
import { undeclaredRemedies } from './undeclared.js';

const FAMILIES: readonly RemedyFamily[] = [
  fixItRemedies,
  linkerRemedies,
  undeclaredRemedies,
  syntaxRemedies,
  signatureRemedies,
];

/** Edits that answer the diagnostics of a failed build, best first, each resulting text once. */
export function buildCandidates(build: BuildResult, project: Project): Candidate[] {
  const all = [
    ...allFixIts(build.diagnostics, project),
    ...build.diagnostics.flatMap((diagnostic) => FAMILIES.flatMap((family) => family(diagnostic, project))),
  ];
  const keyOf = programKeys(project);
  const seen = new Set<string>();
  return all
    .sort((a, b) => b.score - a.score)
    .map((remedy) => asCandidate(remedy, project))
    .filter((candidate) => {
      if (!candidate.edits.every(({ file }) => project.changeable.has(file))) return false;
      const key = keyOf(candidate.edits);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}
