import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decisionsText } from '../../shared/decisions.js';
import { MAIN } from '../../shared/events.js';
import { EXPORT_FORMATS, type ExportFormat } from '../../shared/ipc/runs.js';
import { PROVENANCE_TEXTS } from '../../shared/provenance.js';
import { modelsAskedText } from '../../shared/replaced.js';
import type { Report } from '../../shared/report.js';
import { visible } from '../../shared/visible-text.js';
import { ask } from '../actions.js';
import { Empty } from '../empty.js';
import { useMirror } from '../mirror/mirror.js';
import { ProblemText } from '../problem/problem-text.js';
import { useSelection } from '../selection.js';
import { useLanguage, useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { ReportLists } from './report-lists.js';

const FORMAT_NAMES: Record<ExportFormat, string> = { json: 'JSON', html: 'HTML', junit: 'JUnit' };

export function ReportPanel() {
  const { t } = useTranslation();
  const report = useMirror((mirror) => mirror.run?.report);
  const isRoot = useSelection((selection) => selection.node === MAIN);
  if (!isRoot) return <Empty what={t('report.ofNode')} />;
  if (!report) return <Empty what={t('report.empty')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="scroll report" tabIndex={0} aria-label={t('report.title')}>
      <ExportButtons run={report.run} />
      <Facts report={report} />
      <ReportLists report={report} />
    </section>
  );
}

function ExportButtons({ run }: { run: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [file, setFile] = useState<string | null>(null);
  const save = async (format: ExportFormat): Promise<void> => {
    const written = await ask('exportReport', { run, format, language });
    setFile(written?.file ?? null);
  };
  return (
    <p className="summary">
      {EXPORT_FORMATS.map((format) => (
        <button type="button" key={format} onClick={() => void save(format)}>
          {t('report.export')} {FORMAT_NAMES[format]}…
        </button>
      ))}
      <span role="status">{file && t('report.exported', { file })}</span>
    </p>
  );
}

function Facts({ report }: { report: Report }) {
  const { t } = useTranslation();
  const say = useSay();
  const seconds = t('report.seconds', { value: (report.duration_ms / 1000).toFixed(1) });
  return (
    <dl className="facts">
      <Fact name={t('report.status')}>
        <span className={`status status-${report.final_status}`}>{t(`status.${report.final_status}`)}</span>
      </Fact>
      <Fact name={t('report.verdict')}>{t(`verdict.${report.verdict}`)}</Fact>
      {report.provenance && (
        <Fact name={t('report.provenance')}>{say(PROVENANCE_TEXTS[report.provenance])}</Fact>
      )}
      <Fact name={t('report.reason')}>
        <VisibleText line={say(report.reason)} />
      </Fact>
      <Fact name={t('report.goal')}>
        <VisibleText line={report.goal} />
      </Fact>
      <Fact name={t('report.iterations')}>{report.iterations}</Fact>
      <Fact name={t('report.rollbacks')}>{report.rollbacks}</Fact>
      <Fact name={t('report.decisions')}>
        <VisibleText line={say(decisionsText(report.decisions))} />
      </Fact>
      {report.models && (
        <Fact name={t('report.models')}>
          <VisibleText line={say(modelsAskedText(report.models))} />
        </Fact>
      )}
      <Fact name={t('report.duration')}>{seconds}</Fact>
      <Fact name={t('report.branch')}>{report.branch ?? t('report.noBranch')}</Fact>
      <Fact name={t('report.files')}>{visible(report.files_changed.join(', ')) || t('common.none')}</Fact>
      {report.abort_reason && <Fact name={t('report.abortReason')}>{visible(say(report.abort_reason))}</Fact>}
      {report.last_error && (
        <Fact name={t('report.error')}>
          <ProblemText problem={report.last_error} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
