import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { MarkEvent } from '../../bench/broker/messages.js';
import { attachPort, type PortClient } from '../../bench/broker/port-client.js';
import type { Heard } from '../../bench/console/follower.js';
import type { Output } from '../output.js';
import type { ConsoleOptions } from './options.js';
import { createPrinter } from './printer.js';
import { readTyped } from './typed.js';

export interface ConsoleEnd {
  how: 'done' | 'lost' | 'interrupted';
  problem: Problem | null;
}

export interface ConsolePlace {
  out: Output;
  captureDir: string;
  brokerFile: string;
}

/** The whole capture of a port, and one of its files. */
const CAP_BYTES = 2 * 1024 * 1024 * 1024;
const SEGMENT_BYTES = 128 * 1024 * 1024;

/** Shows a port until its time is over, somebody ends it, or the port is lost for good. Errors: those of `attachPort`. */
export async function runConsole(options: ConsoleOptions, place: ConsolePlace): Promise<Result<ConsoleEnd>> {
  const { out } = place;
  const end = createEnd();
  const attached = await attachPort(
    {
      path: options.port,
      settings: options.settings,
      lines: options.lines,
      captureDir: place.captureDir,
      capBytes: CAP_BYTES,
      segmentBytes: SEGMENT_BYTES,
    },
    { who: `console, process ${process.pid}`, brokerFile: place.brokerFile },
    {
      onMark: (mark) => onMark(mark, options, out, end),
      onTapFailed: (problem) => end.finish('lost', problem),
      onGone: () =>
        end.finish('lost', { code: 'PORT_LOST', message: 'the process that owns the port was ended' }),
    },
  );
  if (!attached.ok) return attached;
  const client = attached.value;
  try {
    const begun = await begin(client, options, out);
    if (!begun.ok) return begun;
    const stopTyping = readTyped(options, client, end.finish);
    if (options.durationMs !== null) end.after(options.durationMs);
    const ended = await end.over;
    stopTyping();
    await begun.value.finish();
    return ok(ended);
  } finally {
    client.close();
  }
}

async function begin(
  client: PortClient,
  options: ConsoleOptions,
  out: Output,
): Promise<Result<{ finish: () => Promise<void> }>> {
  if (options.log !== null) {
    const tapped = await client.tap(path.resolve(options.log), 'new');
    if (!tapped.ok) return tapped;
  }
  const printer = createPrinter(options, out.isTerminal);
  const listening = await client.listen((heard: Heard) => print(printer.show(heard)));
  if (!listening.ok) return listening;
  await applyLines(client, options, out);
  if (options.send !== null) {
    const sent = await client.write(Buffer.from(options.send + options.eol));
    if (!sent.ok) return fail(sent.error);
  }
  return ok({
    finish: async () => {
      if (options.log !== null) await client.untap();
      await client.heard();
      await print(printer.rest());
    },
  });
}

/** Resolves once stdout can take more: a slow reader slows nobody but this process. */
async function print(text: string | Uint8Array): Promise<void> {
  if (text.length === 0 || !process.stdout.writable || process.stdout.write(text)) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      process.stdout.off('drain', go).off('close', go);
      resolve();
    };
    process.stdout.on('drain', go).on('close', go);
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
  if (!done.ok) out.note(`${what}: ${done.error.message}`);
  else if (!done.value) out.note(`${what}: unsupported here (this port has no such lines)`);
}

interface End {
  over: Promise<ConsoleEnd>;
  finish(how: ConsoleEnd['how'], problem?: Problem): void;
  /** Ends it as asked, in so many ms; as lost where the port is away then. */
  after(ms: number): void;
  lost(ms: number, problem: Problem): void;
  back(): void;
}

function createEnd(): End {
  let settle = (_: ConsoleEnd): void => {};
  const over = new Promise<ConsoleEnd>((resolve) => {
    settle = resolve;
  });
  let away: { problem: Problem; timer: NodeJS.Timeout } | null = null;
  let clock: NodeJS.Timeout | undefined;
  const finish: End['finish'] = (how, problem) => {
    clearTimeout(clock);
    clearTimeout(away?.timer);
    for (const signal of SIGNALS) process.off(signal, interrupt);
    settle({ how, problem: problem ?? null });
  };
  const interrupt = (): void => finish('interrupted');
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return {
    over,
    finish,
    after: (ms) => {
      clock = setTimeout(() => (away ? finish('lost', away.problem) : finish('done')), ms);
    },
    lost: (ms, problem) => {
      clearTimeout(away?.timer);
      away = { problem, timer: setTimeout(() => finish('lost', problem), ms) };
    },
    back: () => {
      clearTimeout(away?.timer);
      away = null;
    },
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function onMark(mark: MarkEvent, options: ConsoleOptions, out: Output, end: End): void {
  if (options.json) out.json({ type: 'mark', ...mark, at: new Date(mark.wallMs).toISOString() });
  const told = TELL[mark.kind]?.(mark);
  if (told && !options.json) out.note(`-- ${told} --`);
  if (mark.kind === 'back') end.back();
  if (mark.kind === 'lost')
    end.lost(options.patienceMs, {
      code: 'PORT_LOST',
      message: 'the port went away and did not come back',
      where: options.port,
      next: 'plug the device in again, and look at its cable and power',
    });
}

const TELL: Partial<Record<MarkEvent['kind'], (mark: MarkEvent) => string>> = {
  lost: ({ text }) => `the device is gone (${text}); waiting for it`,
  back: ({ text }) => `the device is back: ${text}`,
  wire: ({ text }) => `${text} uses the port; the console pauses`,
  console: ({ count }) => `the console goes on; ${count} bytes were not for it`,
  gap: ({ count, text }) => `${count === 0 ? 'bytes may be missing' : `${count} bytes are missing`}: ${text}`,
};
