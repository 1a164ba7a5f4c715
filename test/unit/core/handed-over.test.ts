import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { consoleRange, handedOver } from '../../../electron/core/handed-over.js';
import { runFolder } from '../../../electron/core/run-store.js';
import { createRunJournal } from '../../../electron/journal/create.js';
import { firstOrchestratorContext } from '../../../electron/machine/orchestrator/context.js';
import type { Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { first, header } from '../../fixtures/journal.js';

const problem = (result: Result<unknown>): string => (result.ok ? '' : inEnglish(result.error.message));
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A campaign that handed `summary.md` over, with a console among its artifacts. */
function scene(content = 'found it\n') {
  const home = tempDir();
  const folder = runFolder(home, 'r');
  const file = { name: 'summary.md', path: 'items/a/summary.md', sha256: hashOf('found it\n'), bytes: 9 };
  const start = firstOrchestratorContext({ run: 'r', isMock: false, autoResume: false, hasGoal: true });
  const context = { ...start, deliverables: [file] };
  value(createRunJournal(folder, { ...header, machine: 'orchestrator' }, { ...first, context })).close();
  mkdirSync(path.join(folder, 'items/a'), { recursive: true });
  writeFileSync(path.join(folder, file.path), content);
  mkdirSync(path.join(folder, 'artifacts'));
  writeFileSync(path.join(folder, 'artifacts/console'), 'one\ntwo\nthree\nfour\n');
  return { home, folder };
}

describe('a file that a run handed over', () => {
  it('is read where it is what it was', () => {
    expect(handedOver(scene().home, 'r', 'items/a/summary.md')).toEqual({ ok: true, value: 'found it\n' });
  });

  it('is refused by its name where it was changed', () => {
    expect(problem(handedOver(scene('nothing\n').home, 'r', 'items/a/summary.md'))).toContain('hash differs');
  });

  it('is no other file, wherever that lies', () => {
    const { home } = scene();
    for (const at of ['items/a/../../run.db', '../r/items/a/summary.md', '/etc/passwd'])
      expect(problem(handedOver(home, 'r', at))).toContain('no such file');
  });
});

describe('a range of a console', () => {
  const range = (text: string, from: number) => ({
    ...{ file: 'artifacts/console', from, to: from + text.length, sha256: hashOf(text) },
  });

  it('is told in lines from its end', () => {
    const { home } = scene();
    expect(value(consoleRange(home, 'r', range('two\nthree\n', 4)))).toEqual({ first: 3, last: 1 });
    expect(value(consoleRange(home, 'r', range('four\n', 14)))).toEqual({ first: 1, last: 0 });
  });

  it('is not shown where it does not hash', () => {
    const { home } = scene();
    const lying = { ...range('two\n', 4), sha256: hashOf('ok 1\n') };
    expect(problem(consoleRange(home, 'r', lying))).toContain('hash differs');
  });

  it('is one of the artifacts, whatever a claim names', () => {
    const { home, folder } = scene();
    const text = 'found it\n';
    symlinkSync(path.join(folder, 'items/a/summary.md'), path.join(folder, 'artifacts/away'));
    const of = { ...range(text, 0), to: text.length };
    for (const file of [
      'items/a/summary.md',
      'artifacts/../items/a/summary.md',
      'artifacts/..',
      'artifacts/away',
    ])
      expect(problem(consoleRange(home, 'r', { ...of, file }))).toContain('is not there');
  });
});
