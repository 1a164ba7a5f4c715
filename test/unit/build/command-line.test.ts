import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine } from '../../../build/command-line.mjs';
import { openScript, runScript } from '../../../electron/cli/script.js';

const SOURCE = `
/*! Ein Gruß von Jörg. */
const raw = (strings: TemplateStringsArray) => strings.raw[0];
export const said = {
  string: 'Gruß 👋',
  template: \`„\${'环'}“\`,
  raw: String.raw\`\\d 环\\u73af\`,
  tagged: raw\`\\n…\`,
  regex: '环👋'.replace(/[环’]/, 'ring').replace(/[👋]/u, 'hand'),
  source: new RegExp('[‘’]').source,
};
`;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'benchloop-command-line-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('the script of the command line', () => {
  it('is in ASCII, and says what its source says', async () => {
    const entry = path.join(dir, 'said.ts');
    writeFileSync(entry, SOURCE);
    const { outputs, script } = await bundleCommandLine(entry);
    const contents = outputs.find(({ name }) => name === script)?.contents ?? new Uint8Array();
    expect(contents.length).toBeGreaterThan(0);
    expect(contents.every((byte) => byte < 0x80)).toBe(true);
    const file = path.join(dir, script);
    writeFileSync(file, contents);
    expect(runScript<{ said: unknown }>(openScript(file), file).said).toEqual({
      string: 'Gruß 👋',
      template: '„环“',
      raw: '\\d 环\\u73af',
      tagged: '\\n…',
      regex: 'ringhand',
      source: '[‘’]',
    });
  });
});
