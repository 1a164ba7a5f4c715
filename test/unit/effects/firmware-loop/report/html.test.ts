import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../../../electron/effects/firmware-loop/report/html.js';
import { CANDIDATES, HOSTILE, PATCH, sampleReport, TRACE } from './sample-report.js';

const render = (more: Partial<Parameters<typeof renderHtml>[0]> = {}) =>
  renderHtml({ report: sampleReport(), trace: TRACE, diff: PATCH, log: 'boot\nok\n', ...more });

describe('a report as HTML', () => {
  it('is one file that fetches nothing and runs nothing', () => {
    const page = render({ log: HOSTILE, diff: `+${HOSTILE}\n` });
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<script|<img|<link|<iframe|\ssrc=|\shref=|@import|url\(|\son\w+=/i);
    expect(page).toContain('&lt;script&gt;');
    expect(page).toContain('<html lang="en">');
  });

  it('shows what would not be seen, or would turn the text around; not the line ends of CRLF', () => {
    const goal = 'all \u202e pass \u001b[2J';
    const page = render({ report: sampleReport({ goal }), diff: '+int b;\r\n+int \u2066c;\r\n' });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(page).not.toMatch(/[\u202e\u2066\u001b\r]/);
    expect(page).toContain('<h1>all &lt;U+202E&gt; pass &lt;ESC&gt;[2J</h1>');
    expect(page).toContain('>+int b;</span>');
    expect(page).toContain('>+int &lt;U+2066&gt;c;</span>');
  });

  it('is well-formed: every element that is opened is closed', () => {
    const body = /<body>[\s\S]*<\/body>/.exec(render({ log: HOSTILE }))?.[0] ?? '';
    expect(XMLValidator.validate(body)).toBe(true);
    expect(new XMLParser().parse(body).body.main.h1).toBe('All ring cases pass');
  });

  it('shows status, cases beside their baseline, trace, coloured diff and artifacts', () => {
    const page = render();
    expect(page).toContain('SUCCESS · PLAUSIBLE');
    expect(page).toMatch(/<td>ring_pop<\/td><td><span class="pass">pass<\/span><\/td><td>fail<\/td>/);
    expect(page).toContain('<td>src/ring.c:7</td>');
    expect(page).toContain('<span class="add">+int b = 2;</span>');
    expect(page).toContain('<span class="del">-int b = 1;</span>');
    expect(page).toContain('\n+++ b/src/ring.c\n');
    expect(page).toMatch(/<td>IDLE<\/td><td>START<\/td><td>INIT<\/td>/);
    expect(page).toContain('abc.elf');
  });

  it('shows the patches that pass, what is known of each, and the input on which one differs from the first', () => {
    const confidence = {
      value: 0.62,
      calibrated: true,
      bucket: ['all'],
      counted: { n: 40, right: 27 },
      parts: [],
    };
    const page = render({ report: sampleReport({ candidates: CANDIDATES, confidence }) });
    expect(page).toContain('Confidence 0.62: 27 of 40 such patches were right</p>');
    expect(page).toContain('<td>passes, not sure enough (0.62); 1 more edit does the same</td>');
    expect(page).toContain('<td>not tried; treats a single value as a special case</td>');
    expect(page).toMatch(/<code>build\/ring 3 &lt; &quot;&lt;script/);
    expect(page).toContain('this one prints &quot;4\\n&quot;, patch 1 &quot;5\\n&quot;');
    expect(XMLValidator.validate(/<body>[\s\S]*<\/body>/.exec(page.replaceAll('<br>', ''))?.[0] ?? '')).toBe(
      true,
    );
  });

  it('marks held-out cases', () => {
    const page = render({ report: sampleReport({ held_out: ['ring_pop'] }) });
    expect(page).toContain('<td>ring_pop <em>held out</em></td>');
    expect(page).toContain('<td>ring_push</td>');
  });

  it('says how much of a long log was left out, and keeps its beginning and end', () => {
    const page = render({ log: `first${'x'.repeat(1_000_000)}last` });
    expect(page).toContain('500009 characters left out');
    expect(page).toContain('first');
    expect(page).toContain('last</pre>');
    expect(page.length).toBeLessThan(700_000);
  });

  it('of a run that did nothing says so', () => {
    const tests = { passed: 0, failed: 0, cases: [] };
    const last_error = { code: 'TOOLCHAIN_MISSING' as const, message: 'no gcc', next: 'apt-get install gcc' };
    const report = sampleReport({ final_status: 'FAILURE', tests, baseline: null, patch: null, last_error });
    const page = render({ report, diff: null, log: '', trace: [] });
    expect(page).toContain('No change was kept.');
    expect(page).toContain('Nothing was printed.');
    expect(page).toContain('apt-get install gcc');
  });
});
