import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../files/make-folder.js';

/** One line of the ledger: a request as it goes out (`sent`), and again with what came of it. */
export interface Sent {
  time: string;
  run: string;
  /** Where its record lies in the run's folder. */
  record: string;
  host: string;
  bytes: number;
  files: readonly string[];
  /** Of the body without the server's own fields: messages, format and tools as they were sent, hexadecimal. */
  sha256: string;
  /** `sent`, `answered`, or the code of the problem. */
  status: string;
  /** What was replaced before it was sent, by kind. */
  replaced: Readonly<Record<string, number>>;
}

const LEDGER = 'egress.jsonl';

/** Adds a line to the ledger of everything that left this computer. @throws Error of the file system: then nothing may be sent */
export function noteSent(home: string, sent: Sent): void {
  makeFolder(home);
  appendFileSync(path.join(home, LEDGER), `${JSON.stringify(sent)}\n`, { mode: 0o600 });
}
