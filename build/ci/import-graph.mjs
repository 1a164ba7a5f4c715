/** Files that only the window's bundle reads: what they hold does not matter here. */
const DATA = { '.svg': 'empty', '.woff2': 'empty', '.css': 'empty', '.wasm': 'empty' };

/** @typedef {Record<string, { imports: readonly { path: string, external?: boolean }[] }>} Imports of each file, by its path */

/**
 * What a file imports, and what that imports.
 *
 * @param {Imports} imports
 * @param {string} file
 * @returns {Set<string>} the file itself, too
 */
export function reached(imports, file) {
  const found = new Set([file]);
  for (const name of found)
    for (const { path, external } of imports[name]?.imports ?? []) if (!external) found.add(path);
  return found;
}

/**
 * Which files each test file imports, directly or not. Types are not counted: the check of types judges them.
 *
 * @param {string} dir the checkout
 * @param {readonly string[]} tests
 * @returns {Promise<Map<string, Set<string>>>} files that a test file reaches, by its name
 */
export async function importGraph(dir, tests) {
  // Only after the set-up is it there.
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    absWorkingDir: dir,
    stdin: { contents: tests.map((file) => `import './${file}';`).join('\n'), resolveDir: dir },
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    loader: /** @type {Record<string, import('esbuild').Loader>} */ (DATA),
  });
  return new Map(tests.map((file) => [file, reached(metafile.inputs, file)]));
}
