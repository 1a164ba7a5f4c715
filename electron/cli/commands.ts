import type { Gate, RunSummary } from '../../shared/events.js';
import type { ProviderName } from '../../shared/provider-name.js';
import type { TaskAsked } from '../../shared/task-asked.js';
import type { Say } from '../../shared/texts/language.js';
import { gateIn } from '../../shared/texts/tell.js';
import type { Check } from '../core/doctor/check.js';
import { toMermaid } from '../machine/describe.js';
import { abortCommand } from './abort-command.js';
import { acceptCommand } from './accept-command.js';
import { answerOf, approveCommand } from './answer.js';
import { parseCommand, parseProvider, usage } from './arguments.js';
import { boardsCommand } from './boards/command.js';
import type { Command } from './command.js';
import { consoleCommand } from './console/command.js';
import { driveHere } from './drive.js';
import { flashCommand } from './flash/command.js';
import { approvalsHere } from './human-channel.js';
import type { CommandName } from './manual.js';
import { EXIT, refuse } from './output.js';
import { parsePace } from './pace.js';
import { portsCommand } from './ports/command.js';
import { profilesCommand } from './profiles-command.js';
import { runsCommand } from './runs-command.js';
import { writeOut } from './write-out.js';

const json = { json: { type: 'boolean' } } as const;
const none = { least: 0, most: 0, names: '' };

const ofTask = (taskFile: string, provider: ProviderName): TaskAsked => ({
  machine: 'firmware-loop',
  taskFile,
  provider,
});

const run: Command = async ({ core, out }, args) => {
  const options = {
    ...json,
    provider: { type: 'string' },
    approve: { type: 'string' },
    pace: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, { least: 1, most: 1, names: 'one task file' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, positionals } = parsed.value;
  const approvals = await approvalsHere(core, value('approve'));
  if (!approvals.ok) return refuse(out, approvals.error, flag('json'));
  const provider = parseProvider(value('provider'));
  if (!provider.ok) return refuse(out, provider.error, flag('json'));
  const pace = parsePace(value('pace'), process.stdin);
  if (!pace.ok) return refuse(out, pace.error, flag('json'));
  return driveHere(core, out, { json: flag('json'), approvals: approvals.value, pace: pace.value }, (drive) =>
    core.start({ ...drive, asked: ofTask(positionals[0] ?? '', provider.value) }),
  );
};

const resume: Command = async ({ core, out }, args) => {
  const options = {
    ...json,
    approve: { type: 'string' },
    yes: { type: 'boolean' },
    pace: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, { least: 0, most: 1, names: 'at most one run' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, positionals } = parsed.value;
  const approvals = await approvalsHere(core, value('approve'));
  if (!approvals.ok) return refuse(out, approvals.error, flag('json'));
  const pace = parsePace(value('pace'), process.stdin);
  if (!pace.ok) return refuse(out, pace.error, flag('json'));
  const listed = positionals[0] === undefined ? core.runs() : null;
  const open = listed?.runs.filter((r) => r.final_status === null) ?? [];
  const named = positionals[0] ?? open.at(-1)?.run;
  if (named === undefined) {
    const unreadable = listed?.quarantined.find(({ code }) => code === 'HOME_UNWRITABLE');
    const none = usage('no run is unfinished', 'list them with `benchloop runs`').error;
    return refuse(out, unreadable ?? none, flag('json'));
  }
  if (positionals[0] === undefined && !flag('yes')) {
    out.note(
      out.say(
        `The newest unfinished run is ${named}. To take it up: benchloop resume ${named}, or benchloop resume --yes`,
      ),
    );
    if (open.length > 1)
      out.note(out.say(`${open.length} runs are unfinished; list them with \`benchloop runs\`.`));
    return EXIT.waiting;
  }
  return driveHere(core, out, { json: flag('json'), approvals: approvals.value, pace: pace.value }, (drive) =>
    core.resume(named, { ...drive, confirmResume: async () => flag('yes') }),
  );
};

const approve: Command = async ({ core, out }, args) => {
  const options = { code: { type: 'string' } } as const;
  const parsed = parseCommand(args, options, { least: 3, most: 3, names: 'RUN GATE yes|no' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const [id = '', gate = '', typed = ''] = parsed.value.positionals;
  const answer = answerOf(typed);
  if (answer === null) return refuse(out, usage(`${typed} is no answer`, 'answer yes or no').error);
  const seen = { code: parsed.value.value('code') };
  const done = await core.answer(id, gate, { answer, by: 'command line', seen });
  if (!done.ok) return refuse(out, done.error);
  out.line(`${gate}: ${answer}`);
  return EXIT.success;
};

const show: Command = async ({ core, out }, args) => {
  const options = {
    ...json,
    html: { type: 'string' },
    junit: { type: 'string' },
    cassette: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, { least: 1, most: 1, names: 'one run' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, positionals } = parsed.value;
  const id = positionals[0] ?? '';
  const found = core.details(id);
  if (!found.ok) return refuse(out, found.error, flag('json'));
  for (const format of ['html', 'junit', 'cassette'] as const) {
    const file = value(format);
    if (file === undefined) continue;
    const text = await core.render(id, format, out.language);
    if (!text.ok) return refuse(out, text.error, flag('json'));
    const written = writeOut(file, text.value);
    if (!written.ok) return refuse(out, written.error, flag('json'));
  }
  const { report, reportProblem, trace, gates, summary } = found.value;
  const open = gates.find((gate) => gate.gate === summary.waiting_for);
  if (reportProblem && !flag('json')) return refuse(out, reportProblem, false);
  if (flag('json')) out.json({ run: id, state: summary.state, report, trace, gates });
  else if (report) out.line(await core.describe(report, out));
  else out.line([placeOf(out.say, id, summary), ...(open ? gateLines(open, out.say) : [])].join('\n'));
  return EXIT.success;
};

function placeOf(say: Say, id: string, { state, waiting_for, goal }: RunSummary): string {
  const place = waiting_for
    ? say(`${id} is in ${state} and waits for ${waiting_for}`)
    : say(`${id} is in ${state}`);
  return `${place}: ${goal}`;
}

function gateLines(gate: Gate, say: Say): string[] {
  const { question, subject } = gateIn(gate, say);
  return [question, subject, '', say('Answer it with yes or no:'), `  ${approveCommand(gate)}`];
}

const replay: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, json, { least: 1, most: 1, names: 'one cassette' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const done = await core.replay(parsed.value.positionals[0] ?? '');
  if (!done.ok) {
    refuse(out, done.error, parsed.value.flag('json'));
    return done.error.code === 'USAGE' ? EXIT.usage : EXIT.failure;
  }
  if (parsed.value.flag('json')) out.json({ type: 'replay', same: true, ...done.value });
  else out.line(out.say(`${done.value.transitions} transitions came out the same`));
  return EXIT.success;
};

const twoForms = usage('--json and --mermaid are two forms of one answer', 'give one of them');

const machines: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, { ...json, mermaid: { type: 'boolean' } }, none);
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  if (parsed.value.flag('json') && parsed.value.flag('mermaid')) return refuse(out, twoForms.error, true);
  const all = core.machines();
  if (parsed.value.flag('json')) out.json({ machines: all });
  else if (parsed.value.flag('mermaid')) for (const m of all) out.line(toMermaid(m));
  else
    for (const m of all)
      out.line(
        out.say(
          `${m.id}: ${m.states.length} states, ${m.transitions.length} transitions, starts in ${m.initial}`,
        ),
      );
  return EXIT.success;
};

const labelOf = ({ ok, next }: Check): string => (ok ? (next === undefined ? 'ok  ' : 'note') : 'MISS');

const doctor: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, json, none);
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const checks = await core.doctor();
  if (parsed.value.flag('json')) out.json({ checks });
  else
    for (const c of checks)
      out.line(`${labelOf(c)}  ${out.say(`${c.name}: ${c.detail}${c.next ? ` — ${c.next}` : ''}`)}`);
  return checks.every((c) => c.ok) ? EXIT.success : EXIT.failure;
};

const demo: Command = async ({ core, out }, args) => {
  const options = {
    ...json,
    task: { type: 'string' },
    list: { type: 'boolean' },
    pace: { type: 'string' },
    reset: { type: 'boolean' },
  } as const;
  const parsed = parseCommand(args, options, none);
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value } = parsed.value;
  if (flag('list')) {
    const demos = await core.demos();
    if (flag('json')) out.json({ demos });
    else for (const d of demos) out.line(`${d.name.padEnd(24)} ${out.say(d.title)}`);
    return EXIT.success;
  }
  if (flag('reset')) {
    const reset = await core.resetDemo();
    if (!reset.ok) return refuse(out, reset.error, flag('json'));
    out.note(out.say('The demo is back at its start.'));
    return EXIT.success;
  }
  const pace = parsePace(value('pace'), process.stdin);
  if (!pace.ok) return refuse(out, pace.error, flag('json'));
  const prepared = await core.prepareDemo(value('task'));
  if (!prepared.ok) return refuse(out, prepared.error, flag('json'));
  if (!flag('json')) {
    out.note(out.say(prepared.value.title));
    out.note(out.say("The demo's own repository is built and changed without asking."));
  }
  return driveHere(core, out, { json: flag('json'), approvals: 'all', pace: pace.value }, (drive) =>
    core.start({ ...drive, asked: ofTask(prepared.value.taskFile, 'rules') }),
  );
};

export const COMMANDS: Readonly<Record<string, Command>> = {
  run,
  resume,
  approve,
  accept: acceptCommand,
  abort: abortCommand,
  runs: runsCommand,
  show,
  replay,
  machines,
  profiles: profilesCommand,
  doctor,
  ports: portsCommand,
  boards: boardsCommand,
  console: consoleCommand,
  flash: flashCommand,
  demo,
} satisfies Record<CommandName, Command>;
