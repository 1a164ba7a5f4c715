import type { CaseStatus, TestCase } from '../../../shared/results.js';
import { locationOf, type RawOutput } from './parsed-output.js';

const STATUS: Record<string, CaseStatus> = { PASS: 'pass', FAIL: 'fail', IGNORE: 'skip' };

/**
 * `file:line:name:STATUS[: message]` (ThrowTheSwitch Unity, unity.c, UnityTestResultsBegin and
 * UnityConcludeTest), searched for its middle, so that a drive letter or a prefix before the file does
 * no harm. A name may hold colons (`motor::starts`, `SPI master: reads`): it goes on to the first verdict. `(3 ms)` comes
 * with UNITY_INCLUDE_EXEC_TIME.
 */
const REPORT = /:(\d{1,9}):([^:].{0,400}?|):(PASS|FAIL|IGNORE)(?: \(\d+ ms\))?(?:$|:\s?(.*)$)/;
/** Unity leaves the name empty where an assertion fails outside of RUN_TEST; its summary does not count it. */
const OUTSIDE = '(outside of any case)';
const VERDICT = /:(?:PASS|FAIL|IGNORE)/;
/** Unity fixture, verbose (`-v`): the name first, the status behind what the case printed itself. */
const FIXTURE = /^(?:IGNORE_)?TEST\([^()]{1,400}\)/;
const FIXTURE_PASS = /(?:^|\s)PASS(?: \(\d+ ms\))?$/;
const SUMMARY = /^(\d{1,9}) Tests (\d{1,9}) Failures (\d{1,9}) Ignored/;

/** The name of the fixture case that a line begins, or null. */
export function fixtureStart(line: string): string | null {
  return FIXTURE.exec(line)?.[0] ?? null;
}

/** One line of Unity's default output as a report, or null. */
export function unityReport(line: string): TestCase | null {
  const found = VERDICT.test(line) ? REPORT.exec(line) : null;
  const status = STATUS[found?.[3] ?? ''];
  if (!found || !status) return null;
  const fixture = fixtureStart(line);
  const name = found[2] || fixture || (status === 'fail' ? OUTSIDE : '');
  if (name === '') return null;
  const before = line.slice(0, found.index).slice(fixture?.length ?? 0);
  const location = locationOf(withoutDots(before), found[1] ?? '');
  return { name, status, ...(found[4] ? { message: found[4] } : {}), ...(location ? { location } : {}) };
}

/** Unity fixture prints a dot per passed case, and a `!` per ignored one, before a failure's file name. */
const withoutDots = (file: string): string => file.trim().replace(/^[.!]{3,}[/\\]?|^[.!]+(?=[^.!/\\])/, '');

/** Reads Unity's output: default, parametrised and fixture style. */
export function readUnity(lines: readonly string[]): RawOutput {
  const out: RawOutput = { reports: [], summary: null, started: [] };
  let open: string | null = null;
  for (const line of lines) {
    const begun = fixtureStart(line);
    if (begun && open) out.started.push(open);
    if (begun) open = begun;
    const report: TestCase | null = unityReport(line) ?? fixtureEnd(line, begun, open);
    if (report) out.reports.push(report);
    if (report?.name === open) open = null;
    const total = SUMMARY.exec(line);
    // Several runners in one image print a summary each.
    if (total)
      out.summary = {
        tests: Number(total[1]) + (out.summary?.tests ?? 0),
        failures: Number(total[2]) + (out.summary?.failures ?? 0),
        ignored: Number(total[3]) + (out.summary?.ignored ?? 0),
      };
  }
  if (open) out.started.push(open);
  return out;
}

function fixtureEnd(line: string, begun: string | null, open: string | null): TestCase | null {
  if (begun?.startsWith('IGNORE_')) return { name: begun, status: 'skip' };
  return open && FIXTURE_PASS.test(line) ? { name: open, status: 'pass' } : null;
}
