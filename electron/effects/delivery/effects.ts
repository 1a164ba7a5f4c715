import type { ResumePolicy } from '../../engine/effect.js';
import type { DeliveryWork } from '../../machine/delivery/states.js';
import type { DeliveryEffect } from './bench.js';
import { committing } from './committing.js';
import { deploying } from './deploying.js';
import { developing } from './developing.js';
import { linting } from './linting.js';
import { refining } from './refining.js';
import { reviewing } from './reviewing.js';
import { testing } from './testing.js';

/** One effect per working state; a missing one does not compile. The end has none: its report is read from the journal. */
export const deliveryEffects: Readonly<Record<DeliveryWork, DeliveryEffect>> = {
  DEVELOPING: developing,
  REVIEWING: reviewing,
  LINTING: linting,
  TESTING: testing,
  COMMITTING: committing,
  DEPLOYING: deploying,
  REFINING: refining,
};

/** What only reads, or works in copies that are made anew, is run again; what a crash cut off besides is found by its operation. */
export const DELIVERY_RESUME: Readonly<Record<DeliveryWork, ResumePolicy>> = {
  DEVELOPING: 'reconcile',
  REVIEWING: 'rerun',
  LINTING: 'reconcile',
  TESTING: 'reconcile',
  COMMITTING: 'reconcile',
  DEPLOYING: 'reconcile',
  REFINING: 'rerun',
};
