import path from 'node:path';
import { expect, it } from 'vitest';
import { loadGrammar } from '../../../electron/agents/c/grammar.js';

/** A process of its own per file: nobody has loaded the parser before. */
it('the C parser serves runs that first ask for it at the same time', async () => {
  const loaded = await Promise.all(Array.from({ length: 4 }, () => loadGrammar(path.resolve('dist'))));
  const grammars = loaded.map((one) => {
    if (!one.ok) throw new Error(JSON.stringify(one.error));
    return one.value;
  });
  for (const round of [1, 2])
    for (const [at, grammar] of grammars.entries()) {
      const functions = Array.from(
        { length: 200 },
        (_, i) => `int f${at}_${round}_${i}(void) { return ${i}; }\n`,
      );
      const root = grammar.parse(functions.join(''));
      expect(root.children.filter(({ type }) => type === 'function_definition')).toHaveLength(200);
    }
});
