import { NO_PANELS } from '../../shared/panels.js';
import { fail, ok, type Result } from '../../shared/problem.js';
import type { ReportHead } from '../../shared/report.js';
import type { Language } from '../../shared/texts/language.js';
import { type Speech, speechIn } from '../../shared/texts/speech.js';
import { englishWords } from '../../shared/texts/words.js';
import { registered } from '../effects/registry.js';
import { runDetails } from './details.js';
import { runFolder } from './run-store.js';

/** A run as a file; `language` is that of the page, the other formats are read by programs. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT, USAGE where a run without a report has none to show. */
export async function renderRun(
  home: string,
  run: string,
  format: 'json' | 'html' | 'junit',
  language: Language = 'en',
): Promise<Result<string>> {
  const details = runDetails(home, run);
  if (!details.ok) return details;
  const { summary, report, reportProblem, trace, gates, nodes, folder } = details.value;
  if (reportProblem) return fail(reportProblem);
  if (!report) {
    return fail({
      code: 'USAGE',
      message: `run ${run} is not finished: it has no report yet`,
      next: `go on with \`benchloop resume ${run}\``,
    });
  }
  if (format === 'json') return ok(JSON.stringify(report, englishWords, 2));
  const formats = await registered(summary.machine)?.report?.formats();
  const panels = nodes[0]?.panels ?? NO_PANELS;
  const write = formats?.files[format];
  if (write) return write({ report, trace, gates, panels, folder }, await speechIn(language));
  return fail({ code: 'USAGE', message: `a run of ${summary.machine} has no report as ${format}` });
}

/** See `Core.describe`. */
export async function describeReport(home: string, report: ReportHead, { say }: Speech): Promise<string> {
  const formats = await registered(report.machine)?.report?.formats();
  return formats ? formats.text(report, runFolder(home, report.run), say) : say(report.reason);
}
