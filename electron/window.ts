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
 * @returns settles when the page has taken every file that `index.html` names. They pass through this process: what keeps
 *   it busy before that moment keeps the page waiting
 */
export function serveRenderer(protocol: Protocol, rendererDir: string): Promise<void> {
  return new Promise((pageIsServed) => {
    const missing = new Set([pageUrl]);
    const taken = (url: string, content: Buffer): void => {
      if (url === pageUrl) for (const named of filesNamedIn(content.toString())) missing.add(named);
      missing.delete(url);
      if (missing.size === 0) pageIsServed();
    };
    protocol.handle(origin.scheme, async ({ url }) => {
      const asset = resolveAsset(url, origin.host, rendererDir);
      const content = asset && (await readFile(asset.file).catch(() => undefined));
      if (!asset || !content) return new Response('not found', { status: 404 });
      return new Response(
        inOnePiece(content, () => taken(url, content)),
        {
          headers: { 'content-type': asset.type, 'x-content-type-options': 'nosniff' },
        },
      );
    });
  });
}

/** Addresses of the scripts and style sheets of our own page. */
const filesNamedIn = (html: string): string[] =>
  [...html.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, name = '']) => new URL(name, pageUrl).href);

/** A body that says when all of it was taken: a stream is asked for more only after that. */
function inOnePiece(content: Buffer, taken: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start: (body) => body.enqueue(new Uint8Array(content)),
    pull(body) {
      body.close();
      taken();
    },
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
  const showIfHidden = (): void => {
    if (!window.isVisible()) window.show();
  };
  // A page whose first frame is never drawn while hidden gets no 'ready-to-show' (seen on Linux, beside other load).
  window.once('ready-to-show', showIfHidden);
  window.webContents.once('did-finish-load', showIfHidden);
  void window.loadURL(pageUrl);
  return window;
}
