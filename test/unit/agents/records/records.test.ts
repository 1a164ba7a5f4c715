import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { markWith, randomId } from '../../../../electron/agents/openai/untrusted.js';
import { hashOf } from '../../../../electron/agents/records/hash.js';
import { type Records, recordsIn } from '../../../../electron/agents/records/records.js';
import type { PromptRecord } from '../../../../shared/prompt-record.js';
import { promptRecord } from '../../../fixtures/prompt-record.js';
import { question } from '../../../fixtures/question.js';

function folder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'records-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const opened = async (records: Records, visit: string, record: PromptRecord) => {
  const kept = await records.open(visit, record);
  if (!kept.ok) throw new Error('not opened');
  return kept.value;
};

describe('the records of a run', () => {
  it('are numbered within a visit, and only their owner reads them', async () => {
    const dir = folder();
    const records = recordsIn(dir);
    const files = [];
    for (const hash of ['a', 'b', 'c'])
      files.push((await opened(records, 'main.3', promptRecord({ hash }))).file);
    expect(files).toEqual(['prompts/main.3.1.json', 'prompts/main.3.2.json', 'prompts/main.3.3.json']);
    expect(statSync(path.join(dir, 'prompts/main.3.1.json')).mode & 0o077).toBe(0);
  });

  it('are taken up by the same request after a restart, with the reply', async () => {
    const dir = folder();
    const first = recordsIn(dir);
    const kept = await opened(first, 'main.3', promptRecord({ hash: 'a' }));
    const reply = { text: 'yes', calls: [], usage: null };
    await first.write({ ...kept, record: { ...kept.record, reply } });
    const again = await opened(recordsIn(dir), 'main.3', promptRecord({ hash: 'a' }));
    expect(again).toMatchObject({ file: kept.file, record: { reply } });
    expect(readdirSync(path.join(dir, 'prompts'))).toHaveLength(1);
  });

  it('are made anew for another request, another visit, and the same request asked twice', async () => {
    const records = recordsIn(folder());
    await opened(records, 'main.3', promptRecord({ hash: 'a' }));
    expect((await opened(records, 'main.3', promptRecord({ hash: 'a' }))).file).toBe('prompts/main.3.2.json');
    expect((await opened(records, 'main.3', promptRecord({ hash: 'b' }))).file).toBe('prompts/main.3.3.json');
    expect((await opened(records, 'main.3.child.1', promptRecord())).file).toBe(
      'prompts/main.3.child.1.1.json',
    );
    expect((await opened(records, 'main.4', promptRecord({ hash: 'a' }))).file).toBe('prompts/main.4.1.json');
  });

  it('say whether the last reply to the same judgement in their node could be used', async () => {
    const records = recordsIn(folder());
    const refused = async (visit: string, more: Partial<PromptRecord> = {}) =>
      (await opened(records, visit, promptRecord(more))).record.before;
    const first = await opened(records, 'main.9', promptRecord());
    await records.write({ ...first, record: { ...first.record, unusable: 'no JSON' } });
    const told = { prompt: 'main.9.1', why: 'no JSON' };
    expect(await refused('main.3.child.10')).toBeNull();
    expect(await refused('main.10', { judgement: 'another' })).toBeNull();
    expect(await refused('main.10', { role: 'CODER' })).toBeNull();
    expect(await refused('main.11')).toEqual(told);
    expect(await refused('main.12')).toBeNull();
  });

  it('that cannot be read are named', async () => {
    const dir = folder();
    const records = recordsIn(dir);
    const { file } = await opened(records, 'main.3', promptRecord());
    writeFileSync(path.join(dir, file), '{"version":1}');
    expect(records.all()).toMatchObject({
      ok: false,
      error: { code: 'JOURNAL_CORRUPT', where: path.join(dir, file) },
    });
  });
});

describe('the hash of a request', () => {
  const shown = (id: string, text = 'int a;') =>
    hashOf(question({ messages: [{ role: 'user', content: markWith(id)('a.c', text, 99) }] }));

  it('is the same for other ids of the data blocks', () => expect(shown(randomId())).toBe(shown(randomId())));
  it('is another one for another text', () => expect(shown('0')).not.toBe(shown('0', 'int b;')));
  it('is another one for other tools', () => {
    const tools = [{ name: 'search', about: 'Searches.', parameters: {} }];
    expect(hashOf(question({ tools }))).not.toBe(hashOf(question()));
  });
});
