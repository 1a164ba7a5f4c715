import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fillPage, pages, renderPages } from '../../../build/docs.mjs';
import { projectDir } from '../../../build/project.mjs';
import { TaskSchema } from '../../../shared/task.js';
import { PARSERS } from '../../../shared/test-parsers.js';

const part = (name: string, content = ''): string =>
  `before\n<!-- generated: ${name} (npm run docs) -->\n${content}<!-- /generated -->\nafter\n`;

describe('the generated parts of the documentation', () => {
  it('are those that the tables give now (npm run docs writes them)', async () => {
    for (const { page, before, after } of await renderPages()) expect(before, page).toBe(after);
  });

  it('come out the same each time', async () => {
    const [first, second] = [await renderPages(), await renderPages()];
    expect(second).toEqual(first);
  });
});

describe('filling a page', () => {
  const parts = { numbers: () => '1\n2', letters: () => 'a' };

  it('replaces what stands between the markers, and nothing else', () => {
    const filled = fillPage(part('numbers', 'old\n\nlines\n'), parts);
    expect(filled).toBe(part('numbers', '\n1\n2\n\n'));
  });

  it('changes nothing when it is done twice', () => {
    const once = fillPage(part('numbers') + part('letters'), parts);
    expect(fillPage(once, parts)).toBe(once);
    expect(once).toContain('\na\n');
  });

  it('refuses a part that does not exist, by its name', () => {
    expect(() => fillPage(part('toString'), parts)).toThrow(/no generated part "toString".*numbers, letters/);
  });

  it('refuses a marker that is not closed', () => {
    expect(() => fillPage('<!-- generated: numbers (npm run docs) -->\n', parts)).toThrow('has no');
  });
});

describe('the links of the documentation', () => {
  const all = [...pages, 'README.zh-CN.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

  it.each(all)('of %s lead to files that exist', async (page) => {
    const text = await readFile(path.join(projectDir, page), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]*)/g)].map(([, target = '']) => target);
    const lost = targets.filter(
      (target) => target !== '' && !existsSync(path.join(projectDir, path.dirname(page), target)),
    );
    expect(lost).toEqual([]);
  });

  it('name rooms for a change that exist', async () => {
    const text = await readFile(path.join(projectDir, 'docs/architecture.md'), 'utf8');
    const rooms = text.slice(text.indexOf('## Where to make a change'));
    const paths = [...rooms.matchAll(/`([a-z-]+\/[\w./-]+)`/g)].map(([, name = '']) => name);
    expect(paths.length).toBeGreaterThan(20);
    const roots = ['', 'electron/effects/firmware-loop'];
    const lost = paths.filter((name) => !roots.some((root) => existsSync(path.join(projectDir, root, name))));
    expect(lost).toEqual([]);
  });
});

describe('the examples of the page on tasks', () => {
  it('are tasks, one for each parser', async () => {
    const page = await readFile(path.join(projectDir, 'docs/task-file.md'), 'utf8');
    const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
    const tasks = blocks
      .filter((text) => text.startsWith('goal:'))
      .map((text) => TaskSchema.parse(parse(text)));
    expect(new Set(tasks.map(({ test }) => test.parser))).toEqual(new Set(PARSERS));
  });
});
