import type { Location, TestCase, TestResult } from '../../../shared/results.js';
import type { FunctionAt } from '../../agents/c/function-at.js';
import { readInside } from '../../workspace/files.js';

/** Failed cases whose function is looked up; the first ones tell enough. */
const MOST = 50;

/**
 * Names the function in which each assertion lies, where the output did not: the one whose lines hold it in the sources of `tree`.
 * A place that no source explains stays as it is.
 */
export async function nameFunctions(
  functionAt: FunctionAt,
  tree: string,
  result: TestResult,
): Promise<TestResult> {
  const wanted = result.cases.filter(({ status }) => status === 'fail').slice(0, MOST);
  const named = new Map<TestCase, Location>();
  for (const one of wanted) {
    if (!one.location || one.location.function !== undefined) continue;
    const text = await readInside(tree, one.location.file);
    const name = text.ok ? await functionAt(text.value, one.location.line) : null;
    if (name) named.set(one, { ...one.location, function: name });
  }
  return { ...result, cases: result.cases.map((one) => ({ ...one, ...place(named.get(one)) })) };
}

const place = (location: Location | undefined): Pick<TestCase, 'location'> => (location ? { location } : {});
