import { AcceptanceSchema, type Deliverable, MasterTaskSchema } from '../../../shared/deliverables.js';
import type { Problem } from '../../../shared/problem.js';
import { named, received, receivedJson } from './deliver.js';

/** What is wrong with the bundle that the coder was handed, by the name of the file; null: it is whole. @param dir the campaign's folder */
export function checkBundle(files: readonly Deliverable[], dir: string): Problem | null {
  const [master, criteria, design] = [
    named(files, 'master_task.json'),
    named(files, 'acceptance_criteria.json'),
    named(files, 'detail_design.md'),
  ];
  if (!master.ok) return master.error;
  if (!criteria.ok) return criteria.error;
  if (!design.ok) return design.error;
  const read = [
    receivedJson(dir, master.value, MasterTaskSchema),
    receivedJson(dir, criteria.value, AcceptanceSchema),
    ...files.map((file) => received(dir, file)),
  ];
  return read.flatMap((one) => (one.ok ? [] : [one.error]))[0] ?? null;
}
