const WIDTH = 16;

/** `00000010  48 65 6c 6c 6f …  |Hello…|`, as hexdump -C writes it; `at` is the offset of the first byte. */
export function hexRow(bytes: Uint8Array, at: number): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
  const half = (from: number): string => hex.slice(from, from + WIDTH / 2).join(' ');
  const text = Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
  ).join('');
  const cells = `${half(0).padEnd(23)}  ${half(WIDTH / 2).padEnd(23)}`;
  return `${at.toString(16).padStart(8, '0')}  ${cells}  |${text}|`;
}

/** Rows of a stream: whole ones as they fill up, the last with `rest`. */
export interface HexRows {
  push(bytes: Uint8Array, offset: number): string[];
  rest(): string[];
}

export function createHexRows(): HexRows {
  let kept = Buffer.alloc(0);
  let at = 0;
  return {
    push: (bytes, offset) => {
      if (kept.length === 0) at = offset;
      const all = Buffer.concat([kept, bytes]);
      const whole = all.length - (all.length % WIDTH);
      const rows: string[] = [];
      for (let from = 0; from < whole; from += WIDTH)
        rows.push(hexRow(all.subarray(from, from + WIDTH), at + from));
      kept = all.subarray(whole);
      at += whole;
      return rows;
    },
    rest: () => {
      const last = kept;
      kept = Buffer.alloc(0);
      return last.length === 0 ? [] : [hexRow(last, at)];
    },
  };
}
