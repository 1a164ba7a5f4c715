import { describe, expect, it } from 'vitest';
import { deliveryFormats } from '../../../../electron/effects/delivery/report/formats.js';
import type { Finished } from '../../../../electron/effects/parts.js';
import { decisionsOf } from '../../../../shared/decisions.js';
import type { DeliveryReport, ProfileTest } from '../../../../shared/delivery.js';
import { NO_PANELS } from '../../../../shared/panels.js';
import { ENGLISH, speechIn } from '../../../../shared/texts/speech.js';

/** What a repository, a device or a model could have written. */
const EVIL = '<script>alert("1")</script>\u202e\u001b[2J';

const test = (more: Partial<ProfileTest>): ProfileTest => ({
  ...{ profile: 'host', passed: 3, failed: [], known: [], problem: null, ...more },
});

const report = (more: Partial<DeliveryReport>): DeliveryReport => ({
  ...{ type: 'report', run: 'd-1', machine: 'delivery', final_status: 'SUCCESS', outcome: 'committed' },
  ...{ verdict: null, reason: 'it is on its branch', goal: 'fix the ring', duration_ms: 1500, parent: null },
  ...{ children: [], decisions: decisionsOf([], []), models: null },
  ...{ of: 'r-1', patch: null, review: null, lint: [], tests: [], committed: null, deployed: [] },
  ...{ rolled_back: [], warnings: [], messages: [] },
  ...{ retries: { review: 0, lint: 0, test: 0, commit: 0, deploy: 0 }, ...more },
});

async function written(format: 'html' | 'junit', more: Partial<DeliveryReport>): Promise<string> {
  const finished: Finished<DeliveryReport> = {
    ...{ report: report(more), trace: [], gates: [], panels: NO_PANELS, folder: '/nowhere' },
  };
  const file = await deliveryFormats.files[format]?.(finished, await speechIn('en'));
  if (!file?.ok) throw new Error(`no ${format}`);
  return file.value;
}

const evil: Partial<DeliveryReport> = {
  ...{ goal: EVIL, reason: EVIL, patch: `--- a\n+++ b\n+${EVIL}\n`, messages: [EVIL], warnings: [EVIL] },
  review: { by: 'rules', issues: [{ angle: 'edges', what: EVIL, where: EVIL }], remarks: [] },
  lint: [{ kind: 'lint', argv: [EVIL], status: 'failed', exit_code: 1, output: EVIL, duration_ms: 1 }],
  tests: [test({ profile: EVIL, failed: [{ name: EVIL, status: 'fail', message: EVIL }], problem: EVIL })],
  committed: { commit: 'c'.repeat(40), tree: 't', branch: EVIL, message: EVIL, notes: [EVIL] },
  deployed: [{ profile: EVIL, board: EVIL, image: 'b'.repeat(64) }],
  rolled_back: [{ profile: EVIL, board: EVIL, problem: { code: 'ENV_ERROR', message: EVIL } }],
};

describe('a delivery as a page', () => {
  it('says what was reviewed, checked, tested and committed', async () => {
    const page = await written('html', {
      review: { by: 'rules', issues: [], remarks: [{ angle: 'safety', what: 'it waits', where: 'a.c:4' }] },
      lint: [{ kind: 'lint', argv: ['tidy'], status: 'passed', exit_code: 0, output: '', duration_ms: 1 }],
      tests: [test({}), test({ profile: 'board', failed: [{ name: 'full', status: 'fail', message: 'x' }] })],
      committed: {
        commit: 'c'.repeat(40),
        tree: 't',
        branch: 'benchloop/d-1',
        message: 'Fix\n\nit',
        notes: [],
      },
      patch: '--- a\n+++ b\n+good\n',
    });
    for (const said of ['SUCCESS · committed', 'safety: a.c:4: it waits', 'passed: tidy', 'full: fail'])
      expect(page).toContain(said);
    expect(page).toContain('cccccccccccc on branch benchloop/d-1');
    expect(page).toContain('+good');
  });

  it('escapes everything that comes from outside', async () => {
    const page = await written('html', evil);
    expect(page).toContain('&lt;script&gt;');
    for (const raw of ['<script', 'http:', 'https:', '\u202e', '\u001b']) expect(page).not.toContain(raw);
  });
});

describe('a delivery in a terminal', () => {
  it.each([
    ['committed', 'Next: read the commit and take it over: git merge benchloop/d-1'],
    ['incomplete_tests_failed', 'have a model correct it: benchloop deliver r-1 --provider openai'],
    ['commit_failed', 'benchloop tell d-1 "run the tests"'],
    ['deploy_failed', 'Next: put that right, then: benchloop tell d-1 "deploy it"'],
  ] as const)('says what to do next: %s', (outcome, next) => {
    const committed = { commit: 'c'.repeat(40), tree: 't', branch: 'benchloop/d-1', message: 'm', notes: [] };
    expect(deliveryFormats.text(report({ outcome, committed }), '/nowhere', ENGLISH.say)).toContain(next);
  });
});

describe('a delivery as JUnit XML', () => {
  it('has a case for each profile, and one for each case that did not pass', async () => {
    const failed = [
      { name: 'full', status: 'fail', message: 'expected 8' },
      { name: 'gone', status: 'missing', message: null },
    ];
    const xml = await written('junit', {
      final_status: 'FAILURE',
      outcome: 'incomplete_tests_failed',
      tests: [test({}), test({ profile: 'board', failed, known: ['old'] })],
    });
    expect(xml).toContain('tests="5" failures="2" errors="1" skipped="1"');
    expect(xml).toContain('<testcase name="host" classname="d-1"/>');
    expect(xml).toContain('<testcase name="board: full" classname="d-1"><failure message="expected 8"');
    expect(xml).toContain('<property name="passed host" value="3"/>');
  });

  it('is red where the delivery failed and no test says why', async () => {
    const more = { final_status: 'FAILURE', outcome: 'commit_failed', reason: 'a hook' } as const;
    const xml = await written('junit', { ...more, tests: [test({})] });
    expect(xml).toContain('message="commit_failed: a hook"');
  });

  it('escapes everything that comes from outside', async () => {
    const xml = await written('junit', evil);
    for (const raw of ['<script', '\u001b']) expect(xml).not.toContain(raw);
  });
});
