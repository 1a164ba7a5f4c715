import { captureSpeed, floodMemory, stalledClient } from './console/parts.js';
import { runParts } from './parts/run-parts.js';

// npm run bench -- console [PART …]: what the console keeps up with, through a pseudo-terminal.
await runParts({ capture: captureSpeed, stall: stalledClient, flood: floodMemory });
