import path from 'node:path';
import type { Provenance } from '../../../shared/provenance.js';
import { type Message, text } from '../../../shared/texts/words.js';
import { hostWriters } from '../../bench/provenance/host-writers.js';
import { type Judged, judgeWritten, type Outcome, type Ownership } from '../../bench/provenance/judged.js';
import { qemuWriters } from '../../bench/provenance/qemu-writers.js';
import type { Unknown, Written } from '../../bench/provenance/written.js';
import { type CaseParser, named, parseCases } from '../../bench/results/parse.js';
import type { ChangedSource } from '../../workspace/changed-source.js';
import { isTest } from '../../workspace/path-rules.js';
import type { PatchRules } from '../../workspace/verdict.js';
import type { Subject } from '../target/subject.js';
import type { TestWork } from '../target/test-work.js';

export interface ProvenanceRequest {
  subject: Subject;
  parser: CaseParser;
  /** Names of the cases that passed. */
  passes: readonly string[];
  source: ChangedSource;
  rules: PatchRules;
  /** Absolute; exist, for this measurement alone: the program writes to `dir` and reads `lib`. */
  dir: string;
  lib: string;
  operation: string;
  signal: AbortSignal;
}

const unknown = (why: Message): Provenance => ({ by: 'self-reported', why, writers: [] });

const UNKNOWN: Readonly<Record<Unknown, Message>> = {
  untraced: text`who prints is not known: the program has no symbols, or its output leaves no trace`,
  undebugged: text`who prints is not known: the program has no debug information for the patched files`,
};

const UNFOLLOWED: Readonly<Record<NonNullable<ChangedSource['unfollowed']>, Message>> = {
  macro: text`the patch changes a macro, whose code runs wherever it is used`,
  assembly: text`the patch changes assembly, whose functions nothing names`,
};

/** A traced session is some ten times slower; a short limit of the test is no reason to learn nothing (ms). */
const LEAST_MS = 5000;

/**
 * Who wrote the verdict lines of a patched tree that passes, told by one more run of it. Nothing is refused for a writer that cannot
 * be known.
 */
export async function provenanceOf(work: TestWork, o: ProvenanceRequest): Promise<Provenance> {
  const { test } = work.loaded.task;
  if (named(o.parser) === 'exit') return unknown(text`the exit code alone is the verdict`);
  if (test.results) return unknown(text`the verdicts come from result files, which any code can write`);
  if (o.source.unfollowed !== null) return unknown(UNFOLLOWED[o.source.unfollowed]);
  const written = await writtenBy(work, o);
  if (written === null) return unknown(text`nothing shows from outside which code of a board prints`);
  if (typeof written === 'string') return unknown(UNKNOWN[written]);
  const read = (console: string) => parseCases(console, o.parser, { expected: null });
  return told(judgeWritten(written, { read, passes: o.passes }, ownership(o)));
}

const WHY: Readonly<Record<Exclude<Outcome, 'checked'>, Message>> = {
  unconfirmed: text`another run, which was watched, did not show the same passes`,
  borrowed: text`patched code called what the tests print by`,
  patched: text`verdict lines go through files that the patch touches`,
};

function told({ outcome, writers }: Judged): Provenance {
  if (outcome === 'checked') return { by: 'checked', why: null, writers: [] };
  const why =
    writers.length > 0
      ? text`patched functions had a part in verdict lines: ${writers.join(', ')}`
      : WHY[outcome];
  return { by: 'self-reported', why, writers };
}

const ownership = ({ source, rules }: ProvenanceRequest): Ownership => ({
  patched: source,
  isChanged: (name) => source.changed.has(name),
  isJudge: (file) => isTest(file, rules),
});

function writtenBy(work: TestWork, o: ProvenanceRequest): Promise<Written | Unknown> | null {
  const { profile, exec } = work;
  const { test, build } = work.loaded.task;
  const timeoutMs = Math.max(LEAST_MS, test.timeoutSec * 1000);
  const { tree, imagePath } = o.subject;
  const common = { ...{ exec, timeoutMs, workTree: tree, patched: o.source }, ...pick(o) };
  if (profile.kind === 'qemu' && imagePath !== null)
    return qemuWriters({ ...common, profile, elf: imagePath, prefix: profile.toolchainPrefix });
  if (profile.kind !== 'host') return null;
  const { maxWrittenBytes } = build;
  const cwd = path.join(tree, work.loaded.subdir);
  return hostWriters({ ...common, command: test.command ?? [], cwd, maxWrittenBytes, lib: o.lib });
}

const pick = ({ operation, signal, dir }: ProvenanceRequest) => ({ operation, signal, dir });
