import { existsSync } from 'node:fs';
import { type Claim, moveClaim, publishClaim, withdrawClaim } from './claim.js';
import { brokerPlace, type Place, portKey } from './place.js';

/** The name of a port under which its broker is found. Names are given anew: `/dev/ttyUSB0` can be another board soon. */
export interface ClaimedName {
  /** The device is there again, under whatever name. */
  isAt(path: string): void;
  /** The device is away: what bears its name now is another one, whose broker is somebody else. */
  isAway(): void;
  /** Whether that is the name. */
  is(port: string): boolean;
  withdraw(): void;
}

/** Null where another broker is found there. */
export function claimName(port: string, first: Place, claim: Claim): ClaimedName | null {
  let key = portKey(port);
  let place: Place | null = first;
  if (!publishClaim(first.claim, claim)) return null;
  return {
    isAt: (path) => {
      const now = brokerPlace(path);
      if (!now.ok || (place !== null && key === portKey(path))) return;
      const isFound =
        place === null
          ? publishClaim(now.value.claim, claim)
          : moveClaim(place.claim, now.value.claim, claim);
      key = portKey(path);
      place = isFound ? now.value : null;
    },
    isAway: () => {
      if (place === null || !existsSync(key)) return;
      moveClaim(place.claim, null, claim);
      place = null;
    },
    is: (asked) => place !== null && key === asked,
    withdraw: () => {
      if (place !== null) withdrawClaim(place.claim, claim);
    },
  };
}
