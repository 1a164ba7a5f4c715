import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';

/** A client that hears nothing for a minute gives a call up: the last notice is sent again before that, ms. */
const AGAIN_MS = 10_000;
/** Characters of one notice. */
const MOST = 1000;

/** The progress of one call. */
export interface Telling {
  tell(notice: string): void;
  end(): void;
}

/** Sends notices to a client that asked for them by a token. */
export function progressOf(
  progressToken: string | number | undefined,
  send: (notification: ServerNotification) => Promise<void>,
): Telling {
  if (progressToken === undefined) return { tell: () => {}, end: () => {} };
  let progress = 0;
  let last = 'the call waits for its turn';
  const tell = (notice: string): void => {
    last = notice.slice(0, MOST);
    progress += 1;
    // a client that is gone hears nothing; the end of the connection is heard elsewhere
    void send({ method: 'notifications/progress', params: { progressToken, progress, message: last } }).catch(
      () => {},
    );
  };
  const timer = setInterval(() => tell(last), AGAIN_MS);
  return { tell, end: () => clearInterval(timer) };
}
