import path from 'node:path';
import type { CampaignAsked } from '../../shared/campaign.js';
import { IN_WORDS } from '../../shared/events.js';
import { goalLine } from '../../shared/list-lines.js';
import type { Problem } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import { visible } from '../../shared/visible-text.js';
import type { Epic } from '../../shared/work-item.js';
import { parseCommand, parseProvider } from './arguments.js';
import type { Command } from './command.js';
import { driveHere } from './drive.js';
import { tellHowToGoOn } from './go-on.js';
import { approvalsHere } from './human-channel.js';
import { EXIT, refuse } from './output.js';
import { parseRoles } from './roles.js';

/** `benchloop campaign "GOAL" --task TASK …`; without a goal only what can be resumed. */
export const campaignCommand: Command = async ({ core, out, at }, args) => {
  const options = {
    json: { type: 'boolean' },
    task: { type: 'string', multiple: true },
    'auto-resume': { type: 'boolean' },
    provider: { type: 'string' },
    role: { type: 'string', multiple: true },
    approve: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, { least: 0, most: 1, names: 'one goal, in quotes' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, values, positionals } = parsed.value;
  if (positionals[0]?.trim() === '') return refuse(out, EMPTY_GOAL, flag('json'));
  const approvals = await approvalsHere(core, value('approve'));
  if (!approvals.ok) return refuse(out, approvals.error, flag('json'));
  const provider = parseProvider(value('provider'));
  if (!provider.ok) return refuse(out, provider.error, flag('json'));
  const roles = parseRoles(values('role'));
  if (!roles.ok) return refuse(out, roles.error, flag('json'));
  const asked: CampaignAsked = {
    ...{ machine: 'orchestrator', goal: positionals[0] ?? '', here: at.here },
    taskFiles: values('task').map((file) => path.resolve(at.here, file)),
    ...{ autoResume: flag('auto-resume'), provider: provider.value, roles: roles.value },
  };
  return driveHere({ core, out, at }, { json: flag('json'), approvals: approvals.value }, (drive) =>
    core.start({ ...drive, asked }),
  );
};

/** An empty one is a mistake, such as a variable of a script that is not set: it is not taken for a command without a goal. */
const EMPTY_GOAL: Problem = {
  code: 'USAGE',
  message: text`the goal of the campaign is empty`,
  next: text`say the goal in one sentence; without any, \`benchloop campaign\` looks for unfinished goals`,
};

/** `benchloop tasks`: the epics of this computer, or of the tracker of the repository here, and their items. */
export const tasksCommand: Command = async ({ core, out, at }, args) => {
  const parsed = parseCommand(args, { json: { type: 'boolean' } }, { least: 0, most: 0, names: '' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const listed = await core.tasks(at.here);
  if (!listed.ok) return refuse(out, listed.error, parsed.value.flag('json'));
  if (parsed.value.flag('json')) out.json({ epics: listed.value });
  else for (const line of listed.value.flatMap(epicLines)) out.line(line);
  if (listed.value.length === 0)
    out.note(out.say(text`There are no goals yet. To begin one: benchloop campaign "GOAL" --task TASK.yaml`));
  return EXIT.success;
};

const epicLines = ({ id, goal, items }: Epic): string[] => [
  `${id}  ${goalLine(goal)}`,
  ...items.map(
    ({ id: item, status, title, run }) =>
      `  ${item}  ${status.padEnd(11)}  ${visible(title)}${run === null ? '' : `  ${run}`}`,
  ),
];

/** `benchloop answer RUN GATE CHOICE`: the answer to a question with choices. */
export const answerCommand: Command = async ({ core, out }, args) => {
  const options = { code: { type: 'string' }, text: { type: 'string' } } as const;
  const parsed = parseCommand(args, options, { least: 2, most: 3, names: 'RUN GATE CHOICE' });
  if (!parsed.ok) return refuse(out, parsed.error);
  const { positionals, value } = parsed.value;
  const [run = '', gate = '', choice = IN_WORDS] = positionals;
  const given = {
    ...{ answer: choice, by: 'command line' as const, seen: { code: value('code') } },
    text: value('text') ?? null,
  };
  const done = await core.answer(run, gate, given);
  if (!done.ok) return refuse(out, done.error);
  out.line(`${gate}: ${choice}`);
  tellHowToGoOn({ core, out }, run);
  return EXIT.success;
};
