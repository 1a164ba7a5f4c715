import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir } from './project.mjs';

// npm run docs: writes the generated parts of the documentation anew

/** Pages with generated parts. */
export const pages = [
  'README.md',
  'docs/architecture.md',
  'docs/task-file.md',
  'docs/profiles.md',
  'docs/policy.md',
  'docs/tools.md',
  'docs/delivery.md',
  'docs/security.md',
];

/** A part between its markers; the name is the marker's. */
const PART = /(<!-- generated: (\S+) [^\n]*-->\n)(?:[\s\S]*?\n)??(<!-- \/generated -->)/g;
const OPENING = /<!-- generated:/g;

/**
 * A page with its generated parts written anew.
 *
 * @param {string} page
 * @param {Readonly<Record<string, () => string>>} parts by name
 * @throws Error where a marker names no part, or is not closed
 */
export function fillPage(page, parts) {
  let filled = 0;
  const text = page.replace(PART, (_, opening, name, closing) => {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (part === undefined)
      throw new Error(`there is no generated part "${name}"; there are: ${Object.keys(parts).join(', ')}`);
    filled += 1;
    return `${opening}\n${part().trim()}\n\n${closing}`;
  });
  if (filled !== (page.match(OPENING)?.length ?? 0))
    throw new Error('a marker "<!-- generated: NAME … -->" has no "<!-- /generated -->"');
  return text;
}

/**
 * Every page as it is and as it should be.
 *
 * @returns {Promise<{ page: string, before: string, after: string }[]>}
 */
export async function renderPages() {
  // Not at the top: esbuild and zod are there only after `npm ci`.
  const [{ loadTables }, { sections }] = await Promise.all([
    import('./docs-tables.mjs'),
    import('./docs-sections.mjs'),
  ]);
  const tables = await loadTables();
  const parts = Object.fromEntries(
    Object.entries(sections).map(([name, render]) => [name, () => render(tables)]),
  );
  return Promise.all(
    pages.map(async (page) => {
      const before = await readFile(path.join(projectDir, page), 'utf8');
      return { page, before, after: fillPage(before, parts) };
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { page, before, after } of await renderPages()) {
    if (before !== after) await writeFile(path.join(projectDir, page), after);
    console.log(`${page}: ${before === after ? 'up to date' : 'written'}`);
  }
}
