import { describe, expect, it } from 'vitest';
import { campaignFormats } from '../../../../electron/effects/orchestrator/formats.js';
import { nextSteps } from '../../../../electron/effects/orchestrator/next-steps.js';
import type { CampaignReport, Stage } from '../../../../shared/campaign.js';
import { ENGLISH } from '../../../../shared/texts/speech.js';
import type { WorkItem } from '../../../../shared/work-item.js';

const item = (n: number, status: WorkItem['status'], deps: number[] = []): WorkItem => ({
  ...{ id: `e.${n}`, epic: 'e', title: `item ${n}`, task_file: `/t/${n}.yaml`, status, priority: n },
  ...{ deps: deps.map((dep) => `e.${dep}`), updated_at: 1, run: null },
});

const stage = (n: number, more: Partial<Stage> & { decision?: 'pass' | 'retry' } = {}): Stage => ({
  ...{
    item: `e.${n}`,
    title: `item ${n}`,
    attempt: 1,
    run: `r${n}`,
    verdict: 'PLAUSIBLE',
    branch: null,
    ...more,
  },
  review: {
    ...{ decision: more.decision ?? 'pass', review_level: 'executor', by: 'rules' },
    ...{ accepted_claims: [], rejected_claims: [], residual_risks: [] },
  },
});

/** The last blocks of the hand-over in a terminal. */
const shown = (more: Partial<CampaignReport>): string => {
  const { items = [], stages = [], outcome = 'COMPLETE' } = more;
  const ended = { run: 'c', goal: 'all of it', isMock: false, items, earlier: [], stages, resumable: [] };
  const end = outcome === 'IDLE' ? null : { status: outcome };
  const report = {
    ...{ run: 'c', goal: 'all of it', final_status: 'SUCCESS', outcome, reason: '', is_mock: false },
    ...{ items, stages, deliverables: [], open_risks: [], next_steps: nextSteps({ ...ended, end }), ...more },
  } as unknown as CampaignReport;
  return campaignFormats.text(report, '/runs/c', ENGLISH.say);
};

describe('the end of a campaign in a terminal', () => {
  it('names one branch for items that follow one another, and one for each other repository', () => {
    const text = shown({
      items: [item(1, 'done'), item(2, 'done', [1]), item(3, 'done', [2]), item(4, 'done')],
      stages: [
        stage(1, { branch: 'b1' }),
        stage(2, { verdict: 'NOTHING_TO_FIX' }),
        stage(3, { branch: 'b3' }),
        stage(4, { branch: 'b4' }),
      ],
    });
    expect(text.match(/git merge \S+/g)).toEqual(['git merge b3', 'git merge b4']);
    expect(text).not.toContain('Not done');
  });

  it('leads to the patch where nothing was to be committed', () => {
    const text = shown({ items: [item(1, 'done')], stages: [stage(1)] });
    expect(text).toContain('read its patch and take it over: benchloop show r1');
  });

  it('says what a cancelled campaign has left, and how to begin it anew', () => {
    const text = shown({
      ...{ final_status: 'ABORTED', outcome: 'CANCELLED', stages: [stage(1, { branch: 'b1' })] },
      items: [item(2, 'cancelled', [1]), item(1, 'done')],
    });
    expect(text).toContain('Not done\n  item 2: given up\n');
    expect(text).toContain(
      `to begin again what was given up: benchloop campaign 'all of it' --task /t/2.yaml`,
    );
  });

  it('leads from a campaign that failed to its last run, and to the items that can be gone on with', () => {
    const text = shown({
      ...{ final_status: 'FAILURE', outcome: 'FAILED', stages: [stage(1, { decision: 'retry' })] },
      items: [item(1, 'blocked'), item(2, 'open')],
    });
    expect(text).toContain('Not done\n  item 1: blocked\n  item 2: not worked on\n');
    expect(text).toContain('see what the last run came to: benchloop show r1');
    expect(text).toContain('still to do: “item 2”; to go on: benchloop campaign\n');
  });

  it('leads nowhere where nothing was asked for', () => {
    expect(shown({ outcome: 'IDLE' as CampaignReport['outcome'] })).not.toContain('What to do next');
  });
});
