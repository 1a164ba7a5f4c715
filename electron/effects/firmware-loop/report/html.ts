import { decisionsText } from '../../../../shared/decisions.js';
import type { Transition } from '../../../../shared/events.js';
import { noTestRan } from '../../../../shared/no-test-ran.js';
import type { Problem } from '../../../../shared/problem.js';
import { PROVENANCE_TEXTS } from '../../../../shared/provenance.js';
import { modelsAskedText } from '../../../../shared/replaced.js';
import type { Report } from '../../../../shared/report.js';
import type { TestCase } from '../../../../shared/results.js';
import type { Say } from '../../../../shared/texts/language.js';
import { ENGLISH, type Speech } from '../../../../shared/texts/speech.js';
import { nested, text } from '../../../../shared/texts/words.js';
import { boardLine } from './boards.js';
import { choiceSection } from './choices.js';
import { html, type Markup, table } from './markup.js';
import { factList, page } from './page.js';

interface HtmlReport {
  report: Report;
  trace: readonly Transition[];
  /** Unified diff against the base commit; null where nothing was changed. */
  diff: string | null;
  /** Console of the last test session, as text. */
  log: string;
}

/** Characters of the log that are shown: its beginning, and more of its end, where failures are. */
const LOG_HEAD = 100_000;
const LOG_TAIL = 400_000;
/** Lines of a diff that are shown; the patch itself is an artifact. */
const MAX_DIFF_LINES = 5000;

/**
 * A run as one self-contained HTML file: no script, nothing fetched (its content policy forbids both), every
 * value escaped, its own texts in the reader's language. Meant to be read on screen in light or dark, printed, or sent along with a bug report.
 */
export function renderHtml({ report, trace, diff, log }: HtmlReport, speech: Speech = ENGLISH): string {
  const { say } = speech;
  const body = html`<h1>${report.goal}</h1>
<p class="status ${report.final_status}">${report.final_status} · ${report.verdict}</p>
<p>${say(report.reason)}</p>
${report.provenance && html`<p>${say(text`Verdicts: ${nested(PROVENANCE_TEXTS[report.provenance])}`)}</p>`}
${report.boards.map((one) => html`<p>${boardLine(say, one)}</p>`)}
${facts(say, report)}
<h2>${say('Test cases')}</h2>
${cases(say, report)}
<h2>${say('Patch')}</h2>
${diff ? diffBlock(say, diff) : html`<p class="none">${say('No change was kept.')}</p>`}
${choiceSection(say, report, (patch) => diffBlock(say, patch))}
<h2>${say('Decision trace')}</h2>
${transitions(say, trace)}
<h2>${say('Hypotheses')}</h2>
${table(
  say,
  'What the failure was put down to',
  ['Cause', 'Confidence'],
  report.hypotheses.map((one) => [say(one.cause), one.confidence.toFixed(2)]),
)}
${alternatives(say, report)}
<h2>${say('Artifacts')}</h2>
${table(
  say,
  'Files in the run’s artifact folder',
  ['Kind', 'File', 'Bytes'],
  report.artifacts.map((one) => [one.kind, one.path, one.bytes]),
)}
<h2>${say('Console')}</h2>
${logBlock(say, log)}`;
  return page(speech, `${report.final_status}: ${report.goal}`, body);
}

function facts(say: Say, report: Report): Markup {
  const error = report.last_error;
  return factList(say, [
    ['Run', report.run],
    ['Iterations', report.iterations],
    ['Rollbacks', report.rollbacks],
    ['Decisions', say(decisionsText(report.decisions))],
    ['Models', report.models && say(modelsAskedText(report.models))],
    ['Duration', `${(report.duration_ms / 1000).toFixed(1)} s`],
    ['Files changed', report.files_changed.join(', ')],
    ['Branch', report.branch],
    ['Last error', error && errorLine(say, error)],
    ['What to do', error?.next && say(error.next)],
    ['Aborted because', report.abort_reason && say(report.abort_reason)],
    [
      'Metrics',
      Object.entries(report.metrics)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    ],
  ]);
}

const errorLine = (say: Say, { code, where, message }: Problem): string =>
  `${code}: ${where ? `${say(where)}: ` : ''}${say(message)}`;

function cases(say: Say, report: Report): Markup {
  const before = new Map(report.baseline?.cases.map((one) => [one.name, one]));
  const heldOut = new Set(report.held_out);
  const rows = report.tests.cases.map((one) => [
    named(say, one, heldOut.has(one.name)),
    html`<span class="${one.status}">${say(one.status)}</span>`,
    say(before.get(one.name)?.status ?? '–'),
    place(one) || place(before.get(one.name)),
    say(one.message ?? ''),
  ]);
  const silent = noTestRan(report);
  if (silent !== null && rows.length === 0) return html`<p class="none">${say(silent)}.</p>`;
  const caption = silent ?? `${report.tests.passed} passed, ${report.tests.failed} failed`;
  return table(say, caption, ['Case', 'Result', 'Baseline', 'Place', 'Message'], rows);
}

function named(say: Say, one: TestCase, heldOut: boolean): Markup {
  const marks = [...(heldOut ? ['held out'] : []), ...(one.self_reported ? ['self-reported'] : [])];
  return html`${one.name}${marks.map((mark) => html` <em>${say(mark)}</em>`)}`;
}

const place = (one: TestCase | undefined): string =>
  one?.location
    ? `${one.location.file}:${one.location.line}${one.location.function ? ` (${one.location.function})` : ''}`
    : '';

/** The decision trace as a table. */
export const transitions = (say: Say, trace: readonly Transition[]): Markup =>
  table(
    say,
    `${trace.length} transitions`,
    ['#', 'Iteration', 'From', 'Event', 'To', 'Reason', 'Evidence', 'At'],
    trace.map((one) => [
      one.seq,
      one.iteration,
      one.from,
      one.event,
      one.to,
      say(
        one.retry_count > 0 && one.retry_reason
          ? text`${nested(one.reason)} (retry ${one.retry_count}: ${one.retry_reason})`
          : one.reason,
      ),
      one.evidence.join(', '),
      one.at,
    ]),
  );

function alternatives(say: Say, report: Report): Markup {
  // those that pass have a section of their own
  if (report.alternatives.length === 0 || report.candidates.length > 0) return html``;
  return html`<h2>${say('Other patches that looked as good')}</h2>
${report.alternatives.map((one) => html`<p>${say(one.reason)} (${one.confidence.toFixed(2)})</p>${diffBlock(say, one.patch)}`)}`;
}

const CLASSES: Record<string, string> = { '+': 'add', '-': 'del', '@': 'hunk' };

/** A unified diff, its lines coloured. */
export function diffBlock(say: Say, diff: string): Markup {
  const lines = diff.replace(/\r*\n$/, '').split(/\r*\n/);
  const left = lines.length - MAX_DIFF_LINES;
  const shown = lines.slice(0, MAX_DIFF_LINES).map((line) => {
    const kind = /^(?:\+\+\+|---) /.test(line) ? undefined : CLASSES[line.charAt(0)];
    return kind ? html`<span class="${kind}">${line}</span>\n` : html`${line}\n`;
  });
  const note =
    left > 0 ? html`<p class="none">${say(`${left} more lines are in the patch file.`)}</p>` : html``;
  return html`<pre tabindex="0" role="region" aria-label="${say('Patch')}">${shown}</pre>${note}`;
}

function logBlock(say: Say, log: string): Markup {
  if (log === '') return html`<p class="none">${say('Nothing was printed.')}</p>`;
  const cut = log.length - LOG_HEAD - LOG_TAIL;
  const shown =
    cut > 0
      ? html`${log.slice(0, LOG_HEAD)}\n${say(`[… ${cut} characters left out here; the whole console is an artifact …]`)}\n${log.slice(-LOG_TAIL)}`
      : html`${log}`;
  return html`<pre class="log" tabindex="0" role="region" aria-label="${say('Console')}">\n${shown}</pre>`;
}
