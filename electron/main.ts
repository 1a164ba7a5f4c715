import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, dialog, ipcMain, protocol, session } from 'electron';
import type { About } from '../shared/ipc/runs.js';
import { languageOf } from '../shared/texts/language.js';
import { homeFolder } from './files/home-folder.js';
import { receiveCalls } from './ipc/receive.js';
import {
  declareOrigin,
  denyNavigation,
  denyPermissions,
  openWindow,
  pageOrigin,
  serveRenderer,
} from './window.js';

/** Folders of the bundle and beside it: the project's in development, the resources of a release. */
const distDir = path.dirname(fileURLToPath(import.meta.url));
const resources = path.join(distDir, '..', 'native-config');
const runtimeFile = path.join(distDir, '..', '.cache', 'electron', 'runtime.json');
const home = homeFolder(process.env);

declareOrigin(protocol);
denyNavigation();

// With its own data folder each window is its own instance: tests and a second bench on one computer need that.
if (process.env.BENCHLOOP_HOME) app.setPath('userData', path.join(home, 'window'));

if (app.requestSingleInstanceLock()) {
  // Not awaited: Electron is ready only after this file has run to its end.
  void start();
} else {
  void leave();
}

async function start(): Promise<void> {
  app.on('window-all-closed', () => app.quit());
  await app.whenReady();
  const pageIsServed = serveRenderer(protocol, path.join(distDir, 'renderer'));
  denyPermissions(session.defaultSession);
  const window = openWindow(distDir);
  receiveCalls(
    ipcMain,
    pageIsServed.then(() => connect(window)),
  );
  app.on('second-instance', () => void bringForward(window));
}

/**
 * The lock is refused where another window has it, which comes to the front then, and where the folder of its file cannot
 * be written, which nobody would hear of: that ends with the exit code of the command line.
 */
async function leave(): Promise<void> {
  const [{ checkHome }, { speechIn }, { describeIn }] = await Promise.all([
    import('./files/home.js'),
    import('../shared/texts/speech.js'),
    import('../shared/texts/tell.js'),
  ]);
  const usable = checkHome(home);
  if (usable.ok) return app.quit();
  await app.whenReady();
  const told = describeIn(usable.error, await speechIn(languageOf(app.getLocale())));
  process.stderr.write(`benchloop: ${told}\n`);
  dialog.showErrorBox('Benchloop', told);
  app.exit(2);
}

/** Loaded while the page runs its script: nothing that opens the window waits for it. */
async function connect(window: BrowserWindow) {
  const [
    { createCore },
    { openKeys },
    { electronVault },
    { connectWindow },
    { parseWindowArguments },
    about,
  ] = await Promise.all([
    import('./core/core.js'),
    import('./core/keys/keys.js'),
    import('./ipc/electron-vault.js'),
    import('./ipc/connect.js'),
    import('./ipc/window-arguments.js'),
    readAbout(),
  ]);
  const keys = openKeys({ home, env: process.env, vault: electronVault });
  const core = createCore({ home, resources, wasmDir: distDir, env: keys.env });
  return connectWindow(window, pageOrigin, {
    core,
    keys,
    about,
    brokerFile: path.join(distDir, 'broker.js'),
    args: parseWindowArguments(process.argv.slice(1)),
  });
}

async function bringForward(window: BrowserWindow): Promise<void> {
  const { bringToFront } = await import('./ipc/electron-signals.js');
  bringToFront(window);
}

async function readAbout(): Promise<About> {
  const { runtimeKind } = await import('./ipc/about.js');
  const { electron = '', chrome = '', node } = process.versions;
  const runtime = app.isPackaged ? 'official' : await runtimeKind(runtimeFile, process.execPath);
  return {
    version: app.getVersion(),
    electron,
    chrome,
    node,
    runtime,
    platform: `${process.platform} ${process.arch}`,
    sandbox: !app.commandLine.hasSwitch('no-sandbox'),
    home,
  };
}
