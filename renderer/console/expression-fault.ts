/** Where an expression is wrong, and how: something is never closed, closes or repeats nothing, or is not understood. */
export interface Fault {
  /** Of the character, from 0. */
  at: number;
  kind: 'group' | 'class' | 'escape' | 'close' | 'repeat' | 'other';
}

const AT_FAULT: Readonly<Record<string, Fault['kind']>> = {
  ')': 'close',
  '*': 'repeat',
  '+': 'repeat',
  '?': 'repeat',
};

/**
 * Where an expression is wrong; null where it is right. The engine tells what, not where: the fault lies behind the
 * longest beginning that could still become an expression, or is what that beginning leaves open.
 */
export function faultOf(source: string, flags = ''): Fault | null {
  if (isExpression(source, flags)) return null;
  for (let end = source.length; end >= 0; end -= 1) {
    const left = leftOpen(source.slice(0, end));
    if (
      !isExpression(
        source.slice(0, end) +
          left
            .toReversed()
            .map(({ closer }) => closer)
            .join(''),
        flags,
      )
    )
      continue;
    const last = left.at(-1);
    if (end === source.length && last) return { at: last.at, kind: last.kind };
    const isGroupKind = source.startsWith('(?', end - 1);
    return { at: end, kind: isGroupKind ? 'other' : (AT_FAULT[source.charAt(end)] ?? 'other') };
  }
  return { at: 0, kind: 'other' };
}

function isExpression(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

interface Open extends Fault {
  closer: string;
}

/** What a beginning of an expression opens and does not close, outermost first. */
function leftOpen(source: string): Open[] {
  const open: Open[] = [];
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charAt(at);
    const inClass = open.at(-1)?.kind === 'class';
    if (sign === '\\' && at === source.length - 1) open.push({ at, kind: 'escape', closer: '\\' });
    else if (sign === '\\') at += 1;
    else if (inClass ? sign === ']' : sign === ')') open.pop();
    else if (!inClass && sign === '[') open.push({ at, kind: 'class', closer: ']' });
    else if (!inClass && sign === '(') open.push({ at, kind: 'group', closer: ')' });
  }
  return open;
}
