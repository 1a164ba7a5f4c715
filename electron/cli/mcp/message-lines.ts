import { Transform } from 'node:stream';
import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/** Bytes of one message; the protocol's own transport ends a connection at as many. */
const MOST_BYTES = 10 * 1024 * 1024;
const LINE_END = 0x0a;

/** What is wrong with a line; null: it is a message. */
function whyNone(line: string): { code: number; message: string } | null {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return { code: ErrorCode.ParseError, message: 'Parse error: this line is not JSON' };
  }
  if (Array.isArray(read)) return invalid('batches are not taken; send one message a line');
  const message = JSONRPCMessageSchema.safeParse(read);
  if (message.success) return null;
  return invalid('this is no request, notification or response of JSON-RPC 2.0');
}

const invalid = (why: string) => ({ code: ErrorCode.InvalidRequest, message: `Invalid Request: ${why}` });

/**
 * Lets the messages of a client through, and answers every other line: the protocol's own transport drops those without a word, and a
 * client would wait for ever. The id is null, as JSON-RPC 2.0 has it where none can be read (§5.1).
 *
 * @param answer sends one line to the client
 */
export function messageLines(answer: (line: string) => void): Transform {
  let rest: Buffer[] = [];
  let size = 0;
  const refuse = (error: { code: number; message: string }): void =>
    answer(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`);
  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= MOST_BYTES) rest.push(part);
    else rest = [];
  };
  const take = (): string | null => {
    const [line, isTooLong] = [Buffer.concat(rest).toString('utf8'), size > MOST_BYTES];
    rest = [];
    size = 0;
    if (!isTooLong && line.trim() === '') return null;
    const why = isTooLong ? invalid(`a message has at most ${MOST_BYTES} bytes`) : whyNone(line);
    if (why === null) return `${line}\n`;
    refuse(why);
    return null;
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
        add(chunk.subarray(from, at));
        from = at + 1;
        const line = take();
        if (line !== null) this.push(line);
      }
      add(chunk.subarray(from));
      done();
    },
  });
}
