import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ProviderName, RolesSchema } from '../../../shared/provider-name.js';
import type { Role } from '../../../shared/role.js';

/** Who plays the roles of a run. */
export interface Playing {
  provider: ProviderName;
  /** Those that another provider plays. */
  roles: Partial<Record<Role, ProviderName>>;
}

/** Below a run's folder: what a person changed while it ran. The next request of the role goes by it. */
const SWITCHED = 'roles.json';

/** Who plays the role from now on. What cannot be read counts as not said. */
export function playerOf({ provider, roles }: Playing, dir: string, role: Role): ProviderName {
  return switchedIn(dir)[role] ?? roles[role] ?? provider;
}

function switchedIn(dir: string): Playing['roles'] {
  const file = path.join(dir, SWITCHED);
  return existsSync(file) ? RolesSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}
