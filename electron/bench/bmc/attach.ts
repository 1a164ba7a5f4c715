import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { BmcProfile } from '../../../shared/profile/bmc.js';
import { type ConsoleSession, openConsoleSession } from '../console-session.js';
import type { EnvironmentRequest, SessionEnd } from '../environment.js';
import { createBootTalk } from './boot-talk.js';
import type { Machine } from './machine.js';
import type { RemoteConsole } from './remote-console.js';

/** A machine whose console is open. */
export interface Attached {
  /** What was heard since the console was opened, or since the test's command was typed. */
  session(): ConsoleSession;
  /** Settles when a command can be typed; with false where the console is gone. */
  ready: Promise<boolean>;
  /** Types the test's command: what is heard from now on is the test. */
  typeCommand(command: string): void;
  /** As `ConsoleSession.end`. Errors: also those of `believable`. */
  end: ConsoleSession['end'];
  /** Never fails. */
  close(): Promise<void>;
}

const LINE_ENDS = { cr: '\r', lf: '\n', crlf: '\r\n' } as const;

/**
 * Opens the console of a machine and keeps what it says in `console-N.log`; where a command runs the test, what is said
 * before is kept in `boot-N.log`. Errors: those of the console.
 */
export async function attach(
  {
    profile,
    request,
    machine,
    run,
  }: { profile: BmcProfile; request: EnvironmentRequest; machine: Machine; run: number },
  signal: AbortSignal,
): Promise<Result<Attached>> {
  const opened = await openConsole(profile, request, machine, signal);
  if (!opened.ok) return opened;
  const { type, hear, ended, close } = opened.value;
  const enter = (text: string): void => type(`${text}${LINE_ENDS[profile.console.enter]}`);
  let why = '';
  const keep = (name: string, rules: Rules, timeoutMs: number): ConsoleSession =>
    openConsoleSession(rules, { ...request, timeoutMs }, `${name}-${run}.log`, {
      silent: (said) => silent(profile, said),
      lost: () => lost(profile, why),
    });
  let session =
    profile.test === undefined
      ? keep('console', profile, request.timeoutMs)
      : keep('boot', patient(profile), profile.health.timeoutSec * 1000);
  const talk = createBootTalk(profile, machine.answers, enter);
  hear((bytes) => {
    session.watch.take(bytes);
    talk.hear(bytes);
  });
  const gone = ended.then((words) => {
    why = words;
    session.watch.end('vanished');
    return false;
  });
  return ok({
    session: () => session,
    ready: Promise.race([talk.ready.then(() => true), gone]),
    typeCommand: (command) => {
      session.close();
      session = keep('console', profile, request.timeoutMs);
      enter(command);
    },
    end: async (signal, onConsole) => {
      const end = await session.end(signal, onConsole);
      return end.ok ? believable(end.value, { profile, machine, said: session.lastWords() }, signal) : end;
    },
    close: async () => {
      session.close();
      await close();
    },
  });
}

/**
 * A machine that went on saying nothing is judged by it only where its controller answers and it answered the command of
 * its test, be it by an echo. Errors: those of the switch, TEST_ENV_FAILURE.
 */
async function believable(
  end: SessionEnd,
  { profile, machine, said }: { profile: BmcProfile; machine: Machine; said: string },
  signal: AbortSignal,
): Promise<Result<SessionEnd>> {
  if (end.ended_by !== 'silence' && end.ended_by !== 'timeout') return ok(end);
  const there = await machine.power.isOn(signal);
  if (!there.ok) return there;
  return profile.test !== undefined && said === ''
    ? fail(unanswered(profile, profile.test.command))
    : ok(end);
}

type Rules = Pick<BmcProfile, 'health' | 'testEnd'>;

/** A boot may pause for longer than a test. */
const patient = ({ health, testEnd: { maxOutputBytes } }: BmcProfile): Rules => ({
  health,
  testEnd: { maxOutputBytes, silenceSec: health.timeoutSec },
});

/** Somebody else's session is ended only where a person says so. */
async function openConsole(
  profile: BmcProfile,
  request: EnvironmentRequest,
  machine: Machine,
  signal: AbortSignal,
): Promise<Result<RemoteConsole>> {
  const opened = await machine.openConsole(signal);
  if (opened.ok || opened.error.code !== 'PORT_BUSY') return opened;
  const agreed = await request.agreeToSwitch?.({
    machine: `${profile.title} (${profile.host})`,
    actions: ['end-other-console'],
    commands: [],
    alwaysAsk: true,
  });
  if (agreed !== true) return opened;
  const freed = await machine.freeConsole(signal);
  return freed.ok ? machine.openConsole(signal) : freed;
}

const silent = (profile: BmcProfile, said: string): Problem => ({
  code: 'TEST_ENV_FAILURE',
  message: `the banner ${JSON.stringify(profile.health.banner ?? '')} did not appear${said === '' ? '; the machine said nothing' : `; last output: ${said}`}`,
  where: `profile ${profile.id}`,
  next: 'check that the machine boots to its serial console, and the health check in the profile',
});

const lost = (profile: BmcProfile, why: string): Problem => ({
  code: 'ENV_ERROR',
  message: `the console of the machine was closed${why === '' ? '' : `: ${why}`}`,
  where: `profile ${profile.id}, ${profile.host}`,
  next: 'check the network to the controller, and whether somebody else took the console',
});

const unanswered = ({ id, host }: BmcProfile, command: string): Problem => ({
  code: 'TEST_ENV_FAILURE',
  message: `the machine did not answer ${JSON.stringify(command)}, not even with its echo`,
  where: `profile ${id}, ${host}`,
  next: 'check `test.prompt` and `console.enter` in the profile, and that what is typed reaches the machine',
});
