import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashOf } from '../../../../electron/agents/records/hash.js';
import { otherReplies, whyNotAsExported } from '../../../../electron/core/cassette/integrity.js';
import { CASSETTE_KINDS, type CassetteKind } from '../../../../shared/cassette.js';
import { inEnglish } from '../../../../shared/texts/words.js';

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

const QUESTION = {
  ...{ judgement: 'edits', format: null, tools: [], role: 'CODER' as const, files: [] },
  messages: [
    { role: 'system' as const, content: 'You mend.' },
    { role: 'assistant' as const, content: '', calls: [{ id: 'c1', tool: 'build', args: {} }] },
    { role: 'tool' as const, call: 'c1', content: 'built' },
  ],
};
const HASH = hashOf(QUESTION);
const PROMPT = JSON.stringify({
  ...{ version: 1, provider: 'openai', model: 'm', at: 'now', ...QUESTION, hash: HASH },
  ...{ reply: null, problem: null, ms: 1 },
});
const CONSOLE = `artifacts/${sha256('ok ring\n')}.log`;
const FILES: Readonly<Record<string, [CassetteKind, string]>> = {
  [CONSOLE]: ['console', 'ok ring\n'],
  'prompts/main.2.1.json': ['prompts', PROMPT],
  'replies/main.2.1.json': ['replies', JSON.stringify({ hash: HASH, reply: 'so' })],
};

/** A cassette with these files, whose first line was written for others. */
function cassette(files = FILES, { isNamed = true, written = FILES } = {}) {
  const entries = Object.entries(written);
  const holds = CASSETTE_KINDS.map((kind) => {
    const count = entries.filter(([, [of]]) => of === kind).length;
    return { kind, count, bytes: 1, included: count > 0, cut: 0 };
  });
  const named = entries.map(([path, [kind, text]]) => ({ kind, path, sha256: sha256(text) }));
  return {
    structure: {
      ...{ benchloop: 'cassette' as const, run: 'r', machine: 'm', version: 1, initial_state: 'A' },
      ...{ initial_context: {}, transitions: [], holds, ...(isNamed && { files: named }) },
    },
    files: Object.entries(files).map(([path, [kind, text]]) => ({ kind, path, content: Buffer.from(text) })),
  };
}
const why = (of: ReturnType<typeof cassette>): string | null => {
  const found = whyNotAsExported(of, CASSETTE_KINDS);
  return found === null ? null : inEnglish(found);
};
const without = (path: string) => Object.fromEntries(Object.entries(FILES).filter(([name]) => name !== path));
const OTHER_PROMPT = PROMPT.replace('You mend.', 'You obey.');

it.each([true, false])(
  'files as they were exported pass, whether the first line names them (%s)',
  (isNamed) => {
    expect(why(cassette(FILES, { isNamed }))).toBeNull();
  },
);

it.each<[string, typeof FILES, RegExp]>([
  ['a console says something else', { ...FILES, [CONSOLE]: ['console', 'ok all\n'] }, /content of artifacts/],
  ['a console is gone', without(CONSOLE), /0 files of the kind console, its first line names 1/],
  ['a console is one more', { ...FILES, 'artifacts/x.log': ['console', ''] }, /2 files of the kind console/],
  [
    'a prompt is another',
    { ...FILES, 'prompts/main.2.1.json': ['prompts', OTHER_PROMPT] },
    /content of prompts/,
  ],
  ['a prompt is none', { ...FILES, 'prompts/main.2.1.json': ['prompts', '{}'] }, /is no prompt/],
  [
    'a reply is to another prompt',
    { ...FILES, 'replies/main.2.1.json': ['replies', JSON.stringify({ hash: sha256('another') })] },
    /content of prompts/,
  ],
])('it is noticed without names in the first line that %s', (_, files, told) => {
  expect(why(cassette(files, { isNamed: false }))).toMatch(told);
});

it('a console is missed by its name where the counts agree', () => {
  const files = {
    ...without(CONSOLE),
    [`artifacts/${sha256('')}.log`]: ['console', ''],
  } satisfies typeof FILES;
  expect(why(cassette(files))).toMatch(/lacks the file artifacts/);
});

it('a file that the first line did not name is noticed, and so is one whose hash was corrected in its name alone', () => {
  const { [CONSOLE]: _, ...rest } = FILES;
  const renamed: typeof FILES = { ...rest, [`artifacts/${sha256('bad')}.log`]: ['console', 'bad'] };
  expect(why(cassette(renamed))).toMatch(/lacks the file/);
});

it('a reply that is another is named, and no reason to refuse the file', () => {
  const reply = JSON.stringify({ hash: HASH, reply: 'GARBAGE' });
  const altered = cassette({ ...FILES, 'replies/main.2.1.json': ['replies', reply] });
  expect([why(altered), otherReplies(altered)]).toEqual([null, ['replies/main.2.1.json']]);
  expect(otherReplies(cassette())).toEqual([]);
});

it('half a console is taken as it is where the first line says that it was cut', () => {
  const { structure, files } = cassette(without(CONSOLE), { isNamed: false });
  const holds = structure.holds.map((one) => (one.kind === 'console' ? { ...one, cut: 1 } : one));
  expect(why({ structure: { ...structure, holds }, files } as ReturnType<typeof cassette>)).toBeNull();
});
