import type { Analysis } from '../../../../shared/judgement.js';
import { ok } from '../../../../shared/problem.js';
import { isCutOff, type Location } from '../../../../shared/results.js';
import type { CGrammar } from '../../c/grammar.js';
import type { CSource } from '../../c/source.js';
import { WITHHELD } from '../../egress/withheld.js';
import type { Evidence, ProviderIo, Scratch } from '../../provider.js';
import { localise } from '../../rules/localise.js';
import type { Project } from '../../rules/project.js';
import type { Suspect } from '../../rules/suspicion.js';
import { afterCase, words } from '../../rules/triage/cases.js';
import { caseAfter, type FailingSource, failingSource } from './failing.js';
import { hiddenLines, naming } from './held-out.js';
import { type Item, itemsOf, textItems, wordsOf } from './items.js';
import { type Ranked, rankItems } from './rank.js';
import type { View } from './view.js';

/** Suspects that count when items are ranked. */
const SUSPECTS = 60;

/** A tree as it may be shown: every file in pieces, and which of them matter. */
export interface Code {
  views: ReadonlyMap<string, View>;
  ranked: readonly Ranked[];
  failing: FailingSource;
  /** Lines that the evidence names. */
  hot: readonly Location[];
  suspects: readonly Suspect[];
  /** Why what ran is not known; null where it is. */
  unmeasured: string | null;
  /** Texts of what may be changed. */
  changeable: ReadonlyMap<string, string>;
  /** Every other text file of the tree that may be shown: documents that the sources name first, then other documents. */
  others: readonly string[];
  /** One of `others`, to be shown; null where it cannot be read. */
  open(file: string): Promise<View | null>;
}

/** Reads and parses the tree once, and ranks its pieces by what the evidence and our own localisation say. */
export async function readCode(
  grammar: CGrammar,
  evidence: Evidence,
  analysis: Analysis | null,
  { scratch, signal }: Pick<ProviderIo, 'scratch' | 'signal'>,
): Promise<Code> {
  const { diagnosis, coverage, suspicion } = await localise(grammar, evidence, scratch, signal);
  const { project } = diagnosis;
  const texts = await changeableTexts(scratch, project.sources);
  const views = new Map<string, View>();
  for (const source of project.sources.values())
    views.set(source.file, viewOf(source.file, source.text, itemsOf(source), { texts, scratch }));
  for (const [file, text] of texts)
    if (!views.has(file)) views.set(file, viewOf(file, text, textItems(file, text), { texts, scratch }));
  const readable = await readableOf(scratch);
  const lines = linesOf(scratch);
  const next = await nextCases(evidence, project, (last) => caseAfter(last, readable, lines));
  const failing = await failingSource(evidence, readable, lines, scratch.isHeldOut, next);
  const suspects = suspicion.top(SUSPECTS).filter(({ file }) => scratch.isWithheld?.(file) !== true);
  const hot = places(evidence, analysis);
  const ranked = rankItems(
    [...views.values()].flatMap(({ items }) => items),
    {
      named: hot,
      roots: [...failing.roots, ...wordsOfPlan(analysis)],
      suspects,
      changeable: new Set(texts.keys()),
      tests: new Set(failing.blocks.map(({ file }) => file)),
      isLeftOut: leftOut(evidence, views),
    },
  );
  const others = otherFiles(readable, views).filter((file) => !naming(file, scratch.isHeldOut));
  const open = async (file: string): Promise<View | null> => {
    const text = await scratch.read(file);
    return text.ok ? viewOf(file, text.value, [], { texts, scratch }) : null;
  };
  return {
    views,
    ranked,
    failing,
    hot,
    suspects,
    unmeasured: coverage.unknown,
    changeable: texts,
    others,
    open,
  };
}

const DOCUMENT = /\.(?:md|txt|rst|adoc)$/i;
const LICENCE = /(?:^|\/)(?:licen[cs]e|copying|notice)\b[^/]*$/i;
/** Documents that are looked for by name in the sources. */
const LOOKED_FOR = 100;

/** A contract may stand beside the sources: whoever is asked must know that there is something to ask for. */
function otherFiles(readable: readonly string[], views: ReadonlyMap<string, View>): string[] {
  const rest = readable.filter((file) => !views.has(file) && !LICENCE.test(file));
  const documents = rest.filter((file) => DOCUMENT.test(file));
  const sources = [...views.values()].map(({ lines }) => lines.join('\n'));
  const named = documents
    .slice(0, LOOKED_FOR)
    .filter((file) => sources.some((text) => text.includes(file.slice(file.lastIndexOf('/') + 1))));
  return [...new Set([...named, ...documents, ...rest])];
}

async function changeableTexts(
  scratch: Scratch,
  sources: ReadonlyMap<string, CSource>,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const file of await scratch.changeable()) {
    const known = sources.get(file)?.text;
    const read = known === undefined ? await scratch.read(file) : ok(known);
    if (read.ok) texts.set(file, read.value);
  }
  return texts;
}

function viewOf(
  file: string,
  text: string,
  items: readonly Item[],
  { texts, scratch }: { texts: ReadonlyMap<string, string>; scratch: Scratch },
): View {
  const isWithheld = scratch.isWithheld?.(file) ?? false;
  // how many lines it has would tell of it
  const lines = isWithheld ? [WITHHELD] : text.replace(/\n$/, '').split(/\r?\n/);
  const readOnly = !texts.has(file);
  return {
    file,
    lines,
    items: isWithheld ? [] : items,
    readOnly,
    isWithheld,
    hidden: hiddenLines(lines, scratch.isHeldOut),
  };
}

const readableOf = async (scratch: Scratch): Promise<readonly string[]> => [
  ...new Set([...((await scratch.readable?.()) ?? []), ...(await scratch.changeable())]),
];

/** Lines of the files of a scratch bench, each read once; none of those that must not be sent. */
function linesOf(scratch: Scratch): (file: string) => Promise<readonly string[]> {
  const known = new Map<string, readonly string[]>();
  return async (file) => {
    const before = known.get(file);
    if (before) return before;
    const text = scratch.isWithheld?.(file) ? null : await scratch.read(file);
    const lines = text?.ok ? text.value.split(/\r?\n/) : [];
    known.set(file, lines);
    return lines;
  };
}

/** Where a session stopped before its end and no case is known to fail: what comes after the last case that was reported. */
async function nextCases(
  { test }: Evidence,
  project: Project,
  listed: (last: string) => Promise<string | null>,
): Promise<ReadonlySet<string>> {
  const isOpen = test !== null && (isCutOff(test) || test.ended_by === 'silence');
  const failing = test?.cases.some(({ status }) => status !== 'pass' && status !== 'skip');
  const last = isOpen && !failing ? test.cases.at(-1) : undefined;
  if (last === undefined) return new Set();
  const found = afterCase(last.name, project);
  const next = found.size > 0 ? null : await listed(last.name);
  return next === null ? found : new Set([next]);
}

/** Places that the evidence speaks of, the most telling first. */
function places(evidence: Evidence, analysis: Analysis | null): Location[] {
  const found = [
    ...(evidence.build?.diagnostics.filter((d) => d.severity === 'error').map((d) => d.location) ?? []),
    ...(analysis?.hypothesis_list.map((hypothesis) => hypothesis.location) ?? []),
    evidence.test?.fault?.location,
    evidence.test?.fault?.caller,
    evidence.test?.stuck_at,
  ];
  return found.filter((location) => location !== undefined);
}

/** What an analysis says is to be changed, by name, and symbols that the linker misses. */
const wordsOfPlan = (analysis: Analysis | null) =>
  (analysis?.patch_plan?.change_points ?? []).map((point) => ({ file: '', words: wordsOf(point) }));

/** Cases that pass or are held out, as functions of the tests. */
function leftOut(evidence: Evidence, views: ReadonlyMap<string, View>): (item: Item) => boolean {
  const passing = new Set(
    (evidence.test?.cases ?? []).filter((c) => c.status === 'pass').map((c) => words(c.name).join('_')),
  );
  return ({ file, kind, from, to, names }) => {
    const view = views.get(file);
    if (view === undefined || !view.readOnly) return false;
    const passes = kind === 'function' && names.some((name) => passing.has(words(name).join('_')));
    return passes || onlyHidden(view.hidden, from, to);
  };
}

function onlyHidden(hidden: ReadonlySet<number>, from: number, to: number): boolean {
  for (let line = from; line <= to; line++) if (!hidden.has(line)) return false;
  return true;
}
