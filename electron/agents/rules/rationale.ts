import { type Choice, FLAG_TEXTS } from '../../../shared/choice.js';
import type { Alternative, Proposal } from '../../../shared/judgement.js';
import type { ProgramInput } from '../provider.js';
import type { Candidate, Found } from './candidates.js';
import { classesOf } from './choosing/classes.js';
import { describe } from './describe.js';
import type { SearchResult } from './search.js';

/** What was tried, by kind and place, for a person who goes on by hand. */
export function triedInWords(tried: readonly Candidate[], possible: number): string {
  if (tried.length === 0) return 'no candidate could be tried';
  const kinds = tally(tried.map((candidate) => candidate.kind));
  const places = tally(tried.map(({ place }) => (place.function ? `${place.function}()` : place.file)));
  return `${tried.length} of ${possible} candidates were tried: ${kinds}; at ${places}`;
}

function tally(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = [...counts].sort((a, b) => b[1] - a[1]);
  const shown = ranked.slice(0, 10).map(([word, count]) => `${word} (${count})`);
  return shown.join(', ') + (ranked.length > 10 ? ` and ${ranked.length - 10} more` : '');
}

/** The least destructive first, what only moves data in memory behind what changes the code, then the likeliest. */
const preferred = (found: readonly Found[]): Found[] =>
  [...found].sort(
    (a, b) =>
      Number(a.candidate.destructive) - Number(b.candidate.destructive) ||
      Number(a.candidate.layout) - Number(b.candidate.layout) ||
      b.candidate.score - a.candidate.score,
  );

/**
 * Several patches that pass as well mean that the tests cannot tell them apart. `wanted`: what an edit should bring about, for
 * the case that none does.
 */
export function proposalOf(
  result: SearchResult,
  possible: number,
  {
    wanted = CASE_PASSES,
    inputs = [],
  }: { wanted?: string | undefined; inputs?: readonly ProgramInput[] } = {},
): Proposal {
  const choices = classesOf(result.passing, inputs);
  const chosen = choices.length > 0 ? amongChoices(choices) : chosenOf(result, wanted);
  return {
    ...chosen,
    ...(choices.length > 0 && { choices }),
    search: `${capitalised(triedInWords(result.tried, possible))}.`,
  };
}

/** The edit to be tried first; the others come after it, where it is not believed. */
function amongChoices(choices: readonly Choice[]): Proposal {
  const [first, ...rest] = choices;
  const told = [
    ...(first?.flags ?? []).map((flag) => ` It ${FLAG_TEXTS[flag]}.`),
    ...(rest.length > 0 ? [` Edits that pass the same cases and do something else: ${rest.length}.`] : []),
  ];
  return {
    patch: first?.patch ?? '',
    rationale: `${first?.what}. All cases pass in three runs.${told.join('')}`,
    confidence: 0.5,
    alternatives: rest.slice(0, 4).map(({ patch, what }) => ({ patch, reason: what, confidence: 0.1 })),
  };
}

const CASE_PASSES = 'makes a failing case pass';
/** Where every case that was reported passes, and the program dies or hangs. */
export const SESSION_ENDS = 'makes the session end as it should';

function chosenOf(result: SearchResult, wanted: string): Proposal {
  const [partial, ...others] = result.improving;
  if (partial) {
    const some =
      partial.repaired === 1
        ? 'One more case passes and none fewer'
        : `${partial.repaired} more cases pass and none fewer`;
    const gain = partial.repaired === 0 ? 'The session ends as it should' : some;
    const rationale = `${describe(partial.candidate)}. ${gain}; no single edit that was tried makes all pass.`;
    return { patch: partial.patch, rationale, confidence: 0.55, alternatives: alternatives(others, 0.5) };
  }
  const [untested, ...more] = preferred(result.built);
  if (untested) {
    const rationale = `${describe(untested.candidate)}. It builds; nothing could be run here, so this is a guess by evidence alone.`;
    const confidence = Math.min(0.5, 0.1 + untested.candidate.score);
    return { patch: untested.patch, rationale, confidence, alternatives: alternatives(more, confidence) };
  }
  return nothingFound(result, wanted);
}

function alternatives(found: readonly Found[], best: number): Alternative[] {
  return found.slice(0, 4).map(({ candidate, patch }, rank) => ({
    patch,
    reason: describe(candidate),
    confidence: Math.max(0.1, best - 0.1 * (rank + 1)),
  }));
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function nothingFound({ refused, limit }: SearchResult, wanted: string): Proposal {
  const policy = refused > 0 ? ` Refused by the patch policy, or not applicable: ${refused}.` : '';
  const first =
    limit === 'searchSec'
      ? `The time for the search is over (searchSec in your policy or, smaller, in the task), and no edit tried so far ${wanted}.`
      : limit === 'searchTrials'
        ? `The trials for the search are used up (searchTrials in your policy or, smaller, in the task), and no edit tried so far ${wanted}.`
        : `No single edit that the rules know ${wanted}.`;
  const rationale = `${first}${policy}`;
  return { patch: '', rationale, confidence: 0, alternatives: [] };
}
