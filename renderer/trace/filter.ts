import type { Transition } from '../../shared/events.js';
import type { EdgeCount } from '../../shared/views.js';

/** What the trace is narrowed to: everything at a state, or one edge. */
export type TraceFilter = { state: string } | { from: string; to: string } | null;

/** The transitions that touch the chosen state, or took the chosen edge. */
export function filtered(trace: readonly Transition[], filter: TraceFilter): readonly Transition[] {
  if (filter === null) return trace;
  if ('state' in filter) return trace.filter(({ from, to }) => from === filter.state || to === filter.state);
  return trace.filter(({ from, to }) => from === filter.from && to === filter.to);
}

export interface FilterChoice {
  id: string;
  filter: TraceFilter;
  text: string;
}

const edgeText = (from: string, to: string): string => `${from} → ${to}`;

/** Everything that the trace can be narrowed to: states and edges that the run took, and what is chosen now. */
export function filterChoices(
  path: readonly EdgeCount[],
  chosen: TraceFilter,
  ofState: (state: string) => string,
): FilterChoice[] {
  const states = [...new Set(path.flatMap(({ from, to }) => [from, to]))];
  const known = [
    ...states.map((state) => choiceOf({ state }, ofState)),
    ...path.map(({ from, to }) => choiceOf({ from, to }, ofState)),
  ];
  const now = chosen && choiceOf(chosen, ofState);
  return now === null || known.some(({ id }) => id === now.id) ? known : [now, ...known];
}

function choiceOf(filter: NonNullable<TraceFilter>, ofState: (state: string) => string): FilterChoice {
  const text = 'state' in filter ? ofState(filter.state) : edgeText(filter.from, filter.to);
  return { id: filterId(filter), filter, text };
}

/** A text that names a filter; '' for none. */
export const filterId = (filter: TraceFilter): string => (filter === null ? '' : JSON.stringify(filter));
