import { describe, expect, it } from 'vitest';
import { toolErrorCode, toolResult } from '../../../electron/tools/tool-error.js';
import { fail, ok, PROBLEM_CODES } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { TOOL_ERROR_CODES, ToolResultSchema } from '../../../shared/tool-result.js';

describe('toolResult', () => {
  it('gives the payload of a call that worked', () => {
    expect(toolResult(ok({ a: 1 }), 'r.main.1.x')).toEqual({ ok: true, payload: { a: 1 } });
  });

  it('says what failed, what to do, and which call it was, in English', () => {
    const next = text`ask for lines that the file has`;
    const gone = fail({ code: 'FILE_NOT_FOUND' as const, message: 'it is gone', where: 'src/a.c', next });
    expect(toolResult(gone, 'r.main.1.read_file')).toEqual({
      ok: false,
      error: {
        code: 'E_INVALID_ARGS',
        message: 'src/a.c: it is gone',
        next: 'ask for lines that the file has',
        trace_id: 'r.main.1.read_file',
      },
    });
  });

  it('has a next action for every failure, and uses every code', () => {
    const results = PROBLEM_CODES.map((code) => toolResult(fail({ code, message: 'x' }), 't'));
    for (const result of results)
      expect(ToolResultSchema.parse(result)).toMatchObject({ error: { next: /./ } });
    expect(new Set(PROBLEM_CODES.map((code) => toolErrorCode({ code })))).toEqual(new Set(TOOL_ERROR_CODES));
  });

  it('names no folder of this computer, hides no control character, and stays short', () => {
    for (const where of ['/home/me/runs/7/clone', 'C:\\Users\\me\\clone'])
      expect(toolResult(fail({ code: 'ENV_ERROR', message: 'no space', where }), 't')).toMatchObject({
        error: { message: 'no space' },
      });
    const loud = toolResult(fail({ code: 'ENV_ERROR', message: `\u202e\u001b[2J${'x'.repeat(5000)}` }), 't');
    const message = loud.ok ? '' : loud.error.message;
    expect(message).toMatch(/^<U\+202E><ESC>\[2Jx+…$/);
    expect(message.length).toBeLessThan(700);
  });
});
