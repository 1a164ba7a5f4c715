import { importSource } from './import-source.mjs';

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
