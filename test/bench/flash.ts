import { an3155 } from './flash/an3155.js';
import { dfu } from './flash/dfu.js';
import { stk500v1 } from './flash/stk500v1.js';
import { runParts } from './parts/run-parts.js';

// npm run bench -- flash [PART …]: what flashing takes, beside the tool that others use, on the same device.
await runParts({ stk500v1, an3155, dfu });
