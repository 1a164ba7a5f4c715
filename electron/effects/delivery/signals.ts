import * as z from 'zod';
import type { Signals } from '../../../shared/delivery.js';
import type { SessionCall } from '../../../shared/session.js';
import type { Task } from '../../../shared/task.js';
import { joined, type Message, text, type Words } from '../../../shared/texts/words.js';
import { type SessionContext, VERIFICATION } from '../../machine/session/context.js';
import { whyNotPassed } from '../session/verification/passed.js';

/** A call with what it answered; null: it failed and answered nothing. */
export interface Heard {
  call: SessionCall;
  payload: unknown;
}

type Kind = 'edit' | 'lint' | 'test' | 'commit';

/** The tools whose name alone says what they are for. */
const KIND_OF: Readonly<Record<string, Kind>> = {
  apply_patch: 'edit',
  write_file: 'edit',
  delete_file: 'edit',
  run_test: 'test',
};

const Command = z.looseObject({ argv: z.array(z.string()) });
const same = (a: readonly string[], b: readonly string[]): boolean => JSON.stringify(a) === JSON.stringify(b);
const hasWord = (argv: readonly string[], words: RegExp): boolean => argv.some((word) => words.test(word));

/** Programs of which the seed says "Bash(lint)" and "Bash(test)"; the task's own checks count whatever they are called. */
const LINTERS =
  /^(?:.*\/)?(?:lint|.*-lint|clang-tidy|cppcheck|clang-format|eslint|biome|ruff|flake8)$|^lint$/;
const TESTERS = /^(?:.*\/)?(?:test|tests|check|ctest|pytest|run_tests?)$/;

function kindOf({ tool, args }: SessionCall, { lint, style, unit }: Task['checks']): Kind | null {
  if (tool !== 'run_terminal_cmd') return KIND_OF[tool] ?? null;
  const argv = Command.safeParse(args).data?.argv ?? [];
  if ([...lint, ...style].some((check) => same(check, argv))) return 'lint';
  if (unit.some((check) => same(check, argv))) return 'test';
  if (argv[0] === 'git') return ['add', 'commit'].includes(argv[1] ?? '') ? 'commit' : null;
  if (hasWord(argv, LINTERS)) return 'lint';
  return hasWord(argv, TESTERS) ? 'test' : null;
}

/** A call that was made and answered; its exit code, or the cases that it reports, say the rest. */
const passed = ({ call, payload }: Heard): boolean =>
  call.status === 'ok' && whyNotPassed(call.tool, payload) === null;

/** The seed's table of eight signals: read from calls and exit codes, and from how the session ended; never from what it says. */
export function signalsOf(
  heard: readonly Heard[],
  { questions, blocked }: Pick<SessionContext, 'questions' | 'blocked'>,
  checks: Task['checks'],
): Signals {
  const of = (kind: Kind) => heard.filter(({ call }) => kindOf(call, checks) === kind);
  const last = (kind: Kind): 'pass' | 'fail' | null => {
    const one = of(kind).at(-1);
    return one === undefined ? null : passed(one) ? 'pass' : 'fail';
  };
  const isMade = ({ call }: Heard): boolean => call.status === 'ok';
  return {
    edits: of('edit').filter(isMade).length,
    ...{ lint: last('lint'), test: last('test'), commits: of('commit').filter(isMade).length },
    asks: blocked !== null && questions.length > 0,
    done: blocked === null,
  };
}

/** The calls of the turn that has ended. */
export function callsOfTurn({ calls, turn }: Pick<SessionContext, 'calls' | 'turn'>): SessionCall[] {
  const own = (step: string): boolean => step.startsWith(`turn${turn}-`);
  const first = calls.findIndex(({ step }) => own(step));
  return first < 0 ? [] : calls.slice(first).filter(({ step }) => own(step) || step === VERIFICATION);
}

const ENDS = { pass: text`passed`, fail: text`failed` } as const;

/** Why the session's turn counts as over. */
export function toldSignals(signals: Signals): Words {
  const { edits, lint, test, commits, asks, done } = signals;
  const parts: Message[] = [
    asks ? text`the session ended its turn with a question` : text`the session ended its turn`,
    text`edits: ${edits}`,
    ...(lint === null ? [] : [text`lint: ${ENDS[lint]}`]),
    ...(test === null ? [] : [text`tests: ${ENDS[test]}`]),
    ...(commits === 0 ? [] : [text`commits in its own copy: ${commits}`]),
    ...(done || asks ? [] : [text`something stood in its way`]),
  ];
  return joined(...parts);
}
