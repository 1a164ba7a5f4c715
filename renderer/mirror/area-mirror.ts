import type * as z from 'zod';
import { create } from 'zustand';
import type { Area } from '../../shared/channels.js';
import { onView } from '../client.js';

/** Mirrors the one view that main pushes of an area; null until it came. A view that arrives late is dropped. */
export function mirrorOf<V extends { revision: number }>(area: Area, schema: z.ZodType<V>) {
  const useView = create<{ view: V | null }>(() => ({ view: null }));
  onView(area, schema, (view) => {
    const before = useView.getState().view;
    if (before === null || before.revision < view.revision) useView.setState({ view });
  });
  return useView;
}
