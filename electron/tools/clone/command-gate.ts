import type { Policy } from '../../../shared/policy.js';
import { inLines, type Message, text } from '../../../shared/texts/words.js';
import { visibleJson, visibleName } from '../../../shared/visible-text.js';
import type { ConfinementKind } from '../../bench/process/confine.js';
import { bindingOf } from '../../engine/binding.js';
import type { Asking } from '../../engine/tool.js';
import type { WorkIo } from '../../engine/work-io.js';
import { buildGate } from '../build/gate.js';
import type { TaskWork } from '../session-work.js';
import { isAllowed } from './allowed-command.js';

/** What decides whether a command may run, and where. */
export interface CommandGateWork {
  policy: Pick<Policy, 'commands' | 'sdk'>;
  confinement: ConfinementKind;
  task: TaskWork | null;
}

export interface Command {
  argv: readonly string[];
  /** Absolute. */
  folder: string;
}

/**
 * Every command is shown to a person before it runs, but those that the person's own policy lists, and the checks of the task
 * while its build is approved: that approval covers them (see `buildGate`).
 */
export async function commandGate(
  command: Command,
  work: CommandGateWork,
  io: Pick<WorkIo, 'progress'>,
): Promise<Asking | null> {
  if (isAllowed(work.policy.commands, command.argv)) return null;
  if (await isApprovedCheck(command.argv, work.task, io)) return null;
  const { argv, folder } = command;
  return {
    kind: 'exec',
    question: text`Run ${visibleName(argv[0] ?? '')} in the session's own copy?`,
    subject: inLines(...commandLines(argv), text`folder: ${visibleName(folder)}`, ...reachLines(work)),
    binding: bindingOf([argv, folder, work.confinement, work.policy.sdk]),
  };
}

async function isApprovedCheck(
  argv: readonly string[],
  task: TaskWork | null,
  io: Pick<WorkIo, 'progress'>,
): Promise<boolean> {
  if (task === null) return false;
  const { checks, build } = task.loaded.task;
  const words = JSON.stringify(argv);
  if (![...checks.lint, ...checks.unit].some((check) => JSON.stringify(check) === words)) return false;
  return (await buildGate({ command: build.command }, task, io)).stored !== undefined;
}

/** Characters of a command that a line takes. */
const MOST_IN_LINE = 100;

/** The agent's own words: quoted, escaped, and all of them, a long command word by word. */
function commandLines(argv: readonly string[]): Message[] {
  const whole = visibleJson(argv);
  return whole.length <= MOST_IN_LINE
    ? [text`command: ${whole}`]
    : [text`command, word by word:`, ...argv.map((word) => text`  ${visibleJson(word)}`)];
}

function reachLines({ confinement, policy }: CommandGateWork): Message[] {
  if (confinement === 'none')
    return [text`NOT CONFINED: the command can read and write everything that you can`];
  return [
    text`confined: no network, no home folder, writes only in the session's own copy`,
    ...policy.sdk.map((folder) => text`may read: ${visibleName(folder)}`),
  ];
}
