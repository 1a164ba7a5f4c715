import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createExporter } from '../../../electron/lab/consoles/export.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'benchloop-export-'));
  writeFileSync(path.join(dir, '000000000000000.raw'), 'one\ntwo\n');
  writeFileSync(path.join(dir, '000000000000000.idx'), '');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const wanted = () => ({
  captures: [{ port: 'a', folder: dir }],
  filter: { include: [], exclude: [] },
  format: 'plain' as const,
  file: path.join(dir, 'out'),
});

describe('a file that is written of what ports said', () => {
  it('is whole in the end, and meanwhile there is only one', async () => {
    const exporter = createExporter(path.resolve('dist/sheet.js'));
    const writing = exporter.write(wanted());
    expect(exporter.progress()).toEqual({ done: 0, total: 8 });
    expect(await exporter.write(wanted())).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    expect(await writing).toEqual({ ok: true, value: { file: wanted().file } });
    expect(exporter.progress()).toBeNull();
    expect(readFileSync(wanted().file, 'utf8')).toBe('one\ntwo\n');
  });

  it('is not there where it was stopped', async () => {
    const exporter = createExporter(path.resolve('dist/sheet.js'));
    const before = readdirSync(dir);
    const writing = exporter.write(wanted());
    exporter.stop();
    expect(await writing).toEqual({ ok: true, value: { file: null } });
    expect(readdirSync(dir)).toEqual(before);
    expect(exporter.progress()).toBeNull();
  });

  it('leaves the one of before as it was until it is whole, stopped and failed too', async () => {
    const exporter = createExporter(path.resolve('dist/sheet.js'));
    const { file } = wanted();
    writeFileSync(file, 'of before');
    const before = readdirSync(dir);
    const writing = exporter.write(wanted());
    exporter.stop();
    expect(await writing).toEqual({ ok: true, value: { file: null } });
    const filter = { include: ['^(o|o)+$'], exclude: [] };
    writeFileSync(path.join(dir, '000000000000000.raw'), `${'o'.repeat(64)}!\n`);
    expect(await exporter.write({ ...wanted(), filter })).toMatchObject({ ok: false });
    expect(readFileSync(file, 'utf8')).toBe('of before');
    expect(readdirSync(dir)).toEqual(before);
    expect(await exporter.write(wanted())).toMatchObject({ ok: true });
    expect(readFileSync(file, 'utf8')).toContain('!');
    expect(readdirSync(dir)).toEqual(before);
  });

  it('cannot take the place of a folder, and says so', async () => {
    const exporter = createExporter(path.resolve('dist/sheet.js'));
    mkdirSync(wanted().file);
    const before = readdirSync(dir);
    const failed = await exporter.write(wanted());
    expect(failed).toMatchObject({ ok: false, error: { code: 'HOME_UNWRITABLE', where: wanted().file } });
    expect(readdirSync(dir)).toEqual(before);
  });
});
