import path from 'node:path';
import type { CampaignAsked } from '../../shared/campaign.js';
import { TRIALS, TRIED_NOTES, type Tried } from '../../shared/profile/tried.js';
import type { Profile } from '../../shared/profile.js';
import type { TaskAsked } from '../../shared/task-asked.js';
import type { Check } from '../core/doctor/check.js';
import { toMermaid } from '../machine/describe.js';
import { answerOf } from './answer.js';
import { approvalsCommand } from './approvals.js';
import { parseCommand, parseProvider, usage } from './arguments.js';
import { boardsCommand } from './boards/command.js';
import { answerCommand, campaignCommand, tasksCommand } from './campaign.js';
import { alteredLines, judgedLines } from './cassette.js';
import { chatCommand } from './chat.js';
import type { Command } from './command.js';
import { consoleCommand } from './console/command.js';
import { coordinateCommand } from './coordinate.js';
import { deliverCommand, tellCommand } from './deliver.js';
import { driveHere } from './drive.js';
import { flashCommand } from './flash/command.js';
import { tellHowToGoOn } from './go-on.js';
import { approvalsHere } from './human-channel.js';
import type { CommandName } from './manual.js';
import { reopenCommand } from './mcp/reopen.js';
import { mockCommand, promptsCommand, providerCommand, replyCommand } from './model-commands.js';
import { EXIT, refuse } from './output.js';
import { parsePace } from './pace.js';
import { portsCommand } from './ports/command.js';
import { resumeCommand } from './resume.js';
import { parseRoles } from './roles.js';
import { abortCommand, acceptCommand, runsCommand, showCommand } from './run-commands.js';
import { askCommand, undoCommand } from './session-commands.js';

const json = { json: { type: 'boolean' } } as const;
const none = { least: 0, most: 0, names: '' };

const ofTask = (taskFile: string, playing: Pick<TaskAsked, 'provider' | 'roles'>): TaskAsked => ({
  machine: 'firmware-loop',
  taskFile,
  ...playing,
});

const run: Command = async ({ core, out, at }, args) => {
  const options = {
    ...json,
    provider: { type: 'string' },
    role: { type: 'string', multiple: true },
    approve: { type: 'string' },
    pace: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, { least: 1, most: 1, names: 'one task file' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, values, positionals } = parsed.value;
  const approvals = await approvalsHere(core, value('approve'));
  if (!approvals.ok) return refuse(out, approvals.error, flag('json'));
  const roles = parseRoles(values('role'));
  if (!roles.ok) return refuse(out, roles.error, flag('json'));
  const provider = parseProvider(value('provider'));
  if (!provider.ok) return refuse(out, provider.error, flag('json'));
  const pace = parsePace(value('pace'), at);
  if (!pace.ok) return refuse(out, pace.error, flag('json'));
  return driveHere(
    { core, out, at },
    { json: flag('json'), approvals: approvals.value, pace: pace.value },
    (drive) =>
      core.start({
        ...drive,
        asked: ofTask(path.resolve(at.here, positionals[0] ?? ''), {
          provider: provider.value,
          roles: roles.value,
        }),
      }),
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
  tellHowToGoOn({ core, out }, id);
  return EXIT.success;
};

const replay: Command = async ({ core, out, at }, args) => {
  const parsed = parseCommand(args, json, { least: 1, most: 1, names: 'one cassette' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const done = await core.replay(path.resolve(at.here, parsed.value.positionals[0] ?? ''));
  if (!done.ok) {
    refuse(out, done.error, parsed.value.flag('json'));
    return done.error.code === 'USAGE' ? EXIT.usage : EXIT.failure;
  }
  const { transitions, judged, asked, altered } = done.value;
  const same = altered.length === 0 && (judged ?? []).every((one) => one.same && one.changed.length === 0);
  if (parsed.value.flag('json')) out.json({ type: 'replay', same, ...done.value });
  else {
    out.line(out.say(`${transitions} transitions came out the same`));
    for (const line of [...(judged === null ? [] : judgedLines(judged, asked)), ...alteredLines(altered)])
      out.line(out.say(line));
  }
  return same ? EXIT.success : EXIT.failure;
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

/** `benchloop profiles`: lists the profiles that load, and reports the faults of the others. */
const profiles: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, json, none);
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const loaded = await core.profiles();
  if (parsed.value.flag('json')) {
    out.json({ ...loaded, profiles: loaded.profiles.map((profile) => ({ ...profile, ...trial(profile) })) });
    return EXIT.success;
  }
  for (const profile of loaded.profiles) {
    const notes = TRIED_NOTES[trial(profile).tried ?? 'peer'].map((note) => ` (${out.say(note)})`);
    out.line(`${profile.id.padEnd(22)} ${profile.kind.padEnd(6)} ${out.say(profile.title)}${notes.join('')}`);
  }
  for (const problem of loaded.problems) out.note(out.tell(problem));
  return EXIT.success;
};

/** Against what the flasher of a board's profile was tried. */
const trial = (profile: Profile): { tried?: Tried } =>
  profile.kind === 'board' ? { tried: TRIALS[profile.flash.protocol].tried } : {};

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

const demo: Command = async ({ core, out, at }, args) => {
  const options = {
    ...json,
    task: { type: 'string' },
    goal: { type: 'string' },
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
  const pace = parsePace(value('pace'), at);
  if (!pace.ok) return refuse(out, pace.error, flag('json'));
  const prepared = await core.prepareDemo(value('task'));
  if (!prepared.ok) return refuse(out, prepared.error, flag('json'));
  if (!flag('json')) {
    out.note(out.say(prepared.value.title));
    out.note(out.say("The demo's own repository is built and changed without asking."));
  }
  const { taskFile } = prepared.value;
  const goal = value('goal');
  const asked: TaskAsked | CampaignAsked =
    goal === undefined
      ? ofTask(taskFile, { provider: 'rules' })
      : {
          ...{ machine: 'orchestrator', goal, taskFiles: [taskFile], here: at.here },
          ...{ autoResume: false, provider: 'rules' },
        };
  return driveHere({ core, out, at }, { json: flag('json'), approvals: 'all', pace: pace.value }, (drive) =>
    core.start({ ...drive, asked }),
  );
};

/** The protocol's packages are loaded for nothing else. */
const mcp: Command = async (deps, args) => (await import('./mcp/command.js')).mcpCommand(deps, args);

export const COMMANDS: Readonly<Record<string, Command>> = {
  run,
  coordinate: coordinateCommand,
  campaign: campaignCommand,
  tasks: tasksCommand,
  resume: resumeCommand,
  approve,
  answer: answerCommand,
  accept: acceptCommand,
  ask: askCommand,
  undo: undoCommand,
  deliver: deliverCommand,
  tell: tellCommand,
  chat: chatCommand,
  abort: abortCommand,
  approvals: approvalsCommand,
  reopen: reopenCommand,
  runs: runsCommand,
  show: showCommand,
  prompts: promptsCommand,
  reply: replyCommand,
  provider: providerCommand,
  mock: mockCommand,
  replay,
  machines,
  profiles,
  doctor,
  ports: portsCommand,
  boards: boardsCommand,
  console: consoleCommand,
  flash: flashCommand,
  demo,
  mcp,
} satisfies Record<CommandName, Command>;
