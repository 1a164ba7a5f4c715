import type { CampaignPanel as Panel } from '../../shared/campaign-panel.js';
import { inOneLine } from '../../shared/texts/words.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

/** What a person does once the campaign is over. */
export function NextPart({ campaign: { next_steps: steps } }: { campaign: Panel }) {
  const say = useSay();
  return (
    <ul>
      {steps.map((step) => (
        <li key={JSON.stringify(step)}>
          <VisibleText line={say(inOneLine(step))} />
        </li>
      ))}
    </ul>
  );
}
