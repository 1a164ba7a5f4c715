import path from 'node:path';
import { ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { parseApprovals, parseCommand, usage } from '../arguments.js';
import type { Command, CommandDeps } from '../command.js';
import { refuse } from '../output.js';
import { flashHere } from './flash-here.js';

const OPTIONS = {
  json: { type: 'boolean' },
  profile: { type: 'string' },
  port: { type: 'string' },
  approve: { type: 'string' },
} as const;

/** `benchloop flash`: 0 written and verified, 1 not, 2 found wrong before anything was touched, 3 interrupted, 4 not agreed to. */
export const flashCommand: Command = async (deps, args) => {
  const parsed = parseCommand(args, OPTIONS, { least: 1, most: 1, names: 'one image' });
  if (!parsed.ok) return refuse(deps.out, parsed.error, args.includes('--json'));
  const { flag, value, positionals } = parsed.value;
  const json = flag('json');
  const approvals = parseApprovals(value('approve'));
  if (!approvals.ok) return refuse(deps.out, approvals.error, json);
  const profile = await boardProfile(deps, value('profile'), value('port'));
  if (!profile.ok) return refuse(deps.out, profile.error, json);
  const image = path.resolve(positionals[0] ?? '');
  return flashHere(deps, profile.value, { by: 'file', file: image }, { approvals: approvals.value, json });
};

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
