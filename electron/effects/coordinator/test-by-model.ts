import { fail, type Result } from '../../../shared/problem.js';
import type { Testing, Wanted } from './test.js';

export const commandsByModel = async (_: Testing): Promise<Result<Wanted>> =>
  fail({ code: 'MODEL_FAILURE', message: 'no model' });
