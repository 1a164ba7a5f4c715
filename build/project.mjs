import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder; everything the set-up makes lies in `node_modules/`, `dist/` and `.cache/` below it. */
export const projectDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Where the bundles go. */
export const distDir = path.join(projectDir, 'dist');

/** Git-ignored state of the set-up: the resolved Electron, test results. */
export const cacheDir = path.join(projectDir, '.cache');
