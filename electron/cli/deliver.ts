import type { DeliveryAsked } from '../../shared/delivery-asked.js';
import { text, type Words } from '../../shared/texts/words.js';
import type { Core } from '../core/core-api.js';
import { parseCommand, parseProvider } from './arguments.js';
import type { Command } from './command.js';
import { driveHere } from './drive.js';
import { approvalsHere } from './human-channel.js';
import { EXIT, refuse } from './output.js';
import { parseRoles } from './roles.js';

/** `benchloop deliver RUN`: reviews, checks, tests and commits the work of a run, and deploys it where that is asked for. */
export const deliverCommand: Command = async ({ core, out }, args) => {
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
  return driveHere(core, out, { json: flag('json'), approvals: approvals.value }, (drive) =>
    core.start({ ...drive, asked }),
  );
};

/** `benchloop tell RUN "message"`: says something to a run in whatever state it is; one that nobody drives goes on here. */
export const tellCommand: Command = async ({ core, out }, args) => {
  const options = { json: { type: 'boolean' }, approve: { type: 'string' } } as const;
  const parsed = parseCommand(args, options, { least: 2, most: 2, names: 'RUN and a message, in quotes' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, positionals } = parsed.value;
  const [run = '', said = ''] = positionals;
  const approvals = await approvalsHere(core, value('approve'));
  if (!approvals.ok) return refuse(out, approvals.error, flag('json'));
  if (said.trim() === '') return refuse(out, EMPTY, flag('json'));
  const driven = core.isDriven(run);
  const goal = goalFor(core, run);
  const told = await core.tell(run, { type: 'message', payload: { text: said } });
  if (!told.ok) return refuse(out, told.error, flag('json'));
  if (goal !== null) out.note(out.say(goal));
  if (driven) {
    if (goal === null)
      out.note(out.say(text`Noted: ${run} is at work, and hears it as soon as its state allows.`));
    return EXIT.success;
  }
  return driveHere(core, out, { json: flag('json'), approvals: approvals.value }, (drive) =>
    core.resume(run, drive),
  );
};

/** What a message is to a campaign: a goal, whatever it does meanwhile; null: the run is no campaign. */
function goalFor(core: Core, run: string): Words | null {
  const found = core.details(run);
  if (!found.ok || found.value.summary.machine !== 'orchestrator') return null;
  return found.value.summary.final_status === null
    ? text`Noted: campaign ${run} takes this as its next goal, for the same tasks, once the one at hand has ended.`
    : text`Campaign ${run} takes this as a new goal, for the same tasks.`;
}

const EMPTY = {
  code: 'USAGE',
  message: text`there is nothing in the message`,
  next: text`say what you want in one sentence`,
} as const;
