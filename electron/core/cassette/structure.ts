import { ok, type Result } from '../../../shared/problem.js';
import { registered } from '../../effects/registry.js';
import { MAIN, type NodeHeader } from '../../journal/records.js';
import type { RunJournal } from '../../journal/run-journal.js';
import type { Cassette } from '../replay.js';

/** A run's events and what they led to. Errors: JOURNAL_CORRUPT. */
export function structureOf(journal: RunJournal, run: string): Result<Cassette> {
  const [header, nodes, trace] = [journal.header(), journal.nodes(), journal.trace()];
  if (!header.ok) return header;
  if (!nodes.ok) return nodes;
  if (!trace.ok) return trace;
  const children = Object.fromEntries(nodes.value.map((node) => [node.path, startOf(node)]));
  return ok({
    benchloop: 'cassette',
    run,
    ...startOf(header.value),
    ...(nodes.value.length === 0 ? {} : { nodes: children }),
    transition_count: trace.value.length,
    transitions: trace.value.map(({ node, seq, from, to, reason, event }) => ({
      ...(node === MAIN ? {} : { node }),
      ...{ seq, from, to, reason, event },
    })),
  });
}

const startOf = ({ machine, machineVersion: version, initialContext: initial_context }: NodeHeader) => ({
  machine,
  version,
  initial_state: registered(machine)?.definition.initial ?? '',
  initial_context,
});
