import { runGuards } from './test/guards.mjs';

// node build/guards.mjs [NAME …]   breaks each promise of the project in turn, and says whether a fast test notices

process.exitCode = await runGuards(process.argv.slice(2));
