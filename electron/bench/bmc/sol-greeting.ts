const GREETING = /^\[SOL Session operational\.[^\n]*\n$/;
const LONGEST = 120;

/** Takes ipmitool's own first line away from what the machine says; all else goes on to `next` byte for byte. */
export function withoutGreeting(next: (bytes: Uint8Array) => void): (bytes: Uint8Array) => void {
  let first: Buffer | null = Buffer.alloc(0);
  return (chunk) => {
    if (first === null) return next(chunk);
    first = Buffer.concat([first, chunk]);
    const end = first.indexOf('\n') + 1;
    if (end === 0 && first.length < LONGEST) return;
    const rest = GREETING.test(first.toString('latin1', 0, end)) ? first.subarray(end) : first;
    first = null;
    if (rest.length > 0) next(rest);
  };
}
