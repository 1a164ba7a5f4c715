import drawings from 'benchloop:drawings';
import { Panel, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { type FocusEvent, type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNode, useStep, useTrace } from '../run/shown-node.js';
import { filterTrace, useSelection } from '../selection.js';
import type { MachineDrawing } from './drawing.js';
import { graphOf } from './edges.js';
import { type Light, stateNodes, transitionEdges } from './lit.js';
import { StateBox } from './state-box.js';
import { ArrowHeads, TransitionLine } from './transition-line.js';
import { useKeepInView } from './use-keep-in-view.js';

const nodeTypes = { state: StateBox };
const edgeTypes = { transition: TransitionLine };

/** The live state diagram of the node that is looked at; that of the first machine where none is. */
export function Diagram() {
  const { t } = useTranslation();
  const id = useNode()?.machine;
  const drawing = id === undefined ? drawings[0] : drawings.find(({ machine }) => machine.id === id);
  return (
    <section className="diagram" aria-label={t('diagram.title')}>
      {drawing && (
        <ReactFlowProvider key={drawing.machine.id}>
          <Drawing {...drawing} />
        </ReactFlowProvider>
      )}
    </section>
  );
}

function Drawing({ machine, layout }: MachineDrawing) {
  const { t } = useTranslation();
  const light = useLight();
  const filter = useSelection((selection) => selection.filter);
  const [pointed, setPointed] = useState<string | null>(null);
  const graph = useMemo(() => graphOf(machine), [machine]);
  const current = light?.node.state ?? machine.initial;
  const { tabStop, ...keys } = useStateKeys(graph.states, current, setPointed);
  const nodes = useMemo(
    () => stateNodes(machine, layout, light, filter, tabStop),
    [machine, layout, light, filter, tabStop],
  );
  const edges = useMemo(
    () => transitionEdges(graph, layout, light, filter, pointed),
    [graph, layout, light, filter, pointed],
  );
  const box = useKeepInView(current);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className="drawing" ref={box} role="group" aria-label={t('diagram.keys')} {...keys}>
      <ArrowHeads />
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        minZoom={0.3}
        maxZoom={2}
        onNodeMouseEnter={(_event, node) => setPointed(node.id)}
        onNodeMouseLeave={() => setPointed(null)}
        onEdgeClick={(_event, edge) => filterTrace({ from: edge.source, to: edge.target })}
        proOptions={{ hideAttribution: true }}
      >
        <Panel position="top-right">
          <ZoomButtons />
        </Panel>
      </ReactFlow>
    </div>
  );
}

function useLight(): Light | null {
  const node = useNode();
  const trace = useTrace();
  const step = useStep()?.step ?? null;
  return useMemo(() => node && { node, trace, step }, [node, trace, step]);
}

function ZoomButtons() {
  const { t } = useTranslation();
  const flow = useReactFlow();
  return (
    <div className="zoom">
      <button type="button" aria-label={t('diagram.zoomIn')} onClick={() => void flow.zoomIn()}>
        +
      </button>
      <button type="button" aria-label={t('diagram.zoomOut')} onClick={() => void flow.zoomOut()}>
        −
      </button>
      <button type="button" aria-label={t('diagram.fit')} onClick={() => void flow.fitView()}>
        ⤢
      </button>
    </div>
  );
}

const STEP: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * One tab stop for the diagram: the state that was focused last, first the current one. Arrow keys move in the
 * machine's order.
 *
 * @param onPointed told which state has the focus
 */
function useStateKeys(states: readonly string[], current: string, onPointed: (state: string | null) => void) {
  const [focused, setFocused] = useState<string | null>(null);
  return {
    tabStop: focused !== null && states.includes(focused) ? focused : current,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const state = target.dataset.state;
      if (state === undefined) return;
      setFocused(state);
      onPointed(state);
    },
    onBlur: () => onPointed(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = STEP[event.key];
      const state = event.target instanceof HTMLElement ? event.target.dataset.state : undefined;
      if (step === undefined || state === undefined) return;
      const next = states[(states.indexOf(state) + step + states.length) % states.length] ?? state;
      const button = event.currentTarget.querySelector<HTMLElement>(`[data-state="${CSS.escape(next)}"]`);
      // Scrolling would move the drawing within its own box.
      button?.focus({ preventScroll: true });
      event.preventDefault();
    },
  };
}
