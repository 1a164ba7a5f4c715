import type { Transition } from '../../../../../shared/events.js';
import type { Report } from '../../../../../shared/report.js';

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

/** Two classes that pass, of which the second is suspicious and differs from the first on an input. */
export const CANDIDATES: Report['candidates'] = [
  {
    ...{ class: 1, status: 'below', confidence: 0.62, patch: PATCH, what: 'the first change', found_ms: 1 },
    ...{ kind: 'constant', place: { file: 'src/ring.c', line: 2, function: null }, flags: [], common: 1 },
    ...{ score: 2, executing: 3, same: [{ patch: '', what: 'another', found_ms: 2 }], difference: null },
  },
  {
    ...{ class: 2, status: 'open', confidence: null, patch: PATCH, what: HOSTILE, found_ms: 3 },
    ...{ kind: 'guard', place: { file: 'src/ring.c', line: 3, function: null }, flags: ['special_case'] },
    ...{ common: 0.1, score: 1, executing: 3, same: [] },
    difference: { argv: ['build/ring', '3'], stdin: HOSTILE, answer: '4\n', first: '5\n' },
  },
];

export function sampleReport(more: Partial<Report> = {}): Report {
  return {
    type: 'report',
    run: 'r-1',
    machine: 'firmware-loop',
    outcome: 'SUCCESS',
    parent: null,
    children: [],
    decisions: {
      count: 2,
      by_scope: { build: 1, publish: 1 },
      by_channel: { terminal: 2 },
      unasked: { policy: 0, stored: 3, envelope: 0 },
    },
    models: { requests: 3, replaced: { PASSWORD: 1, FILE: 2 } },
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
    candidates: [],
    confidence: null,
    provenance: null,
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
    node: 'main',
    run: 'r-1',
    machine: 'firmware-loop',
    seq: 1,
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
