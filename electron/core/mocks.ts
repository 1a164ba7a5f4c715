import * as z from 'zod';
import type { MockedRole } from '../../shared/mock-outcome.js';
import { PROVIDER_NAMES, RolesSchema } from '../../shared/provider-name.js';
import { ROLES } from '../../shared/role.js';
import { mockOutcomeOf } from '../agents/mock/mock.js';
import { playerOf } from '../agents/playing.js';

const PlayingSchema = z.looseObject({ provider: z.enum(PROVIDER_NAMES), roles: RolesSchema.default({}) });

/**
 * The roles of a run that a mock plays, with what the mock does now.
 *
 * @param home the data folder
 * @param header what the run was started with; of whatever machine
 */
export function mocksOf(home: string, folder: string, header: unknown): MockedRole[] {
  const playing = PlayingSchema.safeParse(header).data;
  if (playing === undefined) return [];
  return ROLES.filter((role) => playerOf(playing, folder, role) === 'mock').map((role) => ({
    role,
    outcome: mockOutcomeOf(home, role),
  }));
}
