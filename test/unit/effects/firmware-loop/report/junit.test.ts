import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { renderJunit } from '../../../../../electron/effects/firmware-loop/report/junit.js';
import { HOSTILE, sampleReport } from './sample-report.js';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => name === 'testcase' || name === 'property',
});
const read = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true);
  return parser.parse(xml).testsuites;
};

describe('a report as JUnit', () => {
  it('is valid XML that reads back as the same cases', () => {
    const suites = read(renderJunit(sampleReport()));
    const suite = suites.testsuite;
    expect(suite).toMatchObject({
      name: 'All ring cases pass',
      tests: '6',
      failures: '2',
      errors: '1',
      skipped: '1',
      time: '1.500',
    });
    expect(suites).toMatchObject({ tests: '6', failures: '2', errors: '1' });
    const cases = suite.testcase;
    expect(cases[0]).toEqual({ name: 'ring_push', classname: 'r-1' });
    expect(cases[2].failure['#text']).toContain('src/ring.c:7: got');
    expect(cases[3].error.type).toBe('missing');
    expect(cases[4].skipped).toBeDefined();
    expect(cases[5].failure.type).toBe('flaky');
    expect(suite.properties.property).toContainEqual({ name: 'verdict', value: 'PLAUSIBLE' });
  });

  it('holds no character that XML forbids, and no markup from outside', () => {
    const xml = renderJunit(sampleReport({ goal: HOSTILE, reason: HOSTILE }));
    expect(read(xml).testsuite.name).toBe(`<script>alert("x")</script>&'\ufffd\ufffd[2J\ufffd]]>`);
    expect(xml).not.toMatch(/<script|(?![\t\n\r])\p{Cc}|\p{Cs}/u);
  });

  it('of a run that failed without any case is not green', () => {
    const tests = { passed: 0, failed: 0, cases: [] };
    const failed = sampleReport({ final_status: 'FAILURE', reason: 'no compiler', tests });
    expect(read(renderJunit(failed)).testsuite).toMatchObject({ tests: '1', failures: '1' });
    const empty = read(renderJunit(sampleReport({ tests }))).testsuite;
    expect(empty).toMatchObject({ tests: '0', failures: '0' });
  });
});
