import type { MachineDescription } from '../../shared/events.js';
import { type BaseEvent, expandRows, type MachineDefinition } from './define.js';

/** The table as `machines --json` prints it (design §4): wildcards written out, no initial row. */
export function describeMachine<C, S extends string, E extends BaseEvent>(
  machine: MachineDefinition<C, S, E>,
): MachineDescription {
  const names = Object.keys(machine.states) as S[];
  return {
    id: machine.id,
    initial: machine.initial,
    states: names.map((name) => ({ name, kind: machine.states[name] })),
    transitions: expandRows(machine).map((row) => ({
      from: row.from,
      event: row.on,
      ...(row.when ? { guard: row.when } : {}),
      to: row.to,
    })),
  };
}

/** A Mermaid state diagram; one line for all events between the same two states. */
export function toMermaid(machine: MachineDescription): string {
  const edges = new Map<string, string[]>();
  for (const { from, event, guard, to } of machine.transitions) {
    const key = `${from} --> ${to}`;
    const label = guard ? `${event} [${guard}]` : event;
    edges.set(key, [...(edges.get(key) ?? []), label]);
  }
  const lines = [...edges].map(([edge, labels]) => `  ${edge}: ${[...new Set(labels)].join(' / ')}`);
  return ['stateDiagram-v2', `  [*] --> ${machine.initial}`, ...lines, ''].join('\n');
}
