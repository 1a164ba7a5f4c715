import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { loadGrammar } from '../../../../electron/agents/c/grammar.js';
import { readSource } from '../../../../electron/agents/c/source.js';
import { applyEdits, type Edit } from '../../../../electron/agents/rules/diff.js';
import { programKeys } from '../../../../electron/agents/rules/same-program.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { bareText } from '../../../fixtures/bare-text.js';
import { wasmFolder } from '../../../fixtures/rules-unit.js';

const wasm = wasmFolder();
afterAll(wasm.remove);
const grammar = await loadGrammar(wasm.dir);

function keysOf(text: string): (edits: readonly Edit[]) => string {
  if (!grammar.ok) throw new Error(inEnglish(grammar.error.message));
  return programKeys({ sources: new Map([['a.c', readSource(grammar.value, 'a.c', text)]]) });
}

const edit = (start: number, end: number, text: string): Edit => ({ file: 'a.c', start, end, text });

describe('two edits have the same key', () => {
  const text = 'int  f(void) { /* one */ return a + a + a; } // end\n';
  const keyOf = keysOf(text);
  const at = (what: string) => text.indexOf(what);

  it('where they differ in blanks and comments only', () => {
    const [start, end] = [at('return'), at('return') + 'return a'.length];
    expect(keyOf([edit(start, end, 'return  /* b */ b')])).toBe(keyOf([edit(end - 1, end, 'b')]));
  });

  it('where the same is put in or taken out at either end of what repeats', () => {
    const first = at('a + a');
    expect(keyOf([edit(first, first + 4, '')])).toBe(keyOf([edit(first + 5, first + 9, '')]));
    expect(keyOf([edit(first, first, 'a + ')])).toBe(keyOf([edit(first + 9, first + 9, ' + a')]));
  });

  it('exactly where the programs are the same', () => {
    const source = fc.array(fc.constantFrom('a', 'b', '+', ' ', '\n', ';', '/* c */'), { maxLength: 12 });
    const change = fc.record({ from: fc.nat(12), length: fc.nat(4), text: source });
    fc.assert(
      fc.property(source, change, change, (parts, one, other) => {
        const offset = (n: number) => parts.slice(0, n).join('').length;
        const text = parts.join('');
        const [x, y] = [one, other].map(({ from, length, text }) => [
          edit(offset(from), offset(from + length), text.join('')),
        ]);
        const same = bareText(applyEdits(text, x ?? [])) === bareText(applyEdits(text, y ?? []));
        const keyOf = keysOf(text);
        expect(keyOf(x ?? []) === keyOf(y ?? [])).toBe(same);
      }),
      { numRuns: 3000 },
    );
  });

  it('and it is short, however long the source is', () => {
    const long = text.repeat(2000);
    const at = long.length / 2 + 1;
    expect(keysOf(long)([edit(at, at + 1, 'other')]).length).toBeLessThan(60);
  });
});
