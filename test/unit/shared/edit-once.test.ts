import { describe, expect, it } from 'vitest';
import { editOnce } from '../../../shared/edit-once.js';

function edited(text: string, find: string, replace: string) {
  const done = editOnce(text, { find, replace });
  if (!done.ok) throw new Error(done.error.is);
  return done.value;
}

describe('an edit', () => {
  it('replaces what occurs once, a part of a line too', () => {
    expect(edited('int a = 1;\nint b;\n', 'a = 1', 'a = 2')).toEqual({
      text: 'int a = 2;\nint b;\n',
      as: 'exact',
    });
  });

  it('is refused where the text occurs more than once, also where that overlaps', () => {
    expect(editOnce('a;\na;\n', { find: 'a;', replace: 'b;' })).toEqual({
      ok: false,
      error: { is: 'many', places: 2 },
    });
    expect(editOnce('aaa', { find: 'aa', replace: 'b' })).toMatchObject({ error: { is: 'many' } });
  });

  it('is refused where the text does not occur, is empty, or is blank', () => {
    expect(editOnce('a', { find: 'b', replace: '' })).toEqual({ ok: false, error: { is: 'absent' } });
    expect(editOnce('a', { find: '', replace: 'b' })).toEqual({ ok: false, error: { is: 'empty' } });
    expect(editOnce('a\n\tb\n', { find: '  \n', replace: 'x' })).toEqual({
      ok: false,
      error: { is: 'absent' },
    });
  });

  it('keeps the line ends of the text', () => {
    expect(edited('a;\r\nb;\r\nc;\r\n', 'a;\nb;', 'x;\ny;').text).toBe('x;\r\ny;\r\nc;\r\n');
  });

  it('takes other space at line ends, where nothing fits exactly', () => {
    expect(edited('if (a)  \n  b();\t\n', 'if (a)\n  b();\n', 'b();\n')).toEqual({
      ...{ text: 'b();\n', as: 'spaces' },
    });
  });

  it('takes another indentation, and gives that to what it puts there', () => {
    const text = 'f() {\n\t\tif (a)\n\t\t\tb();\n}\n';
    expect(edited(text, 'if (a)\n\tb();', 'if (c) {\n\tb();\n}')).toEqual({
      ...{ text: 'f() {\n\t\tif (c) {\n\t\t\tb();\n\t\t}\n}\n', as: 'indentation' },
    });
  });

  it('takes plain punctuation for typographic, and the other way round', () => {
    expect(edited("say('it');\n", 'say(‘it’);', "say('that');")).toEqual({
      ...{ text: "say('that');\n", as: 'punctuation' },
    });
  });

  it('is refused where it fits nearly in two places', () => {
    expect(editOnce('\ta;\n  a;\n', { find: '    a;\n', replace: 'b;' })).toMatchObject({
      error: { is: 'many', places: 2 },
    });
  });

  it('fits no more nearly than it may', () => {
    const edit = { find: 'a();', replace: 'b();' };
    expect(editOnce('\ta();  \n', { ...edit, find: 'a();\n' }, 'exact')).toMatchObject({
      error: { is: 'absent' },
    });
    expect(editOnce('\ta();  \n', { ...edit, find: 'a();\n' }, 'spaces').ok).toBe(false);
    expect(editOnce('\ta();  \n', { ...edit, find: 'a();\n' }, 'indentation').ok).toBe(true);
  });

  it('never fits a part of a line nearly', () => {
    expect(editOnce('int abc;\n', { find: '  bc', replace: 'x' })).toMatchObject({ error: { is: 'absent' } });
  });
});
