import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bridge } from '../../shared/channels.js';
import { launchApp, type RunningApp, saidBeforeWindow } from './launch.js';

declare global {
  interface Window {
    benchloop: Bridge;
  }
}

describe('the window', () => {
  let running: RunningApp;

  beforeAll(async () => {
    running = await launchApp();
  });

  afterAll(() => running?.close());

  it('opens on its own origin, visible and without an error in its console', async () => {
    expect(running.page.url()).toBe('app://benchloop/index.html');
    expect(await running.page.title()).toBe('Benchloop');
    expect(await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(await running.problems()).toEqual([]);
  });

  it('gives the page neither Node nor Electron', async () => {
    const names = ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'];
    const visible = await running.page.evaluate(
      (wanted) => wanted.filter((name) => name in globalThis),
      names,
    );
    expect(visible).toEqual([]);
  });

  it('is sandboxed, with an isolated preload', async () => {
    const preferences = await running.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const given = contents && 'getLastWebPreferences' in contents && contents.getLastWebPreferences;
      return typeof given === 'function' ? given.call(contents) : undefined;
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    });
  });

  it('says in its toolbar where Chromium has no sandbox, as for root', async () => {
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
    await running.page.getByRole('button', { name: 'About', exact: true }).waitFor();
    await expect.poll(() => running.page.getByText('no sandbox').count()).toBe(isRoot ? 1 : 0);
  });

  it('stays where it is when the page navigates or opens a window', async () => {
    await running.page.evaluate(() => {
      location.href = 'https://example.com/';
      location.href = 'file:///etc/passwd';
    });
    expect(await running.page.evaluate(() => window.open('https://example.com/'))).toBeNull();
    expect(running.page.url()).toBe('app://benchloop/index.html');
    expect(running.app.windows()).toHaveLength(1);
  });

  it('serves nothing outside its bundle', async () => {
    const status = (address: string) =>
      running.app.evaluate(({ net }, url) => net.fetch(url).then((answer) => answer.status), address);
    expect(await status('app://benchloop/index.html')).toBe(200);
    expect(await status('app://benchloop/..%2fmain.js')).toBe(404);
    expect(await status('app://benchloop/%2e%2e/cli.js')).toBe(404);
    expect(await status('app://benchloop/main.css/')).toBe(404);
  });

  it('runs no script that is not in its bundle', async () => {
    const ran = await running.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.injected = true';
      document.head.append(script);
      return 'injected' in globalThis;
    });
    expect(ran).toBe(false);
  });

  it('refuses malformed calls and says what was wrong with them', async () => {
    const answers = await running.page.evaluate(() =>
      Promise.all([
        window.benchloop.start({ taskFile: 5, provider: 'rules', approvals: 'ask', pace: 'full' }),
        window.benchloop.start(),
        window.benchloop.answer({ run: 'r', gate: 'g', binding: 'b', answer: 'perhaps' }),
        window.benchloop.openFolder({ run: 'r', folder: '/' }),
      ]),
    );
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'USAGE' } });
  });

  it('flashes no file and reads no profile that the page names by a path', async () => {
    const [byPath, byToken, answered] = await running.page.evaluate(() => {
      const image = { by: 'file', token: '/etc/hostname', base: 0 };
      return Promise.all([
        window.benchloop.planFlash({ profile: '../profile.yaml', target: null, image }),
        window.benchloop.startFlash({ profile: 'arduino-uno', target: null, image }),
        window.benchloop.answerFlash({ binding: 'b', answer: 'yes' }),
      ]);
    });
    expect(byPath).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    expect(byToken).toMatchObject({ ok: false, error: { code: 'ARTIFACT_MISSING' } });
    expect(answered).toMatchObject({ ok: false, error: { code: 'GATE_NOT_FOUND' } });
  });

  it('answers a call about an unknown run with an error, not with a crash', async () => {
    const answers = await running.page.evaluate(() =>
      Promise.all([
        window.benchloop.watch({ run: '../../etc', beside: [] }),
        window.benchloop.abort({ run: 'nope', force: false }),
        window.benchloop.resume({ run: 'nope', pace: 'full' }),
        window.benchloop.openFolder({ run: '..' }),
        window.benchloop.exportReport({ run: 'nope', format: 'json', language: 'en' }),
        window.benchloop.answer({ run: 'nope', gate: 'g', binding: 'b', answer: 'yes', text: null }),
      ]),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: false, error: { code: 'RUN_NOT_FOUND' } });
  });

  it('gives a frame inside the page no way to call', async () => {
    const reachable = await running.page.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const found = frame.contentWindow !== null && 'benchloop' in frame.contentWindow;
      frame.remove();
      return found;
    });
    expect(reachable).toBe(false);
  });

  it('refuses every permission', async () => {
    const state = await running.page.evaluate(() => Notification.requestPermission());
    expect(state).toBe('denied');
  });
});

describe('a window whose data folder cannot be used', () => {
  it('says so, where and what to do, instead of not opening', async () => {
    const home = path.join(process.execPath, 'below');
    const said = await saidBeforeWindow(home, /the data folder cannot be used: .*\n/);
    expect(said).toContain(`benchloop: ${home}: the data folder cannot be used: `);
    expect(said).toContain('make it a writable folder, or set BENCHLOOP_HOME to another one');
  });
});
