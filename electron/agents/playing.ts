import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Policy } from '../../shared/policy.js';
import { type ProviderName, RolesSchema } from '../../shared/provider-name.js';
import { ROLES, type Role } from '../../shared/role.js';
import { replaceFile } from '../files/replace-file.js';

/** Who plays the roles of a run. */
export interface Playing {
  provider: ProviderName;
  /** Those that another provider plays. */
  roles: Partial<Record<Role, ProviderName>>;
}

/** What a person asked for at the start of a run. */
interface Asked {
  provider?: ProviderName | undefined;
  roles: Playing['roles'];
}

/**
 * Who plays: what was asked for goes before the policy file; `--provider` sets all roles, `--role` one. The environment may put a mock
 * in the place of each (BENCHLOOP_FULL_MOCK=1, BENCHLOOP_MOCK_<ROLE>=0 or 1).
 */
export function playingFor(
  { provider, roles }: Asked,
  { policy: { providers }, env }: { policy: Pick<Policy, 'providers'>; env: NodeJS.ProcessEnv },
): Playing {
  const named = provider === undefined ? { ...providers.roles, ...roles } : roles;
  const rest = provider ?? providers.default;
  const isFull = env.BENCHLOOP_FULL_MOCK === '1';
  const mocked = ROLES.filter((role) => (env[`BENCHLOOP_MOCK_${role}`] ?? (isFull ? '1' : '0')) === '1');
  return {
    provider: isFull ? 'mock' : rest,
    roles: {
      ...(isFull ? Object.fromEntries(ROLES.map((role) => [role, named[role] ?? rest])) : named),
      ...Object.fromEntries(mocked.map((role) => [role, 'mock' as const])),
    },
  };
}

/** Below a run's folder: what a person changed while it ran. The next request of the role goes by it. */
const SWITCHED = 'roles.json';

/** Who plays the role from now on. @throws Error where the file of what was switched is damaged */
export function playerOf({ provider, roles }: Playing, dir: string, role: Role): ProviderName {
  return switchedIn(dir)[role] ?? roles[role] ?? provider;
}

function switchedIn(dir: string): Playing['roles'] {
  const file = path.join(dir, SWITCHED);
  return existsSync(file) ? RolesSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

/** Has other providers play these roles, from the next request on. */
export async function switchRoles(dir: string, roles: Playing['roles']): Promise<void> {
  await replaceFile(path.join(dir, SWITCHED), `${JSON.stringify({ ...switchedIn(dir), ...roles })}\n`);
}
