import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchApp, type RunningApp } from './launch.js';

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
    expect(await status('app://benchloop/%2e%2e/main.js')).toBe(404);
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

  it('refuses every permission', async () => {
    const state = await running.page.evaluate(() => Notification.requestPermission());
    expect(state).toBe('denied');
  });
});
