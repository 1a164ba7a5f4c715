import type { Choice, Confidence } from '../../../shared/choice.js';

/** What a confidence is counted by (design §3, "Confidence"). */
export interface Features {
  /** Held-out cases that failed without the patch: each is a test that it had to pass unseen. */
  failedBefore: number;
  /** Classes that held-out cases have rejected. */
  rejected: number;
  /** Classes that nothing has rejected, the one under test among them. */
  classes: number;
  /** It is the first of these in the order of trying. */
  first: boolean;
  /** The patch stands on others of the same run. */
  composite: boolean;
  choice: Pick<Choice, 'flags' | 'common' | 'executing'>;
}

/** How many development cases stood in a bucket, and in how many of them the patch was right. */
export type Figures = Readonly<Record<string, readonly [n: number, right: number]>>;

/** A bucket of fewer cases takes the figure of the more general one. */
const LEAST = 10;
/** Quantile of the standard normal distribution: one-sided 80 %. */
const Z = 0.8416;

/** So many held-out cases that failed before leave little to chance; that others were rejected says less of the one that is left. */
const WELL = 5;

type Step = (features: Features) => { key: string; part: string };

/** From the general to the special: what tells most comes first. */
const STEPS: readonly Step[] = [
  ({ failedBefore, rejected }) => {
    if (failedBefore + rejected === 0)
      return { key: 'unheld', part: 'no held-out case told the patch from another or from none' };
    return failedBefore < WELL
      ? { key: 'held', part: 'fewer than five held-out cases failed before the patch' }
      : { key: 'well-held', part: 'five or more held-out cases failed before the patch and pass with it' };
  },
  ({ composite, choice: { flags } }) => {
    if (composite) return { key: 'several', part: 'it stands on other patches of the run' };
    return flags.length > 0
      ? { key: 'flagged', part: 'it is of a suspicious kind' }
      : { key: 'plain', part: 'nothing about it is suspicious' };
  },
  ({ classes, first }) => {
    if (classes === 1) return { key: 'alone', part: 'no other edit that was tried passes' };
    const rank = first ? 'the likeliest' : 'not the likeliest';
    const key = `${classes <= 3 ? 'few' : 'many'}-${first ? 'first' : 'later'}`;
    const others = classes <= 3 ? 'one or two other edits pass' : 'three or more other edits pass';
    return { key, part: `${others} as well, and it is ${rank}` };
  },
  ({ choice: { common } }) =>
    common >= 0.5
      ? { key: 'common', part: 'such an edit is common among real fixes' }
      : { key: 'rare', part: 'such an edit is rare among real fixes' },
  ({ choice: { executing } }) =>
    executing !== null && executing >= 4
      ? { key: 'well-run', part: 'four cases or more run the edited lines' }
      : { key: 'little-run', part: 'fewer than four cases are known to run the edited lines' },
];

/** Steps that are taken where no held-out case has told anything: the finer ones are chance there (docs/benchmarks.md, "repair"). */
const COARSE = 3;

const stepsFor = ({ failedBefore, rejected }: Features): readonly Step[] =>
  failedBefore + rejected === 0 ? STEPS.slice(0, COARSE) : STEPS;

/** Names of the buckets that these features fall into, from `all` on. */
export const bucketOf = (features: Features): string[] => [
  'all',
  ...stepsFor(features).map((step) => step(features).key),
];

/** The keys of all buckets along that way, as the figures name them: `all`, `all/held`, … */
export const pathsOf = (bucket: readonly string[]): string[] =>
  bucket.map((_, depth) => bucket.slice(0, depth + 1).join('/'));

/**
 * The lower bound of a share that was seen `right` times in `n`, one-sided 80 % (E. B. Wilson, "Probable inference, the law of
 * succession, and statistical inference", JASA 22, 1927). 0 where nothing was seen.
 */
export function wilsonLower(right: number, n: number, z = Z): number {
  if (n === 0) return 0;
  const share = right / n;
  const middle = share + (z * z) / (2 * n);
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return (middle - spread) / (1 + (z * z) / n);
}

/** Fewer cases than this are no figures (design §3, "Confidence"). */
const LEAST_IN_ALL = 30;
/** What is said of a pass for which no figures exist; shared among the classes that pass alike. */
const UNCALIBRATED = 0.9;

/** A pass without figures: nothing speaks for one of several classes more than for the others. */
export const uncalibrated = (classes: number): Confidence => ({
  value: Number((UNCALIBRATED / classes).toFixed(2)),
  calibrated: false,
  bucket: [],
  counted: null,
  parts: [],
});

/** How sure one may be that a patch with these features is right. */
export function confidenceOf(features: Features, figures: Figures): Confidence {
  if ((figures['all']?.[0] ?? 0) < LEAST_IN_ALL) return uncalibrated(features.classes);
  const bucket = bucketOf(features);
  const paths = pathsOf(bucket);
  const depth = Math.max(
    0,
    paths.findLastIndex((path) => (figures[path]?.[0] ?? 0) >= LEAST),
  );
  const [n, right] = figures[paths[depth] ?? 'all'] ?? [0, 0];
  return {
    value: Number(wilsonLower(right, n).toFixed(2)),
    calibrated: true,
    bucket: bucket.slice(0, depth + 1),
    counted: { n, right },
    parts: stepsFor(features)
      .slice(0, depth)
      .map((step) => step(features).part),
  };
}
