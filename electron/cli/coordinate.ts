import path from 'node:path';
import type { Problem, Result } from '../../shared/problem.js';
import { ok } from '../../shared/problem.js';
import { ROUNDTABLE_MODES, type RoundtableMode } from '../../shared/roundtable.js';
import type { RoundtableAsked } from '../../shared/roundtable-asked.js';
import { parseCommand, parseProvider, usage } from './arguments.js';
import type { Command } from './command.js';
import { driveHere } from './drive.js';
import { approvalsHere } from './human-channel.js';
import { refuse } from './output.js';
import { parseRoles } from './roles.js';

/** `benchloop coordinate TASK --mode M`, or goes on with one that has ended: `--follow-up RUN "TEXT"`. */
export const coordinateCommand: Command = async ({ core, out, at }, args) => {
  const options = {
    json: { type: 'boolean' },
    mode: { type: 'string' },
    'follow-up': { type: 'string' },
    provider: { type: 'string' },
    role: { type: 'string', multiple: true },
    approve: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, {
    least: 1,
    most: 1,
    names: 'one task file, or what you say to a run',
  });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, values, positionals } = parsed.value;
  const no = (problem: Problem): number => refuse(out, problem, flag('json'));
  const [given = ''] = positionals;
  const run = value('follow-up');
  const mode = parseMode(value('mode'), run !== undefined);
  if (!mode.ok) return no(mode.error);
  const approvals = await approvalsHere(core, value('approve'));
  if (!approvals.ok) return no(approvals.error);
  const how = { json: flag('json'), approvals: approvals.value };
  if (run !== undefined) {
    if (value('provider') !== undefined || values('role').length > 0) return no(ownProvider.error);
    const told = await core.tell(run, {
      type: 'task_followup_received',
      payload: { text: given, mode: mode.value },
    });
    return told.ok ? driveHere({ core, out, at }, how, (drive) => core.resume(run, drive)) : no(told.error);
  }
  const provider = parseProvider(value('provider'));
  if (!provider.ok) return no(provider.error);
  const roles = parseRoles(values('role'));
  if (!roles.ok) return no(roles.error);
  const asked: RoundtableAsked = {
    ...{
      machine: 'coordinator',
      taskFile: path.resolve(at.here, given),
      provider: provider.value,
      roles: roles.value,
    },
    mode: mode.value ?? 'proposal',
  };
  return driveHere({ core, out, at }, how, (drive) => core.start({ ...drive, asked }));
};

const ownProvider = usage(
  'a follow-up goes on with the providers of its run',
  'leave out --provider and --role',
);

/** Null: the mode that the run had. A first call has to say it: one of them changes nothing, the other works on code. */
function parseMode(text: string | undefined, isFollowUp: boolean): Result<RoundtableMode | null> {
  const mode = ROUNDTABLE_MODES.find((known) => known === text);
  if (mode !== undefined) return ok(mode);
  if (text === undefined && isFollowUp) return ok(null);
  const told = text === undefined ? '--mode is missing' : `--mode ${text} is unknown`;
  return usage(told, 'give proposal or implementation');
}
