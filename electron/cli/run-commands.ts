import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Gate, RunSummary } from '../../shared/events.js';
import { NONE_LISTED, runLine } from '../../shared/list-lines.js';
import { ok, type Result } from '../../shared/problem.js';
import type { Say } from '../../shared/texts/language.js';
import { gateIn } from '../../shared/texts/tell.js';
import { text } from '../../shared/texts/words.js';
import type { Core } from '../core/core-api.js';
import { resumedWith } from '../core/dispatched-runs.js';
import { summaryOf } from '../core/run-list.js';
import type { ListedRun } from '../core/run-views.js';
import { askedFor, howToAnswer } from './answer.js';
import { parseCommand, usage } from './arguments.js';
import { askYesNo } from './ask-yes-no.js';
import { writeCassette } from './cassette.js';
import type { Command } from './command.js';
import { whyNotHere } from './human-channel.js';
import { EXIT, type Output, refuse } from './output.js';
import { isPersonAt } from './surroundings.js';

/** `benchloop runs`. A data folder that cannot be read is no success; a run that was set aside is one. */
export const runsCommand: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, { json: { type: 'boolean' } }, { least: 0, most: 0, names: '' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { runs, quarantined } = core.runs();
  const code = quarantined.some((problem) => problem.code === 'HOME_UNWRITABLE') ? EXIT.usage : EXIT.success;
  if (parsed.value.flag('json')) {
    // its fields are fixed: other programs read it
    out.json({
      runs: runs.map(summaryOf),
      quarantined,
    });
    return code;
  }
  for (const run of runs) out.line(lineOf(out, run, resumedWith(run, runs).run));
  for (const problem of quarantined) out.note(`${out.say('set aside')}: ${out.tell(problem)}`);
  if (runs.length + quarantined.length === 0) out.note(out.say(NONE_LISTED.runs));
  return code;
};

function lineOf({ say }: Output, run: ListedRun, root: string): string {
  const { waiting_for, waits_on, interrupted } = run;
  const place = runLine(run, say);
  if (waiting_for !== null) return place;
  if (waits_on !== null) return `${place}  ${say(`waits for ${waits_on.gate} of ${waits_on.run}`)}`;
  return interrupted ? `${place}  ${say(`interrupted; to go on: benchloop resume ${root}`)}` : place;
}

/** `benchloop show RUN`: its report, or where it stands; writes it to the files that are asked for. */
export const showCommand: Command = async ({ core, out, at }, args) => {
  const options = {
    json: { type: 'boolean' },
    html: { type: 'string' },
    junit: { type: 'string' },
    cassette: { type: 'string' },
    include: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, { least: 1, most: 1, names: 'one run' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, positionals } = parsed.value;
  const id = positionals[0] ?? '';
  const found = core.details(id);
  if (!found.ok) return refuse(out, found.error, flag('json'));
  for (const format of ['html', 'junit'] as const) {
    const file = value(format);
    if (file === undefined) continue;
    const rendered = await core.render(id, format, out.language);
    if (!rendered.ok) return refuse(out, rendered.error, flag('json'));
    const written = writeOut(path.resolve(at.here, file), rendered.value);
    if (!written.ok) return refuse(out, written.error, flag('json'));
  }
  const taped = await writeCassette({ core, out, at }, id, value('cassette'), value('include'));
  if (!taped.ok) return refuse(out, taped.error, flag('json'));
  const { report, reportProblem, trace, gates, summary } = found.value;
  const open = gates.find((gate) => gate.gate === summary.waiting_for);
  // without its report the rest of the run can be read all the same
  const problem = reportProblem === null ? {} : { problem: reportProblem };
  if (flag('json')) out.json({ run: id, state: summary.state, report, ...problem, trace, gates });
  if (reportProblem) return refuse(out, reportProblem);
  if (flag('json')) return EXIT.success;
  if (report) out.line(await core.describe(report, out));
  else if (open) out.line([placeOf(out.say, id, summary), ...gateLines(open, out.say)].join('\n'));
  else out.line([placeOf(out.say, id, summary), ...linesBelow(core, out.say, id)].join('\n'));
  return EXIT.success;
};

/** What a run that it dispatched asks meanwhile, and what goes on after the answer. */
function linesBelow(core: Core, say: Say, id: string): string[] {
  const waits = core.runs().runs.find(({ run }) => run === id)?.waits_on;
  if (!waits) return [];
  const asks = core.details(waits.run);
  const gate = asks.ok ? asks.value.gates.find(({ gate }) => gate === waits.gate) : undefined;
  if (gate === undefined) return [];
  const goOn = [say(text`Then go on:`), `  benchloop resume ${id}`];
  return [say(text`Its run ${waits.run} waits for ${waits.gate}:`), ...gateLines(gate, say), ...goOn];
}

function placeOf(say: Say, id: string, { state, waiting_for, goal }: RunSummary): string {
  const place = waiting_for
    ? say(`${id} is in ${state} and waits for ${waiting_for}`)
    : say(`${id} is in ${state}`);
  return `${place}: ${goal}`;
}

function gateLines(gate: Gate, say: Say): string[] {
  const { question, subject } = gateIn(gate, say);
  return [question, subject, '', say(askedFor(gate)), `  ${howToAnswer(gate)}`];
}

/** Writes what a command was asked to write. Errors: USAGE where that file cannot be written. */
export function writeOut(file: string, text: string): Result<void> {
  try {
    writeFileSync(file, text);
    return ok(undefined);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return usage(
      `the file cannot be written: ${message}`,
      'name a file in a folder that exists and is writable',
    );
  }
}

/** `benchloop accept RUN [N]`: only a person at a terminal says yes; no policy does. */
export const acceptCommand: Command = async ({ core, out, at }, args) => {
  const parsed = parseCommand(args, {}, { least: 1, most: 2, names: 'RUN [N]' });
  if (!parsed.ok) return refuse(out, parsed.error);
  const [run = '', typed] = parsed.value.positionals;
  const choice = typed === undefined ? undefined : Number(typed);
  if (choice !== undefined && (!Number.isInteger(choice) || choice < 1))
    return refuse(out, usage(`${typed} is no number of a patch`, 'count from 1, as the report does').error);
  const why = await whyNotHere(core);
  if (why !== null) return refuse(out, why);
  const isPerson = isPersonAt(at);
  let asked = false;
  const done = await core.accept(run, {
    choice,
    by: 'command line',
    agree: async ({ question, subject }) => {
      asked = true;
      out.line(out.say(subject));
      if (!isPerson) return false;
      return (await askYesNo(at, `${out.say(question)} [yes/no] `)) === 'yes';
    },
  });
  if (!done.ok) return refuse(out, done.error);
  if (done.value === null) {
    if (asked && !isPerson)
      out.note(out.say('Nobody is here to answer: run this in a terminal, or answer in the window.'));
    return isPerson ? EXIT.failure : EXIT.waiting;
  }
  out.line(out.say(`Branch ${done.value.branch} is written. Its commit says that it is not proven.`));
  return EXIT.success;
};

/** `benchloop abort RUN`: asks, and says when it takes effect. */
export const abortCommand: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, {}, { least: 1, most: 1, names: 'one run' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const run = parsed.value.positionals[0] ?? '';
  // Asked first: it may end at once.
  const driven = core.isDriven(run);
  const done = core.requestAbort(run, text`aborted from the command line`);
  if (!done.ok) return refuse(out, done.error);
  out.note(
    out.say(
      driven
        ? `Asked: ${run} stops at the next safe point.`
        : `Noted, but nobody drives ${run}: it ends as ABORTED when it is resumed: benchloop resume ${run}`,
    ),
  );
  return EXIT.success;
};
