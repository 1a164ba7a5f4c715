import type { DeliveryAsked } from '../../shared/delivery-asked.js';
import { MAIN } from '../../shared/events.js';
import { text, type Words } from '../../shared/texts/words.js';
import type { Told } from '../core/core-api.js';
import { parseCommand, parseProvider } from './arguments.js';
import type { Command } from './command.js';
import { driveHere } from './drive.js';
import { approvalsHere } from './human-channel.js';
import { EXIT, refuse } from './output.js';
import { parseRoles } from './roles.js';

/** `benchloop deliver RUN`: reviews, checks, tests and commits the work of a run, and deploys it where that is asked for. */
export const deliverCommand: Command = async ({ core, out, at }, args) => {
  const options = {
    json: { type: 'boolean' },
    deploy: { type: 'string', multiple: true },
    provider: { type: 'string' },
    role: { type: 'string', multiple: true },
    approve: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, { least: 1, most: 1, names: 'one run' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, values, positionals } = parsed.value;
  const approvals = await approvalsHere(core, value('approve'));
  if (!approvals.ok) return refuse(out, approvals.error, flag('json'));
  const provider = parseProvider(value('provider'));
  if (!provider.ok) return refuse(out, provider.error, flag('json'));
  const roles = parseRoles(values('role'));
  if (!roles.ok) return refuse(out, roles.error, flag('json'));
  const asked: DeliveryAsked = {
    ...{ machine: 'delivery', of: positionals[0] ?? '', deploy: values('deploy') },
    ...{ provider: provider.value, roles: roles.value },
  };
  return driveHere({ core, out, at }, { json: flag('json'), approvals: approvals.value }, (drive) =>
    core.start({ ...drive, asked }),
  );
};

/** `benchloop tell RUN "message"`: says something to a run in whatever state it is; one that nobody drives goes on here. */
export const tellCommand: Command = async ({ core, out, at }, args) => {
  const options = {
    json: { type: 'boolean' },
    approve: { type: 'string' },
    node: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, { least: 2, most: 2, names: 'RUN and a message, in quotes' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, positionals } = parsed.value;
  const [run = '', said = ''] = positionals;
  const approvals = await approvalsHere(core, value('approve'));
  if (!approvals.ok) return refuse(out, approvals.error, flag('json'));
  if (said.trim() === '') return refuse(out, EMPTY, flag('json'));
  const found = core.details(run);
  const isOver = found.ok && found.value.summary.final_status !== null;
  const told = await core.tell(run, { type: 'message', node: value('node'), payload: { text: said } });
  if (!told.ok) return refuse(out, told.error, flag('json'));
  // asked afterwards: a process that has ended by now hears nothing any more
  const driven = core.isDriven(run);
  const hears = whoHears(run, told.value, { isOver, driven });
  if (hears !== null) out.note(out.say(hears));
  if (driven) return EXIT.success;
  return driveHere({ core, out, at }, { json: flag('json'), approvals: approvals.value }, (drive) =>
    core.resume(run, drive),
  );
};

/** Who hears a message, and when; null: the run itself, which goes on with it here. */
function whoHears(
  run: string,
  { node, machine }: Told,
  { isOver, driven }: { isOver: boolean; driven: boolean },
): Words | null {
  if (node !== MAIN)
    return text`Noted: ${node}, the ${machine} of ${run}, hears it as soon as its state allows.`;
  if (machine === 'orchestrator')
    return isOver
      ? text`Campaign ${run} takes this as a new goal, for the same tasks.`
      : text`Noted: campaign ${run} takes this as its next goal, for the same tasks, once the one at hand has ended.`;
  return driven ? text`Noted: ${run} is at work, and hears it as soon as its state allows.` : null;
}

const EMPTY = {
  code: 'USAGE',
  message: text`there is nothing in the message`,
  next: text`say what you want in one sentence`,
} as const;
