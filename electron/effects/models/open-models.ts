import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { ROLES, type Role } from '../../../shared/role.js';
import { text } from '../../../shared/texts/words.js';
import type { AskModel } from '../../agents/model.js';
import type { Seats } from '../../agents/openai/provider.js';
import { openAiSettings } from '../../agents/openai/settings.js';
import { type Playing, playerOf } from '../../agents/playing.js';
import type { ModelsOptions } from './connection.js';

/** The packages that ask models take a quarter of a second to load: only a run that asks one pays for them. */
const later = () => import('./asking.js');

/**
 * The models of a run. A role is played by whom the run was started with, until a person switches it (`benchloop provider`).
 * Errors: USAGE where the settings of a provider are missing.
 */
export function openModels(o: ModelsOptions): Result<Seats> {
  const missing = unplayable(o.playing, o);
  if (missing !== null) return fail(missing);
  const provider = (role: Role) => playerOf(o.playing, o.dir, role);
  const settings = openAiSettings(o.env);
  const { model = '', otherModel } = settings.ok ? settings.value : {};
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => (await later()).openAsking(o);
  const seat = (role: Role, which: 'first' | 'other'): AskModel => {
    const name = provider(role);
    return async (question, io) => {
      opened ??= open();
      return (await opened).ask({ provider: name, which }, question, io);
    };
  };
  return ok({
    provider,
    of: (role) => (provider(role) === 'rules' ? null : seat(role, 'first')),
    other: (role) => (provider(role) === 'openai' && otherModel !== undefined ? seat(role, 'other') : null),
    name: (role) => (provider(role) === 'openai' ? model : provider(role)),
  });
}

/** Why these providers cannot play; null where they can. */
export function unplayable(
  { provider, roles }: Playing,
  { policy, env }: Pick<ModelsOptions, 'env'> & { policy: Pick<ModelsOptions['policy'], 'allowedProviders'> },
): Problem | null {
  const players = ROLES.map((role) => roles[role] ?? provider);
  const { allowedProviders: allowed } = policy;
  const forbidden = players.find((player) => allowed !== null && !allowed.includes(player));
  if (forbidden !== undefined && allowed !== null)
    return {
      code: 'USAGE',
      message: text`the policy does not allow the provider ${forbidden}`,
      next: text`use one of ${allowed.join(', ')}`,
    };
  if (!players.includes('openai')) return null;
  const settings = openAiSettings(env);
  return settings.ok ? null : settings.error;
}
