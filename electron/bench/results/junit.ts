import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as z from 'zod';
import type { TestCase } from '../../../shared/results.js';
import { explain } from './explain.js';
import { locationOf, type RawOutput } from './parsed-output.js';

/** A result file as it was after a run; `text` is null where it cannot count. */
export interface ResultFile {
  /** As the task names it. */
  path: string;
  text: string | null;
  /** Why it does not count. */
  problem: string | null;
}

const LISTS = new Set(['testsuites', 'testsuite', 'testcase', 'failure', 'error', 'skipped']);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => LISTS.has(name),
});

const text = z.string().optional().catch(undefined);
const Told = z.union([
  z.string().transform((said) => ({ message: undefined, said })),
  z
    .object({ '@message': text, '#text': text })
    .transform((node) => ({ message: node['@message'], said: node['#text'] })),
]);
const Case = z.object({
  '@name': z.string(),
  '@classname': text,
  '@status': text,
  '@result': text,
  '@file': text,
  '@line': text,
  failure: z.array(Told).default([]),
  error: z.array(Told).default([]),
  skipped: z.array(Told).default([]),
  'system-out': text,
});
type Case = z.infer<typeof Case>;

/** What producers write into `status` or `result` of a case (ctest, GoogleTest, others); any other word is no pass. */
const WORDS: Readonly<Record<string, TestCase['status']>> = {
  run: 'pass',
  completed: 'pass',
  passed: 'pass',
  pass: 'pass',
  success: 'pass',
  ok: 'pass',
  fail: 'fail',
  failed: 'fail',
  error: 'fail',
  notrun: 'skip',
  disabled: 'skip',
  skipped: 'skip',
  suppressed: 'skip',
};

/** Suites within suites that are looked into. */
const DEEPEST = 20;

/** Reads JUnit result files: each `testcase` is a case, named `classname.name`, or `name` where both are the same. */
export function readJunit(files: readonly ResultFile[]): RawOutput {
  const out: RawOutput = { reports: [], summary: null, started: [] };
  const problems: string[] = [];
  for (const { path, text: xml, problem } of files) {
    const cases = xml === null ? null : casesIn(xml);
    if (Array.isArray(cases)) out.reports.push(...cases);
    else problems.push(`${path} ${problem ?? cases ?? 'is missing'}`);
  }
  return problems.length === 0 ? out : { ...out, unread: problems.join('; ') };
}

/** The cases of one file, or why it cannot be read. */
function casesIn(xml: string): TestCase[] | string {
  if (/<!DOCTYPE/i.test(xml)) return 'has a document type, which no result file needs';
  const valid = XMLValidator.validate(xml);
  if (valid !== true) return `is no well-formed XML: line ${valid.err.line}: ${valid.err.msg}`;
  try {
    const root: unknown = parser.parse(xml);
    if (!isNode(root) || !('testsuites' in root || 'testsuite' in root)) return 'holds no testsuite';
    return caseNodes(root, 0).map(caseOf);
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function caseNodes(node: unknown, depth: number): unknown[] {
  if (!isNode(node) || depth > DEEPEST) return [];
  const children = (name: string): unknown[] => {
    const found = node[name];
    return Array.isArray(found) ? found : [];
  };
  return [
    ...children('testcase'),
    ...[...children('testsuites'), ...children('testsuite')].flatMap((each) => caseNodes(each, depth + 1)),
  ];
}

function caseOf(node: unknown): TestCase {
  const one = Case.parse(node);
  const status = statusOf(one);
  const name = one['@classname'] && one['@classname'] !== one['@name'] ? `${one['@classname']}.` : '';
  return { name: `${name}${one['@name']}`, status, ...(status === 'pass' ? {} : why(one)) };
}

function statusOf(one: Case): TestCase['status'] {
  if (one.failure.length > 0 || one.error.length > 0) return 'fail';
  if (one.skipped.length > 0) return 'skip';
  const words = [one['@status'], one['@result']].filter((word) => word !== undefined && word !== '');
  const told = words.map((word) => WORDS[(word ?? '').toLowerCase()] ?? 'fail');
  return told.find((status) => status === 'fail') ?? told.find((status) => status === 'skip') ?? 'pass';
}

/** The place of an assertion is in its text; that of the test stands in its attributes. */
function why(one: Case): Pick<TestCase, 'message' | 'location'> {
  const told = [...one.failure, ...one.error, ...one.skipped];
  const said = told.map(({ message, said: body }) => (body?.trim() ? body : (message ?? ''))).join('\n');
  const printed = said.trim() === '' ? (one['system-out'] ?? '') : said;
  const { message, location } = explain(printed.split(/\r?\n/));
  const place = location ?? locationOf(one['@file'] ?? '', one['@line'] ?? '');
  const word = one['@status'] ?? one['@result'];
  const shown = message ?? (told.length === 0 && word ? `status "${word}"` : undefined);
  return { ...(shown ? { message: shown } : {}), ...(place ? { location: place } : {}) };
}
