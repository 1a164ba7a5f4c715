import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Packages of models: tens of MB, and a larger process starts every git and every build more slowly. */
const OF_MODELS = ['gpt-tokenizer', 'openai', 'undici'];

it.each([
  'electron/effects/firmware-loop/kit.ts',
  'electron/effects/session/kit.ts',
  'electron/core/spending.ts',
])('%s loads no package of models before one is asked', async (entry) => {
  const { metafile } = await build({
    entryPoints: [entry],
    ...{ bundle: true, splitting: true, write: false, metafile: true, outdir: 'none', logLevel: 'silent' },
    ...{ format: 'esm', platform: 'node', packages: 'external' },
  });
  const { outputs } = metafile;
  const loaded = new Set(Object.keys(outputs).filter((file) => outputs[file]?.entryPoint === entry));
  const packages: string[] = [];
  // a set is walked to its end while it grows
  for (const file of loaded)
    for (const { path, kind, external } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement') external ? packages.push(path) : loaded.add(path);
  expect(packages).toContain('zod');
  expect(packages.filter((name) => OF_MODELS.some((one) => name.startsWith(one)))).toEqual([]);
});
