import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, protocol, session } from 'electron';
import { declareOrigin, denyNavigation, denyPermissions, openWindow, serveRenderer } from './window.js';

const distDir = path.dirname(fileURLToPath(import.meta.url));

declareOrigin(protocol);
denyNavigation();

// With its own data folder each window is its own instance: tests and a second bench on one computer need that.
const home = process.env.BENCHLOOP_HOME;
if (home) app.setPath('userData', path.resolve(home, 'window'));

if (app.requestSingleInstanceLock()) {
  // Not awaited: Electron is ready only after this file has run to its end.
  void start();
} else {
  app.quit();
}

async function start(): Promise<void> {
  app.on('window-all-closed', () => app.quit());
  await app.whenReady();
  serveRenderer(protocol, path.join(distDir, 'renderer'));
  denyPermissions(session.defaultSession);
  const window = openWindow(distDir);
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
}
