import { Worker } from 'node:worker_threads';
import type * as z from 'zod';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { ANSWERS, type Answer, type Ask, ReplySchema } from './messages.js';

/** The thread that reads captures, as main sees it. */
export interface SheetReader {
  /** Questions are answered in their order. Errors: ENV_ERROR where a capture cannot be read, or the thread has ended. */
  ask<A extends Ask['ask']>(question: Extract<Ask, { ask: A }>): Promise<Result<Answer<A>>>;
  close(): Promise<void>;
}

type Settle = (reply: { value: unknown } | { error: string }) => void;
const SCHEMAS: { [A in Ask['ask']]: z.ZodType<Answer<A>> } = ANSWERS;

/**
 * @param file absolute path of `dist/sheet.js`
 * @param onRead an export has gone so many bytes further
 */
export function startSheetReader(
  file: string,
  onRead: (bytes: number) => void = () => undefined,
): SheetReader {
  const worker = new Worker(file);
  const waiting = new Map<number, Settle>();
  let last = 0;
  let ended: string | null = null;

  const end = (why: string): void => {
    ended ??= why;
    for (const settle of waiting.values()) settle({ error: why });
    waiting.clear();
  };
  worker.on('message', (message: unknown) => {
    const reply = ReplySchema.parse(message);
    if ('read' in reply) return onRead(reply.read);
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => end('the reader of captures has ended'));

  return {
    ask: async <A extends Ask['ask']>(question: Extract<Ask, { ask: A }>): Promise<Result<Answer<A>>> => {
      if (ended !== null) return unreadable(ended);
      last += 1;
      const id = last;
      const replied = new Promise<Parameters<Settle>[0]>((resolve) => waiting.set(id, resolve));
      worker.postMessage({ id, question });
      const reply = await replied;
      const kind: A = question.ask;
      return 'error' in reply ? unreadable(reply.error) : ok(SCHEMAS[kind].parse(reply.value));
    },
    close: async () => void (await worker.terminate()),
  };
}

const unreadable = (why: string) =>
  fail({
    code: 'ENV_ERROR' as const,
    message: `the capture cannot be read: ${why}`,
    next: 'close the port and open it again',
  });
