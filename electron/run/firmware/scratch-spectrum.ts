import { rm } from 'node:fs/promises';
import { matchesCase } from '../../../shared/case-pattern.js';
import type { QemuProfile } from '../../../shared/profile.js';
import type { Executed, Spectrum } from '../../agents/provider.js';
import { type ExecutedAddresses, traceExecution } from '../../bench/qemu/coverage.js';
import { openSymbols } from '../../bench/results/symbols.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import type { FirmwareBench } from './bench.js';
import { subjectOf } from './build.js';
import type { Subject } from './session.js';
import { trialFolder } from './trial-folder.js';

/** One trace for each image: it is asked for by the analysis and by the search. */
const known = new WeakMap<FirmwareBench, { image: string; spectrum: Promise<Spectrum | null> }>();

/**
 * Lines that the last built image executes, without those that only held-out cases reach. Null where it did not
 * build or the target is not simulated by QEMU.
 */
export function spectrumOf(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  operation: string,
  signal: AbortSignal,
): Promise<Spectrum | null> {
  const { profile, paths } = bench;
  const build = ctx.last_build_result;
  if (profile.kind !== 'qemu' || !build?.success) return Promise.resolve(null);
  const subject = subjectOf(bench, build, paths.clone, operation);
  const last = known.get(bench);
  if (last?.image === subject.image) return last.spectrum;
  const spectrum = trace(ctx, bench, profile, subject, operation, signal);
  known.set(bench, { image: subject.image, spectrum });
  return spectrum;
}

async function trace(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  profile: QemuProfile,
  subject: Subject,
  operation: string,
  signal: AbortSignal,
): Promise<Spectrum | null> {
  if (subject.imagePath === null) return null;
  const results = [ctx.last_test_result, ctx.baseline?.result];
  const cases = [...new Set(results.flatMap((result) => result?.cases.map((c) => c.name) ?? []))];
  const dir = await trialFolder(bench);
  try {
    const request = { operation, image: subject.imagePath, dir, cases };
    const ran = await traceExecution(profile, request, bench.exec, signal);
    return ran && (await inLines(withoutHeldOut(ran, ctx.task.heldOut), bench, subject.imagePath));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The agent must not learn from held-out cases: what they alone execute counts as not executed. */
function withoutHeldOut(ran: ExecutedAddresses, heldOut: readonly string[]): ExecutedAddresses {
  const hidden = (name: string): boolean => matchesCase(heldOut, name);
  const byCase = new Map([...ran.byCase].filter(([name]) => !hidden(name)));
  const open = new Set([...byCase.values()].flatMap((addresses) => [...addresses]));
  const secret = new Set(
    [...ran.byCase].flatMap(([name, addresses]) => (hidden(name) ? [...addresses] : [])),
  );
  return { whole: new Set([...ran.whole].filter((at) => open.has(at) || !secret.has(at))), byCase };
}

async function inLines(ran: ExecutedAddresses, bench: FirmwareBench, image: string): Promise<Spectrum> {
  const { toolchainPrefix } = bench.profile;
  const addresses = [...ran.whole];
  const places = await openSymbols(image, toolchainPrefix, bench.exec, bench.paths.clone).lookup(addresses);
  const at = new Map(addresses.map((address, i) => [address, places[i] ?? null]));
  const lines = (executed: ReadonlySet<number>): Executed => {
    const files = new Map<string, Set<number>>();
    for (const address of executed) {
      const place = at.get(address);
      if (place) files.set(place.file, (files.get(place.file) ?? new Set()).add(place.line));
    }
    return files;
  };
  const byCase = new Map([...ran.byCase].map(([name, executed]) => [name, lines(executed)]));
  return { whole: lines(ran.whole), byCase: byCase.size > 0 ? byCase : null };
}
