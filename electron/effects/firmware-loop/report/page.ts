import type { Say } from '../../../../shared/texts/language.js';
import type { Speech } from '../../../../shared/texts/speech.js';
import type { Words } from '../../../../shared/texts/words.js';
import { html, type Markup } from './markup.js';
import { STYLE } from './style.js';

/** A self-contained HTML file around a body: no script, nothing fetched (its content policy forbids both). */
export const page = ({ language }: Pick<Speech, 'language'>, title: string, body: Markup): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.markup;

/** What is known of a run, by name; what is null or '' is left out. */
export function factList(
  say: Say,
  known: readonly (readonly [Words, string | number | null | undefined])[],
): Markup {
  const shown = known.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return html`<dl>${shown.map(([name, value]) => html`<dt>${say(name)}</dt><dd>${value ?? ''}</dd>\n`)}</dl>`;
}
