import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { machineDrawings } from './bundle-plugins.mjs';
import { bundleCommandLine, compileCommandLine, external } from './command-line.mjs';
import { requireForCommonJs } from './common-js.mjs';
import { fingerprint } from './fingerprint.mjs';
import { thirdPartyNotices } from './notices.mjs';
import { distDir, projectDir } from './project.mjs';
import { done, failed } from './steps.mjs';

/** What the bundles are made of. */
const inputs = [
  'electron',
  'shared',
  'renderer',
  'build/bundle.mjs',
  'build/bundle-plugins.mjs',
  'build/command-line.mjs',
  'build/common-js.mjs',
  'build/compile.mjs',
  'build/machine-drawings.ts',
  'build/notices.mjs',
  'package-lock.json',
  'tsconfig.json',
];

/** @typedef {Omit<import('esbuild').BuildOptions, 'entryPoints'> & { entryPoints: Record<string, string> }} Bundle */

/** @satisfies {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  sourcemap: true,
  logLevel: 'silent',
  outdir: '.',
  write: false,
  metafile: false,
};

/** @satisfies {Omit<Bundle, 'entryPoints'>} */
const node = {
  ...common,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // What is imported on demand (models, parsers) is not loaded at start.
  splitting: true,
  chunkNames: 'chunk-[hash]',
  external,
  banner: { js: requireForCommonJs },
};

/** @type {readonly Bundle[]} */
const bundles = [
  {
    ...node,
    entryPoints: {
      main: 'electron/main.ts',
      broker: 'electron/bench/broker/main.ts',
      search: 'electron/bench/console/search-lines.ts',
      sheet: 'electron/bench/console/sheet/thread.ts',
    },
  },
  {
    ...common,
    // A sandboxed preload is a CommonJS script.
    entryPoints: { preload: 'electron/preload.ts' },
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    outExtension: { '.js': '.cjs' },
    external,
  },
  {
    ...common,
    entryPoints: { 'renderer/main': 'renderer/main.tsx' },
    format: 'esm',
    platform: 'browser',
    target: 'chrome130',
    splitting: true,
    chunkNames: 'renderer/chunk-[hash]',
    metafile: true,
    plugins: [machineDrawings],
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'dataurl', '.woff2': 'dataurl' },
  },
];

/** Files that go into `dist/` as they are. */
const copies = {
  'renderer/index.html': 'renderer/index.html',
  'web-tree-sitter.wasm': 'node_modules/web-tree-sitter/web-tree-sitter.wasm',
  'tree-sitter-c.wasm': 'node_modules/tree-sitter-c/tree-sitter-c.wasm',
};

/** @typedef {Map<string, Uint8Array>} Outputs name below `dist/` → content */

/**
 * Entry points that are there.
 *
 * @param {Bundle} options
 * @returns {import('esbuild').BuildOptions}
 */
function withPresentEntries(options) {
  const present = Object.entries(options.entryPoints).filter(([, file]) =>
    existsSync(path.join(projectDir, file)),
  );
  return { ...options, absWorkingDir: projectDir, entryPoints: Object.fromEntries(present) };
}

/** @returns {Promise<{ outputs: Outputs, script: string }>} `script`: the command line's */
async function buildAll() {
  const esbuild = await import('esbuild');
  const [commandLine, ...results] = await Promise.all([
    bundleCommandLine('electron/cli/main.ts'),
    ...bundles.map(withPresentEntries).map((options) => esbuild.build(options)),
  ]);
  /** @type {Outputs} */
  const outputs = new Map(commandLine.outputs.map(({ name, contents }) => [name, contents]));
  for (const { outputFiles = [] } of results) {
    for (const file of outputFiles) outputs.set(path.relative(projectDir, file.path), file.contents);
  }
  for (const [target, source] of Object.entries(copies)) {
    outputs.set(path.normalize(target), await readFile(path.join(projectDir, source)));
  }
  for (const { metafile } of results) {
    if (!metafile) continue;
    preloadChunks(outputs, metafile);
    const notices = await thirdPartyNotices(Object.keys(metafile.inputs));
    outputs.set('THIRD-PARTY-NOTICES.txt', Buffer.from(notices));
  }
  return { outputs, script: commandLine.script };
}

/**
 * Let the page name the chunks that its script imports, so that they come together instead of one behind the other.
 *
 * @param {Outputs} outputs
 * @param {import('esbuild').Metafile} metafile of the window's bundle
 */
function preloadChunks(outputs, metafile) {
  const page = path.normalize('renderer/index.html');
  const links = [...importedBy('renderer/main.js', metafile)].map(
    (chunk) => `    <link rel="modulepreload" href="${path.posix.basename(chunk)}">\n`,
  );
  const html = Buffer.from(outputs.get(page) ?? []).toString();
  outputs.set(page, Buffer.from(html.replace('  </head>', () => `${links.join('')}  </head>`)));
}

/**
 * @param {string} output
 * @param {import('esbuild').Metafile} metafile
 * @returns {Set<string>} what it imports at once, and what that imports
 */
function importedBy(output, { outputs }) {
  /** @type {Set<string>} */
  const found = new Set([output]);
  for (const name of found) {
    for (const { path: chunk, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement') found.add(chunk);
  }
  found.delete(output);
  return found;
}

/**
 * By a rename: nobody reads half of it.
 *
 * @param {string} name below `dist/`
 * @param {Uint8Array | string} content
 */
async function replaceFile(name, content) {
  const target = path.join(distDir, name);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(`${target}.${process.pid}`, content);
  await rename(`${target}.${process.pid}`, target);
}

/**
 * Put the outputs in place file by file, each by a rename, then drop what is no longer made: a process that is running
 * from `dist/` never reads half a file.
 *
 * @param {Outputs} outputs
 */
async function replaceDist(outputs) {
  for (const [name, content] of outputs) await replaceFile(name, content);
  const present = await readdir(distDir, { recursive: true, withFileTypes: true });
  const stale = present
    .filter((item) => item.isFile())
    .map((item) => path.join(item.parentPath, item.name))
    .filter((file) => !outputs.has(path.relative(distDir, file)));
  await Promise.all(stale.map((file) => rm(file, { force: true })));
}

const stampName = 'inputs.json';

/** @typedef {{ hash: string, files: readonly string[] }} Stamp */

/** @returns {Promise<Stamp | undefined>} */
async function readStamp() {
  const text = await readFile(path.join(distDir, stampName), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** @param {Stamp | undefined} stamp */
async function sizeOf(stamp) {
  const sizes = await Promise.all(
    (stamp?.files ?? []).map((file) =>
      stat(path.join(distDir, file)).then(
        ({ size }) => size,
        () => Number.NaN,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/**
 * Build command line, main process, preload and window into `dist/`, unless their sources are those of the last build.
 *
 * @returns {Promise<import('./steps.mjs').StepResult>}
 */
export async function bundle() {
  const [sources, stamp] = await Promise.all([fingerprint(projectDir, inputs), readStamp()]);
  // Another V8 does not take what this one compiled.
  const hash = `${sources} ${process.versions.v8}`;
  // NaN where a file is gone.
  const size = await sizeOf(stamp);
  if (stamp?.hash === hash && size > 0) return done(`up to date in dist/, ${megabytes(size)}`);
  try {
    const { outputs, script } = await buildAll();
    await replaceDist(outputs);
    const compiled = await compileCommandLine(path.join(distDir, script));
    const files = [...outputs.keys(), path.basename(compiled)].filter((name) => !name.endsWith('.map'));
    await replaceFile(stampName, JSON.stringify({ hash, files }));
    return done(`built ${files.length} files in dist/, ${megabytes(await sizeOf({ hash, files }))}`);
  } catch (error) {
    // esbuild's message lists file, line and reason of each error.
    const reason = error instanceof Error ? error.message : String(error);
    return failed(reason, 'correct the source named above, then run the same command again');
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { report } = await import('./steps.mjs');
  if (!(await report('bundles', bundle))) process.exitCode = 1;
}
