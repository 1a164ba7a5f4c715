import type { CoordinatorWork } from '../../machine/coordinator/states.js';
import type { CoordinatorEffect } from './bench.js';
import { build } from './build.js';
import { intake } from './intake.js';
import { iterate } from './iterate.js';
import { plan } from './plan.js';
import { review } from './review.js';
import { test } from './test.js';

/** One effect per working state; a missing one does not compile. The end has none: its report is read from the journal. */
export const coordinatorEffects: Readonly<Record<CoordinatorWork, CoordinatorEffect>> = {
  intake,
  plan,
  build,
  review,
  test,
  iterate,
};
