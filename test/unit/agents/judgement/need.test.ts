import type { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needText } from '../../../../electron/agents/judgement/code/need.js';
import { markWith } from '../../../../electron/agents/openai/untrusted.js';
import { ANALYSIS, asked, benchOf, evidence, providerFor, startServer } from '../openai/bench.js';
import { codeOf, functionOf, shownOf, testFile } from './code/trees.js';

const need = (of: { file?: string; symbol?: string; from?: number; to?: number }) => ({
  file: of.file ?? null,
  symbol: of.symbol ?? null,
  from: of.from ?? null,
  to: of.to ?? null,
});

const TREE = {
  sources: { 'src/a.c': functionOf('a_f', 3), 'src/b.c': functionOf('b_f', 900) },
  tests: { 'test/t.c': testFile({ test_wrap: ['a_f'], test_secret: ['b_f'] }) },
  isHeldOut: (name: string) => name === 'test_secret',
};
const shown = async (...needs: ReturnType<typeof need>[]) =>
  (await needText(markWith('id'), await codeOf(TREE), needs)).text;

describe('what a model asks to see', () => {
  it('is a symbol by its name, wherever it is, or lines of a file', async () => {
    expect(await shown(need({ symbol: 'a_f' }))).toMatch(
      /"src\/a\.c, lines 3 to 10 of 10">\n3\| \/\* What a_f is for/,
    );
    expect(await shown(need({ symbol: 'int a_f()', file: 'src/a.c' }))).toContain('there is no such thing');
    expect(await shown(need({ symbol: 'a_f()', file: 'a.c' }))).toContain('| int a_f(int a)');
    expect(await shown(need({ file: 'src/b.c', from: 600, to: 602 }))).toMatch(
      /lines 600 to 602 of 907">\n600\| .*\n601\| .*\n602\| .*\n<\/data/,
    );
  });

  it('is told to be missing where it is none of the tree, and never read from elsewhere', async () => {
    for (const file of ['/etc/passwd', '../../etc/passwd', 'src/../../x.c'])
      expect(await shown(need({ file }))).toMatch(/there is no such thing among the files of the tree\.$/);
  });

  it('is a document that a source names, which the prompt tells of', async () => {
    const tree = {
      sources: { 'src/a.c': `/* Rounds as docs/numbers.md says. */\n${functionOf('a_f', 3)}` },
      tests: {
        'README.md': 'hello\n',
        LICENSE: 'words\n',
        'docs/numbers.md': 'Halves go to even.\nSee test_secret.\n',
      },
      isHeldOut: (name: string) => name === 'test_secret',
    };
    const { text, files } = await needText(markWith('id'), await codeOf(tree), [
      need({ file: 'numbers.md' }),
    ]);
    expect(text).toContain('Halves go to even.');
    expect(text).not.toContain('test_secret');
    expect(files).toEqual(['docs/numbers.md']);
    expect(await shownOf(tree)).toMatch(
      /Other text files .*\n<data id "file names">\ndocs\/numbers\.md\nREADME\.md\n<\/data id>/,
    );
  });

  it('never names a held-out case', async () => {
    for (const one of [
      need({ file: 'test/t.c' }),
      need({ symbol: 'test_secret' }),
      need({ file: 'test/t.c', from: 6, to: 9 }),
    ]) {
      const text = await shown(one);
      expect(text.replaceAll('"test_secret"', '')).not.toMatch(/secret|b_f/);
    }
  });

  it('is limited in number and length', async () => {
    const text = await shown(...Array.from({ length: 30 }, () => need({ file: 'src/b.c' })));
    expect(text.length).toBeLessThan(26_000);
    expect(text).toContain('too long to be shown with the rest');
    expect(text).toContain('Only the first 8 of 30 were looked at.');
  });
});

describe('an analysis that asks for more', () => {
  let server: LLMock;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.stop());
  const files = { 'src/ring.c': functionOf('ring', 3), 'src/late.c': functionOf('late', 2500) };
  const analyse = () => providerFor(server).analyse(evidence(), benchOf(files).io());
  const asks = {
    content: JSON.stringify({
      ...ANALYSIS,
      need: [{ symbol: 'late', file: 'src/late.c', from: 2000, to: 2003 }],
    }),
  };
  const lines = {
    content: JSON.stringify({ ...ANALYSIS, need: [{ file: 'src/late.c', from: 2000, to: 2003 }] }),
  };

  it('is shown that, and asked again', async () => {
    server.onTurn(0, /./, lines);
    server.onTurn(1, /2000\| /, { content: JSON.stringify(ANALYSIS) });
    expect(await analyse()).toMatchObject({ ok: true, value: { confidence: 0.9 } });
    expect(asked(server)).toHaveLength(2);
  });

  it('is taken as it is after the second time', async () => {
    server.onMessage(/./, asks);
    expect(await analyse()).toMatchObject({ ok: true, value: { confidence: 0.9 } });
    expect(asked(server)).toHaveLength(3);
  });

  it('is not answered where it gives the edits at once', async () => {
    const edits = [{ file: 'src/ring.c', find: 'return a;', replace: 'return b;' }];
    server.onMessage(/./, { content: JSON.stringify({ ...ANALYSIS, edits, need: [{ symbol: 'late' }] }) });
    expect(await analyse()).toMatchObject({ ok: true, value: { edits } });
    expect(asked(server)).toHaveLength(1);
  });
});
