import path from 'node:path';
import { projectDir } from '../project.mjs';

/**
 * @param {string} file absolute path of a test file
 * @returns {string} as `test/budgets.yaml` names it
 */
export const nameOf = (file) => path.relative(projectDir, file).replaceAll(path.sep, '/');
