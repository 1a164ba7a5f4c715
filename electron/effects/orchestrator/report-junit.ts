import type { CampaignReport } from '../../../shared/campaign.js';
import type { TestCase } from '../../../shared/results.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { WorkItem } from '../../../shared/work-item.js';
import { junitOf } from '../firmware-loop/report/junit.js';
import { failedDispatches } from './failed-dispatches.js';

/**
 * A campaign as JUnit XML: a case for each item. One whose claims were rejected at last fails by their names; one that was not worked on
 * is skipped. An end without success gets a case of its own where no item says why, so that no reader takes it for green.
 */
export function renderJunit(report: CampaignReport): string {
  const { run, final_status, outcome, is_mock, items, stages, open_risks } = report;
  const reason = inEnglish(report.reason);
  const cases = items.map((item) => caseOf(item, report));
  const isRed = cases.some(({ status }) => status === 'fail');
  const isGood = outcome === 'COMPLETE' || outcome === 'IDLE';
  const whole: TestCase = { name: 'benchloop campaign', status: 'fail', message: `${outcome}: ${reason}` };
  return junitOf({
    ...report,
    cases: isGood || isRed ? cases : [...cases, whole],
    properties: {
      ...{ run, final_status, outcome, reason, mock: String(is_mock) },
      ...{ attempts: stages.length, open_risks: open_risks.length },
    },
  });
}

function caseOf(item: WorkItem, { stages }: CampaignReport): TestCase {
  const { id, title, status } = item;
  const name = `${id} ${title}`;
  if (status === 'done') return { name, status: 'pass' };
  const rejected = stages.findLast(({ item }) => item === id)?.review.rejected_claims ?? [];
  const why = [
    ...failedDispatches([item]).map(inEnglish),
    ...rejected.map(({ claim, code, reason }) => `${claim}: ${code}: ${inEnglish(reason)}`),
  ];
  if (status !== 'cancelled' && why.length > 0) return { name, status: 'fail', message: why.join('\n') };
  return status === 'blocked'
    ? { name, status: 'fail', message: status }
    : { name, status: 'skip', message: status === 'cancelled' ? 'given up' : 'not worked on' };
}
