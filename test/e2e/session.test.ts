import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asksFor, settings } from '../contract/models/scripted-server.js';
import { ringProject } from '../fixtures/loop/projects.js';
import { launchApp, type RunningApp } from './launch.js';

const EDIT = {
  edits: [{ path: 'src/ring.c', find: 'count >= RING_SIZE', replace: 'count > RING_SIZE' }],
};
const PLAN = {
  steps: [
    { title: 'Relax the limit', intent: 'as asked', files: ['src/ring.c'], undo: 'undo' },
    { title: 'Look at it again', intent: 'to be sure', files: [], undo: 'it changes nothing' },
  ],
  verification: { mode: 'none', commands: [] },
};

/** A model that plans two steps, makes one edit, another one where that is refused, and reads. */
function script(server: LLMock): void {
  const calls = { id: 'c1', name: 'apply_patch', arguments: JSON.stringify(EDIT) };
  const told = ({ messages }: ChatCompletionRequest): number =>
    messages.filter(({ role }) => role === 'tool').length;
  const hears = (words: string) => (request: ChatCompletionRequest) =>
    JSON.stringify(request.messages).includes(words);
  server.on(
    { predicate: asksFor('session-intake') },
    { content: JSON.stringify({ constraints: [], questions: [] }) },
  );
  server.on({ predicate: asksFor('session-plan') }, { content: JSON.stringify(PLAN) });
  server.on(
    { predicate: asksFor('session-summary') },
    { content: JSON.stringify({ words: 'I relaxed the limit. \u202Edetrever' }) },
  );
  const done = { content: JSON.stringify({ done: true, words: 'Done.' }) };
  const smaller = { edits: [{ path: 'src/ring.c', find: 'RING_SIZE)', replace: 'RING_SIZE )' }] };
  server.on({ predicate: (request) => told(request) > 1 && hears('"ok":true')(request) }, done);
  server.on(
    { predicate: (request) => told(request) === 1 && hears('keep the limit')(request) },
    { toolCalls: [{ ...calls, id: 'c2', arguments: JSON.stringify(smaller) }] },
  );
  server.on({ predicate: (request) => told(request) === 0 }, { toolCalls: [calls] });
  server.on({ predicate: () => true }, done);
}

describe('a session in the window', () => {
  let server: LLMock;
  let running: RunningApp;
  let page: Page;
  let dir: string;
  let repo: string;
  const talk = () => page.getByRole('region', { name: 'Conversation' });
  const gate = () => page.getByRole('region', { name: 'Your approval is needed' });

  async function askFor(what: string, how: { provider: RegExp; repo?: string }): Promise<void> {
    await page.getByRole('button', { name: 'Ask…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask' });
    await dialog.getByLabel('What should be done?').fill(what);
    if (how.repo) await dialog.getByLabel('Repository folder', { exact: true }).fill(how.repo);
    await dialog.getByRole('radio', { name: how.provider }).check();
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  beforeAll(async () => {
    server = new LLMock({ port: 0, host: '127.0.0.1' });
    await server.start();
    script(server);
    dir = mkdtempSync(path.join(tmpdir(), 'benchloop-session-'));
    repo = ringProject(path.join(dir, 'ring'));
    const home = path.join(dir, 'home');
    mkdirSync(home);
    // so that the smallest edit is asked about
    writeFileSync(path.join(home, 'policy.yaml'), 'gateRisk: 0\n');
    running = await launchApp({ home, args: ['--lang=en-US'], env: settings(server) });
    page = running.page;
  });
  afterAll(async () => {
    await running?.close();
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('does what rules understand, step by step', async () => {
    await askFor('list boards', { provider: /^Rules/ });
    await talk().getByText('list boards', { exact: true }).waitFor();
    await talk().getByRole('listitem').filter({ hasText: 'List the boards' }).getByText('done').waitFor();
    const call = talk().getByRole('article', { name: 'Call 1: list_boards' });
    await call.getByText('done', { exact: true }).waitFor();
    await call.getByText('Output', { exact: true }).click();
    await call.getByRole('region', { name: 'Output of call 1' }).waitFor();
  });

  it('takes the next message as another turn of the same conversation', async () => {
    await page.getByLabel('Next message').fill('list runs');
    await page.keyboard.press('Enter');
    await talk()
      .getByRole('article', { name: 'Call 2: list_runs' })
      .getByText('done', { exact: true })
      .waitFor();
    await expect.poll(() => page.getByLabel('Next message').inputValue()).toBe('');
  });

  it('asks in place, and takes words about a refused part back to the agent', async () => {
    await askFor('Relax the limit of the ring', { provider: /^Model/, repo });
    await gate().getByText('Send to another computer').waitFor();
    await gate().getByRole('button', { name: 'Yes, approve' }).click();
    await gate().getByText('Apply a patch').waitFor();
    await gate()
      .getByText(/^Code [0-9a-f]{8}$/)
      .waitFor();
    await gate()
      .getByText(/^Waits /)
      .waitFor();
    await gate().getByRole('checkbox', { name: 'Refuse this part' }).check();
    await gate().getByLabel('Why, or how instead').fill('keep the limit');
    expect(await gate().getByRole('button', { name: 'Yes, approve' }).isDisabled()).toBe(true);
    await gate().getByRole('button', { name: 'Ask for a change' }).click();
    await talk()
      .getByRole('article', { name: 'Call 1: apply_patch' })
      .getByText('refused', { exact: true })
      .waitFor();
    await gate().getByText('RING_SIZE ) {').first().waitFor();
    await gate().getByRole('button', { name: 'Yes, approve' }).click();
    await gate().getByText('Write outside the private clone').waitFor();
    await gate().getByRole('button', { name: 'No, refuse' }).click();
    const words = talk().locator('.model-words');
    await words.getByText('In the model’s own words').waitFor();
    expect(await words.textContent()).toContain('I relaxed the limit. <U+202E>detrever');
    await page
      .locator('.run-header')
      .getByText(/of 30 requests/)
      .waitFor();
    await page.getByRole('tab', { name: 'Diff' }).click();
    await page.getByText('if (ring->count >= RING_SIZE ) {').waitFor();
    await page.getByRole('tab', { name: 'Conversation' }).click();
    await talk().getByRole('button', { name: 'Prompt and reply' }).first().click();
    await page.getByRole('dialog', { name: 'Prompt and reply' }).getByText('Judgement').waitFor();
    await page.keyboard.press('Escape');
    await talk().getByRole('button', { name: 'Undo from here' }).click();
    await talk()
      .getByText(/^the files are back/)
      .waitFor();
    await talk()
      .getByRole('article', { name: 'Call 2: apply_patch' })
      .getByText('taken back', { exact: true })
      .waitFor();
    await page.getByRole('tab', { name: 'Diff' }).click();
    await page.getByText('No change so far.').waitFor();
  });

  it('hands a prompt to a person with its files named, copies it, and takes the reply', async () => {
    await askFor('What does ring_put do?', { provider: /^By hand/, repo });
    const asked = page.getByRole('region', { name: 'The run asks you' });
    await asked.getByText('It holds no text of a file.').waitFor();
    await asked.getByRole('button', { name: /^Copy the prompt/ }).click();
    await asked.getByText('Copied.').waitFor();
    expect(await running.app.evaluate(({ clipboard }) => clipboard.readText())).toContain('ring_put');
    const reply = JSON.stringify({ constraints: [], questions: ['Which one?'] });
    await asked.getByLabel('The reply of the model').fill(reply);
    await asked.getByRole('button', { name: 'Give the reply' }).click();
    await asked.getByText('1. Which one?').waitFor();
    expect(await running.problems()).toEqual([]);
  });
});
