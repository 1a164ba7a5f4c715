import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { ModelAnalysisSchema, ModelEditsSchema } from '../../../../electron/agents/judgement/schemas.js';
import { mockModel, setMock } from '../../../../electron/agents/mock/mock.js';
import { DecisionSchema } from '../../../../shared/judgement.js';
import { askIo } from '../../../fixtures/ask-io.js';
import { question } from '../../../fixtures/question.js';

function home(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'mock-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const Deep = z.object({
  list: z.array(z.string()).min(2),
  choice: z.enum(['b', 'a']),
  maybe: z.number().nullable(),
});

describe('the provider "mock"', () => {
  it.each([
    ['analysis', ModelAnalysisSchema],
    ['edits', ModelEditsSchema],
    ['decision', DecisionSchema],
    ['deep', Deep],
  ])('makes up a valid %s, the same each time', async (judgement, schema: z.ZodType) => {
    const asked = question({ judgement, format: { name: judgement, schema: z.toJSONSchema(schema) } });
    const ask = mockModel(home());
    const [one, two] = [await ask(asked, askIo()), await ask(asked, askIo())];
    expect(one).toEqual(two);
    expect(schema.safeParse(JSON.parse(one.ok ? one.value.text : ''))).toMatchObject({ success: true });
  });

  it('fails for the role that is set to fail, at once and until it is set back', async () => {
    const dir = home();
    const ask = mockModel(dir);
    await setMock(dir, 'ANALYST', 'failure');
    expect(await ask(question(), askIo())).toMatchObject({ ok: false, error: { code: 'MODEL_FAILURE' } });
    expect(await ask(question({ role: 'CODER' }), askIo())).toMatchObject({ ok: true });
    await setMock(dir, 'ANALYST', 'success');
    expect(await ask(question(), askIo())).toMatchObject({ ok: true });
  });

  it('says that its outcome cannot be kept where the data folder takes no file', async () => {
    const file = path.join(home(), 'a file');
    writeFileSync(file, '');
    expect(await setMock(file, 'PLANNER', 'success')).toMatchObject({
      ok: false,
      error: { code: 'HOME_UNWRITABLE', where: file },
    });
  });
});
