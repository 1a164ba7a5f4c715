import type { ChildRegistry } from '../../../../shared/process.js';

/** A registry that remembers, for looking at afterwards. */
export function rememberChildren() {
  const started: { pid: number; startTime: string; operation: string }[] = [];
  const ended: number[] = [];
  const registry: ChildRegistry = {
    started: (child) => started.push(child),
    ended: (pid) => ended.push(pid),
  };
  return { registry, started, ended };
}
