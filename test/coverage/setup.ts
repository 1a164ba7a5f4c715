import { appendFileSync, rmSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { nameOf } from '../../build/test/file-name.mjs';
import { keysOfChildren, watchChildren, watchThisProcess } from './collect.js';

// Before each test file, in its worker, where a run records coverage: notes which functions the file executes, by itself and in Node
// processes that it starts, as a line of JSON. build/test/coverage.mjs reads them.

/** A worker runs several files. */
const worker = globalThis as { benchloopExecuted?: ReturnType<typeof watchThisProcess> };

const notes = process.env.BENCHLOOP_TEST_COVERAGE;
if (notes !== undefined) {
  worker.benchloopExecuted ??= watchThisProcess();
  const executed = await worker.benchloopExecuted;
  const before = process.env.NODE_V8_COVERAGE;
  const folder = watchChildren();
  afterAll(async () => {
    const keys = new Set([...(await executed()), ...keysOfChildren(folder)]);
    rmSync(folder, { recursive: true, force: true });
    if (before === undefined) delete process.env.NODE_V8_COVERAGE;
    else process.env.NODE_V8_COVERAGE = before;
    const file = nameOf(String(expect.getState().testPath));
    appendFileSync(notes, `${JSON.stringify({ file, keys: [...keys].sort() })}\n`);
  });
}
