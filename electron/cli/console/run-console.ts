import path from 'node:path';
import { createInterface } from 'node:readline';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { MarkEvent } from '../../bench/broker/messages.js';
import { attachPort, type PortClient } from '../../bench/broker/port-client.js';
import { CAPTURE_BOUNDS } from '../../bench/console/capture-folder.js';
import type { Heard } from '../../bench/console/follower.js';
import type { Mirror } from '../../bench/rfc2217/server.js';
import type { Output } from '../output.js';
import { isPersonAt, type Screen, type Surroundings } from '../surroundings.js';
import { type ConsoleEnd, createEnd } from './ending.js';
import { mirrorPort } from './mirror.js';
import type { ConsoleOptions } from './options.js';
import { createPrinter } from './printer.js';

export interface ConsolePlace {
  out: Output;
  at: Surroundings;
  captureDir: string;
  brokerFile: string;
}

/** The mirror of the port, where there is one, and whether somebody has the wire. */
interface Shown {
  mirror: Mirror | null;
  held: boolean;
}

function suspend(shown: Shown, held: boolean): void {
  shown.held = held;
  shown.mirror?.suspend(held);
}

const awayProblem = (port: string): Problem => ({
  code: 'PORT_LOST',
  message: 'the port went away and did not come back',
  where: port,
  next: 'plug the device in again, and look at its cable and power',
});

const SLOW_FILTER =
  '--filter: it takes too long for a line of this console; every line is shown from here on';

/** Shows a port until its time is over, somebody ends it, or the port is lost for good. Errors: those of `attachPort`. */
export async function runConsole(options: ConsoleOptions, place: ConsolePlace): Promise<Result<ConsoleEnd>> {
  const { out, at } = place;
  const end = createEnd(at.signals);
  const shown: Shown = { mirror: null, held: false };
  const attached = await attachPort(
    {
      path: options.port,
      settings: options.settings,
      lines: options.lines,
      role: 'console',
      captureDir: place.captureDir,
      ...CAPTURE_BOUNDS,
    },
    { who: `console, process ${process.pid}`, brokerFile: place.brokerFile },
    {
      onMark: (mark) => {
        tellMark(mark, options.json, out);
        if (mark.kind === 'wire' || mark.kind === 'console') suspend(shown, mark.kind === 'wire');
        if (mark.kind === 'back') end.back();
        if (mark.kind === 'lost') end.lost(options.patienceMs, awayProblem(options.port));
      },
      onTapFailed: (problem) => end.finish('lost', problem),
      onGone: () =>
        end.finish('lost', { code: 'PORT_LOST', message: 'the process that owns the port was ended' }),
    },
  );
  if (!attached.ok) return attached;
  const client = attached.value;
  try {
    const begun = await begin(client, options, place, shown);
    if (!begun.ok) return begun;
    const stopTyping = readTyped(at, options, client, end.finish);
    if (options.durationMs !== null) end.after(options.durationMs);
    const ended = await end.over;
    stopTyping();
    await begun.value.finish(ended.how);
    return ok(ended);
  } finally {
    await shown.mirror?.close();
    client.close();
  }
}

async function begin(
  client: PortClient,
  options: ConsoleOptions,
  { out, at }: ConsolePlace,
  shown: Shown,
): Promise<Result<{ finish: (how: ConsoleEnd['how']) => Promise<void> }>> {
  if (options.log !== null) {
    const tapped = await client.tap(path.resolve(at.here, options.log), 'new');
    if (!tapped.ok) return tapped;
  }
  const printer = createPrinter(options, out.isTerminal, () => out.note(SLOW_FILTER));
  if (options.serve !== null) {
    const mirror = await mirrorPort(
      options.serve,
      { client, settings: options.settings, held: () => shown.held },
      out,
    );
    if (!mirror.ok) return mirror;
    shown.mirror = mirror.value;
    out.note(`mirrored at rfc2217://${mirror.value.address}`);
  }
  const hear = (heard: Heard) => {
    shown.mirror?.say(heard.bytes);
    return print(at.stdout, printer.show(heard));
  };
  // also what came since this client did
  const listening = await client.listen(hear, client.opened.total);
  if (!listening.ok) return listening;
  await applyLines(client, options, out);
  if (options.send !== null) {
    const sent = await client.write(Buffer.from(options.send + options.eol));
    if (!sent.ok) return fail(sent.error);
  }
  return ok({
    finish: async (how) => {
      if (options.log !== null) await client.untap();
      // Who interrupts does not want to see the rest.
      if (how !== 'interrupted') await client.heard();
      await print(at.stdout, printer.rest());
    },
  });
}

/** Resolves once stdout can take more: a slow reader slows nobody but this process. */
async function print(stdout: Screen, text: string | Uint8Array): Promise<void> {
  if (text.length === 0 || !stdout.writable || stdout.write(text)) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      stdout.off('drain', go).off('close', go);
      resolve();
    };
    stdout.on('drain', go).on('close', go);
  });
}

async function applyLines(
  client: PortClient,
  { lines, breakMs }: ConsoleOptions,
  out: Output,
): Promise<void> {
  if (Object.keys(lines).length > 0) tellLines(await client.setLines(lines), 'DTR and RTS', out);
  if (breakMs !== null) tellLines(await client.sendBreak(breakMs), 'break', out);
}

function tellLines(done: Result<boolean>, what: string, out: Output): void {
  if (!done.ok) out.note(`${what}: ${inEnglish(done.error.message)}`);
  else if (!done.value) out.note(`${what}: unsupported here (this port has no such lines)`);
}

/** Tells of a hand-over, a gap, an unplugged device: as a JSON line, or in words on stderr. */
function tellMark(mark: MarkEvent, json: boolean, out: Output): void {
  const told = words(mark);
  if (json) out.json({ type: 'mark', ...mark, at: new Date(mark.wallMs).toISOString() });
  else if (told) out.note(`-- ${told} --`);
}

/** What a person should know of what happened to the port, or null. */
function words(mark: MarkEvent): string | null {
  return TELL[mark.kind]?.(mark) ?? null;
}

const TELL: Partial<Record<MarkEvent['kind'], (mark: MarkEvent) => string>> = {
  lost: ({ text }) =>
    text === 'the device is gone'
      ? 'the device is gone; waiting for it'
      : `the device is gone (${text}); waiting for it`,
  back: ({ text }) => `the device is back: ${text}`,
  wire: ({ text }) => `${text} uses the port; the console pauses`,
  console: ({ count }) => `the console goes on; ${count} bytes were not for it`,
  settings: ({ text }) => `the port has other settings: ${text}`,
  gap: ({ count, text }) => `${count === 0 ? 'bytes may be missing' : `${count} bytes are missing`}: ${text}`,
};

const QUIT = '\u001d'; // Ctrl-]

/**
 * At a terminal: a typed line is sent with the chosen line ending, Ctrl-] ends the console, Ctrl-C interrupts it.
 * Elsewhere standard input is left alone.
 *
 * @returns stops it and gives the terminal back
 */
function readTyped(
  at: Surroundings,
  { eol, json }: ConsoleOptions,
  client: PortClient,
  finish: (how: 'done' | 'interrupted') => void,
): () => void {
  if (json || !isPersonAt(at)) return () => {};
  const { stdin, stdout, stderr } = at;
  stderr.write('Ctrl-] ends the console.\n');
  const terminal = createInterface({ input: stdin, output: stdout, prompt: '' });
  const onKey = (text: string | undefined): void => {
    if (text === QUIT) finish('done');
  };
  stdin.on('keypress', onKey);
  terminal.on('SIGINT', () => finish('interrupted'));
  terminal.on('close', () => finish('done'));
  terminal.on('line', (line) => {
    void client.write(Buffer.from(line + eol)).then((sent) => {
      if (!sent.ok) stderr.write(`not sent: ${inEnglish(sent.error.message)}\n`);
    });
  });
  return () => {
    stdin.off('keypress', onKey);
    terminal.removeAllListeners('close').close();
  };
}
