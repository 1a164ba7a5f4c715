import { readdir, symlink } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import * as z from 'zod';
import type { Exec } from '../../../shared/process.js';

/**
 * What makes GCC and Clang count how often each line runs (GCC manual, "Program Instrumentation Options"). Optimised code has
 * lost lines before it is counted: a clamp becomes one instruction. The line table tells where a program died.
 */
export const COVERAGE_FLAGS = ['--coverage', '-fprofile-update=prefer-atomic', '-O0', '-g1', '-w'] as const;

/** Counts are written below `dir`, wherever the objects lie (GCC manual, "Data File Relocation"). */
export const countsInto = (dir: string): Readonly<Record<string, string>> => ({ GCOV_PREFIX: dir });

export interface CountsRequest {
  /** Absolute; what one run of an instrumented program wrote, and nothing else, lies below it. */
  counts: string;
  /** Absolute path of the tree that the program was built in: names are relative to it, files outside are left out. */
  tree: string;
  operation: string;
}

const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** `gcov --json-format`: GCC manual, "Invoking Gcov". */
const Report = z.object({
  current_working_directory: z.string().default(''),
  files: z.array(
    z.object({
      file: z.string(),
      lines: z.array(z.object({ line_number: z.number(), count: z.number() })),
    }),
  ),
});

/** Lines by file below the tree. */
export interface CountedLines {
  ran: Map<string, Set<number>>;
  /** Those with code, whether they ran or not, of every source whose objects were linked. */
  code: Map<string, Set<number>>;
}

/**
 * The lines that ran, and those that could, as gcov tells them. Null where there are no counts (the program was killed, or not
 * instrumented), gcov is missing, or it does not understand them.
 */
export async function executedLines(
  o: CountsRequest,
  exec: Exec,
  signal: AbortSignal,
): Promise<CountedLines | null> {
  const written = await readdir(o.counts, { recursive: true });
  const counts = written.filter((file) => file.endsWith('.gcda')).map((file) => join(o.counts, file));
  if (counts.length === 0) return null;
  for (const file of counts) await besideNotes(file, o.counts);
  const ran = await exec({
    argv: ['gcov', '--json-format', '--stdout', ...counts],
    cwd: o.counts,
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    operation: o.operation,
    confine: { writable: [o.counts], readable: [o.tree] },
    signal,
  });
  if (ran.ended !== 'exit') return null;
  const lines = readReports(new TextDecoder().decode(ran.stdout), o.tree);
  return lines.ran.size > 0 ? lines : null;
}

/** gcov looks for a compiler's notes beside the counts; they stayed where the object was made. */
async function besideNotes(file: string, counts: string): Promise<void> {
  const notes = file.replace(/\.gcda$/, '.gcno');
  const made = resolve('/', notes.slice(counts.length + 1));
  // Notes that are there already were written by the program itself: gcov will not find sense in them.
  await symlink(made, notes).catch(() => undefined);
}

/** Reads gcov's reports, one JSON text a line; a line of another form is passed over. */
function readReports(text: string, tree: string): CountedLines {
  const [ran, code] = [new Map<string, Set<number>>(), new Map<string, Set<number>>()];
  for (const line of text.split('\n')) {
    const report = parsed(line);
    for (const { file, lines: counted } of report?.files ?? []) {
      const name = posix.relative(tree, posix.resolve(report?.current_working_directory || tree, file));
      if (name.startsWith('..')) continue;
      for (const { line_number, count } of counted) {
        addLine(code, name, line_number);
        if (count > 0) addLine(ran, name, line_number);
      }
    }
  }
  return { ran, code };
}

function addLine(to: Map<string, Set<number>>, file: string, line: number): void {
  const known = to.get(file) ?? new Set<number>();
  to.set(file, known.add(line));
}

function parsed(line: string): z.infer<typeof Report> | null {
  if (!line.startsWith('{')) return null;
  try {
    return Report.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
