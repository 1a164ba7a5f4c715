import { ok } from '../../../../shared/problem.js';
import type { Report } from '../../../../shared/report.js';
import { runPaths } from '../../../tools/run-paths.js';
import type { Formats } from '../../parts.js';
import { renderHtml } from './html.js';
import { renderJunit } from './junit.js';
import { renderText } from './text.js';

/** How the report of the firmware loop is shown. */
export const firmwareFormats: Formats<Report> = {
  text: (report, folder, say) => renderText(report, runPaths(folder).artifacts, say),
  files: {
    html: ({ report, trace, panels }, speech) =>
      ok(renderHtml({ report, trace, diff: report.patch, log: panels.console }, speech)),
    junit: ({ report }) => ok(renderJunit(report)),
  },
};
