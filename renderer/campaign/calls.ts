import { CAMPAIGN_CALLS } from '../../shared/ipc/campaigns.js';
import { asker } from '../actions.js';

/** Makes a call about campaigns, deliveries and mocks. */
export const askCampaign = asker(CAMPAIGN_CALLS);
