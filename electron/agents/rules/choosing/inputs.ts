import { createHash } from 'node:crypto';
import type { ProgramInput } from '../../provider.js';

/** So many varied inputs are tried; candidates that agree on at least `ENOUGH` of them count as alike (design §3). */
export const WANTED_INPUTS = 40;
export const ENOUGH_INPUTS = 20;
/** Larger examples take long and are mostly stress tests. Bytes. */
const MOST_STDIN = 4096;

/** Numbers in 0..1 that follow from the seed alone: the same examples give the same inputs, now and on resume. */
function randomFrom(seed: string): () => number {
  let counter = 0;
  return () => {
    const digest = createHash('sha256').update(`${seed} ${counter}`).digest();
    counter += 1;
    return digest.readUInt32LE(0) / 2 ** 32;
  };
}

/**
 * Inputs for the program that the tests start most often, made from what they give it: the examples themselves, then variations
 * that keep their form. Empty where the tests start no program that reads a file or takes arguments.
 */
export function variedInputs(starts: readonly ProgramInput[]): ProgramInput[] {
  const examples = examplesOf(starts);
  if (examples.length === 0) return [];
  const random = randomFrom(JSON.stringify(examples));
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const known = new Map(examples.map((each) => [JSON.stringify(each), each]));
  for (let tries = 0; tries < 20 * WANTED_INPUTS && known.size < WANTED_INPUTS; tries += 1) {
    const example = pick(examples);
    if (!example) break;
    const varied = variation(example, examples, random);
    known.set(JSON.stringify(varied), varied);
  }
  return [...known.values()].slice(0, WANTED_INPUTS);
}

function examplesOf(starts: readonly ProgramInput[]): ProgramInput[] {
  const usable = starts.filter(
    ({ stdin, args }) => (stdin !== null && stdin !== '' && stdin.length <= MOST_STDIN) || args.length > 0,
  );
  const counts = new Map<string, number>();
  for (const { program } of usable) counts.set(program, (counts.get(program) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const distinct = new Map(
    usable.filter(({ program }) => program === most).map((each) => [JSON.stringify(each), each]),
  );
  return [...distinct.values()];
}

/** Words and the blanks between them, in turn. */
const PIECES = /\s+|\S+/g;
const NUMBER = /^[+-]?\d+$/;

function variation(
  example: ProgramInput,
  examples: readonly ProgramInput[],
  random: () => number,
): ProgramInput {
  const inArgs =
    example.args.length > 0 && (example.stdin === null || example.stdin === '' || random() < 0.5);
  if (inArgs) {
    const at = Math.floor(random() * example.args.length);
    const args = example.args.map((arg, i) => (i === at ? otherWord(arg, examples, random) : arg));
    return { ...example, args };
  }
  const pieces = example.stdin?.match(PIECES) ?? [];
  const counts = countsIn(pieces);
  const free = pieces.flatMap((piece, at) => (/\S/.test(piece) && !counts.has(at) ? [at] : []));
  const share = random() < 0.5 ? 1 / Math.max(1, free.length) : 0.2 + 0.6 * random();
  const sure = free[Math.floor(random() * free.length)];
  const stdin = pieces
    .map((piece, at) =>
      free.includes(at) && (at === sure || random() < share) ? otherWord(piece, examples, random) : piece,
    )
    .join('');
  return { ...example, stdin };
}

/** Numbers that say how many words follow, or how long one is: changed, the input would be no input any more. */
function countsIn(pieces: readonly string[]): Set<number> {
  const words = pieces.flatMap((piece, at) => (/\S/.test(piece) ? [{ piece, at }] : []));
  const rest = (from: number): number => words.length - from - 1;
  return new Set(
    words.flatMap(({ piece, at }, index) => {
      if (!NUMBER.test(piece)) return [];
      const value = Number(piece);
      const next = words[index + 1]?.piece ?? '';
      const counts =
        (index === 0 && rest(index) > 0 && value > 0 && rest(index) % value === 0) ||
        value === rest(index) ||
        (!NUMBER.test(next) && value === next.length);
      return counts ? [at] : [];
    }),
  );
}

function otherWord(word: string, examples: readonly ProgramInput[], random: () => number): string {
  return NUMBER.test(word) ? otherNumber(word, examples, random) : otherLetters(word, random);
}

/** Near by, at the ends, or of the same size: where comparisons and limits go wrong. */
function otherNumber(word: string, examples: readonly ProgramInput[], random: () => number): string {
  const value = Number(word);
  const seen = examples
    .flatMap(({ stdin, args }) => [...(stdin?.match(PIECES) ?? []), ...args])
    .filter((piece) => NUMBER.test(piece))
    .map(Number);
  const most = Math.max(1, ...seen.map(Math.abs));
  const negative = seen.some((each) => each < 0);
  const ways = [
    value + 1,
    value - 1,
    value * 2,
    Math.floor(random() * (Math.abs(value) * 2 + 2)),
    seen[Math.floor(random() * seen.length)] ?? value,
    Math.floor(random() * 10),
    Math.floor(random() * (most + 1)),
    ...(negative ? [-value] : []),
  ];
  const other = ways[Math.floor(random() * ways.length)] ?? value;
  return String(negative ? other : Math.max(value === 0 ? 0 : 1, Math.abs(other)));
}

const CLASSES = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'] as const;

/** Letters of the word itself, and others of their kind, at the same places. */
function otherLetters(word: string, random: () => number): string {
  const sure = Math.floor(random() * word.length);
  const share = random() < 0.5 ? 0 : 0.3;
  return [...word]
    .map((letter, at) => {
      if (at !== sure && random() >= share) return letter;
      const kind = random() < 0.6 ? word : (CLASSES.find((each) => each.includes(letter)) ?? word);
      return kind[Math.floor(random() * kind.length)] ?? letter;
    })
    .join('');
}
