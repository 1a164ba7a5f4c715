import { describe, expect, it } from 'vitest';
import { renderJunit } from '../../../../electron/effects/orchestrator/report-junit.js';
import type { CampaignReport, Stage } from '../../../../shared/campaign.js';
import type { WorkItem } from '../../../../shared/work-item.js';

const item = (n: number, status: WorkItem['status']): WorkItem => ({
  ...{ id: `e.${n}`, epic: 'e', title: `item <${n}>`, task_file: null, status, priority: n },
  ...{ deps: [], updated_at: 1, run: null },
});

const stage = (of: string, rejected: string[]): Stage => ({
  ...{ item: of, title: of, attempt: 1, run: 'r', verdict: null, branch: null },
  review: {
    ...{ decision: rejected.length > 0 ? 'retry' : 'pass', review_level: 'executor', by: 'rules' },
    ...{ accepted_claims: [], residual_risks: [] },
    rejected_claims: rejected.map((claim) => ({ claim, code: 'NOT_SAID', reason: `no ${claim}` })),
  },
});

const report = (more: Partial<CampaignReport>): CampaignReport =>
  ({
    ...{ run: 'c', goal: 'all of it', duration_ms: 1500, final_status: 'FAILURE', outcome: 'FAILED' },
    ...{ reason: 'it was sent back', is_mock: false, items: [], stages: [], open_risks: [], ...more },
  }) as CampaignReport;

describe('a campaign as JUnit XML', () => {
  it('has a case for each item: passed, failed by the claims that were rejected, or skipped', () => {
    const items = [item(1, 'done'), item(2, 'blocked'), item(3, 'open'), item(4, 'cancelled')];
    const stages = [
      stage('e.1', ['cases']),
      stage('e.1', []),
      stage('e.2', ['cases', 'committed']),
      stage('e.4', ['cases']),
    ];
    const xml = renderJunit(report({ items, stages }));
    expect(xml).toContain('tests="4" failures="1" errors="0" skipped="2"');
    expect(xml).toContain('<testcase name="e.1 item &lt;1&gt;" classname="c"/>');
    expect(xml).toContain('cases: NOT_SAID: no cases&#10;committed: NOT_SAID: no committed');
    expect(xml).toContain('<skipped message="not worked on"/>');
    expect(xml).toContain('<skipped message="given up"/>');
  });

  it('is red where the campaign failed and no item says why, and green where nothing was to be done', () => {
    expect(renderJunit(report({ items: [item(1, 'open')] }))).toContain('message="FAILED: it was sent back"');
    expect(renderJunit(report({ outcome: 'IDLE', final_status: 'SUCCESS' }))).toContain(
      'tests="0" failures="0"',
    );
  });
});
