import type { Gate } from '../../shared/events.js';
import { ok, type Result } from '../../shared/problem.js';
import { MAIN } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';

/**
 * The questions of a run that wait for an answer, in the order in which they were asked. A node that moved on, or that its
 * parent went on without, leaves its question behind: that one waits no longer.
 */
export function openGates(journal: RunJournal): Result<Gate[]> {
  const gates = journal.gates();
  if (!gates.ok) return gates;
  const unanswered = gates.value.filter(({ answer }) => answer === null);
  if (unanswered.length === 0) return ok([]);
  const nodes = journal.nodes();
  if (!nodes.ok) return nodes;
  const cut = nodes.value.filter(({ isCut }) => isCut).map(({ path }) => `${path}.`);
  const open: Gate[] = [];
  for (const gate of unanswered) {
    const node = journal.node(gate.node ?? MAIN);
    const at = node.snapshot();
    if (!at.ok) return at;
    const { seq } = at.value;
    const isAskedNow = gate.seq === undefined ? gate.gate.startsWith(node.idOf(seq, '')) : gate.seq === seq;
    if (isAskedNow && !cut.some((path) => gate.gate.startsWith(path))) open.push(gate);
  }
  return ok(open);
}
