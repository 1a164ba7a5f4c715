import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../fixtures/firmware-run.js';
import { cassettesIn, playCassette } from '../../fixtures/prompt-cassette.js';

const FOLDER = path.join(import.meta.dirname, '../../fixtures/cassettes');
/** `ACCEPT_PROMPTS=1` writes the prompts of today down as looked at, where the judgement still comes to the same end. */
const ACCEPTS = process.env.ACCEPT_PROMPTS === '1';

describe('a judgement on a cassette', () => {
  it.each(cassettesIn(FOLDER))(
    '%s comes to its end, on prompts that somebody has looked at',
    async (name) => {
      const played = await playCassette(path.join(FOLDER, name));
      expect(played.end, `${name} no longer comes to its end`).toMatchObject(played.expected);
      if (ACCEPTS) played.accept();
      else
        expect(
          played.changed,
          `the prompts of ${name} have changed: compare them with its replies, then accept them with ACCEPT_PROMPTS=1`,
        ).toEqual([]);
    },
  );
});

describe('a cassette of a judgement', () => {
  /** A copy in which one file is changed. */
  async function changed(file: string, change: (text: string) => string) {
    const folder = tempDir();
    cpSync(path.join(FOLDER, 'ring-edit-again'), folder, { recursive: true });
    const at = path.join(folder, file);
    writeFileSync(at, change(readFileSync(at, 'utf8')));
    return { folder, played: await playCassette(folder) };
  }

  it('names the request whose prompt has changed, until that is accepted', async () => {
    const { folder, played } = await changed('tree/src/ring.h', (text) => `${text}/* more to read */\n`);
    expect(played.changed).toEqual(['request 1, judgement edits', 'request 2, judgement edits']);
    played.accept();
    expect((await playCassette(folder)).changed).toEqual([]);
  });

  it('comes to another end with another reply, or with none', async () => {
    const other = await changed('replies/2.txt', (text) => text.replace('A ring with', 'Any ring with'));
    expect(other.played.end).toMatchObject({
      value: { rationale: 'model: “Any ring with RING_SIZE bytes is full.”' },
    });
    rmSync(path.join(other.folder, 'replies', '2.txt'));
    expect((await playCassette(other.folder)).end).toMatchObject({
      ok: false,
      error: { code: 'MODEL_FAILURE', message: 'there is no reply 2' },
    });
  });
});
