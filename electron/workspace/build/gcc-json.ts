import * as z from 'zod';
import type { Diagnostic, FixIt, Location } from '../../../shared/results.js';
import { jsonOf } from '../../files/json.js';

/** GCC 9 and later, `-fdiagnostics-format=json` (GCC manual, "Options to Control Diagnostic Messages Formatting"). */
const PointSchema = z.object({
  file: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  /** From GCC 11; `column` counts display columns then, tabs and wide characters expanded. */
  'byte-column': z.number().int().optional(),
});
type Point = z.infer<typeof PointSchema>;

const NodeSchema = z.object({
  kind: z.string(),
  message: z.string(),
  option: z.string().optional(),
  locations: z.array(z.object({ caret: PointSchema })).default([]),
  fixits: z.array(z.object({ start: PointSchema, next: PointSchema, string: z.string() })).default([]),
});
const RootSchema = NodeSchema.extend({ children: z.array(NodeSchema).default([]) });

const column = (point: Point): number => point['byte-column'] ?? point.column;
const severity = (kind: string): Diagnostic['severity'] =>
  kind === 'warning' || kind === 'note' ? kind : 'error';

/**
 * Reads one line of JSON diagnostics (one array per compiler pass); null where the line is none. Columns are
 * 1-based bytes. Fix-its of a diagnostic's notes ("include '<stdio.h>'") are the diagnostic's own. `resolve`
 * turns a printed file name into the one to store.
 */
export function parseGccJson(line: string, resolve: (file: string) => string): Diagnostic[] | null {
  if (!line.startsWith('[')) return null;
  const nodes = z.array(RootSchema).safeParse(jsonOf(line));
  return nodes.success ? nodes.data.map((node) => toDiagnostic(node, resolve)) : null;
}

function toDiagnostic(node: z.infer<typeof RootSchema>, resolve: (file: string) => string): Diagnostic {
  const caret = node.locations[0]?.caret;
  const fixits = [node, ...node.children]
    .flatMap((one) => one.fixits)
    .map((fixit) => toFixIt(fixit, resolve));
  return {
    severity: severity(node.kind),
    message: node.message,
    ...(node.option ? { option: node.option } : {}),
    origin: 'compiler',
    ...(caret && caret.line > 0 ? { location: toLocation(caret, resolve) } : {}),
    fixits,
  };
}

function toLocation(caret: Point, resolve: (file: string) => string): Location {
  const at = column(caret);
  return { file: resolve(caret.file), line: caret.line, ...(at > 0 ? { column: at } : {}) };
}

function toFixIt(
  { start, next, string }: z.infer<typeof NodeSchema>['fixits'][number],
  resolve: (file: string) => string,
): FixIt {
  return {
    file: resolve(start.file),
    start: { line: start.line, column: column(start) },
    end: { line: next.line, column: column(next) },
    text: string,
  };
}

/** A build log for people: arrays of JSON diagnostics become the lines that the compiler would have printed. */
export function readableLog(log: string): string {
  const asText = (line: string): string => {
    const found = parseGccJson(line.trimEnd(), (file) => file);
    return found ? found.map(diagnosticLine).join('\n') : line;
  };
  return log.includes('[{"') ? log.split('\n').map(asText).join('\n') : log;
}

/** `file:line:column: severity: message [option]`. */
function diagnosticLine({ location, severity, message, option }: Diagnostic): string {
  const at = location
    ? `${location.file}:${location.line}:${location.column ? `${location.column}:` : ''} `
    : '';
  return `${at}${severity}: ${message}${option ? ` [${option}]` : ''}`;
}
