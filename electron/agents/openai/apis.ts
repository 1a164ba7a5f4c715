/** The two interfaces of an OpenAI-compatible server. Chat Completions is what most servers have. */
export const APIS = ['chat', 'responses'] as const;
export type Api = (typeof APIS)[number];
