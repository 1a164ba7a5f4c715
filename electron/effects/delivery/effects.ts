import type { DeliveryWork } from '../../machine/delivery/states.js';
import { onItsBase } from './at-base.js';
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
  DEVELOPING: onItsBase(developing),
  REVIEWING: onItsBase(reviewing),
  LINTING: onItsBase(linting),
  TESTING: onItsBase(testing),
  COMMITTING: onItsBase(committing),
  DEPLOYING: onItsBase(deploying),
  REFINING: refining,
};
