import type { VerificationPolicy } from '../../../../shared/session.js';
import type { TaskWork } from '../../../tools/session-work.js';

interface Call {
  tool: string;
  args: unknown;
}

const command = (argv: readonly string[]): Call => ({ tool: 'run_terminal_cmd', args: { argv: [...argv] } });

/** The calls of a verification policy, in order. What needs a task is left out where the session has none. */
export function verificationCalls(
  { mode, commands }: VerificationPolicy,
  task: Pick<TaskWork, 'loaded'> | null,
): Call[] {
  switch (mode) {
    case 'none':
      return [];
    case 'build':
      return task ? [{ tool: 'build', args: {} }] : [];
    case 'test':
      return task ? [{ tool: 'run_test', args: {} }] : [];
    case 'lint':
      return (task?.loaded.task.checks.lint ?? []).map(command);
    case 'custom':
      return commands.map(command);
  }
}
