import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readReply } from '../../../../electron/agents/judgement/reply.js';

const ModelEditsSchema = z.object({
  edits: z.array(z.object({ file: z.string(), find: z.string(), replace: z.string() })),
  rationale: z.string(),
  confidence: z.number().min(0).max(1),
});
const edit = (find: string, replace: string) => ({ file: 'a.c', find, replace });
const reply = (...edits: unknown[]) => ({ edits, rationale: 'the "limit" {', confidence: 0.8 });
const OPEN = reply(edit('if (x > 8) {', 'if (x >= 8) {'));
const json = JSON.stringify(OPEN, null, 2);
const read = (text: string) => readReply(text, ModelEditsSchema);

describe('an answer that is JSON', () => {
  it.each([
    'x {',
    'x }',
    '{"a":',
    '```',
    '\n```json\n{}',
    '</think>',
    '<think>',
    '\\',
    '// no',
    "it's",
    '"',
    '[,]',
  ])('keeps the string %j', (text) => {
    const answer = reply(edit(text, `${text};`));
    expect(read(JSON.stringify(answer))).toEqual({ ok: true, value: answer });
  });

  it('is never changed, whatever its strings say and whatever stands around it', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab{}[]"\'`\\,:\n/* <>') });
    const around = fc.constantFrom('', 'Here it is:\n```json\n', '<think>if (x) { y</think>\n');
    fc.assert(
      fc.property(text, text, around, (find, replace, before) => {
        const answer = reply(edit(find, replace));
        const after = before.includes('```') ? '\n```\nDone { as asked.' : '';
        expect(read(`${before}${JSON.stringify(answer)}${after}`)).toEqual({ ok: true, value: answer });
      }),
      { seed: 16, numRuns: 300 },
    );
  });

  it('is told what the schema misses, and is not repaired into something else', () => {
    const wrong = read(JSON.stringify({ ...OPEN, confidence: 7 }));
    expect(!wrong.ok && wrong.error).toContain('confidence');
  });
});

describe('an object among words', () => {
  it.each([
    ['in a code fence', `Sure {as asked}:\n\`\`\`json\n${json}\n\`\`\`\nIt closes the "if (x) {".`],
    ['after thoughts', `<think>perhaps ${JSON.stringify(reply())}? No: {</think>${json}`],
    ['said twice', `${json}\n\n${json}`],
  ])('%s is read as it is', (_where, text) => {
    expect(read(text)).toEqual({ ok: true, value: OPEN });
  });

  it('is asked for again where there are two different ones', () => {
    const both = read(`${json}\nor rather\n${JSON.stringify(reply())}`);
    expect(!both.ok && both.error).toContain('more than one');
  });

  it('is not taken out of thoughts that lead to none', () => {
    expect(read(`<think>${json}</think>I cannot help.`).ok).toBe(false);
    expect(read(`<think>${json}`).ok).toBe(false);
  });
});

describe('what JSON.parse refuses', () => {
  it.each([
    ['a comma too many', json.replace(/\n}$/, ',\n}')],
    ['a comma too few', json.replace('],', ']')],
    ['braces left open at the end', json.slice(0, json.lastIndexOf('}')).trimEnd()],
    ['a comment', json.replace('[', '[ // the edits')],
    ['names without quotes', json.replace(/"(edits|file|find)":/g, '$1:')],
    ['line ends within strings', JSON.stringify(OPEN).replace('x > 8', 'x\n> 8')],
    [
      'a comma too many, in a fence among words',
      `So:\n\`\`\`\n${json.replace(/\n}$/, ',\n}')}\n\`\`\`\n{ok}`,
    ],
  ])('is repaired where it has %s, and its strings stay', (what, text) => {
    expect(() => JSON.parse(text)).toThrow();
    const find = what.startsWith('line ends') ? 'if (x\n> 8) {' : 'if (x > 8) {';
    expect(read(text)).toEqual({ ok: true, value: reply(edit(find, 'if (x >= 8) {')) });
  });

  it.each([
    ['ends within a string', json.slice(0, json.indexOf('>=') + 2)],
    [
      'ends after a comma',
      '{"rationale":"r","confidence":0.8,"edits":[{"file":"a.c","find":"x {","replace":"y {"},',
    ],
    ['has a quote within a string', json.replace('x > 8', 'x > "8"')],
    ['has empty quotes within a string', json.replace('x > 8', 'x > ""')],
    ['has a spaced quote within a string', json.replace('x > 8', 'x > " "')],
    ['has an unescaped quote that leaves a name', json.replace('x > 8', 'x > " : "')],
    ['joins strings', json.replace('"a.c"', '"a" + ".c"')],
    ['names a thing twice', json.replace(/\n}$/, ',\n "edits": [],\n}')],
    ['is cut by another string', json.replace('"if (x > 8) {"', '"if (x > 8) {')],
  ])('is refused where it %s, because only a guess could read it', (_what, text) => {
    expect(read(text).ok).toBe(false);
  });

  it('does not count where the schema does not hold afterwards', () => {
    expect(read('{"edits": [], "confidence": 0.8,}').ok).toBe(false);
  });

  it('takes no time on an answer of nothing but braces', () => {
    for (const part of ['{"', '{a:', '{"a":', '{}', '"{'])
      expect(readReply(part.repeat(100_000), ModelEditsSchema).ok).toBe(false);
  });
});
