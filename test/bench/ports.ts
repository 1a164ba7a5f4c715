import { runParts } from './parts/run-parts.js';
import { hotPlug } from './ports/hot-plug.js';

// npm run bench -- ports [PART …]: how soon it is told what was plugged in.
await runParts({ 'hot-plug': hotPlug });
