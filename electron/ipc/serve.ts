import * as z from 'zod';
import type { Channel } from '../../shared/channels.js';
import { CONTRACT, type Handlers, type Output } from '../../shared/ipc.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { Answering } from './receive.js';

/** The part of Electron's IpcMainInvokeEvent that tells who calls. */
interface CallSource {
  sender: object;
  /** Null once the frame has gone. */
  senderFrame: { url: string; parent: object | null } | null;
}

/**
 * True for calls of the main frame of our own window while it shows our own page (Electron, security checklist,
 * "Validate the sender of all IPC messages").
 *
 * @param contents the window's web contents
 * @param origin of our page, e.g. `app://benchloop`
 */
export function fromOurPage(source: CallSource, contents: object, origin: string): boolean {
  const frame = source.senderFrame;
  if (frame === null || source.sender !== contents || frame.parent !== null) return false;
  if (!URL.canParse(frame.url)) return false;
  const { protocol, host } = new URL(frame.url);
  // URL.origin is "null" for schemes of our own.
  return `${protocol}//${host}` === origin;
}

/**
 * Answers every call of the contract with a `Result`. A call from elsewhere than our own page is refused and told to
 * `onRefused`; a malformed one is refused with the field that is wrong (both USAGE). An answer that breaks the contract
 * is a bug and rejects.
 */
export function serve<E>(
  handlers: Handlers,
  isOurPage: (event: E) => boolean,
  onRefused: (channel: Channel) => void,
): Answering<E> {
  return async (channel, event, input) => {
    if (isOurPage(event)) return call(channel, handlers, input);
    onRefused(channel);
    return fail(refused(channel));
  };
}

async function call<C extends Channel>(
  channel: C,
  handlers: Handlers,
  input: unknown,
): Promise<Result<Output<C>>> {
  const parsed = CONTRACT[channel].in.safeParse(input);
  if (!parsed.success) return fail(malformed(channel, parsed.error));
  const result = await handlers[channel](parsed.data);
  return result.ok ? ok(CONTRACT[channel].out.parse(result.value)) : result;
}

const refused = (channel: Channel): Problem => ({
  code: 'USAGE',
  message: 'only the page of the Benchloop window may call this',
  where: channel,
});

const malformed = (channel: Channel, error: z.ZodError): Problem => ({
  code: 'USAGE',
  message: z.prettifyError(error),
  where: channel,
  next: 'this is a fault of the window: close it, open it again, and report it if it stays',
});
