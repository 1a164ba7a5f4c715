import type { ModelQuestion } from '../model.js';

/** What of a request is counted. */
interface Counted extends Pick<ModelQuestion, 'format' | 'tools'> {
  messages: readonly { content: string }[];
}

/** What a reply is reserved for before it is there (tokens). */
const REPLY = 2000;

function textsOf({ messages, format, tools }: Counted): string[] {
  const rest = format === null && tools.length === 0 ? '' : JSON.stringify([format, tools]);
  return [...messages.map(({ content }) => content), rest];
}

/** An upper bound of `estimateTokens` that needs no table: each token stands for at least one byte of UTF-8. */
export const mostTokens = (request: Counted): number =>
  textsOf(request).reduce((sum, text) => sum + Buffer.byteLength(text), REPLY);

/**
 * An estimate of the tokens of a request with its reply: each model counts in its own way. The table of tokens takes 70 MB, and a larger
 * process starts every git and build more slowly: it is loaded where something has to be estimated.
 */
export async function estimateTokens(request: Counted): Promise<number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return textsOf(request).reduce((sum, text) => sum + countTokens(text, { allowedSpecial: 'all' }), REPLY);
}
