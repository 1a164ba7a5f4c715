import { type ComponentType, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CampaignPanel } from '../campaign/campaign-panel.js';
import { ConsolePanel } from '../console/console-panel.js';
import { DeliveryPanel } from '../delivery/delivery-panel.js';
import { DiffPanel } from '../diff/diff-panel.js';
import { focusItem, useRoving } from '../list/use-roving.js';
import { ReportPanel } from '../report/report-panel.js';
import { TestsPanel } from '../results/tests-panel.js';
import { RoundsPanel } from '../roundtable/rounds-panel.js';
import { select, type Tab, tabsOf, useSelection } from '../selection.js';
import { SessionPanel } from '../session/session-panel.js';
import { TracePanel } from '../trace/trace-panel.js';
import { useNode, useShownTab, useTrace } from './shown-node.js';

const PANELS: Record<Tab, ComponentType> = {
  trace: TracePanel,
  diff: DiffPanel,
  console: ConsolePanel,
  tests: TestsPanel,
  report: ReportPanel,
  talk: SessionPanel,
  rounds: RoundsPanel,
  campaign: CampaignPanel,
  delivery: DeliveryPanel,
};

/** The parts of a run; only the chosen one is in the page. */
export function RunTabs() {
  const { t } = useTranslation();
  const id = useId();
  const tabs = tabsOf(useNode()?.machine);
  const tab = useShownTab();
  const shown = useSelection(({ run, node }) => `${run} ${node}`);
  const roving = useRoving(tabs.length, (index, list) => {
    select({ tab: tabs[index] ?? null });
    focusItem(index, list);
  });
  const Panel = PANELS[tab];
  return (
    <section className="parts" aria-label={t('tabs.label')}>
      <div className="tabs" role="tablist" aria-label={t('tabs.label')} onKeyDown={roving.onKeyDown}>
        {tabs.map((name, index) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
            aria-selected={name === tab}
            data-index={index}
            tabIndex={name === tab ? 0 : -1}
            onFocus={() => roving.setStop(index)}
            onClick={() => select({ tab: name })}
          >
            {t(`tabs.${name}`)}
            <Amount tab={name} />
          </button>
        ))}
      </div>
      <div className="panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        <Panel key={shown} />
      </div>
    </section>
  );
}

/** How much there is behind a tab. */
function Amount({ tab }: { tab: Tab }) {
  const amounts: Partial<Record<Tab, number>> = {
    trace: useTrace().length,
    tests: useNode()?.panels.cases.length ?? 0,
    rounds: useNode()?.panels.rounds.length ?? 0,
  };
  const amount = amounts[tab] ?? 0;
  return amount > 0 ? <span className="amount">{amount}</span> : null;
}
