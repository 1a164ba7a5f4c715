import { nearest } from '../../shared/nearest.js';
import { ok, type Result } from '../../shared/problem.js';
import { PROVIDER_NAMES, type ProviderName } from '../../shared/provider-name.js';
import { ROLES, type Role } from '../../shared/role.js';
import { usage } from './arguments.js';

/** `ROLE=PROVIDER`, each role once. Errors: USAGE. */
export function parseRoles(typed: readonly string[]): Result<Partial<Record<Role, ProviderName>>> {
  const roles: Partial<Record<Role, ProviderName>> = {};
  for (const one of typed) {
    const [named = '', player = ''] = one.split('=');
    const role = ROLES.find((known) => known === named.toUpperCase());
    if (role === undefined) {
      const meant = nearest(named.toUpperCase(), ROLES);
      const told = `--role ${one}: ${named} is no role`;
      return usage(
        meant === undefined ? told : `${told}; did you mean ${meant}?`,
        `roles: ${ROLES.join(', ')}`,
      );
    }
    const name = PROVIDER_NAMES.find((known) => known === player);
    if (name === undefined) return noPlayer(player);
    roles[role] = name;
  }
  return ok(roles);
}

const noPlayer = (typed: string): Result<never> =>
  usage(`${typed} is no provider`, `use one of ${PROVIDER_NAMES.join(', ')}`);
