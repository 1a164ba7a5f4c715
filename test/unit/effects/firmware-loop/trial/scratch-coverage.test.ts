import { describe, expect, it } from 'vitest';
import { value } from '../../../workspace/repositories.js';
import { cases, cover, objects, ran, STOPS, stopOf, tellsLines } from './covering.js';

describe('lines that a test program executes on this computer are told', () => {
  it('where one step compiles and links', () =>
    tellsLines({
      files: {},
      command: ['gcc', '-Wall', '-Werror', '-o', 'app', 'src/unit.c', 'test/main.c'],
    }));

  it('case by case where cases can be chosen, one that dies too', async () => {
    const { told } = await cover({
      files: { Makefile: objects('gcc') },
      command: ['make'],
      cases: cases('small', 'large', 'dies', 'hangs'),
      limitMs: 3000,
    });
    const { byCase } = value(told);
    expect([...(byCase?.keys() ?? [])]).toEqual(['small', 'large', 'dies', 'hangs']);
    for (const fatal of ['dies', 'hangs'])
      expect(ran(byCase?.get(fatal)?.get('src/unit.c'))).toEqual(expect.arrayContaining([5, 8, 9]));
    expect(ran(byCase?.get('small')?.get('src/unit.c'))).not.toContain(4);
    expect(ran(byCase?.get('large')?.get('src/unit.c'))).toContain(4);
  });
});

describe('where a test program on this computer was stopped is told', () => {
  it.each(['null', 'stuck'])('%s', async (name) => {
    expect(await stopOf(name)).toEqual(STOPS[name]);
  });

  it('and nothing where it ended by itself', async () => {
    expect(await stopOf('well')).toBeNull();
  });
});

describe('why they are not known is said', () => {
  it('where the build refuses', async () => {
    const { told } = await cover({ files: {}, command: ['gcc', '-nostdlib', '-o', 'app', 'src/unit.c'] });
    expect(told).toMatchObject({ ok: false, error: { message: expect.stringMatching(/does not build/) } });
  });

  it('where the test program is killed', async () => {
    const setting = { files: { Makefile: objects('gcc') }, command: ['make'], cases: cases('killed') };
    const { told } = await cover(setting);
    expect(told).toMatchObject({ ok: false, error: { message: expect.stringMatching(/leaves no counts/) } });
  });
});
