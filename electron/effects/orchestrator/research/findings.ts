import * as z from 'zod';
import type { AgentId, MemoryLine } from '../../../../shared/deliverables.js';
import type { ReadingCall } from './agents.js';

/** What one call of an agent gave. */
export interface Answered extends ReadingCall {
  /** Counted from 1. */
  slot: number;
  payload: unknown;
}

export type Found = Omit<MemoryLine, 'agent_id' | 'n'>;

/** What is kept of each answer: a reader wants the beginning of a long list. */
const MOST = 12;

const Commits = z.looseObject({
  commits: z.array(z.looseObject({ commit: z.string(), subject: z.string() })),
});
const Files = z.looseObject({ files: z.array(z.string()) });
const Matches = z.looseObject({
  matches: z.array(z.looseObject({ file: z.string(), line: z.number(), text: z.string() })),
});
const Symbols = z.looseObject({
  symbols: z.array(z.looseObject({ name: z.string(), kind: z.string(), file: z.string(), line: z.number() })),
});
const Shown = z.looseObject({
  run: z.looseObject({
    run: z.string(),
    report: z
      .looseObject({
        final_status: z.string(),
        verdict: z.string().nullable(),
        goal: z.string(),
        hypotheses: z.array(z.looseObject({ cause: z.string(), confidence: z.number() })).default([]),
      })
      .nullable(),
  }),
});

/**
 * What the answers of an agent say, without a model: newest commits, places of cases, functions, causes that earlier runs saw.
 *
 * @param executed what earlier runs say of the lines that cases execute: the agent that asks for those looks for no causes in them
 */
export function findingsOf(
  agent: AgentId,
  answers: readonly Answered[],
  executed: readonly Found[] | null = null,
): MemoryLine[] {
  const readers = READERS.filter((read) => executed === null || read !== earlier);
  const found = [
    ...(executed ?? []),
    ...answers.flatMap((answer) => readers.flatMap((read) => read(answer))),
  ];
  return found.map((one, index) => ({ agent_id: agent, n: index + 1, ...one }));
}

const READERS: readonly ((answer: Answered) => Found[])[] = [commits, places, functions, files, earlier];

/** A commit to what may be changed says more than one to anything; a newer one more than an older. */
function commits({ slot, args, payload }: Answered): Found[] {
  const read = Commits.safeParse(payload);
  if (!read.success) return [];
  const isOfPlace = typeof args === 'object' && args !== null && 'path' in args;
  const place = isOfPlace ? ` (${String((args as { path: unknown }).path)})` : '';
  return read.data.commits.slice(0, MOST).map(({ commit, subject }, age) => ({
    kind: 'commit',
    text: `${commit.slice(0, 12)} ${subject}${place}`,
    weight: round((isOfPlace ? 0.5 : 0.2) / (age + 1)),
    slot,
  }));
}

function places({ slot, payload }: Answered): Found[] {
  const read = Matches.safeParse(payload);
  if (!read.success) return [];
  return read.data.matches.slice(0, MOST).map(({ file, line, text }) => ({
    kind: 'test',
    text: `${file}:${line}: ${text.trim().slice(0, 160)}`,
    weight: 0.1,
    slot,
  }));
}

function functions({ slot, payload }: Answered): Found[] {
  const read = Symbols.safeParse(payload);
  if (!read.success) return [];
  return read.data.symbols
    .filter(({ kind }) => kind === 'function')
    .slice(0, MOST)
    .map(({ name, file, line }) => ({
      kind: 'symbol',
      text: `${name} (${file}:${line})`,
      weight: 0.2,
      slot,
    }));
}

function files({ slot, payload }: Answered): Found[] {
  const read = Files.safeParse(payload);
  if (!read.success || read.data.files.length === 0) return [];
  return [{ kind: 'test', text: read.data.files.slice(0, MOST).join(', '), weight: 0.1, slot }];
}

/** What an earlier run held for the cause counts with the confidence that it had then, and less where it failed with it. */
function earlier({ slot, payload }: Answered): Found[] {
  const read = Shown.safeParse(payload);
  const report = read.success ? read.data.run.report : null;
  if (!read.success || report === null) return [];
  const { run } = read.data.run;
  const told = `${run} (${report.final_status}, ${report.verdict ?? '–'})`;
  const held = report.final_status === 'SUCCESS' ? 1 : 0.5;
  const causes = report.hypotheses.slice(0, 3).map(({ cause, confidence }) => ({
    kind: 'earlier-run' as const,
    text: `${told}: ${cause}`,
    weight: round(Math.min(1, Math.max(0, confidence)) * held),
    slot,
  }));
  return causes.length > 0
    ? causes
    : [{ kind: 'earlier-run', text: `${told}: ${report.goal}`, weight: 0.1, slot }];
}

export const round = (weight: number): number => Math.round(weight * 1000) / 1000;
