import { contextBridge, ipcRenderer } from 'electron';
import { type Area, CHANNELS, viewWire, wireName } from '../shared/channels.js';

/** One named function for each call of the contract; nothing of Electron itself reaches the page. */
const calls = CHANNELS.map((channel) => [
  channel,
  (input?: unknown): Promise<unknown> => ipcRenderer.invoke(wireName(channel), input),
]);

contextBridge.exposeInMainWorld('benchloop', {
  ...Object.fromEntries(calls),
  onView(area: Area, listener: (view: unknown) => void): () => void {
    const forward = (_event: unknown, view: unknown): void => listener(view);
    ipcRenderer.on(viewWire(area), forward);
    return () => {
      ipcRenderer.off(viewWire(area), forward);
    };
  },
});
