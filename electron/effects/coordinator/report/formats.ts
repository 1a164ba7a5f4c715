import { ok } from '../../../../shared/problem.js';
import type { RoundtableReport } from '../../../../shared/roundtable.js';
import type { Formats } from '../../parts.js';
import { renderHtml } from './html.js';
import { renderJunit } from './junit.js';
import { renderText } from './text.js';

/** How the report of a roundtable is shown. */
export const roundtableFormats: Formats<RoundtableReport> = {
  text: (report, _, say) => renderText(report, say),
  files: {
    html: ({ report, trace }, speech) => ok(renderHtml(report, trace, speech)),
    junit: ({ report }) => ok(renderJunit(report)),
  },
};
