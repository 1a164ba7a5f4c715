import { openSymbols } from '../results/symbols.js';
import type { CodeFunction, CodeMap, CodeMapRequest } from './code-map.js';

/** What a patch touches, as the sources tell it. */
export interface PatchedCode {
  /** Below the top of the sources. */
  files: ReadonlySet<string>;
  /** Functions that these files define. */
  defined: ReadonlySet<string>;
}

/** `ns::Class::method(int)` and `clamp.constprop.0` are `method` and `clamp`. */
export const baseName = (symbol: string): string =>
  symbol.replace(/\(.*$/, '').replace(/^.*::/, '').replace(/\..*$/, '');

/**
 * The functions of an image that come from patched files; null where debug information names no file of them, so that what the
 * compiler put into other functions cannot be seen either.
 */
export async function patchedFunctions(
  o: CodeMapRequest,
  map: CodeMap,
  { files, defined }: PatchedCode,
): Promise<ReadonlySet<CodeFunction> | null> {
  const likely = map.functions.filter(({ name }) => defined.has(baseName(name)));
  const places = await openSymbols(o).lookup(likely.map(({ start }) => start));
  const found = likely.filter((_, i) => files.has(places[i]?.file ?? ''));
  return likely.length > 0 && found.length === 0 ? null : new Set(found);
}
