import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { filterTrace } from '../selection.js';
import type { TransitionEdge } from './lit.js';
import { labelPoint, pathOf } from './path.js';

/** One edge, with the number of times it was taken. */
export function TransitionLine({ id, source, target, data, interactionWidth }: EdgeProps<TransitionEdge>) {
  if (data === undefined) return null;
  const looks = ['edge'];
  if (data.count > 0) looks.push('edge-taken');
  if (data.last) looks.push('edge-last');
  if (data.selected) looks.push('edge-selected');
  const marker = data.last ? 'last' : data.count > 0 ? 'taken' : 'plain';
  const middle = labelPoint(data.points);
  return (
    <>
      <title>{`${id}\n${data.events.join('\n')}`}</title>
      <BaseEdge
        className={looks.join(' ')}
        path={pathOf(data.points)}
        markerEnd={`url(#arrow-${marker})`}
        interactionWidth={interactionWidth ?? 12}
      />
      {data.count > 0 && (
        <EdgeLabelRenderer>
          <button
            type="button"
            tabIndex={-1}
            className={`edge-count${data.last ? ' edge-count-last' : ''}`}
            style={{ transform: `translate(-50%, -50%) translate(${middle.x}px, ${middle.y}px)` }}
            aria-label={`${id}: ${data.count}`}
            aria-pressed={data.selected}
            onClick={() => filterTrace(data.selected ? null : { from: source, to: target })}
          >
            {data.count}
          </button>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

/** Arrow heads in the colours of the edges. */
export function ArrowHeads() {
  return (
    <svg className="arrow-heads" aria-hidden="true">
      <title>arrow heads</title>
      <defs>
        {['plain', 'taken', 'last'].map((kind) => (
          <marker
            key={kind}
            id={`arrow-${kind}`}
            className={`arrow-${kind}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0,0.5 L8,4 L0,7.5 Z" />
          </marker>
        ))}
      </defs>
    </svg>
  );
}
