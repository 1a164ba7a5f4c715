import { type BrowserWindow, clipboard, dialog, type FileFilter, shell } from 'electron';
import type { ConsoleFormat } from '../../shared/ipc/console-rows.js';
import type { ExportFormat } from '../../shared/ipc/runs.js';
import type { Desktop, FileKind } from './desktop.js';

const FILE_TYPES: Record<ExportFormat | ConsoleFormat, { name: string; extensions: string[] }> = {
  json: { name: 'JSON', extensions: ['json'] },
  html: { name: 'HTML', extensions: ['html'] },
  junit: { name: 'JUnit XML', extensions: ['xml'] },
  text: { name: 'LOG', extensions: ['log', 'txt'] },
  plain: { name: 'TXT', extensions: ['txt', 'log'] },
  raw: { name: 'BIN', extensions: ['bin'] },
  csv: { name: 'CSV', extensions: ['csv'] },
};

const YAML: FileFilter = { name: 'YAML', extensions: ['yaml', 'yml'] };
/** Builds give images any name, ELF files often none at the end. */
const KINDS: Record<FileKind, readonly FileFilter[]> = {
  task: [YAML],
  hardwareMap: [YAML],
  text: [{ name: '*', extensions: ['*'] }],
  image: [
    { name: '*', extensions: ['*'] },
    { name: 'ELF, HEX, UF2, BIN', extensions: ['elf', 'axf', 'out', 'hex', 'ihex', 'uf2', 'bin'] },
  ],
};

/** The desktop through Electron; dialogs belong to `window`. */
export function electronDesktop(window: BrowserWindow): Desktop {
  return {
    chooseFile: async (kind) => {
      const chosen = await dialog.showOpenDialog(window, {
        properties: ['openFile'],
        filters: [...KINDS[kind]],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    chooseFolder: async () => {
      const chosen = await dialog.showOpenDialog(window, { properties: ['openDirectory'] });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    copyText: (text) => clipboard.writeText(text),
    chooseExport: async (suggested, format) => {
      const chosen = await dialog.showSaveDialog(window, {
        defaultPath: suggested,
        filters: [FILE_TYPES[format]],
      });
      return chosen.canceled ? null : chosen.filePath;
    },
    openFile: (file) => shell.openPath(file),
    showInFolder: (file) => shell.showItemInFolder(file),
    openFolder: (folder) => shell.openPath(folder),
  };
}
