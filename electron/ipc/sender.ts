/** The part of Electron's IpcMainInvokeEvent that tells who calls. */
export interface CallSource {
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
