import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { distDir } from '../../build/project.mjs';

const rendererDir = path.join(distDir, 'renderer');
let pages = 0;

/**
 * Records which functions a page executes, where this run records coverage. The page is loaded anew: what ran before is not counted.
 *
 * @returns puts the record beside those of Node processes (`watchChildren`); the page must still be there
 */
export async function watchPage(page: Page): Promise<() => Promise<void>> {
  const folder = process.env.NODE_V8_COVERAGE;
  if (process.env.BENCHLOOP_TEST_COVERAGE === undefined || folder === undefined) return async () => {};
  await page.coverage.startJSCoverage({ resetOnNavigation: false });
  await page.reload({ waitUntil: 'load' });
  return async () => {
    const scripts = await page.coverage.stopJSCoverage();
    const result = scripts.map(({ url, functions }) => ({ url: bundleOf(url), functions }));
    writeFileSync(path.join(folder, `page-${process.pid}-${pages++}.json`), JSON.stringify({ result }));
  };
}

/** The file that the window serves under an address. */
const bundleOf = (url: string): string => pathToFileURL(path.join(rendererDir, new URL(url).pathname)).href;
