import { type BrowserWindow, dialog, shell } from 'electron';
import type { ExportFormat } from '../../shared/ipc/runs.js';
import type { Desktop } from './desktop.js';

const FILE_TYPES: Record<ExportFormat, { name: string; extensions: string[] }> = {
  json: { name: 'JSON', extensions: ['json'] },
  html: { name: 'HTML', extensions: ['html'] },
  junit: { name: 'JUnit XML', extensions: ['xml'] },
};

/** The desktop through Electron; dialogs belong to `window`. */
export function electronDesktop(window: BrowserWindow): Desktop {
  return {
    chooseTask: async () => {
      const chosen = await dialog.showOpenDialog(window, {
        properties: ['openFile'],
        filters: [{ name: 'YAML', extensions: ['yaml', 'yml'] }],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    chooseExport: async (suggested, format) => {
      const chosen = await dialog.showSaveDialog(window, {
        defaultPath: suggested,
        filters: [FILE_TYPES[format]],
      });
      return chosen.canceled ? null : chosen.filePath;
    },
    openFolder: (folder) => shell.openPath(folder),
  };
}
