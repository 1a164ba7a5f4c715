import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import { importSource } from './import-source.mjs';

// node build/compile.mjs SCRIPT   uses a command line's script, and keeps beside it what V8 compiled meanwhile; prints in
// which file
/** V8 rejects what it compiled with other flags. */
const tagAtStart = v8.cachedDataVersionTag();
const file = path.resolve(process.argv[2] ?? '');
const home = await mkdtemp(path.join(tmpdir(), 'benchloop-compile-'));
Object.assign(process.env, { BENCHLOOP_HOME: home, BENCHLOOP_FULL_MOCK: '1', BENCHLOOP_LANG: 'en' });
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;

try {
  /** @type {typeof import('../electron/cli/script.js') & typeof import('../electron/cli/surroundings.js')} */
  const { compiledFile, openScript, runScript, surroundingsOf } = await importSource(
    "export * from './electron/cli/script.ts'; export * from './electron/cli/surroundings.ts';",
  );
  // What V8 has not used for a while it would drop. The flags are those of a start again when they are noted.
  v8.setFlagsFromString('--no-flush-bytecode');
  const script = openScript(file);
  /** @type {typeof import('../electron/cli/main.js')} */
  const { main } = runScript(script, file);
  const surroundings = surroundingsOf(process, path.dirname(file));
  const use = async (/** @type {string[]} */ ...args) => {
    const code = await main(args, surroundings);
    if (code !== 0) throw new Error(`${args.join(' ')}: exit code ${code}`);
  };
  await use('campaign', 'make it');
  for (const run of await readdir(path.join(home, 'runs'))) await use('show', run);
  await use('runs');
  v8.setFlagsFromString('--flush-bytecode');
  if (v8.cachedDataVersionTag() !== tagAtStart)
    throw new Error('the commands changed a flag of V8: a start would reject what is kept here');
  const compiled = script.createCachedData();
  await writeFile(`${file}.${process.pid}`, compiled);
  await rename(`${file}.${process.pid}`, compiledFile(file));
  print(compiledFile(file));
} finally {
  await rm(home, { recursive: true, force: true });
}
