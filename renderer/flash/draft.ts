import { create } from 'zustand';
import type { FlashWanted } from '../../shared/ipc/flash.js';
import { select } from '../selection.js';

/** What the person has chosen for the next flash so far. */
interface Draft {
  profile: string | null;
  /** Key of a port or device; null: where the profile finds its board. */
  target: string | null;
  image: FlashWanted['image'] | null;
  /** Name of the file, where the image is one. */
  file: string | null;
  /** The last flash was looked at: the next one is chosen. */
  next: boolean;
}

export const useDraft = create<Draft>(() => ({
  profile: null,
  target: null,
  image: null,
  file: null,
  next: false,
}));

/** Goes to the Flash view with this choice made. */
export function flashNext(draft: Omit<Draft, 'file' | 'next'>): void {
  const { image, ...rest } = draft;
  // An image that was chosen before stays chosen for another board.
  useDraft.setState({ ...(image === null ? rest : draft), next: true });
  select({ view: 'flash' });
}
