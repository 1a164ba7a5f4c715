import { Handle, type NodeProps, Position } from '@xyflow/react';
import { useTranslation } from 'react-i18next';
import { filterTrace } from '../selection.js';
import type { StateNode } from './lit.js';

/** One state: a button that narrows the trace to it. */
export function StateBox({ id, data }: NodeProps<StateNode>) {
  const { t } = useTranslation();
  const visited = data.visits > 0 ? t('diagram.visited', { count: data.visits }) : t('diagram.unvisited');
  const label = [
    id,
    data.ended ? t('diagram.ended') : data.current ? t('diagram.current') : null,
    data.step,
    visited,
  ]
    .filter(Boolean)
    .join(', ');
  const looks = ['state', `state-${data.kind}`];
  if (data.visits > 0) looks.push('state-visited');
  if (data.current) looks.push('state-current');
  if (data.ended) looks.push(`state-ended-${id}`);
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <button
        type="button"
        className={looks.join(' ')}
        data-state={id}
        tabIndex={data.tabStop ? 0 : -1}
        aria-label={label}
        aria-pressed={data.selected}
        aria-current={data.current ? 'step' : undefined}
        title={label}
        onClick={() => filterTrace(data.selected ? null : { state: id })}
      >
        {id}
      </button>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </>
  );
}
