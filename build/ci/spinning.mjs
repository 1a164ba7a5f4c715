import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Takes a processor, until whoever started it ends. */
const SPIN = (/** @type {number} */ parent) =>
  `while (process.ppid === ${parent}) for (let i = 0; i < 1e7; i++);`;

/**
 * Keeps processors busy: what is measured beside it has the computer of a bad day.
 *
 * @param {number} count of processes
 * @returns {Promise<() => Promise<void>>} ends them, and waits for that
 */
export async function startSpinning(count) {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', SPIN(process.pid)], { stdio: 'ignore' }),
  );
  await Promise.all(children.map((child) => once(child, 'spawn')));
  return async () => {
    const ended = children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    });
    await Promise.all(ended);
  };
}
