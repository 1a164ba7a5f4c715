import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { BLIND_CASES, blindCases } from '../../fixtures/blind-case.js';
import { type BlindRun, runCase } from '../../fixtures/blind-run.js';

/** `ACCEPT_PROMPTS=1` writes the prompts of today down as looked at, where the run still comes to the same end. */
const ACCEPTS = process.env.ACCEPT_PROMPTS === '1';
const FEWEST = 8;

/** Absolute paths, times and durations: nothing of the computer that ran it belongs in a prompt. */
const OF_ONE_RUN = /(?<![\w.:"'*])\/(?:tmp|home|root|usr|var|proc)\/|\b\d{4}-\d\d-\d\dT\d\d:|"(?:\w+_)?ms":/;

function folderOf({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'blind-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function expectReplayed({ replayed }: BlindRun): void {
  const judged = replayed?.judged ?? [];
  expect(judged.length).toBeGreaterThan(0);
  expect(judged.filter(({ same, changed }) => !same || changed.length > 0)).toEqual([]);
}

// most of the time is waited for compilers and boards
describe.concurrent('a run that is answered by somebody who saw its prompts alone', () => {
  it('is there for each kind of case', () => {
    expect(blindCases().length).toBeGreaterThanOrEqual(FEWEST);
  });

  it.for(blindCases())('%s comes to its end, on prompts that somebody has looked at', async (name, test) => {
    const played = await runCase(path.join(BLIND_CASES, name), folderOf(test));
    expect(played.end, `${name} no longer comes to its end (${played.asked.join(', ')})`).toMatchObject(
      played.expected,
    );
    expect(played.prompts.filter((text) => OF_ONE_RUN.test(text))).toEqual([]);
    expectReplayed(played);
    if (ACCEPTS) played.accept();
    else
      expect(
        played.changed,
        `the prompts of ${name} have changed: compare them with its replies, then accept them with ACCEPT_PROMPTS=1`,
      ).toEqual([]);
  });
});
