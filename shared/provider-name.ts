/** Who judges and proposes: `rules` needs no network, `openai` takes its settings from the environment. */
export const PROVIDER_NAMES = ['rules', 'openai'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
