import type { Say } from '../../../../shared/texts/language.js';
import { visible } from '../../../../shared/visible-text.js';

/** A piece of HTML that is already escaped. */
export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | readonly Markup[] | null;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes a text for content and for quoted attributes. What would not be seen, or would turn the text around, is
 * shown as in a terminal; half a pair of surrogates becomes U+FFFD.
 */
const escapeHtml = (text: string): string =>
  visible(text)
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[&<>"']/g, (found) => ENTITIES[found] ?? found);

const toMarkup = (value: Value): string => {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map((one) => one.markup).join('');
};

/** A template whose values are escaped unless they are `Markup`: what comes from outside cannot become HTML. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Markup => ({
  markup: strings.reduce((text, part, i) => text + toMarkup(values[i - 1] ?? null) + part),
});

/** A table, its caption and heads in the reader's language; '' where there are no rows. */
export function table(
  say: Say,
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Value[])[],
): Markup {
  if (rows.length === 0) return html`<p class="none">${say('None.')}</p>`;
  return html`<div class="wide"><table><caption>${say(caption)}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${say(head)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((value) => html`<td>${value}</td>`)}</tr>\n`)}</tbody></table></div>`;
}
