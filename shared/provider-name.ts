import * as z from 'zod';
import { ROLES } from './role.js';

/**
 * Who judges and proposes. `rules` needs no network, `openai` takes its settings from the environment, `manual` has a person take
 * each prompt to a model, `replay` answers from records, `mock` makes its answers up.
 */
export const PROVIDER_NAMES = ['rules', 'openai', 'manual', 'replay', 'mock'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Roles with the provider that plays them. */
export const RolesSchema = z.partialRecord(z.enum(ROLES), z.enum(PROVIDER_NAMES));
