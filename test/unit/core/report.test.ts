import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readReport } from '../../../electron/core/report.js';
import { reportFile } from '../../../electron/files/home-folder.js';
import { createRunJournal } from '../../../electron/journal/create.js';
import { errandRun } from '../../fixtures/errand-run.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';

/** The journal of a run of the firmware loop that stands at this context. */
function loopAt(context: unknown) {
  const folder = path.join(tempDir(), 'r');
  const about = { id: 'r', machine: 'firmware-loop', machineVersion: 1, goal: 'green', createdAt: 5 };
  const header = { ...about, header: {}, initialContext: {}, parent: { run: 'p', operation: 'main.3.rest' } };
  const first = { seq: 0, state: 'IDLE', context, deadline: null };
  const journal = value(createRunJournal(folder, header, first));
  onTestFinished(() => journal.close());
  return { journal, file: reportFile(folder) };
}

const ENDED = { finished: true, outcome: { status: 'FAILURE', verdict: 'UNPROVEN', reason: 'not sure' } };

const BODY = {
  ...{
    type: 'report',
    run: 'r',
    final_status: 'FAILURE',
    verdict: 'UNPROVEN',
    reason: 'not sure',
    goal: 'green',
  },
  ...{ duration_ms: 77, iterations: 2, patch: null, files_changed: [], baseline: null, metrics: {} },
  ...{ tests: { passed: 0, failed: 0, cases: [] }, alternatives: [], decision_trace_length: 9, rollbacks: 0 },
  ...{ artifacts: [], last_error: null, abort_reason: null, branch: null, hypotheses: [] },
};

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('the report of a machine that writes one', () => {
  it('is its head from the journal and its body from the file, also where an earlier release wrote that', () => {
    const { journal, file } = loopAt(ENDED);
    write(file, JSON.stringify(BODY));
    const report = value(readReport(journal));
    expect(report).toMatchObject({
      ...BODY,
      ...{ machine: 'firmware-loop', outcome: 'FAILURE', children: [], held_out: [] },
      parent: { run: 'p', operation: 'main.3.rest' },
    });
    const head =
      'type run machine final_status outcome verdict reason goal duration_ms parent children decisions models';
    expect(new Set(Object.keys(report ?? {}).slice(0, 13))).toEqual(new Set(head.split(' ')));
  });

  it('is none while the run is under way, and where the file is gone', () => {
    const { journal, file } = loopAt({ finished: false, outcome: null });
    write(file, JSON.stringify(BODY));
    expect(readReport(journal)).toEqual({ ok: true, value: null });
    expect(readReport(loopAt(ENDED).journal)).toEqual({ ok: true, value: null });
  });

  it('cannot be read where the file is empty, as a power cut leaves files', () => {
    const { journal, file } = loopAt(ENDED);
    write(file, '');
    expect(readReport(journal)).toMatchObject({
      ok: false,
      error: { code: 'ARTIFACT_MISSING', where: file },
    });
  });
});

describe('the report of a machine that writes none', () => {
  it('is the head, with the nodes and the run that worked for it, and the last event of the run', async () => {
    let now = 1000;
    const run = errandRun({}, () => (now += 10));
    await run.go();
    run.answer('go');
    run.tell('note', 'n');
    const end = await run.go();
    if (end.kind !== 'finished') throw new Error(end.kind);
    const step = (n: number, final_status: string) => ({
      ...{ run: 'errand-1', node: `main.1.step${n}`, machine: 'step', final_status },
    });
    expect(end.report).toEqual({
      ...{ type: 'report', run: 'errand-1', machine: 'errand', final_status: 'SUCCESS', outcome: 'DONE' },
      ...{ verdict: null, reason: 'DONE', goal: 'an errand', duration_ms: expect.any(Number), parent: null },
      children: [
        ...[step(0, 'SUCCESS'), step(1, 'FAILURE'), step(2, 'SUCCESS')],
        { run: 'errand-1-main-3-rest', node: 'main', machine: 'step', final_status: 'SUCCESS' },
      ],
      decisions: expect.objectContaining({ count: 1 }),
      models: null,
    });
    expect(end.report.duration_ms).toBeGreaterThan(0);
    expect(run.events.at(-1)).toEqual(end.report);
  });

  it('says of a run that was given up that it was', async () => {
    const run = errandRun();
    await run.go();
    run.answer('stop');
    expect(await run.go()).toMatchObject({
      report: { final_status: 'ABORTED', outcome: 'STOPPED', children: [] },
    });
  });
});
