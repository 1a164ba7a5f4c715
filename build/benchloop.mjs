import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { distDir } from './project.mjs';

const program = path.join(distDir, 'cli.js');

// npm starts scripts in the project's folder; the paths that were typed belong to the folder where they were typed.
const isByNpm = process.env.npm_lifecycle_event === 'benchloop';
if (process.env.INIT_CWD && isByNpm) process.chdir(process.env.INIT_CWD);
// Commands in texts can be pasted; without npm they name the file that Node was started with.
if (isByNpm) process.env.BENCHLOOP_PROGRAM = 'npm run -s benchloop --';

if (existsSync(program)) {
  // Node 22.1 and newer keep compiled code between starts.
  if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function')
    module.enableCompileCache();
  await import(pathToFileURL(program).href);
} else {
  console.error('Benchloop is not set up yet: run "npm run setup" first.');
  process.exitCode = 2;
}
