import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CampaignReport, CampaignReportSchema } from '../../../shared/campaign.js';
import { COVERAGE_KIND, CoverageSchema } from '../../../shared/coverage.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { type Driven, FOUND_SOON, type Job, prepare, runJob } from '../loop/workshop.js';

const HELD_OUT = 'ring_counts';

/** Cases that are functions of their own: a trace tells them apart by their names. */
const MAIN = `#include "ring.h"
#include "target.h"
#include <stdbool.h>

#define CASE static __attribute__((noinline)) bool
static struct ring ring;
static int failures;

static void report(const char *name, bool good)
{
    failures += good ? 0 : 1;
    print("test/main.c:1:");
    print(name);
    print(good ? ":PASS\\r\\n" : ":FAIL: Expected TRUE Was FALSE\\r\\n");
}

static void fill(void)
{
    ring_init(&ring);
    for (uint8_t i = 0u; i < RING_SIZE; i++) {
        ring_put(&ring, i);
    }
}

CASE ring_starts_empty(void)
{
    uint8_t byte = 0u;
    ring_init(&ring);
    return !ring_get(&ring, &byte);
}

CASE ring_refuses_when_full(void)
{
    fill();
    return !ring_put(&ring, 9u);
}

CASE ring_counts(void)
{
    fill();
    ring_put(&ring, 9u);
    return ring.count == RING_SIZE;
}

int main(void)
{
    uart_init();
    report("ring_starts_empty", ring_starts_empty());
    report("ring_refuses_when_full", ring_refuses_when_full());
    report("ring_counts", ring_counts());
    print("-----------------------\\r\\n3 Tests ");
    print(failures == 0 ? "0" : "2");
    print(" Failures 0 Ignored\\r\\n");
    print(failures == 0 ? "OK\\r\\n" : "FAIL\\r\\n");
    exit_with(failures);
    return 0;
}
`;

let cli: CommandLine;
let job: Job;
let earlier: Driven;
let kept: string;
beforeAll(async () => {
  cli = await bundleCommandLine();
  const parts = { constraints: FOUND_SOON, test: { heldOut: [HELD_OUT] } };
  job = prepare(cli, { edits: { ...OFF_BY_ONE, 'test/main.c': MAIN }, target: true, parts });
  earlier = await runJob(cli, job);
  const { run, artifacts } = earlier.report;
  const file = artifacts.find(({ kind }) => kind === COVERAGE_KIND)?.path ?? '';
  kept = path.join(job.home, 'runs', run, 'artifacts', file);
});
afterAll(() => cli?.close());

/** A campaign whose research is real and whose run is a mock. */
async function researched(): Promise<{ report: CampaignReport; found: string[]; design: string }> {
  const args = ['campaign', 'make it pass', '--task', job.task, '--approve', 'all', '--json'];
  const env = { BENCHLOOP_MOCK_EXECUTOR: '1' };
  const ran = await cli.run(args, { home: job.home, cwd: job.dir, env });
  const report = CampaignReportSchema.parse(ran.lines.at(-1));
  expect(report.outcome).toBe('COMPLETE');
  const read = (of: string): string => {
    const file = report.deliverables.find(({ path }) => path.includes(of))?.path ?? '';
    return readFileSync(path.join(job.home, 'runs', report.run, file), 'utf8');
  };
  const lines = read('coverage/memory.jsonl').trim().split('\n');
  return {
    report,
    found: lines.map((line) => JSON.parse(line).text),
    design: read('detail_design.md'),
  };
}

describe('what the cases of an earlier run executed', () => {
  it('is kept with its image and its commit, and never holds a case that is held out', () => {
    const text = readFileSync(kept, 'utf8');
    const coverage = CoverageSchema.parse(JSON.parse(text));
    expect(coverage.run).toBe(earlier.report.run);
    const names = coverage.cases?.map(({ name }) => name) ?? [];
    expect(names).toEqual(expect.arrayContaining(['ring_starts_empty', 'ring_refuses_when_full']));
    expect(text).not.toContain(HELD_OUT);
  });

  it('names the lines of the failing cases to a campaign and in its design, and the same in a replay', async () => {
    const { report, found, design } = await researched();
    const places = found.filter((text) =>
      /^src\/ring\.c:[\d,-]+ in ring_\w+\(\) runs in 1 of 1 failing cases/.test(text),
    );
    expect(places.length).toBeGreaterThan(0);
    expect(places[0]).toContain(earlier.report.run);
    expect(design).toContain(places[0]);
    const file = path.join(job.dir, 'campaign.cassette');
    await cli.run(['show', report.run, '--cassette', file, '--include', 'source,console,prompts,replies'], {
      home: job.home,
    });
    expect((await cli.run(['replay', file], { home: cli.freshHome(), cwd: job.dir })).code).toBe(0);
  });

  it('is named and passed over where it was changed after it was kept', async () => {
    appendFileSync(kept, ' ');
    const { found } = await researched();
    expect(found.join('\n')).toContain(
      `${earlier.report.run}: its coverage file is not the one that was kept: its hash differs; it is not used`,
    );
    expect(found.join('\n')).toContain('functions are known by name only');
  });
});
