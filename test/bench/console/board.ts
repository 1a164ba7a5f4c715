import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A pseudo-terminal whose far end is another process, so that sending takes no time of the one that measures. */
export interface Board {
  readonly port: string;
  /** One mebibyte that is sent over and over. */
  readonly pattern: Buffer;
  /** Sends so many bytes, at so many a second (0: as fast as they are taken); gives how many were lost. */
  send(bytes: number, perSecond: number): Promise<number>;
  close(): Promise<void>;
}

export async function openBoard(dir: string): Promise<Board> {
  const kept = path.join(dir, 'pattern');
  const child = spawn('python3', [path.resolve('test/bench/console/pty-source.py'), kept], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const next = async (): Promise<string> => String((await once(lines, 'line'))[0]);
  const port = await next();
  return {
    port,
    pattern: readFileSync(kept),
    send: async (bytes, perSecond) => {
      const answer = next();
      child.stdin.write(`${bytes} ${perSecond}\n`);
      return Number(await answer);
    },
    close: async () => {
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
    },
  };
}
