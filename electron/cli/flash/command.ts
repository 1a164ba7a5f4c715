import path from 'node:path';
import { ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { parseCommand, usage } from '../arguments.js';
import type { Command, CommandDeps } from '../command.js';
import { approvalsHere } from '../human-channel.js';
import { refuse } from '../output.js';
import { flashHere } from './flash-here.js';

const OPTIONS = {
  json: { type: 'boolean' },
  profile: { type: 'string' },
  port: { type: 'string' },
  address: { type: 'string' },
  approve: { type: 'string' },
} as const;

/** `benchloop flash`: 0 written and verified, 1 not, 2 found wrong before anything was touched, 3 interrupted, 4 not agreed to. */
export const flashCommand: Command = async (deps, args) => {
  const parsed = parseCommand(args, OPTIONS, { least: 1, most: 1, names: 'one image' });
  if (!parsed.ok) return refuse(deps.out, parsed.error, args.includes('--json'));
  const { flag, value, positionals } = parsed.value;
  const json = flag('json');
  const approvals = await approvalsHere(deps.core, value('approve'));
  if (!approvals.ok) return refuse(deps.out, approvals.error, json);
  const profile = await boardProfile(deps, value('profile'), value('port'));
  if (!profile.ok) return refuse(deps.out, profile.error, json);
  const base = parseAddress(value('address'));
  if (!base.ok) return refuse(deps.out, base.error, json);
  const image = {
    by: 'file',
    file: path.resolve(deps.at.here, positionals[0] ?? ''),
    base: base.value,
  } as const;
  return flashHere(deps, profile.value, image, { approvals: approvals.value, json });
};

/** Where a file of bare bytes belongs; every other says that itself. Error: USAGE. */
function parseAddress(text: string | undefined): Result<number | undefined> {
  if (text === undefined) return ok(undefined);
  const address = /^(?:0x[\da-f]{1,8}|\d{1,10})$/i.test(text) ? Number(text) : Number.NaN;
  return address <= 0xffff_ffff
    ? ok(address)
    : usage(`--address ${text} is no address`, 'give it as 0x8000000, or as a decimal number');
}

/** Error: USAGE, PROFILE_UNKNOWN, PROFILE_MALFORMED. `--port` stands for the profile's own search. */
export async function boardProfile(
  { core }: CommandDeps,
  name: string | undefined,
  port: string | undefined,
): Promise<Result<BoardProfile>> {
  if (name === undefined)
    return usage('--profile is missing', 'name a board profile: see `benchloop profiles`');
  const found = await core.profile(name);
  if (!found.ok) return found;
  if (found.value.kind !== 'board')
    return usage(`profile ${found.value.id} is no board`, 'name a board profile: see `benchloop profiles`');
  return ok(port === undefined ? found.value : { ...found.value, find: { port } });
}
