import type { CGrammar } from '../../c/grammar.js';
import type { Executed, ProgramInput, ProviderIo } from '../../provider.js';
import type { Candidate, Found } from '../candidates.js';
import { type Project, resolveFile } from '../project.js';
import type { Coverage } from '../triage/spectrum.js';
import type { Plausible } from './classes.js';
import { constantAt, flagsOf, namedOutside } from './flags.js';

export interface StudySetting {
  grammar: CGrammar;
  project: Project;
  coverage: Coverage;
  inputs: readonly ProgramInput[];
  io: ProviderIo;
  /** When the search began, epoch ms. */
  begun: number;
}

/**
 * What is to be known of an edit that passes. Null for a change of contract: a constant that sources outside of the task's reach
 * compare with is never proposed for being compared with.
 */
export async function study(found: Found, o: StudySetting): Promise<Plausible | null> {
  const found_ms = Date.now() - o.begun;
  const constant = constantAt(found.candidate, o.project);
  if (constant !== null && namedOutside(constant, o.project)) return null;
  const { scratch, signal } = o.io;
  return {
    ...found,
    found_ms,
    flags: flagsOf(found.candidate, o.project, o.grammar),
    common: found.candidate.common,
    executing: executing(found.candidate, o),
    likeness: (await scratch.liken?.(found.patch, o.inputs, signal)) ?? null,
  };
}

/** How many cases run the edited lines. */
function executing(candidate: Candidate, { coverage, project }: StudySetting): number | null {
  if (!coverage.perCase) return null;
  const lines = new Set(candidate.edits.map((edit) => `${edit.file}:${lineOf(edit, project)}`));
  const runs = [...coverage.perCase.failing, ...coverage.perCase.passing];
  const count = runs.filter((run) => touches(run, lines, project)).length;
  // a line table may miss a line, hardly a case that fails because of it
  return count === 0 ? null : count;
}

const lineOf = ({ file, start }: { file: string; start: number }, { sources }: Project): number =>
  (sources.get(file)?.text.slice(0, start).match(/\n/g)?.length ?? 0) + 1;

function touches(run: Executed, lines: ReadonlySet<string>, project: Project): boolean {
  for (const [name, executed] of run) {
    const file = resolveFile(project, name) ?? name;
    for (const line of executed) if (lines.has(`${file}:${line}`)) return true;
  }
  return false;
}
