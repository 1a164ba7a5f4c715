import { PARTS } from './loop/parts.js';
import { runParts } from './parts/run-parts.js';

// npm run bench -- loop [PART …]: what the loop, the command line and the window cost beyond the work itself.
await runParts(PARTS);
