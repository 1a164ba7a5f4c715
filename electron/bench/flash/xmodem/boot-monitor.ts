import { crc32 } from 'node:zlib';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import type { Segment } from '../../image/image.js';
import { hex } from '../../image/parsed.js';
import type { Link } from '../../link/link.js';
import { compareSums, type SumCheck } from '../compare-sums.js';
import { bordered } from '../fault.js';
import type { Flasher, FlashOptions, Identity, WriteProblem } from '../flasher.js';
import type { FlasherAccess } from '../flasher-access.js';
import { identityIn, UNKNOWN_CHIP } from '../identity.js';
import { totalBytes } from '../pages.js';
import { partly, untouched } from '../programming.js';
import { atPrompt, reachPrompt, sendLine, untilPrompt } from './monitor-prompt.js';
import { sendFile } from './xmodem.js';

type Settings = FlashSettingsOf<'xmodem' | 'ymodem'>;

/** Writing to flash by the monitor, or the checksum of a large image, may take so long. */
const COMMAND_MS = 60_000;
/** A transfer that was cancelled is over at once. */
const CANCELLED_MS = 5000;

/**
 * A boot monitor's own commands (U-Boot: `loady`, `loadx`, `crc32`, `go`), the image sent by X/YMODEM. A monitor cannot be
 * read from here; what chip it runs on it says where the profile knows how to ask (`identify`).
 */
export function createBootMonitor(settings: Settings, access: FlasherAccess): Flasher {
  let link: Link | undefined;
  let written: readonly Segment[] = [];
  /** What is on the board: it was sent, or its checksum is right. */
  let proven: readonly Segment[] = [];
  const connected = (): Link => {
    if (link === undefined) throw new Error('connect comes first');
    return link;
  };
  return {
    protocol: settings.protocol,
    verifies: settings.check === undefined ? 'echo' : 'checksum',
    async connect({ signal }) {
      const deadline = Date.now() + settings.connectSec * 1000;
      const opened = await access.openPort({ baud: settings.baud });
      if (!opened.ok) return opened;
      const open = opened.value;
      link = open;
      return bordered('TEST_ENV_FAILURE', open, async () => {
        const said = await reachPrompt(open, settings, deadline, signal);
        if (said === null) return fail(noPrompt(open, settings.prompt, signal));
        const found = await identify(open, settings);
        return found.ok ? ok({ ...found.value, loader: banner(said) }) : found;
      });
    },
    async write(segments, options) {
      const open = connected();
      if (options.eraseAll) return fail(untouched({ ...CANNOT_ERASE, where: open.name }));
      const result = await sendAll(open, settings, segments, options);
      if (result.ok) written = proven = segments;
      return result;
    },
    verify(segments, options) {
      const open = connected();
      return bordered('VERIFY_FAILURE', open, async () => {
        if (settings.check === undefined) return acknowledged(open, written, segments);
        const checked = await compareSums(
          open,
          segments,
          options,
          crcCheck(open, settings.prompt, settings.check),
        );
        if (checked.ok) proven = segments;
        return checked;
      });
    },
    async start(options) {
      const open = connected();
      const [first] = proven;
      options.onProgress({ phase: 'start', done: 0, total: 0 });
      const { go } = settings;
      if (go === undefined) return ok(undefined);
      return bordered('TEST_ENV_FAILURE', open, async () => ok(await sendLine(open, fill(go, first))));
    },
    async close() {
      await link?.close();
      link = undefined;
    },
  };
}

/** Without the echo of the command. @throws ProtocolFault, LinkLost */
async function identify(
  link: Link,
  { identify: asked, prompt }: Settings,
): Promise<Result<Pick<Identity, 'chip' | 'serial'>>> {
  if (asked === undefined) return ok({ chip: UNKNOWN_CHIP, serial: null });
  await sendLine(link, asked.command);
  const answer = await untilPrompt(link, prompt, COMMAND_MS);
  return identityIn(answer.replace(asked.command, ''), asked, link.name);
}

const fill = (command: string, segment: Segment | undefined): string =>
  command
    .replaceAll('{address}', hex(segment?.address ?? 0))
    .replaceAll('{size}', hex(segment?.bytes.length ?? 0));

/** The first line that is not empty: after a reset, what the monitor calls itself. */
const banner = (said: string): string =>
  said
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .find((line) => line !== '') ?? 'boot monitor';

async function sendAll(
  link: Link,
  settings: Settings,
  segments: readonly Segment[],
  { onProgress, signal }: FlashOptions,
): Promise<Result<void, WriteProblem>> {
  const total = totalBytes(segments);
  let done = 0;
  let sent = 0;
  onProgress({ phase: 'write', done, total });
  for (const segment of segments) {
    const before = done;
    const onSent = (bytes: number) => {
      sent = before + bytes;
      onProgress({ phase: 'write', done: sent, total });
    };
    const result = await bordered('FLASH_FAILURE', link, async () => {
      await sendLine(link, fill(settings.receive, segment));
      const { bytes } = segment;
      const isOver = (said: string) => atPrompt(said, settings.prompt);
      await sendFile(link, { kind: settings.protocol, name: 'image.bin', bytes, onSent, signal, isOver });
      await untilPrompt(link, settings.prompt, COMMAND_MS);
      return ok(undefined);
    });
    if (!result.ok) {
      if (signal.aborted) await backAtPrompt(link, settings.prompt);
      return fail(partly(result.error, sent, total));
    }
    done += segment.bytes.length;
  }
  return ok(undefined);
}

/** A receiver that was told to cancel says so first: the next command would take that for its answer. One that is gone says nothing. */
const backAtPrompt = (link: Link, prompt: string): Promise<Result<string>> =>
  bordered('FLASH_FAILURE', link, async () => ok(await untilPrompt(link, prompt, CANCELLED_MS)));

const crcCheck = (link: Link, prompt: string, check: NonNullable<Settings['check']>): SumCheck => ({
  async differs(segment) {
    await sendLine(link, fill(check.command, segment));
    const said = await untilPrompt(link, prompt, COMMAND_MS);
    const found = new RegExp(check.pattern, 'm').exec(said);
    const theirs = found?.[1] ?? found?.[0];
    if (theirs === undefined) return 'the answer to the check has no checksum in it';
    const ours = crc32(segment.bytes);
    return Number.parseInt(theirs, 16) === ours
      ? null
      : `the board's CRC-32 is ${theirs}, not ${ours.toString(16).padStart(8, '0')}`;
  },
  next: 'flash again; if it stays so, look at `check` in the profile and at the memory of the board',
});

const acknowledged = (link: Link, written: readonly Segment[], segments: readonly Segment[]): Result<void> =>
  written === segments
    ? ok(undefined)
    : fail({
        code: 'VERIFY_FAILURE',
        where: link.name,
        message: 'this monitor has no check, and what is to be verified was not sent now',
        next: 'give the profile a `check`, such as `crc32 {address} {size}`',
      });

const CANNOT_ERASE: Problem = {
  code: 'FLASH_FAILURE',
  message: 'a boot monitor cannot erase everything from here; nothing was written',
  next: 'flash without erasing all',
};

function noPrompt(link: Link, prompt: string, signal: AbortSignal): Problem {
  return {
    code: 'TEST_ENV_FAILURE',
    where: link.name,
    message: signal.aborted
      ? 'stopped before the boot monitor answered; nothing was written'
      : `the boot monitor's prompt "${prompt.trim()}" did not come; nothing was written`,
    next: 'reset the board; check `prompt`, `interrupt` and `baud` in the profile',
  };
}
