import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleView } from '../../shared/ipc/console-view.js';
import { type PanelName, useLooks } from './console-state.js';
import { DecodePanel } from './decode-panel.js';
import { ExportPanel } from './export-panel.js';
import { PlotPanel } from './plot-panel.js';
import { RulesPanel } from './rules-panel.js';
import { SearchPanel } from './search-panel.js';

const PARTS: Record<PanelName, ComponentType<{ view: ConsoleView }>> = {
  search: SearchPanel,
  rules: RulesPanel,
  plot: PlotPanel,
  decode: DecodePanel,
  export: ExportPanel,
};

/** What the person opened beside the lines. */
export function PanelBelow({ view }: { view: ConsoleView }) {
  const { t } = useTranslation();
  const panel = useLooks((looks) => looks.panel);
  const Part = panel && PARTS[panel];
  return (
    Part && (
      <section className="panel-below" aria-label={t(`ports.panel.${panel}`)}>
        <Part view={view} />
      </section>
    )
  );
}
