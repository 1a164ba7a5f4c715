import type { CampaignAsked } from '../../shared/campaign.js';
import type { DeliveryAsked } from '../../shared/delivery-asked.js';
import { MOST_SHOWN } from '../../shared/ipc/campaigns.js';
import type { HandlersOf } from '../../shared/ipc.js';
import { ok } from '../../shared/problem.js';
import type { Core } from '../core/core-api.js';
import type { Drives } from './drives.js';
import type { ViewStore } from './view-store.js';

interface CampaignParts {
  core: Core;
  drives: Pick<Drives, 'start'>;
  store: Pick<ViewStore, 'refresh'>;
}

/** What main does for the calls about campaigns, deliveries and mocks. */
export const campaignHandlers = ({ core, drives, store }: CampaignParts): HandlersOf<'campaigns'> => ({
  startCampaign: ({ approvals, ...wanted }) => {
    const asked: CampaignAsked = { machine: 'orchestrator', ...wanted };
    return drives.start({ approvals, asked: { ...asked } }, 'full');
  },
  deliver: ({ run, approvals, deploy, provider }) => {
    const asked: DeliveryAsked = { machine: 'delivery', of: run, deploy, provider };
    return drives.start({ approvals, asked: { ...asked } }, 'full');
  },
  setMock: async ({ role, outcome }) => {
    const done = await core.setMock(role, outcome);
    return done.ok ? ok(store.refresh()) : done;
  },
  handedOver: async ({ run, path }) => {
    const read = await core.handedOver(run, path);
    if (!read.ok) return read;
    return ok({ text: read.value.slice(0, MOST_SHOWN), cut: read.value.length > MOST_SHOWN });
  },
  consoleRange: ({ run, ...range }) => core.consoleRange(run, range),
});
