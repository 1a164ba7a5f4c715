import type { CGrammar } from '../c/grammar.js';
import type { ProviderIo } from '../provider.js';
import type { Budget } from './budget.js';
import type { Candidate, Found } from './candidates.js';
import type { Plausible } from './choosing/classes.js';
import { SESSION } from './failure.js';
import type { Overlay } from './overlay.js';
import { judge, type Reference, type Verdict } from './verdict.js';

export interface SearchResult {
  /** Every target case passed in three runs, in the order found. */
  passing: Plausible[];
  /** Fewer failing cases and no new ones, or a session that ends as it should; most cases repaired first. */
  improving: (Found & { repaired: number })[];
  /** Builds, where no test can run. */
  built: Found[];
  tried: Candidate[];
  refused: number;
  /** What was used up before the candidates were. */
  limit: ReturnType<Budget['reached']>;
}

export interface SearchSetting {
  grammar: CGrammar;
  base: Overlay;
  reference: Reference;
  /** True where a run can be limited to named cases. */
  selects: boolean;
  /** The failing cases have no changeable line in common: no single edit can repair them all. */
  apart: boolean;
  /** Patches that were tried before in this run, by their changed lines. */
  known: ReadonlySet<string>;
  budget: Budget;
  /** All that is to be known of an edit that passes; null where it is one that is never proposed. */
  study(found: Found): Promise<Plausible | null>;
}

/** More edits that pass mean that the cases tell nothing, whatever the further ones are. */
const WANTED = 40;
const CONFIRMATIONS = 2;
/** An edit that passes is a candidate answer: the search goes on among what is not far less likely, the likeliest first … */
const WORTH = 0.1;
/** … for so many more candidates, and so many times those that it took so far … */
const EXTRA = 60;
const EXTRA_SHARE = 1;
/** … and at most this share of the time that is left then. */
const EXTRA_TIME = 0.5;
/** What passes and yet is nobody's usual slip asks for a longer look. */
const CONTRIVED = { tries: 2, time: 0.8 };
/** Once something helps in part, by luck mostly, the search for what helps with all goes on for so many tries and this share of the time. */
const PARTIAL = { tries: 150, time: 0.4 };
/** Enough for an honest proposal where nothing can be run. */
const WANTED_UNTESTED = 3;

/**
 * Tries candidates in order until time, candidates or curiosity run out; as many at a time as the bench has room for,
 * their results taken in the candidates' order.
 */
export async function search(
  candidates: readonly Candidate[],
  setting: SearchSetting,
  io: ProviderIo,
): Promise<SearchResult> {
  const result: SearchResult = {
    passing: [],
    improving: [],
    built: [],
    tried: [],
    refused: 0,
    limit: null,
  };
  let enough: Enough | null = null;
  let group: Found[] = [];
  let queue = [...candidates];
  for (let seen = 0; queue.length > 0; seen += 1) {
    const candidate = queue.shift();
    if (!candidate || setting.budget.spent() || isEnough(enough, result) || done(result, candidate)) break;
    if (seen % 10 === 0)
      io.progress('SEARCH', `${candidate.kind}: ${candidate.what}`, seen, candidates.length);
    const patched = await setting.base.with(candidate.edits);
    const patch = patched?.parses(setting.grammar) ? patched.diff() : '';
    if (patch === '' || setting.known.has(changedLines(patch))) continue;
    group.push({ candidate, patch });
    if (group.length < io.scratch.parallel) continue;
    await tryGroup(group, result, setting, io);
    group = [];
    if (result.passing.length > 0 && !enough?.passes) queue = queue.sort((a, b) => b.score - a.score);
    enough = soonEnough(enough, result, setting);
  }
  result.limit = setting.budget.reached();
  if (!result.limit) await tryGroup(group, result, setting, io);
  result.improving.sort((a, b) => b.repaired - a.repaired || b.candidate.score - a.candidate.score);
  return result;
}

interface Enough {
  /** Known to pass, or only to help in part. */
  passes: boolean;
  reached(tried: number): boolean;
}

/** When to stop: set by the first edit that helps in part, and again by the first that passes. */
function soonEnough(known: Enough | null, result: SearchResult, setting: SearchSetting): Enough | null {
  const { length } = result.tried;
  const { budget, apart } = setting;
  if (result.passing.length > 0)
    return known?.passes ? known : enoughAfter(length, budget, result.passing.every(isUnusual));
  if (known || result.improving.length === 0) return known;
  if (apart) return { ...enoughAfter(length, budget, false), passes: false };
  const [tries, at] = [2 * length + PARTIAL.tries, Date.now() + PARTIAL.time * budget.left()];
  return { passes: false, reached: (tried) => tried >= tries && Date.now() >= at };
}

const isUnusual = ({ flags }: Plausible): boolean => flags.length > 0;

function enoughAfter(length: number, budget: Budget, unusual: boolean): Enough {
  const tries = length + (unusual ? CONTRIVED.tries : 1) * (EXTRA + Math.ceil(EXTRA_SHARE * length));
  const at = Date.now() + (unusual ? CONTRIVED.time : EXTRA_TIME) * budget.left();
  return { passes: true, reached: (tried) => tried >= tries || Date.now() >= at };
}

const isEnough = (enough: Enough | null, { tried }: SearchResult): boolean =>
  enough?.reached(tried.length) === true;

function done(result: SearchResult, next: Candidate): boolean {
  const best = Math.max(...result.passing.map(({ candidate }) => candidate.score));
  if (result.built.length >= WANTED_UNTESTED || result.passing.length >= WANTED) return true;
  return result.passing.length > 0 && next.score < best * WORTH;
}

async function tryGroup(
  group: readonly Found[],
  result: SearchResult,
  setting: SearchSetting,
  io: ProviderIo,
): Promise<void> {
  const outcomes = await Promise.all(
    group.map(async (found) => {
      const verdict = await verdictOf(found.patch, setting, io);
      const passes = verdict.kind === 'ran' && verdict.clean && (await confirmed(found.patch, setting, io));
      return { found, verdict, passes, studied: passes ? await setting.study(found) : null };
    }),
  );
  for (const { found, verdict, passes, studied } of outcomes) {
    result.tried.push(found.candidate);
    if (studied) result.passing.push(studied);
    else if (passes) result.refused += 1;
    else note(found, verdict, result, setting);
  }
}

function note(found: Found, verdict: Verdict, result: SearchResult, setting: SearchSetting): void {
  if (verdict.kind === 'unusable') result.refused += 1;
  if (verdict.kind === 'built') result.built.push(found);
  if (verdict.kind !== 'ran' || verdict.clean) return;
  const mended = [...setting.reference.failing].filter((name) => !verdict.failing.has(name));
  const repaired = mended.filter((name) => name !== SESSION).length;
  const worse = verdict.regressions.length > 0 || verdict.vanished.length > 0;
  if (mended.length > 0 && !worse) result.improving.push({ ...found, repaired });
}

/** Failing cases first where they can be run alone; all of them once these look better. */
async function verdictOf(patch: string, setting: SearchSetting, io: ProviderIo): Promise<Verdict> {
  const { reference } = setting;
  if (setting.selects) {
    const only = [...reference.failing];
    const quick = judge(await io.scratch.try(patch, io.signal, only), reference, only);
    if (quick.kind !== 'ran' || quick.failing.size >= reference.failing.size) return quick;
  }
  return judge(await io.scratch.try(patch, io.signal), reference);
}

async function confirmed(patch: string, setting: SearchSetting, io: ProviderIo): Promise<boolean> {
  for (let run = 0; run < CONFIRMATIONS; run += 1) {
    const again = judge(await io.scratch.try(patch, io.signal), setting.reference);
    if (again.kind !== 'ran' || !again.clean) return false;
  }
  return true;
}

/** The added and removed lines of a patch, by which two are the same whatever their context. */
export function changedLines(patch: string): string {
  return patch
    .split(/\r?\n/)
    .filter((line) => /^(\+\+\+|---|[+-])/.test(line))
    .map((line) => line.trimEnd())
    .join('\n');
}
