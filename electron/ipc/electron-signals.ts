import { app, type BrowserWindow, Notification, nativeImage } from 'electron';
import type { Signals } from './attention.js';
import { OVERLAY_SIZE, overlayBitmap } from './overlay-icon.js';

/** Brings the window before all others. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Title, taskbar and notifications through Electron. */
export function electronSignals(window: BrowserWindow): Signals {
  // The page's own title would take the place of the count.
  window.on('page-title-updated', (event) => event.preventDefault());
  window.on('focus', () => window.flashFrame(false));
  return {
    isFocused: () => !window.isDestroyed() && window.isFocused(),
    count: (waiting, told) => {
      if (window.isDestroyed()) return;
      window.setTitle(waiting === 0 ? 'Benchloop' : `(${waiting}) Benchloop`);
      // macOS, and desktops of Linux that show launchers; Windows has a picture over the icon instead.
      app.setBadgeCount(waiting);
      if (process.platform === 'win32') window.setOverlayIcon(overlayOf(waiting), told);
    },
    notify: (told, onClick) => {
      if (!window.isDestroyed()) window.flashFrame(true);
      if (!Notification.isSupported()) return () => {};
      const notification = new Notification(told);
      notification.on('click', onClick);
      notification.show();
      return () => notification.close();
    },
  };
}

const overlayOf = (waiting: number) =>
  waiting === 0
    ? null
    : nativeImage.createFromBitmap(overlayBitmap(waiting), {
        width: OVERLAY_SIZE,
        height: OVERLAY_SIZE,
        scaleFactor: 2,
      });
