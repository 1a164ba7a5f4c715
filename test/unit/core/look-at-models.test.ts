import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callResult } from '../../../electron/core/call-result.js';
import { promptRecord as recordOf } from '../../../electron/core/prompts.js';
import { runFolder } from '../../../electron/core/run-store.js';
import { modelsAskedIn, spendingOf } from '../../../electron/core/spending.js';
import { createRunJournal } from '../../../electron/journal/create.js';
import type { PromptRecord } from '../../../shared/prompt-record.js';
import { modelsAskedText } from '../../../shared/replaced.js';
import { MOST_RESULT } from '../../../shared/session-panel.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { first, header } from '../../fixtures/journal.js';
import { promptRecord } from '../../fixtures/prompt-record.js';

/** A run with files of its own in its folder. */
function scene(own: unknown = header.header) {
  const home = tempDir();
  const folder = runFolder(home, 'r');
  const context = { finished: false, outcome: null };
  value(
    createRunJournal(folder, { ...header, machine: 'firmware-loop', header: own }, { ...first, context }),
  ).close();
  const write = (file: string, content: unknown): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  return { home, write };
}

const used = (prompt: number, completion: number): PromptRecord =>
  promptRecord({ reply: { text: 'yes', calls: [], usage: { prompt, completion } } });

describe('what the requests of a run used', () => {
  const budget = { tokens: 1000, requests: 5 };

  it('is nothing where it made none', async () => {
    expect(value(await spendingOf(scene().home, 'r'))).toBeNull();
  });

  it('is counted from their records, beside what the run may use', async () => {
    const { home, write } = scene({ policy: { budget } });
    write('prompts/main.1.1.json', used(100, 20));
    write('prompts/main.1.2.json', used(3, 4));
    expect(value(await spendingOf(home, 'r'))).toEqual({
      ...{ tokens: 127, requests: 2, unread: 0, budget },
      replaced: {},
    });
  });

  it('finds the budget of a roundtable in the loop that it plays for', async () => {
    const { home, write } = scene({ loop: { policy: { budget } } });
    write('prompts/main.1.1.json', used(1, 1));
    expect(value(await spendingOf(home, 'r'))?.budget).toEqual(budget);
  });

  it('says how many records cannot be read, and that no budget is known', async () => {
    const { home, write } = scene({});
    write('prompts/main.1.1.json', used(1, 1));
    write('prompts/main.1.2.json', '{');
    expect(value(await spendingOf(home, 'r'))).toEqual({
      ...{ tokens: 2, requests: 1, unread: 1, budget: null },
      replaced: {},
    });
  });

  it('counts by kind what was replaced in those that were sent', async () => {
    const { home, write } = scene({});
    const problem = { code: 'POLICY_VIOLATION', message: 'no' };
    write('prompts/main.1.1.json', promptRecord({ replaced: { PASSWORD: 1, FILE: 2 } }));
    write('prompts/main.1.2.json', promptRecord({ replaced: { PASSWORD: 1 } }));
    write('prompts/main.1.3.json', promptRecord({ replaced: { PASSWORD: 7 }, problem }));
    const { replaced: _, ...earlier } = promptRecord();
    write('prompts/main.1.4.json', earlier);
    expect(value(await spendingOf(home, 'r'))?.replaced).toEqual({ PASSWORD: 2, FILE: 2 });
    const told = modelsAskedIn(runFolder(home, 'r'));
    expect(told).toEqual({ requests: 3, replaced: { PASSWORD: 2, FILE: 2 } });
    expect(inEnglish(modelsAskedText(told ?? { requests: 0, replaced: {} }))).toBe(
      '3 requests; replaced by placeholders: PASSWORD 2, FILE 2; there can be other secrets',
    );
    expect(modelsAskedIn(runFolder(scene().home, 'r'))).toBeNull();
  });

  it('is counted anew when a reply has come', async () => {
    const { home, write } = scene({});
    write('prompts/main.1.1.json', used(1, 1));
    expect(value(await spendingOf(home, 'r'))?.tokens).toBe(2);
    write('prompts/main.1.1.json', used(1000, 1000));
    expect(value(await spendingOf(home, 'r'))?.tokens).toBe(2000);
  });
});

describe('the record of a request', () => {
  it('is read by the name that evidence has for it', () => {
    const { home, write } = scene();
    write('prompts/main.1.1.json', used(1, 1));
    expect(value(recordOf(home, 'r', 'prompts/main.1.1.json')).reply?.text).toBe('yes');
  });

  it.each([
    'prompts/main.9.9.json',
    'prompts/../prompts/main.1.1.json',
    '../r/prompts/main.1.1.json',
    '/etc/passwd',
    'prompts/other.txt',
    'secret.json',
  ])('is no other file: %s', (file) => {
    const { home, write } = scene();
    write('prompts/main.1.1.json', used(1, 1));
    write('prompts/other.txt', 'x');
    write('secret.json', used(1, 1));
    expect(recordOf(home, 'r', file)).toMatchObject({ ok: false, error: { code: 'ARTIFACT_MISSING' } });
  });

  it('is told as broken where it is', () => {
    const { home, write } = scene();
    write('prompts/main.1.1.json', '{');
    expect(recordOf(home, 'r', 'prompts/main.1.1.json')).toMatchObject({
      error: { code: 'JOURNAL_CORRUPT' },
    });
  });
});

describe('what a call gave', () => {
  const made = (payload: unknown) => ({ n: 1, result: { ok: true, payload } });

  it('is its diff, and the rest as text with its own lines', async () => {
    const { home, write } = scene();
    write('calls/1.json', made({ diff: '--- a\n', files: ['a'], text: 'one\ntwo' }));
    expect(value(await callResult(home, 'r', 1))).toEqual({
      diff: '--- a\n',
      output: 'files: [\n "a"\n]\ntext:\none\ntwo',
      cut: false,
    });
  });

  it('is bounded, and says so', async () => {
    const { home, write } = scene();
    write('calls/1.json', made('x'.repeat(MOST_RESULT + 1)));
    const { diff, output, cut } = value(await callResult(home, 'r', 1));
    expect([diff, output.length, cut]).toEqual([null, MOST_RESULT, true]);
  });

  it('is nothing beside the error of one that failed', async () => {
    const { home, write } = scene();
    const error = { code: 'E_IO', message: 'no', next: 'again', trace_id: 't' };
    write('calls/1.json', { n: 1, result: { ok: false, error } });
    expect(value(await callResult(home, 'r', 1))).toEqual({ diff: null, output: '', cut: false });
  });

  it('is missing where its file is gone or is none', async () => {
    const { home, write } = scene();
    write('calls/2.json', '[]');
    for (const n of [1, 2])
      expect(await callResult(home, 'r', n)).toMatchObject({ error: { code: 'ARTIFACT_MISSING' } });
  });

  it('is missing, and no crash, where its file is cut off', async () => {
    const { home, write } = scene();
    write('calls/1.json', '{"result":');
    expect(await callResult(home, 'r', 1)).toMatchObject({ error: { code: 'ARTIFACT_MISSING' } });
  });
});
