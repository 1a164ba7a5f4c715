import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDir } from '../../build/project.mjs';
import { isFull } from '../../build/test/budgets.mjs';
import { sectionOf, sentencesOf } from '../promises/sentences.js';
import { titlesIn } from '../promises/titles.js';
import { promises, SECTIONS } from '../promises.js';

const textOf = (file: string): string => readFileSync(path.join(projectDir, file), 'utf8');

describe('the promises of the project', () => {
  it.each(Object.entries(SECTIONS))('are the sentences of a section of %s, each once', (page, heading) => {
    const said = sentencesOf(sectionOf(textOf(page), heading));
    expect(said.length).toBeGreaterThan(10);
    const listed = promises.filter((one) => one.page === page).map(({ sentence }) => sentence);
    expect(listed.toSorted()).toEqual(said.toSorted());
  });

  it('have names of their own', () => {
    expect(new Set(promises.map(({ id }) => id)).size).toBe(promises.length);
  });

  it.each(promises)('are held by fast tests that there are: $id', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const { file, name } of tests) {
      expect(isFull(file), file).toBe(false);
      expect(existsSync(path.join(projectDir, file)), file).toBe(true);
      expect([...titlesIn(textOf(file))], file).toContain(name);
    }
  });
});

describe('the sentences of a section', () => {
  const page =
    '# A\n\n## One\n\n**Title.** First, see [x](y.md). Second\ngoes `on`.\n\n- **Bold** third 0.4.\n  Fourth.\n- Fifth. See [z](z.md).\n\n## Two\n\nNot this.\n';

  it('are told apart, without titles, marks and pointers', () => {
    expect(sentencesOf(sectionOf(page, 'One'))).toEqual([
      'First, see x.',
      'Second goes `on`.',
      'Bold third 0.4.',
      'Fourth.',
      'Fifth.',
    ]);
  });

  it('are none where there is no such section', () => {
    expect(sentencesOf(sectionOf(page, 'Three'))).toEqual([]);
  });
});

describe('the titles of tests', () => {
  it('are read where they stand: plain, of a template, and with quotes', () => {
    const source = [
      "it('plain', () => {});",
      'it.each([[1], [2]])(\n  `of %s`,\n  (n) => {},\n);',
      "it.skipIf(true)('it\\'s skipped', () => {});",
      "describe('a group', () => { git('commit', 'x'); });",
    ].join('\n');
    expect([...titlesIn(source)]).toEqual(['plain', 'of %s', "it's skipped"]);
  });
});
