import type { Page } from 'playwright-core';

/**
 * Puts off the question with which a window opens where the newest run waits for an answer. Golden homes are made in any order,
 * so that another run may be the newest.
 */
export async function putOffFirstQuestion(page: Page): Promise<void> {
  const newest = page.getByRole('tree', { name: 'Runs' }).getByRole('treeitem').first();
  if (!(await newest.textContent())?.includes('waits for you')) return;
  const gate = page.getByRole('alertdialog', { name: 'Your approval is needed' });
  await gate.waitFor();
  await page.keyboard.press('Escape');
  await gate.waitFor({ state: 'detached' });
}
