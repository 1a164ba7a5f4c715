import { fail, ok, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { ABORTED, within } from '../within.js';
import { type ChildDeps, type ConsoleChild, startConsoleChild } from './console-child.js';
import { type IpmiAccess, ipmi, ipmiArgv, ipmiEnvironment, ipmiProblem, noIpmitool } from './ipmitool.js';
import type { RemoteConsole } from './remote-console.js';

/** An activation takes some round trips; ipmitool gives a controller that does not answer up after 20 s. */
const OPEN_MS = 60_000;

/**
 * Said right after the payload is active, since our end is no terminal; its greeting stays in ipmitool's buffer until the
 * machine says something. Source: lib/ipmi_sol.c, ipmi_sol_red_pill and enter_raw_mode.
 */
const OPERATIONAL = /^tcgetattr/m;

/**
 * Opens serial over LAN (IPMI v2.0, 15) through ipmitool. At the end of its input ipmitool deactivates the payload, so
 * that it is free again also when we crash. Errors: PORT_BUSY where another session has it, those of `explainIpmi`.
 */
export async function openSol(
  access: IpmiAccess,
  deps: ChildDeps,
  signal: AbortSignal,
): Promise<Result<RemoteConsole>> {
  const argv = ipmiArgv(access, ['sol', 'activate', instanceOf(access)]);
  const child = startConsoleChild(argv, ipmiEnvironment(access.password), deps);
  if (!child.started) return fail(noIpmitool(access.profile));
  const up = new Promise<'up'>((resolve) => {
    child.onWords(() => OPERATIONAL.test(child.words()) && resolve('up'));
  });
  const first = await within(Promise.race([up, child.ended]), { ms: OPEN_MS, signal });
  if (first === 'up') return ok(consoleOf(access, child));
  await child.close();
  if (first === 'aborted') return fail(ABORTED);
  return fail(ipmiProblem(access.profile, child.words()));
}

/** Ends whatever session has the console. Errors: those of `explainIpmi`. */
export async function freeSol(access: IpmiAccess, signal?: AbortSignal): Promise<Result<void>> {
  const done = await ipmi(access, ['sol', 'deactivate', instanceOf(access)], signal);
  return done.ok ? ok(undefined) : done;
}

const instanceOf = ({ profile }: IpmiAccess): string => `instance=${profile.ipmi.instance}`;

function consoleOf(access: IpmiAccess, child: ConsoleChild): RemoteConsole {
  const escapeInput = createSolInput();
  let take = (_bytes: Uint8Array): void => undefined;
  child.onOutput(withoutGreeting((bytes) => take(bytes)));
  return {
    type: (text) => child.write(escapeInput(text)),
    hear: (next) => {
      take = next;
    },
    ended: child.ended.then(() => inEnglish(ipmiProblem(access.profile, child.words()).message)),
    close: async () => {
      // a session that could not say goodbye would be in the way of the next one until the controller forgets it
      if ((await child.close()) === 'by a signal') await freeSol(access);
    },
  };
}

const GREETING = /^\[SOL Session operational\.[^\n]*\n$/;
const LONGEST = 120;

/** Takes ipmitool's own first line away from what the machine says; all else goes on to `next` byte for byte. */
export function withoutGreeting(next: (bytes: Uint8Array) => void): (bytes: Uint8Array) => void {
  let first: Buffer | null = Buffer.alloc(0);
  return (chunk) => {
    if (first === null) return next(chunk);
    first = Buffer.concat([first, chunk]);
    const end = first.indexOf('\n') + 1;
    if (end === 0 && first.length < LONGEST) return;
    const rest = GREETING.test(first.toString('latin1', 0, end)) ? first.subarray(end) : first;
    first = null;
    if (rest.length > 0) next(rest);
  };
}

const LINE_END = /[\r\n]$/;

/**
 * Makes what is typed harmless to ipmitool: at the beginning of a line `~` is its escape (`~.` would end the console), so
 * there it is typed twice. Source: ipmitool 1.8.19, lib/ipmi_sol.c, processSolUserInput.
 */
export function createSolInput(): (text: string) => string {
  let atLineStart = true;
  return (text) => {
    const escaped = text.replace(/(^|[\r\n])~/g, (found, before: string) =>
      before !== '' || atLineStart ? `${before}~~` : found,
    );
    if (text !== '') atLineStart = LINE_END.test(text);
    return escaped;
  };
}
