import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../../electron/effects/delivery/converged-run.js';

type Header = Parameters<typeof casesOf>[0];
type Body = Parameters<typeof casesOf>[1];

const header = {
  loaded: { task: { test: { cases: ['ring_*'], heldOut: [] }, checks: { unit: [] } } },
} as unknown as Header;
const results = (cases: Readonly<Record<string, string>>) => ({
  cases: Object.entries(cases).map(([name, status]) => ({ name, status })),
});
const known = (before: Readonly<Record<string, string>> | null): string[] => {
  const after = results({ ring_put: 'pass', led: 'fail', crc: 'fail' });
  const body = { tests: after, baseline: before && results(before) } as unknown as Body;
  return casesOf(header, body).cases.known;
};

describe('cases that fail, and that the task does not ask for', () => {
  it('are known where nothing ran before the work: the tree did not build', () => {
    expect(known(null)).toEqual(['led', 'crc']);
    expect(known({})).toEqual(['led', 'crc']);
  });

  it('are no longer known where they passed before', () => {
    expect(known({ ring_put: 'fail', led: 'fail', crc: 'pass' })).toEqual(['led']);
  });
});
