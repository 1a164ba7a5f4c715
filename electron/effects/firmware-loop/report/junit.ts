import type { Report } from '../../../../shared/report.js';
import type { TestCase } from '../../../../shared/results.js';
import { inEnglish } from '../../../../shared/texts/words.js';

/** XML 1.0 (fifth edition), 2.2: every other character is forbidden, escaped or not. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const xmlText = (text: string): string =>
  text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found);
/** Line ends and tabs of an attribute would become blanks (XML 1.0, 3.3.3). */
const xmlValue = (text: string): string =>
  xmlText(text).replace(/[\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`);

const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlValue(String(value))}"`)
    .join('');

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

interface Counts {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
}

/**
 * A run's report as JUnit XML, in the dialect that Jenkins' own schema describes (junit-10.xsd): failed and
 * flaky cases are failures, missing ones errors. A run that did not succeed although no case failed (no
 * toolchain, aborted) gets a case of its own that says why, so that no reader takes it for green.
 */
export const renderJunit = (report: Report): string =>
  junitOf({
    ...report,
    cases: [...report.tests.cases, ...runCase(report)],
    properties: propertiesOf(report),
  });

interface Suite {
  run: string;
  goal: string;
  duration_ms: number;
  cases: readonly TestCase[];
  properties: Record<string, string | number>;
}

/** Cases as JUnit XML, whatever ran them. */
export function junitOf({ run, goal, duration_ms, cases, properties }: Suite): string {
  const of = (...statuses: TestCase['status'][]) =>
    cases.filter((one) => statuses.includes(one.status)).length;
  const counts: Counts = {
    tests: cases.length,
    failures: of('fail', 'flaky'),
    errors: of('missing'),
    skipped: of('skip'),
  };
  const time = seconds(duration_ms);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'benchloop', time, ...total(counts) })}>`,
    `  <testsuite${attributes({ name: goal, time, ...counts })}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property${attributes({ name, value })}/>`),
    '    </properties>',
    ...cases.map((one) => caseElement(one, run)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const total = ({ tests, failures, errors }: Counts) => ({ tests, failures, errors });

function runCase(report: Report): TestCase[] {
  const failed = report.tests.cases.some((one) => one.status !== 'pass' && one.status !== 'skip');
  if (report.final_status === 'SUCCESS' || failed) return [];
  return [
    { name: 'benchloop run', status: 'fail', message: `${report.final_status}: ${inEnglish(report.reason)}` },
  ];
}

function propertiesOf(report: Report): Record<string, string | number> {
  return {
    run: report.run,
    final_status: report.final_status,
    verdict: report.verdict,
    reason: inEnglish(report.reason),
    iterations: report.iterations,
    rollbacks: report.rollbacks,
    ...Object.fromEntries(Object.entries(report.metrics).filter(([, value]) => value !== undefined)),
  };
}

const ELEMENTS: Partial<Record<TestCase['status'], 'failure' | 'error' | 'skipped'>> = {
  fail: 'failure',
  flaky: 'failure',
  missing: 'error',
  skip: 'skipped',
};

function caseElement(one: TestCase, run: string): string {
  const opening = `    <testcase${attributes({ name: one.name, classname: run })}`;
  const element = ELEMENTS[one.status];
  if (!element) return `${opening}/>`;
  const message = one.message ?? one.status;
  if (element === 'skipped') return `${opening}><skipped${attributes({ message })}/></testcase>`;
  const place = one.location ? `${one.location.file}:${one.location.line}: ` : '';
  const inner = `<${element}${attributes({ message, type: one.status })}>${xmlText(place + message)}</${element}>`;
  return `${opening}>${inner}</testcase>`;
}
