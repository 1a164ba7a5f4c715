import { readFileSync } from 'node:fs';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { ReportHead } from '../../shared/report.js';
import type { Language } from '../../shared/texts/language.js';
import { type Speech, speechIn } from '../../shared/texts/speech.js';
import { englishWords } from '../../shared/texts/words.js';
import { registered } from '../effects/registry.js';
import { whyNoFile } from '../files/text-file.js';
import { MAIN, type NodeHeader } from '../journal/records.js';
import { compile } from '../machine/compile.js';
import { runDetails } from './details.js';
import { type Cassette, CassetteSchema, replay } from './replay.js';
import { runFolder, withRun } from './run-store.js';

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
  const { summary, report, reportProblem, trace, nodes } = details.value;
  if (reportProblem) return fail(reportProblem);
  if (!report) {
    return fail({
      code: 'USAGE',
      message: `run ${run} is not finished: it has no report yet`,
      next: `go on with \`benchloop resume ${run}\``,
    });
  }
  if (format === 'json') return ok(JSON.stringify(report, englishWords, 2));
  const formats = await registered(summary.machine)?.report?.formats();
  const console = nodes[0]?.panels.console ?? '';
  const write = formats?.files[format];
  if (write) return ok(write({ report, trace, console }, await speechIn(language)));
  return fail({ code: 'USAGE', message: `a run of ${summary.machine} has no report as ${format}` });
}

/** See `Core.describe`. */
export async function describeReport(home: string, report: ReportHead, { say }: Speech): Promise<string> {
  const formats = await registered(report.machine)?.report?.formats();
  return formats ? formats.text(report, runFolder(home, report.run), say) : say(report.reason);
}

const cassetteOf = (home: string, run: string): Result<Cassette> =>
  withRun(home, run, (journal) => {
    const [header, nodes, trace] = [journal.header(), journal.nodes(), journal.trace()];
    if (!header.ok) return header;
    if (!nodes.ok) return nodes;
    if (!trace.ok) return trace;
    const children = Object.fromEntries(nodes.value.map((node) => [node.path, startOf(node)]));
    return ok({
      benchloop: 'cassette',
      run,
      ...startOf(header.value),
      ...(nodes.value.length === 0 ? {} : { nodes: children }),
      transition_count: trace.value.length,
      transitions: trace.value.map(({ node, seq, from, to, reason, event }) => ({
        ...(node === MAIN ? {} : { node }),
        ...{ seq, from, to, reason, event },
      })),
    });
  });

const startOf = ({ machine, machineVersion: version, initialContext: initial_context }: NodeHeader) => ({
  machine,
  version,
  initial_state: registered(machine)?.definition.initial ?? '',
  initial_context,
});

const machineOf = (id: string) => {
  const definition = registered(id)?.definition;
  return definition ? compile(definition) : null;
};

/** Replays a cassette file. Errors: USAGE where it is none, and what `replay` finds. */
export function replayFile(file: string): Result<{ transitions: number }> {
  const cassette = readCassette(file);
  return cassette.ok ? replay(cassette.value, machineOf) : cassette;
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
