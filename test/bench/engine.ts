import { measureChild } from './engine/child.js';
import { measureTransition } from './engine/transition.js';
import { runParts } from './parts/run-parts.js';

// npm run bench -- engine [PART …]: what a durable transition costs beside the disk itself, and how soon a child works.
await runParts({ transition: measureTransition, child: measureChild });
