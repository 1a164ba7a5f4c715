import type { WaitingItem } from '../../shared/views.js';
import { openWaiting } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { useSelection } from '../selection.js';
import { nextOf } from './next-of.js';

const NOTHING: readonly WaitingItem[] = [];

/** Everything that waits for the person. */
export const useWaiting = (): readonly WaitingItem[] => useMirror(({ runs }) => runs?.waiting ?? NOTHING);

/** Leads to the next thing that waits; where nothing does, nothing happens. */
export function openNext(): void {
  const items = useMirror.getState().runs?.waiting ?? NOTHING;
  const next = nextOf(items, useSelection.getState().opened);
  if (next !== null) void openWaiting(next);
}
