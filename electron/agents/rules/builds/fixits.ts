import type { Diagnostic, FixIt } from '../../../../shared/results.js';
import type { Edit } from '../diff.js';
import { type Project, resolveFile } from '../project.js';
import { offsetAt, type Remedy } from './context.js';

const TRUST = { error: 1, note: 0.9, warning: 0.5 } as const;

/** The compiler's own replacements, exactly as it gives them; columns count bytes from 1. */
export function fixItRemedies(diagnostic: Diagnostic, project: Project): Remedy[] {
  const edits = diagnostic.fixits.flatMap((fixit) => editOf(fixit, project));
  if (edits.length === 0 || edits.length < diagnostic.fixits.length) return [];
  const what = `the compiler's own suggestion for "${diagnostic.message}"`;
  return [{ edits, kind: 'compiler fix-it', what, score: TRUST[diagnostic.severity] }];
}

/** All suggestions for errors at once: one slip often breaks several places. */
export function allFixIts(diagnostics: readonly Diagnostic[], project: Project): Remedy[] {
  const errors = diagnostics.filter(
    (diagnostic) => diagnostic.severity === 'error' && diagnostic.fixits.length > 0,
  );
  const edits = errors.flatMap((diagnostic) =>
    fixItRemedies(diagnostic, project).flatMap((remedy) => remedy.edits),
  );
  const apart = edits.filter(
    (edit, i) =>
      !edits.some(
        (other, j) => j < i && other.file === edit.file && edit.start <= other.end && other.start <= edit.end,
      ),
  );
  if (errors.length < 2 || apart.length < 2) return [];
  return [
    {
      edits: apart,
      kind: 'compiler fix-it',
      what: `all ${apart.length} suggestions of the compiler`,
      score: 0.95,
    },
  ];
}

function editOf(fixit: FixIt, project: Project): Edit[] {
  const file = resolveFile(project, fixit.file);
  const source = file ? project.sources.get(file) : undefined;
  if (!source || !project.changeable.has(source.file)) return [];
  const start = offsetAt(source.text, fixit.start.line, fixit.start.column);
  const end = offsetAt(source.text, fixit.end.line, fixit.end.column);
  return [{ file: source.file, start, end: Math.max(start, end), text: fixit.text }];
}
