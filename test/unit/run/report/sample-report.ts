import type { Transition } from '../../../../shared/events.js';
import type { Report } from '../../../../shared/report.js';

/** Everything from outside tries to become markup, or to drive a terminal. */
export const HOSTILE = `<script>alert("x")</script>&'\u0000\u001b[2J\ud800]]>`;

export const PATCH = `--- a/src/ring.c
+++ b/src/ring.c
@@ -1,3 +1,3 @@
 int a;
-int b = 1;
+int b = 2;
 int c;
`;

export function sampleReport(more: Partial<Report> = {}): Report {
  return {
    type: 'report',
    run: 'r-1',
    final_status: 'SUCCESS',
    verdict: 'PLAUSIBLE',
    reason: 'every target case passes',
    iterations: 2,
    goal: 'All ring cases pass',
    patch: PATCH,
    files_changed: ['src/ring.c'],
    tests: {
      passed: 2,
      failed: 2,
      cases: [
        { name: 'ring_push', status: 'pass' },
        { name: 'ring_pop', status: 'pass' },
        {
          name: 'ring_full',
          status: 'fail',
          message: `got\n${HOSTILE}`,
          location: { file: 'src/ring.c', line: 7 },
        },
        { name: HOSTILE, status: 'missing', message: 'not reported' },
        { name: 'ring_hw', status: 'skip' },
        { name: 'ring_race', status: 'flaky', message: 'fail, pass in 2 runs of one image' },
      ],
    },
    baseline: {
      passed: 1,
      failed: 1,
      cases: [
        { name: 'ring_push', status: 'pass' },
        { name: 'ring_pop', status: 'fail' },
      ],
    },
    held_out: [],
    metrics: { build_duration_ms: 40, image_text_bytes: 1234 },
    alternatives: [],
    boards: [],
    decision_trace_length: 1,
    rollbacks: 1,
    artifacts: [{ kind: 'elf', path: 'abc.elf', sha256: 'abc', bytes: 12 }],
    last_error: null,
    abort_reason: null,
    duration_ms: 1500,
    branch: 'benchloop/r-1',
    hypotheses: [{ cause: 'wrong constant', confidence: 0.9 }],
    ...more,
  };
}

export const TRACE: Transition[] = [
  {
    type: 'transition',
    run: 'r-1',
    seq: 1,
    machine: 'firmware-loop',
    from: 'IDLE',
    to: 'INIT',
    event: 'START',
    reason: HOSTILE,
    iteration: 1,
    evidence: ['log:1'],
    retry_count: 0,
    retry_reason: null,
    at: '2024-01-01T00:00:00.000Z',
  },
];
