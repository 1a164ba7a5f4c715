import { execa } from 'execa';
import type { ChildRegistry } from '../../../shared/process.js';
import { recordChild } from '../process/children.js';
import { inheritedEnvironment } from '../process/inherited.js';
import { endTree } from '../process/tree.js';
import { within } from '../within.js';

/** After the end of its input a program may take so long to say goodbye to the other side, ms. */
const GOODBYE_MS = 5000;

/** What a program said of itself, as long as it is kept, characters. */
const WORDS = 4000;

export interface ChildDeps {
  children: ChildRegistry;
  operation: string;
  /** Folder it runs in. Absolute. */
  cwd: string;
}

type Gone = 'by itself' | 'by a signal';

/** A program that is the console of a machine, for as long as it runs. */
export interface ConsoleChild {
  write(text: string): void;
  onOutput(take: (bytes: Uint8Array) => void): void;
  /** What it said on its standard error so far. */
  words(): string;
  /** Called when it says something there. */
  onWords(heard: () => void): void;
  /** False where the system knows no such program. */
  started: boolean;
  /** Settles when it has gone: by itself, or by a signal. Never rejects. */
  ended: Promise<Gone>;
  /** Ends its input, which lets it close the connection, then it. */
  close(): Promise<Gone>;
}

/** Starts such a program. Its input stays open until `close`; our own end closes it too. */
export function startConsoleChild(
  [file = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  { children, operation, cwd }: ChildDeps,
): ConsoleChild {
  const child = execa(file, args, {
    cwd,
    env: { ...inheritedEnvironment(process.env), ...env, BENCHLOOP_OPERATION: operation },
    extendEnv: false,
    reject: false,
    buffer: false,
    encoding: 'buffer',
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdin: 'pipe',
  });
  const forget = recordChild(children, child.pid, operation);
  let words = '';
  let heard = nothing;
  child.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-WORDS);
    heard();
  });
  // it may have gone just before it is written to
  child.stdin.on('error', nothing);
  const ended = child.then(({ signal }): Gone => (signal === undefined ? 'by itself' : 'by a signal'));
  void ended.then(forget);
  return {
    write: (text) => child.stdin.write(text),
    onOutput: (take) => child.stdout.on('data', take),
    started: child.pid !== undefined,
    words: () => words,
    onWords: (next) => {
      heard = next;
    },
    ended,
    close: async () => {
      child.stdin.end();
      const left = await within(ended, { ms: GOODBYE_MS });
      if (left === 'late' && child.pid !== undefined) await endTree(child.pid, ended);
      return ended;
    },
  };
}

const nothing = (): void => undefined;
