import { importSource } from './import-source.mjs';

/**
 * Languages of zod's messages that are never chosen: they are more than a third of zod, and are evaluated at every start.
 *
 * @type {import('esbuild').Plugin}
 */
export const zodInEnglish = {
  name: 'zod in English',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/**
 * The module `benchloop:drawings`: every machine, laid out.
 *
 * @type {import('esbuild').Plugin}
 */
export const machineDrawings = {
  name: 'machine drawings',
  setup: (build) => {
    const filter = /^benchloop:drawings$/;
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'drawings' }));
    build.onLoad({ filter, namespace: 'drawings' }, async () => {
      /** @type {Pick<typeof import('./machine-drawings.js'), 'drawMachines'>} */
      const { drawMachines } = await importSource("export * from './build/machine-drawings.ts';");
      return { contents: JSON.stringify(await drawMachines()), loader: 'json' };
    });
  },
};
