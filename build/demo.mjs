import path from 'node:path';
import { handOver } from './child.mjs';
import { hasDisplay } from './display.mjs';
import { distDir } from './project.mjs';
import { setUp } from './setup.mjs';
import { openWindow } from './window.mjs';

// npm run demo [-- --headless] [-- --pace …] [-- --goal …] [-- --reset]
const given = process.argv.slice(2);
const args = given.filter((arg) => arg !== '--headless');
const isForTerminal = args.some((arg) => arg === '--reset' || arg.startsWith('--goal'));
const inTerminal = args.length < given.length || isForTerminal || !hasDisplay();

if (!(await setUp({ needsWindow: !inTerminal }))) {
  process.exitCode = 1;
} else if (inTerminal) {
  process.env.BENCHLOOP_PROGRAM = 'npm run -s benchloop --';
  process.exitCode = await handOver(process.execPath, [path.join(distDir, 'cli.js'), 'demo', ...args]);
} else {
  process.exitCode = await openWindow(['--demo', ...args]);
}
