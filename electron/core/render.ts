import { readFileSync } from 'node:fs';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { Language } from '../../shared/texts/language.js';
import { speechIn } from '../../shared/texts/speech.js';
import { renderHtml } from '../effects/firmware-loop/report/html.js';
import { renderJunit } from '../effects/firmware-loop/report/junit.js';
import { whyNoFile } from '../files/text-file.js';
import { runDetails } from './details.js';
import { firmwareMachine } from './drive-run.js';
import { type Cassette, CassetteSchema, replay } from './replay.js';
import { withRun } from './run-store.js';

/** A run as a file; `language` is that of the page, the other formats are read by programs. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT, USAGE where a run without a report has none to show. */
export async function renderRun(
  home: string,
  run: string,
  format: 'json' | 'html' | 'junit' | 'cassette',
  language: Language = 'en',
): Promise<Result<string>> {
  if (format === 'cassette') {
    const cassette = cassetteOf(home, run);
    return cassette.ok ? ok(JSON.stringify(cassette.value)) : cassette;
  }
  const details = runDetails(home, run);
  if (!details.ok) return details;
  const { report, trace, console } = details.value;
  if (!report) {
    return fail({
      code: 'USAGE',
      message: `run ${run} is not finished: it has no report yet`,
      next: `go on with \`benchloop resume ${run}\``,
    });
  }
  if (format === 'json') return ok(JSON.stringify(report, null, 2));
  if (format === 'junit') return ok(renderJunit(report));
  return ok(renderHtml({ report, trace, diff: report.patch, log: console }, await speechIn(language)));
}

const cassetteOf = (home: string, run: string): Result<Cassette> =>
  withRun(home, run, (journal) => {
    const header = journal.header();
    if (!header.ok) return header;
    const trace = journal.trace();
    if (!trace.ok) return trace;
    return ok({
      benchloop: 'cassette',
      run,
      machine: header.value.machine,
      version: header.value.machineVersion,
      initial_state: firmwareMachine.definition.initial,
      initial_context: header.value.initialContext,
      transition_count: trace.value.length,
      transitions: trace.value.map(({ seq, from, to, reason, event }) => ({ seq, from, to, reason, event })),
    });
  });

/** Replays a cassette file. Errors: USAGE where it is none, and what `replay` finds. */
export function replayFile(file: string): Result<{ transitions: number }> {
  const cassette = readCassette(file);
  return cassette.ok ? replay(cassette.value, firmwareMachine) : cassette;
}

function readCassette(file: string): Result<Cassette> {
  const refuse = (message: string) =>
    fail<Problem>({
      code: 'USAGE',
      message,
      where: file,
      next: 'make one with `benchloop show RUN --cassette FILE`',
    });
  try {
    const absent = whyNoFile(file, 'cassette');
    if (absent !== null) return refuse(absent);
    const parsed = CassetteSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? ok(parsed.data) : refuse('this is no cassette');
  } catch (error) {
    return refuse(`the cassette cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
