import path from 'node:path';
import { runProgram } from './child.mjs';
import { projectDir } from './project.mjs';

/** Loaded at run time: given by Electron, or native. */
export const external = ['electron', 'libsql', 'serialport', 'usb', '@vscode/ripgrep'];

/** Megabytes of tables, which few commands need: a file of their own, read when they do. */
const TOKENS = { name: 'tokens.cjs', module: 'gpt-tokenizer/encoding/o200k_base' };

/** In its form for modules a variable hides the `require` that it needs in a script. */
const PARSER = path.join(projectDir, 'node_modules', 'web-tree-sitter', 'web-tree-sitter.cjs');

/** @type {import('esbuild').Plugin} */
const tokensApart = {
  name: 'tokens apart',
  setup: (build) => {
    const filter = new RegExp(`^${TOKENS.module}$`);
    build.onResolve({ filter }, () => ({ path: `./${TOKENS.name}`, external: true }));
  },
};

/** What V8 compiled before does not import, it only requires: the package that is a module becomes part of the script. */
const required = external.filter((name) => name !== '@vscode/ripgrep');

/** @satisfies {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: projectDir,
  outdir: '.',
  bundle: true,
  sourcemap: true,
  write: false,
  logLevel: 'silent',
  // V8 keeps the whole text in memory, with what people indent and comment.
  minifyWhitespace: true,
  platform: 'node',
  target: 'node20',
};

/** @satisfies {import('esbuild').BuildOptions} */
const commonJs = {
  ...common,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  external: required,
  supported: { 'dynamic-import': false },
};

/**
 * Escapes what esbuild leaves in other characters: comments and regular expressions, which an escape does not change. V8 keeps ASCII in
 * one byte for each character and need not decode it, which saves a fifth of a short command's time.
 *
 * @param {string} script without template literals: an escape would change a raw one
 */
const inAscii = (script) =>
  // Each half of a surrogate pair gets an escape: the flag `u` reads the two as one character.
  script.replace(
    /[^\0-\x7f]/g,
    (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * What starts the script of a command line: `cli.js`, for the folder of the script.
 *
 * @param {string} entry module below the project
 * @param {string} script name of the script
 */
export async function bundleStarter(entry, script) {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    ...common,
    entryPoints: { cli: entry },
    format: 'esm',
    define: { COMMAND_LINE: JSON.stringify(script) },
  });
  return outputFiles;
}

/**
 * The command line as one script and what starts it. A script, and not modules: of these alone V8 takes what it compiled
 * before (electron/cli/script.ts).
 *
 * @param {string} entry module below the project that exports `main(args)`
 * @returns {Promise<{ outputs: { name: string, contents: Uint8Array }[], script: string }>} files for one folder, `cli.js`
 *   among them, and the name of the script
 */
export async function bundleCommandLine(entry) {
  const esbuild = await import('esbuild');
  const [script, tokens] = await Promise.all([
    esbuild.build({
      ...commonJs,
      supported: { ...commonJs.supported, 'template-literal': false },
      entryPoints: { 'command-line': entry },
      // What is kept of it beside it belongs to this content alone.
      entryNames: '[name]-[hash]',
      banner: {
        js: "(function (exports, require, module, __filename, __dirname) { 'use strict'; const __url = require('node:url').pathToFileURL(__filename).href;",
      },
      footer: { js: '})' },
      define: { 'import.meta.url': '__url' },
      alias: { 'web-tree-sitter': PARSER },
      plugins: [tokensApart],
    }),
    esbuild.build({ ...commonJs, entryPoints: { tokens: TOKENS.module } }),
  ]);
  const name = script.outputFiles
    .map((file) => path.basename(file.path))
    .find((file) => file.endsWith('.cjs'));
  if (name === undefined) throw new Error(`no script was made of ${entry}`);
  const starter = await bundleStarter('electron/cli.ts', name);
  const outputs = [...script.outputFiles, ...tokens.outputFiles, ...starter].map((file) => ({
    name: path.basename(file.path),
    contents: path.basename(file.path) === name ? Buffer.from(inAscii(file.text)) : file.contents,
  }));
  return { outputs, script: name };
}

/**
 * Use a command line's script, and keep beside it what V8 compiled meanwhile.
 *
 * @param {string} file the script
 * @returns {Promise<string>} the file in which that is
 * @throws {Error} with what it said, where it does not work
 */
export async function compileCommandLine(file) {
  const compile = path.join(projectDir, 'build', 'compile.mjs');
  const { code, stdout, stderr } = await runProgram(process.execPath, [compile, file]);
  if (code !== 0) throw new Error(`${file} does not work: ${stderr}`);
  return stdout;
}
