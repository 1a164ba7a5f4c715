import { useNodesInitialized, useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { centreWithin } from './centre.js';

/** Below this zoom names cannot be read any more: part of the diagram, large enough, is better. */
const READABLE = 0.72;
/** Around the diagram, in its own pixels. */
const MARGIN = 16;
const FIT = { padding: 0.03, maxZoom: 1.35 };

/**
 * Shows the whole diagram where it is readable in the box, else its part around the current state.
 *
 * @returns the ref of the box
 */
export function useKeepInView(current: string) {
  const box = useRef<HTMLDivElement>(null);
  const { fitView, getNode, getNodes, getNodesBounds, getZoom, setCenter } = useReactFlow();
  const ready = useNodesInitialized();

  const show = useCallback(async () => {
    await fitView(FIT);
    const node = getNode(current);
    const element = box.current;
    if (getZoom() >= READABLE || node === undefined || element === null) return;
    const { width = 0, height = 0, position } = node;
    const all = getNodesBounds(getNodes());
    const half = (pixels: number): number => pixels / 2 / READABLE - MARGIN;
    await setCenter(
      centreWithin(position.x + width / 2, half(element.clientWidth), all.x, all.x + all.width),
      centreWithin(position.y + height / 2, half(element.clientHeight), all.y, all.y + all.height),
      { zoom: READABLE },
    );
  }, [current, fitView, getNode, getNodes, getNodesBounds, getZoom, setCenter]);

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
