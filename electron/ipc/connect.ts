import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';
import { type Area, viewWire } from '../../shared/channels.js';
import type { About } from '../../shared/ipc/runs.js';
import type { Result } from '../../shared/problem.js';
import type { Core } from '../core/core-api.js';
import type { Keys } from '../core/keys/keys.js';
import { createAttention } from './attention.js';
import { campaignHandlers } from './campaigns.js';
import { serveChat } from './chat.js';
import { createDrives } from './drives.js';
import { electronDesktop } from './electron-desktop.js';
import { bringToFront, electronSignals } from './electron-signals.js';
import { type HandlerParts, runHandlers, startDemo } from './handlers.js';
import { keyHandlers } from './keys.js';
import type { Answering } from './receive.js';
import { fromOurPage, serve } from './serve.js';
import { serveBench } from './serve-bench.js';
import { sessionHandlers } from './sessions.js';
import { createViewStore } from './view-store.js';
import type { WindowArguments } from './window-arguments.js';

interface Behind {
  core: Core;
  keys: Keys;
  about: About;
  /** Absolute path of the port owner's program. */
  brokerFile: string;
  args: Result<WindowArguments>;
}

/**
 * Puts the core behind a window: pushes views to it, starts the demo where the arguments say so.
 *
 * @param origin of the window's page; calls from elsewhere are refused
 * @returns what answers the window's calls
 */
export function connectWindow(
  window: BrowserWindow,
  origin: string,
  { core, keys, about, brokerFile, args }: Behind,
): Answering<IpcMainInvokeEvent> {
  const contents = window.webContents;
  const pushTo = (area: Area) => (view: unknown) => {
    if (!contents.isDestroyed()) contents.send(viewWire(area), view);
  };
  const attention = createAttention(electronSignals(window), (key) => {
    bringToFront(window);
    pushTo('runs')({ topic: 'open', key });
  });
  const store = createViewStore(core, pushTo('runs'), attention.update);
  const desktop = electronDesktop(window);
  const bench = serveBench(
    { core, desktop, home: about.home, brokerFile, onFlashQuestion: store.askFlash },
    pushTo,
  );
  const chat = serveChat({ core, desktop }, pushTo('chat'));
  window.on('close', (event) => {
    const settled = bench.settle();
    if (settled === null) return;
    event.preventDefault();
    void settled.then(() => window.close());
  });
  window.once('closed', () => {
    store.close();
    chat.close();
    bench.close();
  });
  const parts = { core, store, about, desktop, attention, drives: createDrives(core, store) };
  if (args.ok) void startWanted(parts, args.value);
  else store.refuse(args.error);
  return serve(
    {
      ...runHandlers(parts),
      ...sessionHandlers(parts),
      ...campaignHandlers(parts),
      ...chat.handlers,
      ...keyHandlers(keys),
      ...bench.handlers,
    },
    (event) => fromOurPage(event, contents, origin),
    (channel) => console.warn(`refused a call of "${channel}" from another page`),
  );
}

/** Starts the demo where the command line asks for it. */
async function startWanted(parts: HandlerParts, args: WindowArguments): Promise<void> {
  if (args.demo === null) return;
  const { task: name, pace } = args.demo;
  const started = await startDemo(parts, { name, pace });
  if (!started.ok) parts.store.refuse(started.error);
}
