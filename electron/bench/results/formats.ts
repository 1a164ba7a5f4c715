import type { TestPattern } from '../../../shared/task.js';
import type { ParserName } from '../../../shared/test-parsers.js';
import { CMOCKA, GTEST, markBrackets, readBrackets } from './brackets.js';
import { markCmocka, readCmocka } from './cmocka.js';
import { ctestLines, markCtest, readCtest } from './ctest.js';
import { type ExitEnd, readExit } from './exit-code.js';
import { type ResultFile, readJunit } from './junit.js';
import { markTap, markUnity, markZtest } from './mark.js';
import type { RawOutput } from './parsed-output.js';
import { markPattern, readPattern } from './pattern.js';
import {
  asArguments,
  asCtestExpression,
  asGtestFilter,
  asOneArgument,
  notAtAll,
  type Select,
} from './select.js';
import { readTap } from './tap.js';
import { readUnity } from './unity.js';
import { readZtest } from './ztest.js';

/** What a session left to be read. */
export interface Output {
  /** Cleaned lines of its console. */
  lines: readonly string[];
  /** How it ended; null where only a console is known. */
  end: ExitEnd | null;
  files: readonly ResultFile[];
}

/** Marks lines that tell of held-out cases, given cleaned lines and whether a case name is held out. */
type Marker = (
  lines: readonly string[],
  isHeld: (name: string) => boolean,
  pattern: TestPattern,
) => boolean[];

/** What sets one parser apart from another. Its verdict texts stand in `VERDICT_TEXTS`. */
export interface Format {
  read: (output: Output, pattern: TestPattern) => RawOutput;
  mark: Marker;
  select: Select;
  /** How it is known in an output: null where no output says that it is this one. */
  proposed: null | {
    /** A line that only this format has; null where its results are sign enough. */
    sign: ((lines: readonly string[]) => boolean) | null;
    /** It runs programs whose output, of another format, may stand in its own. */
    runsOthers?: true;
  };
}

/** Nothing tells which line a case printed that is only known from elsewhere: no line is shown. */
const markAll: Marker = (lines) => lines.map(() => true);

const has = (sign: RegExp) => (lines: readonly string[]) => lines.some((line) => sign.test(line));

export const FORMATS: Readonly<Record<ParserName, Format>> = {
  unity: {
    read: ({ lines }) => readUnity(lines),
    mark: markUnity,
    select: asArguments,
    proposed: { sign: null },
  },
  tap: {
    read: ({ lines }) => readTap(lines),
    mark: markTap,
    select: asArguments,
    proposed: { sign: null },
  },
  ztest: {
    read: ({ lines }) => readZtest(lines),
    mark: markZtest,
    select: asArguments,
    proposed: { sign: null },
  },
  gtest: {
    read: ({ lines }) => readBrackets(lines, GTEST),
    mark: markBrackets,
    select: asGtestFilter,
    proposed: { sign: has(GTEST.running) },
  },
  cmocka: {
    read: ({ lines }) => readCmocka(lines),
    mark: markCmocka,
    select: asOneArgument,
    proposed: { sign: (lines) => has(CMOCKA.running)(lines) || has(/^test: \S+$/)(lines) },
  },
  ctest: {
    read: ({ lines }) => readCtest(lines),
    mark: markCtest,
    select: asCtestExpression,
    proposed: { sign: (lines) => ctestLines(lines).some(({ kind }) => kind === 'result'), runsOthers: true },
  },
  junit: {
    read: ({ files }) => readJunit(files),
    mark: markAll,
    select: asArguments,
    proposed: null,
  },
  pattern: {
    read: ({ lines }, pattern) => readPattern(lines, pattern),
    mark: markPattern,
    select: asArguments,
    proposed: null,
  },
  exit: {
    read: ({ lines, end }) => readExit(lines, end),
    mark: markAll,
    select: notAtAll,
    proposed: null,
  },
};
