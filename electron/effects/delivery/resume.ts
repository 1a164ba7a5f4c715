import type { ResumePolicy } from '../../engine/effect.js';
import type { DeliveryWork } from '../../machine/delivery/states.js';

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
