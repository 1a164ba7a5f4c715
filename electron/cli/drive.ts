import type { RunEvent } from '../../shared/events.js';
import type { Result } from '../../shared/problem.js';
import type { Report } from '../../shared/report.js';
import { gateIn } from '../../shared/texts/tell.js';
import type { Approvals, Core, DriveOptions, RunEnd, RunHandle } from '../run/core-api.js';
import { askGate } from './ask-gate.js';
import { jsonView, textView } from './live-view.js';
import { EXIT, type Output, refuse } from './output.js';

const EXIT_OF = { SUCCESS: EXIT.success, FAILURE: EXIT.failure, ABORTED: EXIT.aborted } as const;

const exitCodeOf = (report: Report): number => EXIT_OF[report.final_status];

/** Drives a run in this process to its end and returns the exit code. Ctrl-C aborts safely, twice forces. */
export async function driveHere(
  core: Core,
  out: Output,
  o: { json: boolean; approvals?: Approvals; pace?: DriveOptions['pace'] },
  begin: (options: DriveOptions) => Promise<Result<RunHandle>>,
): Promise<number> {
  const view = o.json ? jsonView(out) : textView(out, process.stderr);
  const ended = new AbortController();
  const attended = isAttended(o.json) && o.approvals !== 'none';
  const emit = (event: RunEvent): void => {
    view.show(event);
    if (event.type === 'gate' && event.answer === null && attended)
      void askGate(core, event, out, ended.signal);
  };
  const handle = await begin({ approvals: o.approvals, attended, emit, pace: o.pace });
  if (!handle.ok) {
    view.end();
    return refuse(out, handle.error, o.json);
  }
  const stop = abortOnSignals(handle.value, out);
  const end = await handle.value.end;
  stop();
  ended.abort();
  view.end();
  return conclude(core, out, handle.value.run, end, o.json);
}

const isAttended = (json: boolean): boolean =>
  !json && process.stdin.isTTY === true && process.stdout.isTTY === true;

function abortOnSignals(handle: RunHandle, out: Output): () => void {
  let asked = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    asked += 1;
    out.note(out.say(asked === 1 ? 'stopping safely; once more forces it' : 'forcing the stop'));
    handle.abort(signal === 'SIGINT' ? 'stopped with Ctrl-C' : `stopped by ${signal}`);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

function conclude(core: Core, out: Output, run: string, end: RunEnd, json: boolean): number {
  if (end.kind === 'finished') {
    if (!json) out.line(core.describe(end.report, out.language));
    return exitCodeOf(end.report);
  }
  if (end.kind === 'broken') {
    out.note(`benchloop: ${out.tell(end.problem)}`);
    return EXIT.usage;
  }
  const details = core.details(run);
  const gate = details.ok ? details.value.gates.find((g) => g.gate === end.gate) : undefined;
  if (gate && !json) out.line(gateIn(gate, out.language).subject);
  out.note(out.say(`Run ${run} waits for an answer. Give it, then go on:`));
  out.note(`  benchloop approve ${run} ${end.gate} yes\n  benchloop resume ${run}`);
  return EXIT.waiting;
}
