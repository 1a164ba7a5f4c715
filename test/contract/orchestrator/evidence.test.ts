import {
  appendFileSync,
  copyFileSync,
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asEvidence } from '../../../electron/effects/orchestrator/claims/evidence-id.js';
import { sha256Of } from '../../../electron/effects/orchestrator/deliver.js';
import { orchestratorReducers } from '../../../electron/machine/orchestrator/reducers.js';
import {
  ClaimsSchema,
  type Deliverable,
  type Evidence,
  type EvidenceBody,
  EvidenceSchema,
} from '../../../shared/deliverables.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { type OpenedCampaign, openedCampaign } from '../../fixtures/campaign-bench.js';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { git, TYPO } from '../../fixtures/loop/projects.js';
import { believing, type Job, prepare } from '../loop/workshop.js';

let cli: CommandLine;
let job: Job;
let campaign: string;
let homes = 0;

beforeAll(async () => {
  cli = await bundleCommandLine();
  job = believing(prepare(cli, { target: true, edits: TYPO }));
  const args = ['campaign', 'make it pass and commit it', '--task', job.task, '--approve', 'all', '--json'];
  const ran = await cli.run(args, { home: job.home, cwd: job.dir });
  expect(ran.code).toBe(0);
  campaign = String(ran.lines.at(-1)?.run);
  // what is not looked at need not be copied for each test
  for (const run of runIds(job.home))
    for (const part of ['clone', 'clone.git', 'nodes'])
      rmSync(path.join(job.home, 'runs', run, part), { recursive: true, force: true });
});
afterAll(() => cli.close());

/** The campaign as it ended, in a data folder of its own, before its review. */
async function atReview(): Promise<OpenedCampaign & { dispatched: string }> {
  const home = path.join(cli.root, `copy-${++homes}`);
  cpSync(job.home, home, { recursive: true });
  const opened = await openedCampaign(home, campaign);
  const run = runIds(home).find((id) => id !== campaign) ?? '';
  return {
    ...opened,
    dispatched: path.join(home, 'runs', run),
    effect: (state, more, io) => opened.effect(state, { stages: [], ...more }, io),
  };
}

/** What the review says of each claim that it rejects. */
async function rejectedBy(opened: OpenedCampaign, change?: Parameters<OpenedCampaign['effect']>[1]) {
  const outcome = await opened.effect('REVIEW_ACCEPT', change);
  if (!('stage' in outcome)) throw new Error(outcome.type);
  const { rejected_claims } = outcome.stage.review;
  return {
    type: outcome.type,
    rejected: rejected_claims.map(({ claim, code, reason }) => `${claim} ${code} ${inEnglish(reason)}`),
  };
}

const named = (files: readonly Deliverable[], name: string): Deliverable => {
  const found = files.find((file) => file.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

/** Writes other evidence, as whoever hands it over would: by the rules of the hand-over nothing is wrong with it. */
function handOver(
  { ctx, bench }: OpenedCampaign,
  change: (evidence: Evidence[]) => Evidence[],
): { claims: Deliverable[] } {
  const [said, shown] = [named(ctx.claims, 'claims.json'), named(ctx.claims, 'evidence.json')];
  const read = (file: Deliverable): unknown =>
    JSON.parse(readFileSync(path.join(bench.dir, file.path), 'utf8'));
  const before = EvidenceSchema.parse(read(shown)).evidence;
  const after = change(before);
  const isSame = before.length === after.length;
  const renamed = new Map(before.map(({ id }, index) => [id, isSame ? (after[index]?.id ?? id) : id]));
  const claims = ClaimsSchema.parse(read(said));
  const put = (file: Deliverable, content: unknown): Deliverable => {
    const text = JSON.stringify(content);
    writeFileSync(path.join(bench.dir, file.path), text);
    return { ...file, sha256: sha256Of(text), bytes: text.length };
  };
  const changed = [
    put(said, {
      ...claims,
      claims: claims.claims.map((claim) => ({
        ...claim,
        evidence: claim.evidence.map((id) => renamed.get(id) ?? id),
      })),
    }),
    put(shown, { version: 1, evidence: after }),
  ];
  return { claims: ctx.claims.map((file) => changed.find(({ name }) => name === file.name) ?? file) };
}

const withBody = (change: (body: EvidenceBody) => EvidenceBody) => (evidence: Evidence[]) =>
  evidence.map(({ body }) => asEvidence(change(body)));

describe('a claim', () => {
  it('is accepted with the evidence that the run left', async () => {
    expect(await rejectedBy(await atReview())).toEqual({ type: 'pass', rejected: [] });
  });

  it('is rejected without evidence, and with evidence that does not exist', async () => {
    const opened = await atReview();
    const none = handOver(opened, (all) => all.filter(({ body }) => body.kind !== 'report'));
    expect((await rejectedBy(opened, none)).rejected).toEqual([
      expect.stringMatching(/^regression EVIDENCE_MISSING evidence \w+ does not exist$/),
    ]);
    const fresh = await atReview();
    const { claims } = fresh.ctx;
    const said = named(claims, 'claims.json');
    const content = ClaimsSchema.parse(
      JSON.parse(readFileSync(path.join(fresh.bench.dir, said.path), 'utf8')),
    );
    const bare = JSON.stringify({
      ...content,
      claims: content.claims.map((one) => ({ ...one, evidence: [] })),
    });
    writeFileSync(path.join(fresh.bench.dir, said.path), bare);
    const changed = claims.map((file) =>
      file.name === said.name ? { ...file, sha256: sha256Of(bare) } : file,
    );
    expect((await rejectedBy(fresh, { claims: changed })).rejected).toEqual([
      'cases NO_EVIDENCE claim cases has no evidence',
      'regression NO_EVIDENCE claim regression has no evidence',
      'committed NO_EVIDENCE claim committed has no evidence',
    ]);
  });

  it('is rejected whose report was changed, however well it reads', async () => {
    const opened = await atReview();
    const report = path.join(opened.dispatched, 'report', 'report.json');
    writeFileSync(report, readFileSync(report, 'utf8').replace('"iterations": 1', '"iterations": 9'));
    const { type, rejected } = await rejectedBy(opened);
    expect([type, rejected[0]]).toEqual([
      'reject_or_retry',
      expect.stringMatching(/^cases EVIDENCE_CHANGED report\/report.json of run /),
    ]);
    rmSync(report);
    expect((await rejectedBy(opened)).rejected[0]).toMatch(
      /^cases EVIDENCE_MISSING report\/report.json of run .* is missing$/,
    );
  });

  it('that nobody makes because the report is gone is rejected by the name of the file', async () => {
    const opened = await atReview();
    const run = path.basename(opened.dispatched);
    rmSync(path.join(opened.dispatched, 'report', 'report.json'));
    const none = handOver(opened, () => []);
    const said = named(none.claims, 'claims.json');
    const bare = JSON.stringify({ version: 1, item: opened.ctx.current, run, failure: 'gone', claims: [] });
    writeFileSync(path.join(opened.bench.dir, said.path), bare);
    const claims = none.claims.map((file) => (file === said ? { ...file, sha256: sha256Of(bare) } : file));
    expect((await rejectedBy(opened, { claims })).rejected).toEqual(
      ['cases', 'regression', 'committed'].map(
        (claim) => `${claim} EVIDENCE_MISSING report/report.json of run ${run} is missing`,
      ),
    );
  });

  it('is rejected whose report lies together with its hash', async () => {
    const opened = await atReview();
    const report = path.join(opened.dispatched, 'report', 'report.json');
    const lie = readFileSync(report, 'utf8').replace(
      '"verdict": "PLAUSIBLE"',
      '"verdict": "CORRECT_ON_HELD_OUT"',
    );
    writeFileSync(report, lie);
    const lying = handOver(
      opened,
      withBody((body) => (body.kind === 'report' ? { ...body, sha256: sha256Of(lie) } : body)),
    );
    expect((await rejectedBy(opened, lying)).rejected).toContainEqual(
      expect.stringMatching(/^regression NOT_SAID the report does not say what the journal of run /),
    );
  });

  it('is rejected that names a case which does not pass, or another image, or another run', async () => {
    const opened = await atReview();
    const other = handOver(
      opened,
      withBody((body) => (body.kind === 'case' ? { ...body, case: 'ring_flies' } : body)),
    );
    expect((await rejectedBy(opened, other)).rejected[0]).toBe(
      'cases NOT_SAID the run does not say that ring_flies passes',
    );
    const image = handOver(
      await atReview(),
      withBody((body) => body),
    );
    expect(image.claims).toHaveLength(3);
    const again = await atReview();
    const swapped = handOver(
      again,
      withBody((body) => ('image' in body ? { ...body, image: 'f'.repeat(64) } : body)),
    );
    expect((await rejectedBy(again, swapped)).rejected[0]).toMatch(
      /^cases OTHER_IMAGE evidence \w+ was made with another image/,
    );
    const third = await atReview();
    const elsewhere = handOver(
      third,
      withBody((body) => (body.kind === 'mock' ? body : { ...body, run: 'another' })),
    );
    expect((await rejectedBy(third, elsewhere)).rejected.map((one) => one.split(' ')[1])).toEqual([
      'OTHER_RUN',
      'OTHER_RUN',
      'OTHER_RUN',
    ]);
  });

  it('is rejected whose console was changed, or is not the one of the test', async () => {
    const opened = await atReview();
    const console = EvidenceSchema.parse(
      JSON.parse(
        readFileSync(path.join(opened.bench.dir, named(opened.ctx.claims, 'evidence.json').path), 'utf8'),
      ),
    ).evidence.flatMap(({ body }) => (body.kind === 'console' ? [body] : []))[0];
    if (!console) throw new Error('no console is named');
    const file = path.join(opened.dispatched, console.file);
    appendFileSync(file, 'OK\n');
    expect((await rejectedBy(opened)).rejected[0]).toMatch(
      /^cases EVIDENCE_CHANGED artifacts\/\w+\.\w+ of run /,
    );
    const forged = 'test_main.c:1:ring_counts:PASS\n';
    const place = path.join(opened.dispatched, 'artifacts', 'forged.log');
    writeFileSync(place, forged);
    const hash = sha256Of(forged);
    const lying = handOver(
      opened,
      withBody((body) =>
        body.kind === 'console'
          ? {
              ...body,
              file: 'artifacts/forged.log',
              sha256: hash,
              from: 0,
              to: forged.length,
              range_sha256: hash,
            }
          : body,
      ),
    );
    expect((await rejectedBy(opened, lying)).rejected[0]).toBe(
      "cases NOT_SAID artifacts/forged.log is not the console of the run's last test",
    );
  });

  it('is rejected with evidence outside of the run, with made-up evidence, and with a hash that is none of its own', async () => {
    const opened = await atReview();
    const outside = handOver(
      opened,
      withBody((body) => (body.kind === 'report' ? { ...body, file: '../../../policy.yaml' } : body)),
    );
    expect((await rejectedBy(opened, outside)).rejected[0]).toMatch(/^regression EVIDENCE_MISSING /);
    const second = await atReview();
    const made = handOver(
      second,
      withBody(() => ({ kind: 'mock', run: null })),
    );
    expect((await rejectedBy(second, made)).rejected.map((one) => one.split(' ')[1])).toEqual([
      'MOCK_EVIDENCE',
      'MOCK_EVIDENCE',
      'MOCK_EVIDENCE',
    ]);
    const third = await atReview();
    const swapped = handOver(third, (all) =>
      all.map(({ id, body }) =>
        body.kind === 'case' ? { id, body: { ...body, case: 'ring_flies' } } : { id, body },
      ),
    );
    expect((await rejectedBy(third, swapped)).rejected[0]).toMatch(
      /^cases EVIDENCE_CHANGED evidence \w+ was changed: its hash differs$/,
    );
  });

  it('of a commit is rejected once its branch is gone or stands elsewhere', async () => {
    const opened = await atReview();
    const branch = `benchloop/${path.basename(opened.dispatched)}`;
    const at = git(job.repo, 'rev-parse', branch).trim();
    git(job.repo, 'branch', '-f', branch, 'HEAD');
    expect((await rejectedBy(opened)).rejected).toEqual([
      `committed EVIDENCE_CHANGED branch ${branch} stands at another commit`,
    ]);
    git(job.repo, 'branch', '-D', branch);
    expect((await rejectedBy(opened)).rejected).toEqual([
      `committed EVIDENCE_MISSING the repository has no branch ${branch}`,
    ]);
    git(job.repo, 'branch', branch, at);
  });
});

describe('a hand-over with a file that is missing, lies or was swapped', () => {
  it('to the reviewer is rejected by the name of the file', async () => {
    for (const name of ['claims.json', 'evidence.json', 'changed_files.json', 'acceptance_criteria.json']) {
      const opened = await atReview();
      const file = path.join(
        opened.bench.dir,
        named([...opened.ctx.claims, ...opened.ctx.handoff], name).path,
      );
      appendFileSync(file, ' ');
      expect(await rejectedBy(opened)).toEqual({
        type: 'reject_or_retry',
        rejected: [`bundle EVIDENCE_CHANGED ${name} is not the file that was handed over: its hash differs`],
      });
      rmSync(file);
      expect((await rejectedBy(opened)).rejected).toEqual([`bundle EVIDENCE_CHANGED ${name} is missing`]);
    }
  });

  it('while the run waited for a person is rejected by the name of the file, whichever file of the bundle', async () => {
    for (const name of ['master_task.json', 'detail_design.md', 'summary.md', 'memory.jsonl']) {
      const opened = await atReview();
      const file = path.join(opened.bench.dir, named(opened.ctx.handoff, name).path);
      appendFileSync(file, ' ');
      expect(await rejectedBy(opened)).toEqual({
        type: 'reject_or_retry',
        rejected: [`bundle EVIDENCE_CHANGED ${name} is not the file that was handed over: its hash differs`],
      });
    }
  });

  it('while the run waited for a person is not delivered', async () => {
    const opened = await atReview();
    rmSync(path.join(opened.bench.dir, named(opened.ctx.handoff, 'detail_design.md').path));
    const run = path.basename(opened.dispatched);
    const ending = { status: 'SUCCESS', verdict: 'PLAUSIBLE', reason: 'done', exit: 0 as const };
    const outcome = await opened.effect(
      'CODER_EXEC',
      {},
      {
        dispatch: async () => ({ ok: true, value: { run, ending } }),
        child: () => Promise.reject(new Error('a delivery was begun')),
      },
    );
    expect(outcome).toMatchObject({ type: 'claims_evidence_arrived', delivered: null });
    expect(inEnglish(outcome.reason)).toContain('delivery: detail_design.md is missing');
  });

  it('to the user is no deliverable, and a risk names it', async () => {
    const opened = await atReview();
    const { path: at } = named(opened.ctx.handoff, 'detail_design.md');
    rmSync(path.join(opened.bench.dir, at));
    const outcome = await opened.effect('COMPLETE', { epic: null });
    if (outcome.type !== 'reported') throw new Error(outcome.type);
    expect(outcome.evidence).not.toContain(at);
    const after = orchestratorReducers.noteReported(opened.ctx, { ...outcome, at: 0 });
    expect(after.deliverables).toEqual(opened.ctx.deliverables.filter(({ path }) => path !== at));
    expect(after.risks.map(({ risk }) => inEnglish(risk))).toContain(
      `${at} is no deliverable: detail_design.md is missing`,
    );
  });

  it('to the coder is not dispatched, by the name of the file', async () => {
    for (const name of ['master_task.json', 'detail_design.md', 'memory.jsonl']) {
      const opened = await atReview();
      const file = path.join(opened.bench.dir, named(opened.ctx.handoff, name).path);
      appendFileSync(file, ' ');
      const outcome = await opened.effect('DISPATCH');
      expect([outcome.type, inEnglish(outcome.reason)]).toEqual([
        'dispatch_failed',
        `${name} is not the file that was handed over: its hash differs`,
      ]);
    }
    const opened = await atReview();
    const less = opened.ctx.handoff.filter(({ name }) => name !== 'master_task.json');
    expect(inEnglish((await opened.effect('DISPATCH', { handoff: less })).reason)).toBe(
      'master_task.json was not handed over',
    );
  });

  it('of an agent takes the agent’s result with it, and an artifact names the agent', async () => {
    const opened = await atReview();
    const [first, second] = opened.ctx.research.results;
    if (!first || !second) throw new Error('no results');
    const place = (of: typeof first, name: string): string =>
      path.join(opened.bench.dir, named(of.files, name).path);
    const research = {
      ...opened.ctx.research,
      arrived: [first, second],
      results: [],
      findings: [],
      dead: [],
    };
    const ingest = async () => {
      const outcome = await opened.effect('RESEARCH_INGEST', { research });
      if (outcome.type !== 'artifacts_loaded') throw new Error(outcome.type);
      return {
        kept: outcome.kept.map(({ agent }) => agent),
        dead: outcome.dead.map(({ agent, why }) => `${agent}: ${inEnglish(why)}`),
        evidence: outcome.evidence,
      };
    };
    const saved = `${place(first, 'memory.jsonl')}.saved`;
    copyFileSync(place(first, 'memory.jsonl'), saved);
    copyFileSync(place(second, 'memory.jsonl'), place(first, 'memory.jsonl'));
    const swapped = await ingest();
    expect(swapped).toMatchObject({
      kept: [second.agent],
      dead: [`${first.agent}: memory.jsonl is not the file that was handed over: its hash differs`],
    });
    expect(swapped.evidence.at(-1)).toMatch(/dead_agents\.json$/);
    renameSync(saved, place(first, 'memory.jsonl'));
    rmSync(place(first, 'summary.md'));
    expect((await ingest()).dead).toEqual([`${first.agent}: summary.md is missing`]);
  });
});
