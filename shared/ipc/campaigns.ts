import * as z from 'zod';
import { MOCKED_ROLE } from '../mock-outcome.js';
import { PROVIDER_NAMES } from '../provider-name.js';
import { type CallsOf, nothing } from './calls.js';
import { ApprovalsSchema } from './runs.js';
import { MOST_WORDS } from './sessions.js';

const run = z.string().min(1).max(200);
const path = z.string().min(1).max(4096);
const started = z.object({ run });

/** Characters of a file of a hand-over that are shown. */
export const MOST_SHOWN = 200_000;

/** The calls about campaigns, deliveries and mocks. */
export const CAMPAIGN_CALLS = {
  /** Starts a campaign; without a goal only what an earlier one left unfinished is offered. */
  startCampaign: {
    in: z.strictObject({
      goal: z.string().max(MOST_WORDS),
      taskFiles: z.array(path).max(100),
      autoResume: z.boolean(),
      provider: z.enum(PROVIDER_NAMES),
      approvals: ApprovalsSchema,
    }),
    out: started,
  },
  /** Starts the delivery of a run that converged. `deploy`: ids of profiles. */
  deliver: {
    in: z.strictObject({
      run,
      deploy: z.array(path).max(50),
      provider: z.enum(PROVIDER_NAMES),
      approvals: ApprovalsSchema,
    }),
    out: started,
  },
  /** What a role's mock does from now on, in every run. */
  setMock: { in: z.strictObject(MOCKED_ROLE.shape), out: nothing },
  /** The text of a file that a run hands over, checked by its hash. */
  handedOver: {
    in: z.strictObject({ run, path }),
    out: z.object({ text: z.string(), cut: z.boolean() }),
  },
  /** Where a range of a console stands in what is shown of it: lines from its end, `first` > `last`. */
  consoleRange: {
    in: z.strictObject({
      run,
      file: path,
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
      sha256: z.string().length(64),
    }),
    out: z.object({ first: z.number().int(), last: z.number().int() }),
  },
} as const satisfies CallsOf<'campaigns'>;
