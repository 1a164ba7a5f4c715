import path from 'node:path';
import { describeProblem } from '../../../shared/problem.js';
import { captureFolder } from '../../bench/console/capture-folder.js';
import type { Command } from '../command.js';
import { EXIT, refuse } from '../output.js';
import { parseConsole } from './options.js';
import { runConsole } from './run-console.js';

const ENDS = { done: EXIT.success, lost: EXIT.failure, interrupted: EXIT.aborted } as const;

/** `benchloop console`: 0 ended as asked, 1 the port was lost and did not come back, 2 it could not be opened, 3 interrupted. */
export const consoleCommand: Command = async ({ out, home, at }, args) => {
  const options = parseConsole(args);
  if (!options.ok) return refuse(out, options.error, args.includes('--json'));
  const ended = await runConsole(options.value, {
    out,
    at,
    captureDir: await captureFolder(home, options.value.port),
    brokerFile: path.join(at.dist, 'broker.js'),
  });
  if (!ended.ok) return refuse(out, ended.error, options.value.json);
  const { how, problem } = ended.value;
  if (problem) out.note(`benchloop: ${describeProblem(problem)}`);
  if (options.value.json) out.json({ type: 'end', how, ...(problem && { problem }) });
  return ENDS[how];
};
