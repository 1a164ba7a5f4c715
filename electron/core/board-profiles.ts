import type { BoardProfile } from '../../shared/profile/board.js';
import type { Core } from './core-api.js';

/** The profiles of boards on the desk. */
export async function boardProfiles(core: Core): Promise<BoardProfile[]> {
  const { profiles } = await core.profiles();
  return profiles.filter((profile) => profile.kind === 'board');
}
