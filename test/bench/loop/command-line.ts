import path from 'node:path';
import { execa } from 'execa';

/** Time of `benchloop machines --json` from spawn to exit, and of a Node that does nothing, in ms. */
export async function startCommandLine(
  project: string,
  home: string,
): Promise<{ ours: number; node: number }> {
  const program = path.join(project, 'dist', 'cli.js');
  const env = { BENCHLOOP_HOME: home };
  const ours = await execa(process.execPath, [program, 'machines', '--json'], { env });
  const node = await execa(process.execPath, ['-e', '0']);
  return { ours: ours.durationMs, node: node.durationMs };
}
