import type { MarkEvent } from '../../bench/broker/messages.js';
import type { Output } from '../output.js';

/** What a person should know of what happened to the port, or null. */
function words(mark: MarkEvent): string | null {
  return TELL[mark.kind]?.(mark) ?? null;
}

/** Tells of a hand-over, a gap, an unplugged device: as a JSON line, or in words on stderr. */
export function tellMark(mark: MarkEvent, json: boolean, out: Output): void {
  const told = words(mark);
  if (json) out.json({ type: 'mark', ...mark, at: new Date(mark.wallMs).toISOString() });
  else if (told) out.note(`-- ${told} --`);
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
