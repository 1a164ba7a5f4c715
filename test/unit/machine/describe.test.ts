import { describe, expect, it } from 'vitest';
import { expandRows } from '../../../electron/machine/define.js';
import { describeMachine, toMermaid } from '../../../electron/machine/describe.js';
import { firmwareLoop } from '../../../electron/machine/firmware-loop/table.js';
import { MachineDescriptionSchema } from '../../../shared/events.js';

const described = describeMachine(firmwareLoop);

describe('describeMachine', () => {
  it('has the shape of `machines --json`, wildcards written out', () => {
    expect(MachineDescriptionSchema.parse(described)).toEqual(described);
    expect(described).toMatchObject({ id: 'firmware-loop', initial: 'IDLE' });
    expect(described.states[0]).toEqual({ name: 'IDLE', kind: 'idle' });
    expect(described.transitions).toHaveLength(expandRows(firmwareLoop).length);
    expect(described.transitions).toContainEqual({ from: 'BUILD_RUN', event: 'abort', to: 'ABORTED' });
    expect(described.transitions).toContainEqual({
      from: 'IDLE',
      event: 'task_request',
      guard: 'notYetRun',
      to: 'INIT',
    });
  });

  it('names no wildcard and no row from nothing', () => {
    const names = described.states.map((s) => s.name);
    for (const { from, to } of described.transitions)
      expect(names).toEqual(expect.arrayContaining([from, to]));
  });

  it('leaves abort out where a state cannot be aborted', () => {
    expect(described.transitions.filter((t) => t.event === 'abort' && t.from === 'SUCCESS')).toEqual([]);
  });
});

describe('toMermaid', () => {
  const lines = toMermaid(described).trimEnd().split('\n');

  it('is a state diagram in which every line has the grammar of an edge', () => {
    expect(lines[0]).toBe('stateDiagram-v2');
    expect(lines[1]).toBe('  [*] --> IDLE');
    for (const line of lines.slice(2)) {
      expect(line).toMatch(/^ {2}\w+ --> \w+: \w+( \[\w+\])?( \/ \w+( \[\w+\])?)*$/);
    }
  });

  it('draws each pair of states once', () => {
    const pairs = lines.slice(2).map((line) => line.split(':')[0]);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs).toHaveLength(new Set(described.transitions.map((t) => `${t.from} ${t.to}`)).size);
  });
});
