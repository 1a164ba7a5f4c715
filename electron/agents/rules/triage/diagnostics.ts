import type { Diagnostic } from '../../../../shared/results.js';
import type { Evidence } from '../../provider.js';
import { unlinkedSource } from '../builds/linker.js';
import type { Clue } from '../clue.js';
import { type Project, resolveFile } from '../project.js';

/** Warnings that often name the bug itself (GCC manual, "Options to Request or Suppress Warnings"). */
const TELLING: Readonly<Record<string, number>> = {
  '-Wparentheses': 0.5,
  '-Wmaybe-uninitialized': 0.6,
  '-Wuninitialized': 0.7,
  '-Wunused-value': 0.6,
  '-Wunused-variable': 0.3,
  '-Wunused-but-set-variable': 0.4,
  '-Wtype-limits': 0.6,
  '-Wsign-compare': 0.3,
  '-Woverflow': 0.6,
  '-Warray-bounds': 0.7,
  '-Wstringop-overflow': 0.7,
  '-Wimplicit-fallthrough': 0.5,
  '-Wimplicit-fallthrough=': 0.5,
  '-Wreturn-type': 0.7,
  '-Wdiv-by-zero': 0.7,
  '-Wmisleading-indentation': 0.6,
  '-Wempty-body': 0.6,
  '-Wimplicit-function-declaration': 0.4,
  '-Wint-conversion': 0.5,
  '-Wincompatible-pointer-types': 0.5,
  '-Wshift-count-overflow': 0.7,
  '-Wformat': 0.4,
};

/** Lines that the compiler or the linker complains about. */
export function diagnosticClues(evidence: Evidence, project: Project): Clue[] {
  return (evidence.build?.diagnostics ?? []).flatMap((diagnostic): Clue[] => {
    if (diagnostic.severity === 'note') return [];
    if (!diagnostic.location) return symbolClues(diagnostic, project);
    const file = resolveFile(project, diagnostic.location.file);
    if (!file) return [];
    const weight =
      diagnostic.severity === 'error'
        ? 0.95
        : (TELLING[(diagnostic.option ?? '').replace(/=\d*$/, '')] ?? 0.15);
    const line = diagnostic.location.line;
    const why = `${diagnostic.origin}: ${diagnostic.severity}: ${diagnostic.message} (${file}:${line})`;
    return [{ kind: 'diagnostic', file, from: line, to: line, weight, why }];
  });
}

/** The linker names no line: where its symbol is used or defined. */
function symbolClues(diagnostic: Diagnostic, project: Project): Clue[] {
  const { symbol, message } = diagnostic;
  if (!symbol) return [];
  const unlinked = unlinkedSource(diagnostic, project);
  return [...project.functions.values()]
    .filter((fn) => project.changeable.has(fn.file) && (fn.name === symbol || fn.mentions.has(symbol)))
    .map((fn) => {
      const why =
        unlinked === null
          ? `linker: ${message}, in ${fn.name}() of ${fn.file}`
          : `linker: ${message}, which ${unlinked} defines: the build does not link that file`;
      return {
        kind: 'diagnostic',
        file: fn.file,
        from: fn.line,
        to: fn.endLine,
        weight: 0.95,
        why,
        function: fn.name,
      };
    });
}
