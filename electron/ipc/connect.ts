import { type BrowserWindow, ipcMain } from 'electron';
import { VIEW_WIRE } from '../../shared/channels.js';
import type { About } from '../../shared/ipc.js';
import type { Core } from '../run/core-api.js';
import { createDrives } from './drives.js';
import { electronDesktop } from './electron-desktop.js';
import { createHandlers, startDemo } from './handlers.js';
import { fromOurPage } from './sender.js';
import { serve } from './serve.js';
import { createViewStore } from './view-store.js';
import type { WindowArguments } from './window-arguments.js';

/**
 * Puts the core behind a window: answers its calls, pushes views to it, starts the demo where the arguments say so.
 *
 * @param o.origin of the window's page; calls from elsewhere are refused
 */
export function connectWindow(o: {
  window: BrowserWindow;
  core: Core;
  about: About;
  origin: string;
  args: WindowArguments;
}): void {
  const { window, core, about } = o;
  const contents = window.webContents;
  const store = createViewStore(core, (view) => {
    if (!contents.isDestroyed()) contents.send(VIEW_WIRE, view);
  });
  window.once('closed', store.close);
  const drives = createDrives(core, store);
  const handlers = createHandlers({ core, store, drives, about, desktop: electronDesktop(window) });
  serve(
    ipcMain,
    handlers,
    (event) => fromOurPage(event, contents, o.origin),
    (channel) => console.warn(`refused a call of "${channel}" from another page`),
  );
  if (o.args.demo === null) return;
  const { task: name, pace } = o.args.demo;
  void startDemo({ core, drives }, { name, pace }).then((started) => {
    if (!started.ok) store.refuse(started.error);
  });
}
