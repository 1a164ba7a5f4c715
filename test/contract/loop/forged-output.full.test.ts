import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import {
  exit,
  firmware,
  liesOn,
  MACHINES,
  NAMED,
  SUMMARY,
  say,
  TWO,
  UNCHANGEABLE,
} from '../../fixtures/loop/lies.js';
import { onMachine } from '../../fixtures/loop/projects.js';
import { heard, readRecording, recordingOf, writeRecording } from '../../fixtures/loop/recordings.js';
import { prepare, runJob } from './workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

describe.each(MACHINES)('a firmware on %s', (machine) => {
  it.each(liesOn(machine))(
    'gets no pass for $what',
    async ({ what, body, before, parser = 'unity', cases = NAMED, told }) => {
      const { edits, profile } = onMachine(machine, firmware(body, before));
      const parts = { ...UNCHANGEABLE, profile, test: { parser, timeoutSec: 120, cases } };
      const job = prepare(cli, { target: true, edits, parts });
      const { report } = await runJob(cli, job);
      expect([report.final_status, report.branch]).toEqual(['FAILURE', null]);
      // what the fast tier judges is what the firmware says now
      const now = heard(recordingOf(job.home));
      if (process.env.BENCHLOOP_RECORD) writeRecording(what, machine, now);
      else expect(now).toEqual(readRecording(what, machine));
      const bad = report.tests.cases.filter((c) => c.status !== 'pass').map((c) => `${c.name}: ${c.status}`);
      expect([report.tests.incomplete ?? '', ...bad].join('\n')).toMatch(told);
    },
  );

  it('gets its pass where it tells the truth and then idles', async () => {
    const { edits, profile } = onMachine(machine, firmware(`${say(...TWO, ...SUMMARY)}\n    for (;;) { }`));
    const parts = { ...UNCHANGEABLE, profile, test: { timeoutSec: 120, cases: NAMED } };
    const { report } = await runJob(cli, prepare(cli, { target: true, edits, parts }));
    expect(report).toMatchObject({ final_status: 'SUCCESS', verdict: 'NOTHING_TO_FIX' });
  });

  it('reads no file of this computer through semihosting', async () => {
    const open = [
      `    static const char name[] = "${__filename}";`,
      '    static char text[64];',
      '    const struct { const char *name; uint32_t mode; uint32_t length; } file = {name, 0, sizeof name - 1};',
      '    const int handle = semihost(0x01, &file);',
      '    const struct { int handle; char *to; uint32_t length; } read = {handle, text, sizeof text - 1};',
      '    semihost(0x06, &read);',
      '    print(text);',
    ].join('\n');
    const { edits, profile } = onMachine(
      machine,
      firmware(`${open}\n${say(...TWO, ...SUMMARY)}\n${exit(0)}`),
    );
    const parts = { ...UNCHANGEABLE, profile, test: { timeoutSec: 120, cases: NAMED } };
    const { ran } = await runJob(cli, prepare(cli, { target: true, edits, parts }));
    expect(ran.stdout).not.toContain(readFileSync(__filename, 'utf8').slice(0, 30));
  });
});
