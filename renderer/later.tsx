import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose code comes when it is first shown, with `meanwhile` in its place. Not React's `lazy`: what a `Suspense`
 * waits for is held back for 300 ms once its fallback was shown (React, FALLBACK_THROTTLE_MS).
 */
export function later(load: () => Promise<ComponentType>, meanwhile: ReactNode = null): ComponentType {
  let known: ComponentType | null = null;
  return function Later() {
    const [Loaded, setLoaded] = useState<ComponentType | null>(() => known);
    useEffect(() => {
      if (Loaded !== null) return;
      // The frame that is being made is painted first.
      const frame = requestAnimationFrame(() =>
        setTimeout(async () => {
          known = await load();
          setLoaded(() => known);
        }),
      );
      return () => cancelAnimationFrame(frame);
    }, [Loaded]);
    return Loaded === null ? meanwhile : <Loaded />;
  };
}
