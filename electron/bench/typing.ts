/** What a session types on its console, once. */
export interface Typed {
  /** The text at which it is typed; null: as soon as the target runs. */
  prompt: string | null;
  text: string;
}

export interface Typing {
  /** The target runs. */
  released(): void;
  /** The target said this. */
  heard(bytes: Uint8Array): void;
}

/** Types on a console what a session is to type. @param type told what to send, at most once */
export function createTyping(typed: Typed | undefined, type: (bytes: Uint8Array) => void): Typing {
  let isDue = typed !== undefined;
  const now = (): void => {
    if (!isDue) return;
    isDue = false;
    type(Buffer.from(typed?.text ?? ''));
  };
  const prompt = typed?.prompt ?? null;
  const isPrinted = prompt === null ? () => false : textSeen(prompt);
  return {
    released: () => prompt === null && now(),
    heard: (bytes) => isPrinted(bytes) && now(),
  };
}

/** Whether a text was in what came so far, or began in what came before and ends here. */
export function textSeen(text: string): (chunk: Uint8Array) => boolean {
  const wanted = Buffer.from(text);
  let recent = Buffer.alloc(0);
  return (chunk) => {
    const said = Buffer.concat([recent, chunk]);
    recent = said.subarray(-wanted.length);
    return said.includes(wanted);
  };
}
