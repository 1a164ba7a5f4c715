import { fail, type Result } from '../../../shared/problem.js';
import type { Review } from '../../../shared/roundtable.js';
import type { Reviewing } from './review.js';

export const reviewByModel = async (_: Reviewing, __: Review): Promise<Result<Review>> =>
  fail({ code: 'MODEL_FAILURE', message: 'no model' });
export const discussByModel = reviewByModel;
