import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/** A start that takes longer is none. */
const LIMIT_MS = 60_000;

const READY = 'benchloop-ready';
const DRAWN = 'benchloop-drawn';

/** Settles in the page after a frame was painted in which `found` holds. */
const painted = (found: string): string => `new Promise((done) => {
  const look = () => (${found}) ? requestAnimationFrame(() => requestAnimationFrame(done)) : requestAnimationFrame(look);
  look();
})`;

/** Says on stdout when what the scripts wait for in the page has come, one after another; then ends. */
const watcher = (ready: string, drawn: string): string => `
app.on('browser-window-created', (_event, window) => {
  const page = window.webContents;
  page.once('dom-ready', async () => {
    await page.executeJavaScript(${JSON.stringify(ready)});
    process.stdout.write('${READY}\\n');
    await page.executeJavaScript(${JSON.stringify(drawn)});
    process.stdout.write('${DRAWN}\\n', () => app.exit(0));
  });
});
`;

const emptyApp = `import { app, BrowserWindow } from 'electron';
${watcher(painted("document.readyState === 'complete'"), 'null')}
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  void window.loadURL('data:text/html,<title>empty</title><p>empty');
});
`;

/** Interactive: the buttons are painted, and main answers a call. The diagram is drawn after that. */
const interactive = `${painted("document.querySelector('button:enabled') !== null")}.then(() => benchloop.runs())`;
const diagram = painted("document.querySelector('.react-flow__node') !== null");

const ourApp = (main: string): string => `import { app } from 'electron';
${watcher(interactive, diagram)}
await import(${JSON.stringify(pathToFileURL(main).href)});
`;

export interface WindowApps {
  empty: string;
  ours: string;
}

/** Writes two apps below `dir`: an empty window, and Benchloop's own main process with a watcher beside it. */
export function writeApps(dir: string, main: string): WindowApps {
  const write = (name: string, code: string): string => {
    const folder = path.join(dir, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ name, version: '0.0.0', type: 'module', main: 'main.js' }),
    );
    writeFileSync(path.join(folder, 'main.js'), code);
    return folder;
  };
  return { empty: write('empty', emptyApp), ours: write('ours', ourApp(main)) };
}

/** The Electron that the set-up resolved. */
export function preparedElectron(project: string): string {
  const file = path.join(project, '.cache', 'electron', 'runtime.json');
  return z.object({ path: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).path;
}

/** Times from spawn, in ms: to a window that can be used, and to one that shows all it has. */
export interface WindowStart {
  ready: number;
  drawn: number;
}

/** Starts a window once and ends it. The data folder is new each time. */
export function startWindow(electron: string, app: string, display: string): Promise<WindowStart> {
  const home = path.join(app, 'home');
  rmSync(home, { recursive: true, force: true });
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const begun = performance.now();
  const child = spawn(electron, [...flags, `--user-data-dir=${home}`, app], {
    env: { ...process.env, DISPLAY: display, BENCHLOOP_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  const seen: Record<string, number> = {};
  let words = '';
  const hear = (chunk: Buffer) => {
    words += chunk;
    for (const mark of [READY, DRAWN]) if (words.includes(mark)) seen[mark] ??= performance.now() - begun;
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', () => {
      const { [READY]: ready, [DRAWN]: drawn } = seen;
      if (ready !== undefined && drawn !== undefined) done({ ready, drawn });
      else failed(new Error(`no window came up: ${words.slice(-2000)}`));
    });
  });
}
