import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeOut } from '../../../electron/cli/run-commands.js';

const dir = mkdtempSync(path.join(os.tmpdir(), 'benchloop-out-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('a file that a command was asked to write', () => {
  it('is written, or named as the mistake it is', () => {
    const file = path.join(dir, 'report.html');
    expect(writeOut(file, 'text')).toMatchObject({ ok: true });
    expect(readFileSync(file, 'utf8')).toBe('text');
    const nowhere = path.join(dir, 'absent', 'report.html');
    expect(writeOut(nowhere, 'text')).toMatchObject({
      ok: false,
      error: { code: 'USAGE', message: expect.stringContaining(nowhere) },
    });
  });
});
