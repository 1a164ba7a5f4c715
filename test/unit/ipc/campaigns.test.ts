import { describe, expect, it } from 'vitest';
import { campaignHandlers } from '../../../electron/ipc/campaigns.js';
import { MOST_SHOWN } from '../../../shared/ipc/campaigns.js';
import { ok } from '../../../shared/problem.js';
import { scriptedCore } from '../../fixtures/ipc/scripted-core.js';

function scene() {
  const core = scriptedCore();
  const done: string[] = [];
  const handlers = campaignHandlers({
    core,
    drives: {
      start: async ({ approvals, asked }) => {
        done.push(`start ${approvals} ${JSON.stringify(asked)}`);
        return ok({ run: 'r1' });
      },
    },
    store: { refresh: () => void done.push('refresh') },
  });
  return { core, done, handlers };
}

describe('a campaign of the window', () => {
  it('is started as on the command line', async () => {
    const { done, handlers } = scene();
    const asked = { goal: 'g', taskFiles: ['/t.yaml'], autoResume: false, provider: 'rules' as const };
    await handlers.startCampaign({ ...asked, approvals: 'ask' });
    expect(done).toEqual([`start ask ${JSON.stringify({ machine: 'orchestrator', ...asked })}`]);
  });

  it('is a delivery too, of a run and to profiles', async () => {
    const { done, handlers } = scene();
    await handlers.deliver({ run: 'r0', deploy: ['board'], provider: 'rules', approvals: ['build'] });
    const asked = { machine: 'delivery', of: 'r0', deploy: ['board'], provider: 'rules' };
    expect(done).toEqual([`start build ${JSON.stringify(asked)}`]);
  });

  it('has a mock do something else, and shows it', async () => {
    const { core, done, handlers } = scene();
    await handlers.setMock({ role: 'REVIEWER', outcome: 'failure' });
    expect(core.asked).toEqual(['mock REVIEWER failure']);
    expect(done).toEqual(['refresh']);
  });

  it('shows the beginning of a file that is handed over', async () => {
    const { core, handlers } = scene();
    expect(await handlers.handedOver({ run: 'r1', path: 'a.md' })).toEqual(
      ok({ text: 'r1 a.md', cut: false }),
    );
    core.handedOver = async () => ok('x'.repeat(MOST_SHOWN + 1));
    expect(await handlers.handedOver({ run: 'r1', path: 'a.md' })).toEqual(
      ok({ text: 'x'.repeat(MOST_SHOWN), cut: true }),
    );
  });
});
