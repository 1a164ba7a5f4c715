import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { app, BrowserWindow, type Protocol, type Session } from 'electron';
import { resolveAsset } from './asset-path.js';

/** The window's own origin: not `file:`, so that no page can reach other files. */
const origin = { scheme: 'app', host: 'benchloop' } as const;

/** Origin of the window's page. */
export const pageOrigin = `${origin.scheme}://${origin.host}`;

/** Address of the window's page, the only one it ever shows. */
const pageUrl = `${pageOrigin}/index.html`;

/**
 * Give `app:` the rights of a normal secure origin. Must run before Electron is ready (Electron, `protocol`,
 * registerSchemesAsPrivileged).
 */
export function declareOrigin(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: origin.scheme, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/**
 * Serve the renderer's bundle under `app://benchloop/`, and nothing else: other hosts, other folders and unknown kinds of file
 * are 404.
 *
 * @param rendererDir absolute folder that holds `index.html`
 */
export function serveRenderer(protocol: Protocol, rendererDir: string): void {
  protocol.handle(origin.scheme, async (request) => {
    const asset = resolveAsset(request.url, origin.host, rendererDir);
    const content = asset && (await readFile(asset.file).catch(() => undefined));
    if (!asset || !content) return new Response('not found', { status: 404 });
    return new Response(new Uint8Array(content), {
      headers: { 'content-type': asset.type, 'x-content-type-options': 'nosniff' },
    });
  });
}

/** Refuse every permission a page can ask for (camera, notifications, serial, …): the hardware is the main process's. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}

/** Keep every page where it is: no navigation, no second window, no embedded web view, whoever opens it. */
export function denyNavigation(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/**
 * Open the one window. The page has no Node and no Electron, only what the preload script exposes.
 *
 * @param distDir absolute folder of the bundles; holds `preload.cjs`
 * @returns the window; its page is loading
 */
export function openWindow(distDir: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Benchloop',
    webPreferences: {
      preload: path.join(distDir, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  window.setMenuBarVisibility(false);
  window.once('ready-to-show', () => window.show());
  void window.loadURL(pageUrl);
  return window;
}
