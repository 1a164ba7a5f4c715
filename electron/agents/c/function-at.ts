import { loadGrammar } from './grammar.js';
import { functionAt, readSource } from './source.js';

/** The name of the function that holds a line of a source (from 1); null where none does, or the text is no C. */
export type FunctionAt = (text: string, line: number) => Promise<string | null>;

/** `wasmDir` holds the C grammar; it is read at the first question. Without it nothing is named. */
export function functionFinder(wasmDir: string): FunctionAt {
  let loading: ReturnType<typeof loadGrammar> | undefined;
  return async (text, line) => {
    loading ??= loadGrammar(wasmDir);
    const grammar = await loading;
    if (!grammar.ok) return null;
    return functionAt(readSource(grammar.value, '', text), line)?.name ?? null;
  };
}
