import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTextFile } from '../../../electron/files/text-file.js';

const KIND = {
  what: 'task file',
  absent: 'TASK_NOT_FOUND',
  malformed: 'TASK_MALFORMED',
  next: 'give one',
} as const;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'benchloop-text-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const read = (content: string | Uint8Array) => {
  const file = path.join(dir, 'a.yaml');
  writeFileSync(file, content);
  return readTextFile(file, KIND);
};

it('gives text without its byte order mark', () => {
  expect(read('\ufeffgoal: 好 \ufffd\r\n')).toEqual({ ok: true, value: 'goal: 好 \ufffd\r\n' });
});

it.each([
  ['UTF-16', Buffer.from('\ufeffgoal: g\n', 'utf16le'), 'TASK_MALFORMED', 'found UTF-16 text', ':1'],
  [
    'another encoding',
    Buffer.from('repo: .\ngoal: gr\u00fc\u00df\n', 'latin1'),
    'TASK_MALFORMED',
    'another encoding',
    ':2',
  ],
  ['binary data', Uint8Array.from([103, 10, 0, 1]), 'TASK_MALFORMED', 'found binary data', ':2'],
  ['too much', new Uint8Array(1024 * 1024 + 1), 'TASK_MALFORMED', 'found 1048577 bytes', 'a.yaml'],
])('refuses %s with its place', (_, content, code, words, place) => {
  expect(read(content)).toMatchObject({
    ok: false,
    error: {
      code,
      message: expect.stringContaining(words),
      where: expect.stringMatching(new RegExp(`${place}$`)),
    },
  });
});

it('refuses a folder, and what is not there', () => {
  expect(readTextFile(dir, KIND)).toMatchObject({
    error: { code: 'TASK_NOT_FOUND', message: expect.stringContaining('folder') },
  });
  expect(readTextFile(path.join(dir, 'none'), KIND)).toMatchObject({
    error: { message: 'there is no such task file' },
  });
});

it.skipIf(process.platform === 'win32')('does not wait for a named pipe', () => {
  const pipe = path.join(dir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(readTextFile(pipe, KIND)).toMatchObject({
    error: { message: expect.stringContaining('not a regular file') },
  });
});
