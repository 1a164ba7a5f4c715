import type { Location, Stop } from '../../../../shared/results.js';
import { functionAt } from '../../c/source.js';
import { enclosing, LOOPS, walk } from '../../c/tree.js';
import { DIAGNOSIS_LOG, type Evidence } from '../../provider.js';
import type { Clue, ClueKind } from '../clue.js';
import { lastEntered } from '../log-only.js';
import { type Project, resolveFile } from '../project.js';

/** Where the processor faulted and who called that. */
export function faultClues({ fault }: Stop, project: Project): Clue[] {
  if (!fault) return [];
  const what = `${fault.kind}${fault.causes.length > 0 ? ` (${fault.causes.join(', ')})` : ''}`;
  return [
    ...placeClues(project, fault.location, { kind: 'fault', line: 0.95, fn: 0.75 }, `${what} at`),
    // A pc of 0 is no place: then the caller is where it happened.
    ...placeClues(
      project,
      fault.caller,
      { kind: 'fault', ...(fault.location ? { line: 0.7, fn: 0.5 } : { line: 0.95, fn: 0.75 }) },
      `${what} was reached from`,
    ),
  ];
}

/** Where the program counter stood when the session was ended. */
export function hangClues({ stuck_at: stuck }: Stop, project: Project): Clue[] {
  if (!stuck) return [];
  const clues = [
    ...placeClues(project, stuck, { kind: 'hang', line: 0.9, fn: 0.65 }, 'it hangs at'),
    ...callerClues(project, stuck.function),
  ];
  const source = project.sources.get(resolveFile(project, stuck.file) ?? '');
  if (!source) return clues;
  for (const node of walk(source.root)) {
    if (!LOOPS.has(node.type) || node.line > stuck.line || node.endLine < stuck.line) continue;
    const inner = enclosing(node, LOOPS) ?? node;
    const why = `it hangs in the loop at ${source.file}:${inner.line}`;
    clues.push({ kind: 'hang', file: source.file, from: inner.line, to: inner.endLine, weight: 0.85, why });
  }
  return clues;
}

/** Which function a diagnostic patch saw entered last before nothing more came: it, or what called it, does not end. */
export function enteredClues(evidence: Evidence, project: Project): Clue[] {
  const name = lastEntered(evidence.logs.find((log) => log.name === DIAGNOSIS_LOG)?.text ?? '');
  const fn = name === null ? undefined : project.functions.get(name);
  if (!fn) return [];
  const why = `${fn.name}() is the last function that was entered`;
  const place = { file: fn.file, from: fn.line, to: fn.endLine, function: fn.name };
  return [{ kind: 'hang', ...place, weight: 0.65, why }, ...callerClues(project, fn.name)];
}

/** What calls the function that the program counter stood in may never let go of it. */
function callerClues(project: Project, name: string | undefined): Clue[] {
  if (name === undefined) return [];
  return [...project.functions.values()]
    .filter((fn) => fn.name !== name && fn.mentions.has(name) && project.changeable.has(fn.file))
    .map((fn) => {
      const why = `it hangs in ${name}(), which ${fn.name}() calls`;
      return {
        kind: 'hang',
        file: fn.file,
        from: fn.line,
        to: fn.endLine,
        weight: 0.45,
        why,
        function: fn.name,
      };
    });
}

interface Weights {
  kind: ClueKind;
  line: number;
  fn: number;
}

function placeClues(project: Project, at: Location | undefined, weights: Weights, what: string): Clue[] {
  if (!at) return [];
  const file = resolveFile(project, at.file);
  const source = file ? project.sources.get(file) : undefined;
  const fn =
    (source && functionAt(source, at.line)) ?? (at.function ? project.functions.get(at.function) : undefined);
  const out: Clue[] = [];
  const why = `${what} ${file ?? at.file}:${at.line}${fn ? ` in ${fn.name}()` : ''}`;
  if (file) out.push({ kind: weights.kind, file, from: at.line, to: at.line, weight: weights.line, why });
  if (fn)
    out.push({
      kind: weights.kind,
      file: fn.file,
      from: fn.line,
      to: fn.endLine,
      weight: weights.fn,
      why,
      function: fn.name,
    });
  return out;
}
