import { visibleVariables } from '../c/scope.js';
import type { CFunction, CSource } from '../c/source.js';
import { type CNode, walk } from '../c/tree.js';
import type { Budget } from './budget.js';
import type { Edit } from './diff.js';
import { pausesOf } from './pauses.js';
import { programKeys } from './same-program.js';
import type { Suspicion } from './suspicion.js';
import { type Draft, type Knowledge, type Site, SYMPTOMS, type Template } from './template.js';

/** One edit of the tree that may be tried. */
export interface Candidate {
  edits: Edit[];
  kind: string;
  what: string;
  /** How likely it is right, for choosing among edits that pass. */
  score: number;
  /** The same, less what its family had before: the order of trying. */
  turn: number;
  /** How common such an edit is among real fixes, 0..1, wherever it is made. */
  common: number;
  destructive: boolean;
  contrived: boolean;
  layout: boolean;
  place: { file: string; line: number; function: string | null };
}

/** A candidate as a patch against the tree. */
export interface Found {
  candidate: Candidate;
  patch: string;
}

/** Evidence weighs more than how common an edit is. */
const SUSPICION_POWER = 1.3;
/** Each further draft of one template at one place waits a little longer, so that other places get their turn. */
const VARIETY = 0.94;
const DESTRUCTIVE_FACTOR = 0.5;
const CONTRIVED_FACTOR = 0.4;
const LAYOUT_FACTOR = 0.5;

/** All edits that the templates see in the changeable sources (while there is time), best first, each resulting program once. */
export async function templateCandidates(
  knowledge: Knowledge,
  suspicion: Suspicion,
  templates: readonly Template[],
  budget: Budget,
): Promise<Candidate[]> {
  const goOn = pausesOf(budget);
  const all: Candidate[] = [];
  for (const some of drafted(knowledge, suspicion, templates)) {
    all.push(...some);
    if (!(await goOn())) break;
  }
  const ranked = all.sort((a, b) => b.turn - a.turn);
  return interleaved(await distinct(ranked, knowledge, goOn));
}

/** Site by site. */
function* drafted(
  knowledge: Knowledge,
  suspicion: Suspicion,
  templates: readonly Template[],
): Generator<Candidate[]> {
  const byType = new Map<string, Template[]>();
  for (const template of templates)
    for (const type of template.on) byType.set(type, [...(byType.get(type) ?? []), template]);
  const sources = [...knowledge.project.changeable].flatMap(
    (file) => knowledge.project.sources.get(file) ?? [],
  );
  for (const site of sitesOf(sources)) {
    const rows = byType.get(site.node.type);
    if (!rows) continue;
    const blame = suspicion.of(site.source, site.node, site.owner) ** SUSPICION_POWER;
    if (blame === 0) continue;
    yield rows.flatMap((template) => {
      const drafts = template.make(site, knowledge).filter((draft) => draft.weight > 0);
      drafts.sort((a, b) => b.weight - a.weight);
      const worth = blame * boost(template, knowledge);
      return drafts.map((draft, rank) => candidate(site, template, draft, worth * VARIETY ** rank));
    });
  }
}

const boost = (template: Template, { symptoms }: Knowledge): number =>
  SYMPTOMS.reduce((all, symptom) => all * (symptoms[symptom] ? (template.boost?.[symptom] ?? 1) : 1), 1);

/** A family whose first tries fail gives way: after so many, the next counts half, and so on. */
const TURN = 8;

/** Every family gets its best tries early, whatever its prior; a large one does not use up the time. */
function interleaved(candidates: readonly Candidate[]): Candidate[] {
  const turns = new Map<string, number>();
  const damped = candidates.map((each) => {
    const turn = turns.get(each.kind) ?? 0;
    turns.set(each.kind, turn + 1);
    return { ...each, turn: each.turn / (1 + turn / TURN) };
  });
  return damped.sort((a, b) => b.turn - a.turn);
}

function candidate(site: Site, template: Template, draft: Draft, blame: number): Candidate {
  const destructive = template.destructive ?? false;
  const contrived = draft.contrived ?? template.contrived ?? false;
  const layout = draft.layout ?? false;
  const last = (destructive ? DESTRUCTIVE_FACTOR : 1) * (layout ? LAYOUT_FACTOR : 1);
  const turn = blame * template.prior * draft.weight * last;
  return {
    edits: draft.edits,
    kind: template.name,
    what: draft.what,
    score: turn * (contrived ? CONTRIVED_FACTOR : 1),
    turn,
    common: Math.min(1, template.prior * draft.weight),
    destructive,
    contrived,
    layout,
    place: { file: site.source.file, line: site.node.line, function: site.fn?.name ?? null },
  };
}

function* sitesOf(sources: readonly CSource[]): Generator<Site> {
  for (const source of sources) yield* sites(source);
}

function* sites(source: CSource): Generator<Site> {
  const functionOf = new Map<CNode, CFunction>(source.functions.map((fn) => [fn.node, fn]));
  function* visit(node: CNode, fn: CFunction | undefined, owner: string): Generator<Site> {
    const inside = functionOf.get(node) ?? fn;
    let scope: ReturnType<typeof visibleVariables> | undefined;
    yield {
      node,
      source,
      fn: inside,
      owner,
      scope: () => {
        scope ??= visibleVariables(source, inside, node);
        return scope;
      },
    };
    const named =
      node.parent?.type === 'translation_unit' && !inside ? (node.text.split(/[=({;]/)[0] ?? '') : owner;
    for (const child of node.children) yield* visit(child, inside, named);
  }
  yield* visit(source.root, undefined, '');
  for (const macro of source.macros) {
    if (!macro.body) continue;
    for (const node of walk(macro.body)) {
      if (!withinValue(node, macro.value, source.text)) continue;
      yield { node, source, fn: undefined, owner: macro.name, scope: () => [] };
    }
  }
}

/** Nodes of the wrapper around a macro's value lie outside the text they claim. */
const withinValue = (node: CNode, value: string, text: string): boolean =>
  value.includes(node.text) &&
  text.slice(node.start, node.end) === node.text &&
  !node.text.includes('value_');

async function distinct(
  candidates: readonly Candidate[],
  { project }: Knowledge,
  goOn: () => Promise<boolean> | boolean,
): Promise<Candidate[]> {
  const keyOf = programKeys(project);
  const unchanged = [...project.changeable].map((file) => keyOf([{ file, start: 0, end: 0, text: '' }]));
  const seen = new Set(unchanged);
  const out: Candidate[] = [];
  for (const candidate of candidates) {
    if (!(await goOn())) break;
    if (!candidate.edits.every((edit) => project.changeable.has(edit.file))) continue;
    const key = keyOf(candidate.edits);
    if (!seen.has(key)) out.push(candidate);
    seen.add(key);
  }
  return out;
}
