import type { ConsoleFormat } from '../../shared/ipc/console-rows.js';
import type { ExportFormat } from '../../shared/ipc/runs.js';

/** What a person is asked to choose. */
export type FileKind = 'task' | 'hardwareMap' | 'image' | 'text';

/** What handlers need of the desktop. */
export interface Desktop {
  /** The system's dialog for an existing file of that kind; null where the person closed it. */
  chooseFile(kind: FileKind): Promise<string | null>;
  /** The system's dialog for an existing folder; null where the person closed it. */
  chooseFolder(): Promise<string | null>;
  copyText(text: string): void;
  /** The system's dialog for a file to write. */
  chooseExport(suggested: string, format: ExportFormat | ConsoleFormat): Promise<string | null>;
  /** Opens a file with what the system has for it; the text is the system's reason where it could not, else ''. */
  openFile(file: string): Promise<string>;
  /** Shows a file in the file manager. */
  showInFolder(file: string): void;
  /** Opens a folder in the file manager; the text is the system's reason where it could not, else ''. */
  openFolder(folder: string): Promise<string>;
}
