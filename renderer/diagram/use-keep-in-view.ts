import { useNodesInitialized, useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';

/** Below this zoom names cannot be read any more: part of the diagram, large enough, is better. */
const READABLE = 0.72;
const FIT = { padding: 0.03, maxZoom: 1.35 };

/**
 * Shows the whole diagram where it is readable in the box, else its part around the current state.
 *
 * @returns the ref of the box
 */
export function useKeepInView(current: string) {
  const box = useRef<HTMLDivElement>(null);
  const { fitView, getNode, getZoom, setCenter } = useReactFlow();
  const ready = useNodesInitialized();

  const show = useCallback(async () => {
    await fitView(FIT);
    const node = getNode(current);
    if (getZoom() >= READABLE || node === undefined) return;
    const { width = 0, height = 0, position } = node;
    await setCenter(position.x + width / 2, position.y + height / 2, { zoom: READABLE });
  }, [current, fitView, getNode, getZoom, setCenter]);

  useEffect(() => {
    const element = box.current;
    if (!ready || element === null) return;
    // Called at once, too.
    const resized = new ResizeObserver(() => void show());
    resized.observe(element);
    return () => resized.disconnect();
  }, [ready, show]);
  return box;
}
