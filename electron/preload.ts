import { contextBridge, ipcRenderer } from 'electron';
import { CHANNELS, VIEW_WIRE, wireName } from '../shared/channels.js';

/** One named function for each call of the contract; nothing of Electron itself reaches the page. */
const calls = CHANNELS.map((channel) => [
  channel,
  (input?: unknown): Promise<unknown> => ipcRenderer.invoke(wireName(channel), input),
]);

contextBridge.exposeInMainWorld('benchloop', {
  ...Object.fromEntries(calls),
  onView(listener: (view: unknown) => void): () => void {
    const forward = (_event: unknown, view: unknown): void => listener(view);
    ipcRenderer.on(VIEW_WIRE, forward);
    return () => {
      ipcRenderer.off(VIEW_WIRE, forward);
    };
  },
});
