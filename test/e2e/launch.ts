import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { electronArguments, preparedElectron, withoutSandbox } from '../../build/electron-launch.mjs';
import { watchPage } from '../coverage/page.js';

/** What has not come by then does not come; far more than it takes beside other work. */
const LIMIT_MS = 180_000;

/** Chromium slows a window that another one covers: its frames and timers would not run, and a test waits for both. */
const NEVER_SLOWED = ['--disable-backgrounding-occluded-windows', '--disable-renderer-backgrounding'];

/** A running Benchloop whose window is loaded. */
export interface RunningApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Its data folder (BENCHLOOP_HOME). */
  readonly home: string;
  /** Errors of the page and error lines of its console, those from before this process attached included. */
  readonly problems: () => Promise<string[]>;
  /** Close the window, wait for the process to end, and remove `home` unless it was given. */
  readonly close: () => Promise<void>;
}

/**
 * Start the real application on the display of DISPLAY, with the Electron that the set-up resolved.
 *
 * @param options.home an existing data folder, to start on what an earlier run left; otherwise a new one
 * @param options.args the application's own arguments
 * @param options.env added to this process's environment
 */
export async function launchApp(
  options: {
    readonly home?: string;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<RunningApp> {
  const runtime = await preparedElectron();
  if (runtime === undefined) throw new Error('no Electron is prepared: run "npm run setup" first');
  const home = options.home ?? (await mkdtemp(path.join(os.tmpdir(), 'benchloop-home-')));
  const app = await _electron.launch({
    executablePath: runtime.path,
    args: [...NEVER_SLOWED, ...electronArguments(options.args ?? [])],
    chromiumSandbox: !withoutSandbox,
    env: { ...inheritedEnvironment(), ...options.env, BENCHLOOP_HOME: home },
    timeout: LIMIT_MS,
  });
  const page = await app.firstWindow({ timeout: LIMIT_MS });
  page.setDefaultTimeout(LIMIT_MS);
  await page.waitForLoadState('load');
  const keepCoverage = await watchPage(page);
  const problems = async () => {
    const [messages, errors] = await Promise.all([page.consoleMessages(), page.pageErrors()]);
    const lines = messages.filter((message) => message.type() === 'error').map((message) => message.text());
    return [...lines, ...errors.map((error) => error.message)];
  };
  const close = async () => {
    await keepCoverage();
    await app.close();
    if (options.home === undefined) await rm(home, { recursive: true, force: true });
  };
  return { app, page, home, problems, close };
}

/**
 * What the application says on its standard error before it has a window, until it says `wanted` or ends; it is ended then.
 *
 * @param home its data folder (BENCHLOOP_HOME)
 */
export async function saidBeforeWindow(home: string, wanted: RegExp): Promise<string> {
  const runtime = await preparedElectron();
  if (runtime === undefined) throw new Error('no Electron is prepared: run "npm run setup" first');
  const env = { ...process.env, BENCHLOOP_HOME: home };
  const child = spawn(runtime.path, electronArguments(['--lang=en-US']), {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  for await (const piece of child.stderr) {
    said += piece;
    if (wanted.test(said)) break;
  }
  child.kill('SIGKILL');
  await ended;
  return said;
}

function inheritedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
