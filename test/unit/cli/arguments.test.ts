import { describe, expect, it } from 'vitest';
import { parseApprovals } from '../../../electron/cli/arguments.js';

describe('--approve', () => {
  it('takes each scope of its own name', () => {
    const all = 'build,patch,flash,publish,power,exec,write,commit,deploy,send';
    expect(parseApprovals(all)).toEqual({ ok: true, value: all.split(',') });
  });

  it('names an unknown scope with the nearest that there is', () => {
    expect(parseApprovals('build,powr')).toMatchObject({
      error: { message: '--approve build,powr: powr is no scope; did you mean power?' },
    });
  });

  it('lists the scopes where none is near', () => {
    const refused = parseApprovals('everything');
    expect(refused).toMatchObject({
      error: {
        message: '--approve everything: everything is no scope',
        next: expect.stringMatching(
          /build, patch, flash, publish, power, exec, write, commit, deploy, send$/,
        ),
      },
    });
  });

  it('does not take `question`: only a person answers it', () => {
    expect(parseApprovals('build,question')).toMatchObject({
      error: { message: expect.stringContaining('no policy answers a question') },
    });
  });
});
