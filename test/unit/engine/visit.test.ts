import { describe, expect, it } from 'vitest';
import { visiting } from '../../fixtures/visiting.js';

describe('what an effect tells', () => {
  it('is progress and console text, whole characters only', () => {
    const { told, visit } = visiting();
    visit.io.progress('FETCH_LOGS', 'two files', 1, 2);
    const bytes = new TextEncoder().encode('温');
    visit.io.console(bytes.slice(0, 2));
    visit.io.console(bytes.slice(2));
    expect(told).toMatchObject([
      {
        type: 'progress',
        run: 'run-1',
        node: 'main',
        machine: 'firmware-loop',
        state: 'BUILD_RUN',
        step: 'FETCH_LOGS',
        detail: 'two files',
        done: 1,
        total: 2,
      },
      { type: 'console', node: 'main', machine: 'firmware-loop', text: '温' },
    ]);
  });

  it('is not heard any more after the visit', () => {
    const { told, visit } = visiting();
    visit.close();
    visit.io.progress('FETCH_LOGS');
    expect(told).toEqual([]);
  });
});
