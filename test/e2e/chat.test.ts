import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../contract/models/scripted-server.js';
import { ringProject, writeTask } from '../fixtures/loop/projects.js';
import { launchApp, type RunningApp } from './launch.js';

/** Between two pieces of the answer that nobody waits for to its end, ms. */
const SLOW_MS = 2000;

const hears =
  (words: string) =>
  ({ messages }: ChatCompletionRequest): boolean =>
    JSON.stringify(messages.at(-1)).includes(words);

describe('the chat of the window', () => {
  let server: LLMock;
  let running: RunningApp;
  let page: Page;
  let dir: string;
  let repo: string;
  let home: string;
  const chat = () => page.getByRole('complementary', { name: 'Chat' });
  const talk = () => chat().getByRole('region', { name: 'Questions and answers' });
  const consent = () => chat().getByRole('region', { name: 'Send this?' });
  const attached = () => chat().getByRole('region', { name: 'Sent with each question' });
  const body = () => JSON.stringify(server.getRequests().at(-1)?.body);

  async function ask(question: string): Promise<void> {
    await chat().getByLabel('Question', { exact: true }).fill(question);
    await page.keyboard.press('Enter');
  }

  beforeAll(async () => {
    server = new LLMock({ port: 0, host: '127.0.0.1' });
    await server.start();
    server.on({ predicate: hears('slowly') }, { content: 'It is still' }, { chunkSize: 3, latency: SLOW_MS });
    server.on({ predicate: () => true }, { content: 'Line 11 lets \u202Eone byte\u0007 too many in.' });
    dir = mkdtempSync(path.join(tmpdir(), 'benchloop-chat-'));
    repo = ringProject(path.join(dir, 'fw'), {});
    home = path.join(dir, 'home');
    mkdirSync(home);
    writeFileSync(path.join(home, 'policy.yaml'), 'successConfidence: 0\n');
    running = await launchApp({ home, args: ['--lang=en-US'], env: settings(server) });
    page = running.page;
    await page.getByRole('button', { name: 'Chat' }).click();
  });
  afterAll(async () => {
    await running?.close();
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('says what to set where no model answers', async () => {
    await ask('Why?');
    await talk().getByRole('alert').getByText('a chat needs a model').waitFor();
    await chat().getByRole('button', { name: 'New chat' }).click();
    await talk().getByText('Attach a log, a report or a file').waitFor();
  });

  it('asks before the first send, in place, and sends nothing without a yes', async () => {
    await chat().getByLabel('Who answers').selectOption('openai');
    await running.app.evaluate(
      ({ dialog }, file) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [file] });
      },
      path.join(repo, 'src', 'ring.c'),
    );
    await chat().getByRole('button', { name: 'File…' }).click();
    await attached().getByText('file src/ring.c', { exact: true }).waitFor();
    await ask('What does it do?');
    await consent().getByText('file: src/ring.c').waitFor();
    await consent().getByRole('button', { name: 'Do not send' }).click();
    await talk().getByRole('alert').getByText('you did not agree').waitFor();
    expect(server.getRequests()).toEqual([]);
  });

  it('shows the answer as the model’s own words, with nothing in it that acts', async () => {
    await ask('What does it do?');
    await consent().getByRole('button', { name: 'Send', exact: true }).click();
    const words = talk().locator('.model-words');
    await words.getByText('In the model’s own words').waitFor();
    await expect.poll(() => words.textContent()).toContain('Line 11 lets <U+202E>one byte<BEL> too many in.');
    expect(body()).toContain('ring_put');
    expect(body()).not.toContain('"tools"');
  });

  it('answers about the log and the report of a run, and is none itself', async () => {
    const task = writeTask(path.join(dir, 'task.yaml'), './fw', {});
    await page.evaluate(
      (taskFile) => window.benchloop.start({ taskFile, provider: 'rules', pace: 'full', approvals: 'all' }),
      task,
    );
    await page.locator('.run-header').getByText('Success', { exact: true }).waitFor();
    await chat().getByRole('button', { name: 'Log of the run' }).click();
    await attached()
      .getByText(/^log of run /)
      .waitFor();
    await chat().getByRole('button', { name: 'Report of the run' }).click();
    await attached()
      .getByText(/^report of run /)
      .waitFor();
    await attached().getByRole('button', { name: 'Take away file src/ring.c' }).click();
    await ask('Did it pass?');
    // the run is of the repository that was agreed to
    await expect.poll(() => talk().locator('.model-words').count()).toBe(2);
    expect(body()).toContain('ring_refuses_when_full');
    expect(body()).toContain('nothing to fix');
    expect(body()).not.toContain('file src/ring.c');
    expect(readdirSync(path.join(home, 'runs'))).toHaveLength(1);
  });

  it('is stopped where the person says so, and keeps what came', async () => {
    await ask('Tell me slowly');
    const words = talk().locator('.model-words').nth(2);
    await words.getByText(/^It/).waitFor();
    await chat().getByRole('button', { name: 'Stop', exact: true }).click();
    await talk().getByText('Stopped.').waitFor();
    expect(await words.textContent()).not.toContain('It is still');
    await chat().getByRole('button', { name: 'Ask', exact: true }).waitFor();
    await chat().getByRole('button', { name: 'Close', exact: true }).click();
    await chat().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Chat' }).click();
    await talk().getByText('Stopped.').waitFor();
    expect(await running.problems()).toEqual([]);
  });
});
