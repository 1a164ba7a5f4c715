import { type Candidate, type Confidence, type Difference, FLAG_TEXTS } from './choice.js';

const STATES: Readonly<Record<Candidate['status'], string>> = {
  open: 'not tried',
  rejected: 'held-out cases reject it',
  below: 'passes, not sure enough',
  failed: 'failed when it was tried',
  taken: 'taken',
};

/** What is known of a class of patches, a text for each fact, to be shown in the reader's language. */
export function candidateFacts({ status, confidence, flags, same }: Candidate): string[] {
  const sure = confidence === null ? '' : ` (${confidence.toFixed(2)})`;
  return [
    `${STATES[status]}${sure}`,
    ...flags.map((flag) => FLAG_TEXTS[flag]),
    ...(same.length === 1 ? ['1 more edit does the same'] : []),
    ...(same.length > 1 ? [`${same.length} more edits do the same`] : []),
  ];
}

/** The input on which two patches differ: the case to add. */
export const inputText = ({ argv, stdin }: Difference): string =>
  `${argv.join(' ')}${stdin === null ? '' : ` < ${JSON.stringify(stdin)}`}`;

/** What the two patches print on that input. */
export const answersText = ({ answer, first }: Difference): string =>
  `this one prints ${JSON.stringify(answer)}, patch 1 ${JSON.stringify(first)}`;

/** How sure the pass of a patch is, and what that was counted from. */
export function surenessText({ calibrated, value, counted, parts }: Confidence): string {
  if (!calibrated || !counted)
    return 'Confidence: uncalibrated, there are no figures for patches of this kind';
  const told = `Confidence ${value.toFixed(2)}: ${counted.right} of ${counted.n} such patches were right`;
  return parts.length === 0 ? told : `${told}: ${parts.join('; ')}`;
}
