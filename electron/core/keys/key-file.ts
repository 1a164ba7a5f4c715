import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { KEYED_PROVIDERS, type KeyedProvider } from '../../../shared/keys.js';
import { makeFolder } from '../../files/make-folder.js';
import { replaceFileSync } from '../../files/replace-file.js';

/** Below the data folder: sealed keys, which only the system's store of this person opens. */
const KEY_FILE = 'keys.json';
/** A file that cannot be read is moved there before another one is written. */
const UNREADABLE = 'keys.unreadable.json';

const FileSchema = z.strictObject({
  version: z.literal(1),
  /** Sealed, in base64. */
  keys: z.partialRecord(z.enum(KEYED_PROVIDERS), z.base64()),
});
type Sealed = z.infer<typeof FileSchema>['keys'];

/** The file of sealed keys. */
export interface KeyFile {
  /** The sealed keys; null: there is a file, and it cannot be read. */
  read(): Sealed | null;
  /** @param sealed null: removes the key @throws Error of the file system */
  put(provider: KeyedProvider, sealed: string | null): void;
}

export function keyFileIn(home: string): KeyFile {
  const file = path.join(home, KEY_FILE);
  const read = (): Sealed | null => {
    if (!existsSync(file)) return {};
    try {
      return FileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).keys;
    } catch {
      return null; // what it says then is `unreadable`, for each key
    }
  };
  return {
    read,
    put: (provider, sealed) => {
      const before = read();
      if (before === null) replaceFileSync(path.join(home, UNREADABLE), readFileSync(file), FOR_OWNER);
      const keys = { ...before, [provider]: sealed ?? undefined };
      if (KEYED_PROVIDERS.every((one) => keys[one] === undefined)) return rmSync(file, { force: true });
      makeFolder(home);
      replaceFileSync(file, `${JSON.stringify({ version: 1, keys })}\n`, FOR_OWNER);
    },
  };
}

const FOR_OWNER = { mode: 0o600 };
