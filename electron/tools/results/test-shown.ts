import * as z from 'zod';
import { matchesCase } from '../../../shared/case-pattern.js';
import {
  CASE_STATUSES,
  FaultSchema,
  LocationSchema,
  TEST_ENDS,
  type TestCase,
} from '../../../shared/results.js';
import { visible } from '../../../shared/visible-text.js';
import type { CaseParser } from '../../bench/results/parse.js';
import { stripCases } from '../../bench/results/strip.js';
import type { Collected } from './collect.js';
import { withoutHeldOut } from './held-out.js';
import { valuesTold } from './values-told.js';

/** Cases of one result, failed ones first; characters of one message, and of the end of the console. */
const MOST_CASES = 200;
const MOST_TEXT = 800;
const MOST_CONSOLE = 6000;

const CaseShownSchema = z.object({
  name: z.string(),
  status: z.enum(CASE_STATUSES),
  message: z.string().optional(),
  /** As the harness printed them. */
  expected: z.string().optional(),
  actual: z.string().optional(),
  location: LocationSchema.optional(),
});

export const TestShownSchema = z.object({
  /** Id of the image that ran; on this computer the tree of the sources. */
  image: z.string(),
  cases: z.array(CaseShownSchema),
  /** Cases that are not shown. */
  left_out: z.number(),
  /** Names that were asked for and that no case has. */
  unknown_cases: z.array(z.string()),
  ended_by: z.enum(TEST_ENDS),
  exit_code: z.number().nullable(),
  /** Why this cannot be the whole of the test run; null where it is. */
  incomplete: z.string().nullable(),
  fault: FaultSchema.optional(),
  /** Where it hung. */
  stuck_at: LocationSchema.optional(),
  /** The end of what the target said. */
  console: z.string(),
  duration_ms: z.number(),
});
export type TestShown = z.infer<typeof TestShownSchema>;

interface ShowOptions {
  parser: CaseParser;
  heldOut: readonly string[];
  /** The cases that were asked for; null: all. */
  asked: readonly string[] | null;
}

/** A test result as it is shown to a model: without what tells of held-out cases. */
export function testShown(
  { result, console }: Collected,
  { parser, heldOut, asked }: ShowOptions,
): TestShown {
  const open = withoutHeldOut(result, heldOut);
  const wanted = asked === null ? open.cases : open.cases.filter(({ name }) => matchesCase(asked, name));
  const sorted = [...wanted].sort((a, b) => Number(a.status !== 'fail') - Number(b.status !== 'fail'));
  const { image, ended_by, exit_code, incomplete, fault, stuck_at, metrics } = open;
  return {
    image,
    cases: sorted.slice(0, MOST_CASES).map(caseShown),
    left_out: Math.max(0, sorted.length - MOST_CASES),
    unknown_cases: (asked ?? []).filter((one) => !open.cases.some(({ name }) => matchesCase([one], name))),
    ...{ ended_by, exit_code, incomplete },
    ...(fault && { fault }),
    ...(stuck_at && { stuck_at }),
    console: visible(stripCases(console, parser, heldOut)).slice(-MOST_CONSOLE),
    duration_ms: metrics.test_duration_ms ?? 0,
  };
}

const caseShown = ({ name, status, message, location }: TestCase): z.infer<typeof CaseShownSchema> => ({
  name: visible(name),
  status,
  ...(message === undefined ? {} : { message: visible(message).slice(0, MOST_TEXT), ...valuesTold(message) }),
  ...(location && { location }),
});
